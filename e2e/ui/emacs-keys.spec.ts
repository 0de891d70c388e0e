import { begin, kept, openByName, result } from './editing'
import { expect, test, type Stet } from './stet'

async function chooseEmacs(stet: Stet): Promise<void> {
  await stet.command('Typing settings…')
  const settings = stet.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('combobox', { name: 'Keys of the text' }).selectOption('Emacs')
  await stet.press('Escape')
}

test('the basic keys of Emacs move, take and put back; one undo takes a change back', async ({
  stet,
  page,
}) => {
  await chooseEmacs(stet)
  await begin(stet, 'one two\nthree fo‸ur\nfive')
  await stet.press('Control+a')
  await stet.press('Control+k')
  await kept(stet, (text) => text === 'one two\n\nfive')
  await stet.press('Control+k')
  await kept(stet, (text) => text === 'one two\nfive')
  await stet.press('Control+p')
  await stet.press('Control+e')
  await stet.press('Control+y')
  await kept(stet, (text) => text === 'one twothree four\n\nfive')
  await stet.press('Control+z')
  await kept(stet, (text) => text === 'one two\nfive')
  await stet.press('Control+b')
  await stet.press('Control+d')
  await kept(stet, (text) => text === 'one tw\nfive')
  await stet.press('Control+n')
  await stet.press('Control+a')
  await stet.press('Control+f')
  await stet.press('Alt+f')
  // No command of the window ran in their place.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await result(stet)).toBe('one tw\nfive‸')
})

test('without that choice the keys are those of Stet', { tag: '@first' }, async ({ stet, page }) => {
  await begin(stet, 'one‸')
  await stet.press('Control+p')
  await expect(page.getByRole('dialog', { name: 'Go to document' })).toBeVisible()
})

test('Ctrl+D of Emacs takes an emoji as a whole', async ({ stet }) => {
  await chooseEmacs(stet)
  await begin(stet, 'a‸👩🏽‍🚀👍🏽b')
  await stet.press('Control+d')
  await stet.press('Control+d')
  expect(await result(stet)).toBe('a‸b')
})

test('Ctrl+K of Emacs joins items and quotations by their words, and Alt+Backspace takes the word before', async ({
  stet,
}) => {
  await chooseEmacs(stet)
  for (const [before, keys, after] of [
    ['1. a‸\n2. b\n3. c', ['Control+k'], '1. a‸b\n2. c'],
    ['1. a‸\n2. b\n3. c', ['Control+k', 'Control+y'], '1. a\n2. ‸b\n3. c'],
    ['> a‸\n> b', ['Control+k'], '> a‸b'],
    ['‸\n- b', ['Control+k'], '‸- b'],
    ['one two‸ three', ['Alt+Backspace'], 'one ‸ three'],
    ['- one\n- ‸two', ['Alt+Backspace'], '- one\n  ‸two'],
  ] as const) {
    await begin(stet, before)
    for (const key of keys) await stet.press(key)
    expect(await result(stet)).toBe(after)
  }
})

test('a key of Emacs that can do nothing does nothing, and no other key of Stet in its place', async ({
  stet,
  page,
}) => {
  await chooseEmacs(stet)
  for (const [marked, keys] of [
    ['‸one two', ['Control+b', 'Control+a', 'Control+p', 'Control+t', 'Control+y', 'Alt+b']],
    ['one two‸', ['Control+d', 'Control+e', 'Control+f', 'Control+k', 'Control+n', 'Alt+d', 'Alt+f']],
    ['‸', 'abdefknpty'.split('').map((key) => `Control+${key}`)],
  ] as const) {
    await begin(stet, marked)
    for (const key of keys) await stet.press(key)
    expect(await result(stet)).toBe(marked)
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('under a key that may not write', () => {
  test.use({ chosen: { library: 'service' } })

  test('no key of Emacs changes or takes anything', async ({ app, stet, page }) => {
    await chooseEmacs(stet)
    await app.forbid('documents:write')
    await stet.title.focus()
    await openByName(stet, 'Low water')
    await expect(stet.text).toHaveAttribute('aria-readonly', 'true')
    await stet.press('Control+Home')
    for (const key of ['Control+d', 'Control+k', 'Control+o', 'Control+t', 'Control+y', 'Alt+d'])
      await stet.press(key)
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  })
})

test('in a drawn table the keys of Emacs stay in the cell and take no bar', async ({ stet }) => {
  await chooseEmacs(stet)
  for (const [key, expected] of [
    ['Control+a', '|‸ab|cd|'],
    ['Control+e', '|ab‸|cd|'],
    ['Control+k', '|a‸|cd|'],
    ['Control+o', '|a‸b|cd|'],
    ['Control+t', '|ba‸|cd|'],
  ] as const) {
    await begin(stet, '|a‸b|cd|\n|--|--|\n|e|f|')
    await stet.press(key)
    expect(await result(stet)).toBe(`${expected}\n|--|--|\n|e|f|`)
  }
  for (const key of ['Control+k', 'Control+t', 'Control+o', 'Control+d']) {
    await begin(stet, '|ab‸|cd|\n|--|--|\n|e|f|')
    await stet.press(key)
    expect(await result(stet)).toBe('|ab‸|cd|\n|--|--|\n|e|f|')
  }
})
