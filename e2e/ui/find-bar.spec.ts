import { begin } from './editing'
import { expect, test } from './stet'

test('Ctrl+H in the find bar goes to “Replace with”, and the words that are looked for stay', async ({
  stet,
  page,
}) => {
  await begin(stet, 'A fox, and a fox.‸')
  const bar = page.getByRole('search', { name: 'Find in the document' })
  const find = bar.getByRole('textbox', { name: 'Find' })
  const put = bar.getByRole('textbox', { name: 'Replace with' })
  await stet.press('ControlOrMeta+F')
  await stet.press('ControlOrMeta+H')
  await expect(find, 'where there are no words yet, they come first').toBeFocused()
  await stet.type('fox')
  await stet.press('ControlOrMeta+H')
  await expect(put).toBeFocused()
  await expect(find).toHaveValue('fox')
  await expect(page.getByRole('region', { name: 'Replace in the library' })).toHaveCount(0)
  await stet.type('owl')
  await bar.getByRole('button', { name: 'Match case' }).focus()
  await stet.press('ControlOrMeta+H')
  await expect(put).toBeFocused()
  await expect(put).toHaveValue('owl')
  await bar.getByRole('button', { name: 'Replace all' }).click()
  await expect.poll(() => stet.text.innerText()).toContain('A owl, and a owl.')
})

test('Ctrl+H in a text looks for the selected words, and goes to “Replace with”', async ({ stet, page }) => {
  await begin(stet, 'A fox‸')
  const bar = page.getByRole('search', { name: 'Find in the document' })
  await stet.press('ControlOrMeta+H')
  await expect(bar.getByRole('textbox', { name: 'Find' })).toBeFocused()
  await stet.press('Escape')
  await stet.press('ControlOrMeta+Shift+ArrowLeft')
  await stet.press('ControlOrMeta+H')
  await expect(bar.getByRole('textbox', { name: 'Replace with' })).toBeFocused()
  await expect(bar.getByRole('textbox', { name: 'Find' })).toHaveValue('fox')
})

test('the find bar has one row of buttons beside sidebar, list and panel, and its cross in the first row of a narrow one', async ({
  stet,
  page,
}) => {
  const bar = page.getByRole('search', { name: 'Find in the document' })
  const topsOf = (names: readonly string[]) =>
    Promise.all(
      names.map(async (name) => (await bar.getByRole('button', { name, exact: true }).boundingBox())?.y),
    )
  await stet.press('ControlOrMeta+Shift+F')
  await begin(stet, 'A fox.‸')
  await stet.press('ControlOrMeta+F')
  await stet.type('o')
  const tops = await topsOf(['Previous', 'Next', 'Match case', 'Whole words', 'In the selection', 'Close'])
  expect(new Set(tops).size).toBe(1)
  await page.setViewportSize({ width: 900, height: 600 })
  const [first, close] = await topsOf(['Previous', 'Close'])
  expect(close).toBe(first)
})
