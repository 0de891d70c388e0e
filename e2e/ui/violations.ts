import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * All of axe's rules, or those that colours alone can break. In one page and for violations only, which takes a quarter of
 * the time: what the other mode adds are frames of other origins, and no screen has one.
 */
export async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  // Half a megabyte of script, which a page that has it need not read again.
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
