import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Checks all rules of axe, or those that only colours can break. The check covers one page and only violations, which
 * takes a quarter of the time: the other mode adds frames of other origins, and no screen has one.
 */
export async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  // The script has half a megabyte, so a page that has loaded it does not load it again.
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
  expect(found).toEqual([])
}
