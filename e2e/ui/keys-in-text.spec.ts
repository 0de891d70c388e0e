import { begin, kept, result } from './editing'
import { expect, test } from './stet'

test('[A1] Tab in prose keeps the words that follow in the text', async ({ stet, page }) => {
  const library = await stet.connection.textContent()
  await begin(stet, '‸')
  await stet.type('A paragraph.')
  await stet.press('Tab')
  await stet.type(' my own words go here')
  await stet.press('Enter')
  await stet.press('Shift+Tab')
  await expect(stet.text).toBeFocused()
  expect(await result(stet)).toBe('A paragraph. my own words go here\n‸')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(stet.connection).toHaveText(library ?? '')
})

for (const [where, before, after] of [
  ['a fenced block', '```js\nlet a‸\n```', '```js\nlet a x‸\n```'],
  ['the beginning of its line', '```\n‸one\n```', '```\n  x‸one\n```'],
  ['a line that tabs indent', '```make\n\t‸\n```', '```make\n\t\tx‸\n```'],
  ['front matter', '---\nkey:\n‸\n---', '---\nkey:\n  x‸\n---'],
  ['an item of a numbered list', '1. one\n2. two‸', '1. one\n   1. twox‸'],
  ['the first item', '- one‸', '- onex‸'],
  ['a cell of a table', '| a‸ | b |\n| - | - |\n| c | d |', '| a | bx‸ |\n| - | - |\n| c | d |'],
  ['the last cell of a row', '| a | b‸ |\n| - | - |\n|  | d |', '| a | b |\n| - | - |\n| x‸ | d |'],
  ['the last cell', 'a | b\n-- | --\nc | d‸\n\nend', 'a | b\n-- | --\nc | d\n| x‸ |  |\n\nend'],
  ['a heading', '# one‸', '# onex‸'],
] as const)
  test(`[A1] Tab in ${where} acts there`, async ({ stet }) => {
    await begin(stet, before)
    await stet.press('Tab')
    await stet.type('x')
    expect(await result(stet)).toBe(after)
  })

test('[A1] Shift+Tab goes to the cell before and takes code and items back', async ({ stet }) => {
  await begin(stet, '| a | b |\n| - | - |\n| ‸c | d |\n\n- one\n  - two')
  await stet.press('Shift+Tab')
  await stet.type('x')
  await stet.press('Control+End')
  await stet.press('Shift+Tab')
  await stet.press('Shift+Tab')
  expect(await result(stet)).toBe('| a | bx |\n| - | - |\n| c | d |\n\n- one\n- two‸')
})

test('[A1] Escape and then Tab leaves the text for the next pane, onto nothing that Space opens', async ({
  stet,
  page,
}) => {
  await begin(stet, 'Words.‸')
  await expect(stet.text).toHaveAttribute('aria-description', /Escape/)
  for (const keys of ['Tab', 'Shift+Tab']) {
    await stet.text.focus()
    await stet.press('Escape')
    await stet.press(keys)
    await expect(stet.text).not.toBeFocused()
    const opener = 'button, [role="button"], [aria-haspopup], a'
    expect(await page.evaluate((selector) => document.activeElement?.matches(selector), opener)).toBe(false)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  }
  // Another key in between, and Tab belongs to the text again.
  await stet.text.focus()
  await stet.press('Escape')
  await stet.press('ArrowLeft')
  await stet.press('Tab')
  await expect(stet.text).toBeFocused()
  expect(await kept(stet)).toBe('Words.')
  await stet.command('Help')
  await expect(page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })).toContainText(
    'Leave the text',
  )
})
