import { expect, test } from './stet'

const TEXT = 'Tide\n: rise and *fall*\n\n    of the sea\n\n    - a list in it\n\nSalt\n: white\n\nAfter it.'

test('terms and their definitions are shown where they are written and read, and no byte changes', async ({
  stet,
  page,
}) => {
  await stet.option('The ferryman').click()
  await stet.text.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(TEXT)
  await expect(stet.text.locator('.cm-term')).toHaveText(['Tide', 'Salt'])
  await expect(stet.text.locator('.cm-item.cm-definition')).toHaveCount(3)
  await expect(stet.text.getByText('a list in it')).toHaveAttribute('style', /--depth: 2/)
  // No line moves where the caret goes.
  const tops = () =>
    stet.text
      .locator('.cm-line')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top))
  const before = await tops()
  await stet.text.getByText('white').click()
  await page.waitForTimeout(300)
  expect(await tops()).toEqual(before)
  expect(await stet.keptText('d-ferryman')).toBe(TEXT)

  await stet.command('Reading view')
  const read = page.getByRole('article', { name: 'Reading view' }).frameLocator('iframe')
  await expect(read.locator('dl > dt')).toHaveText(['Tide', 'Salt'])
  await expect(read.locator('dl > dd')).toHaveCount(2)
  await expect(read.locator('dd em')).toHaveText('fall')
  await page.keyboard.press('Escape')
  // A term is one as soon as there is a definition below it, and no longer.
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('\n\nTar\n\n')
  await expect(stet.text.locator('.cm-term')).toHaveCount(2)
  await page.keyboard.type(': black')
  await expect(stet.text.locator('.cm-term')).toHaveText(['Tide', 'Salt', 'Tar'])
  for (let count = 0; count < ': black'.length; count++) await page.keyboard.press('Backspace')
  await expect(stet.text.locator('.cm-term')).toHaveCount(2)
})
