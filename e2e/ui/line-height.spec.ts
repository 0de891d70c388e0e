import type { Page } from '@playwright/test'
import { begin } from './editing'
import { expect, test, type Stet } from './stet'

const TEXT =
  'One line.\n\n| a | b |\n| - | - |\n| c | d |\n| e | f |\n\nA paragraph that is long enough to be broken into two lines at least, whatever face and size a writer has chosen for it.‸'

/** From one line to the next in a paragraph and in a table, in px. */
const distances = (page: Page) =>
  page.evaluate(() => {
    const lineHeight = (selector: string) =>
      Number.parseFloat(getComputedStyle(document.querySelector(selector)!).lineHeight)
    return { text: lineHeight('.cm-line'), row: lineHeight('.cm-table-row') }
  })

async function setLineHeight({ page }: Stet, keys: readonly string[]): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,')
  const slider = page.getByRole('slider', { name: 'Line height' })
  for (const key of keys) await slider.press(key)
  await page.keyboard.press('Escape')
}

test('the height of lines is set in the settings and by command, where the text is written and where it is read', async ({
  stet,
  page,
}) => {
  await begin(stet, TEXT)
  const usual = await distances(page)
  expect(usual.text).toBeCloseTo(18 * 1.68, 1)
  await setLineHeight(stet, ['End'])
  await expect.poll(() => distances(page)).toMatchObject({ text: 43.2 })
  expect((await distances(page)).row / usual.row).toBeCloseTo(2.4 / 1.68, 1)
  // What is drawn is measured anew: a press goes to the line below the pointer.
  await page.locator('.cm-cell', { hasText: 'e' }).last().click()
  await expect(page.locator('.cm-cell-open')).toHaveText('e')
  await stet.command('Reading view')
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('p').first()).toHaveCSS('line-height', '43.2px')
  await stet.command('Reading view')
  await stet.command('Line height: usual')
  await expect.poll(() => distances(page)).toEqual(usual)
  await stet.command('Line height: smaller')
  await expect.poll(async () => (await distances(page)).text).toBeCloseTo(18 * 1.6, 1)
  await stet.command('Line height: larger')
  await expect.poll(() => distances(page)).toEqual(usual)
})
