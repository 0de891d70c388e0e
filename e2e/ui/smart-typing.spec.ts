import type { Settings } from '../../shared/ipc/ipc-settings'
import { begin, kept, result } from './editing'
import { expect, FERRYMAN, test, type Stet } from './stet'

const set = ({ main }: Stet, changed: Partial<Settings>) => main.ask('settings.set', changed)

const ALL = { quotationMarks: 'language', typographicDashes: true } as const

test('signs become typographic ones where they are words, and stay in code, addresses and formulas', async ({
  stet,
}) => {
  for (const [typed, stands] of [
    ['"Late," she said. "It\'s late."', '“Late,” she said. “It’s late.”'],
    ['("a", \'b\')', '(“a”, ‘b’)'],
    ['**"bold"** *"thin"*', '**“bold”** *“thin”*'],
    ['"Wait--" he--no', '“Wait–” he–no'],
    ['pages 3--5 and---then...', 'pages 3–5 and—then…'],
    ['`"a--b"` "b"', '`"a--b"` “b”'],
    ['[a](b.c "d--e") "f"', '[a](b.c "d--e") “f”'],
    ['x <a href="b--c"> "d"', 'x <a href="b--c"> “d”'],
    ['$"x"--y$ costs $5 "net"', '$"x"--y$ costs $5 “net”'],
    ['x <!-- "a" --> "b"', 'x <!-- "a" --> “b”'],
    ['four....', 'four….'],
    ["the '90s: 'tis rock 'n' roll", 'the ’90s: ’tis rock ’n’ roll'],
    ['$x$ "net" `a$b` "c"', '$x$ “net” `a$b` “c”'],
  ] as const)
    await test.step(`typographic signs: ${typed} becomes ${stands}`, async () => {
      await set(stet, { ...ALL, closesPairs: false })
      await begin(stet, '‸')
      await stet.type(typed)
      expect((await result(stet)).replace('‸', '')).toBe(stands)
    })
})

test('a text has the marks of the language that its front matter says', async ({ stet }) => {
  for (const [lang, typed, stands] of [
    ['de', '"Ja", sagte er. \'So\'', '„Ja“, sagte er. ‚So‘'],
    ['fr', 'Il dit : "Non" et l\'homme', 'Il dit : «\u00a0Non\u00a0» et l’homme'],
    ['fr', 'Il dit : " Non "', 'Il dit : «\u00a0 Non\u00a0»'],
    ['sv', '"Ja" och \'nej\'', '”Ja” och ’nej’'],
    ['de-CH', '"Ja"', '«Ja»'],
  ] as const)
    await test.step(`a text whose front matter says ${lang} has the marks of that language: ${stands}`, async () => {
      await set(stet, ALL)
      await begin(stet, `---\nlang: ${lang}\n---\n\n‸`)
      await stet.type(typed)
      expect((await result(stet)).replace('‸', '')).toBe(`---\nlang: ${lang}\n---\n\n${stands}`)
    })
})

test('one step of undo takes only the replacement back, and it is not made again', async ({ stet }) => {
  await set(stet, ALL)
  await begin(stet, 'say‸')
  await stet.type(' "')
  await kept(stet, (text) => text === 'say “')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'say "')
  await stet.type('x--')
  await kept(stet, (text) => text === 'say "x–')
  await stet.press('ControlOrMeta+z')
  await stet.type('-')
  await stet.press('ControlOrMeta+z')
  expect(await result(stet)).toBe('say "x--‸')
})

test('rules, front matter, headings and tables keep their dashes', { tag: '@first' }, async ({ stet }) => {
  await set(stet, ALL)
  await begin(stet, '‸')
  const lines = ['---', 'title: a--b', '---', '', 'Words', '---', '', '| a |', '| --- |']
  for (const [index, line] of lines.entries()) {
    if (index > 0) await stet.press('Enter')
    await stet.type(line)
  }
  expect(await result(stet)).toBe(`${lines.join('\n')}‸`)
})

test('selected words are put between the marks, and several cursors get them all', async ({ stet }) => {
  await set(stet, ALL)
  await begin(stet, 'a ‸word\nb word')
  for (let count = 0; count < 4; count++) await stet.press('Shift+ArrowRight')
  await stet.type('"')
  await kept(stet, (text) => text === 'a “word”\nb word')
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === 'a "word"\nb word')
  await stet.press('ControlOrMeta+Home')
  await stet.press('ControlOrMeta+Alt+ArrowDown')
  await stet.type('"')
  await kept(stet, (text) => text.startsWith('“a') && text.includes('\n“b'))
})

test('what stood there before is not touched, and an input method is left alone', async ({ stet, page }) => {
  await set(stet, ALL)
  const before = 'He said "no" -- twice...'
  await begin(stet, `${before}‸`)
  await stet.type(' Now')
  await kept(stet, (text) => text === `${before} Now`)
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: '"', selectionStart: 1, selectionEnd: 1 })
  await session.send('Input.imeSetComposition', { text: '"に', selectionStart: 2, selectionEnd: 2 })
  await session.send('Input.insertText', { text: '"に' })
  expect(await result(stet)).toBe(`${before} Now"に‸`)
})

test('as many signs stand as were typed; undo and redo lead behind the last one', async ({ stet }) => {
  await set(stet, { ...ALL, closesPairs: true })
  await begin(stet, '‸')
  await stet.type('<b>"z"</b> ("q")')
  await kept(stet, (text) => text === '<b>“z”</b> (“q”)')
  for (let step = 0; step < 12; step++) await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === '')
  for (let step = 0; step < 12; step++) await stet.press('ControlOrMeta+Shift+z')
  expect(await result(stet)).toBe('<b>“z”</b> (“q”)‸')
})

test('the palette switches them on and off, and pairs are closed only where the writer wants it', async ({
  stet,
  page,
}) => {
  await begin(stet, '‸')
  await stet.command('Toggle typographic quotation marks')
  await expect
    .poll(() => stet.main.ask('settings.get', undefined).then(({ quotationMarks }) => quotationMarks))
    .toBe('language')
  await stet.type('"a" (b')
  await kept(stet, (text) => text === '“a” (b)')
  await stet.command('Typing settings…')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  const closes = settings.getByRole('checkbox', { name: /^Close brackets/ })
  // `uncheck` looks in the same turn, before the window has heard of the change.
  await closes.click()
  await expect(closes).not.toBeChecked()
  await settings.getByRole('combobox', { name: 'Quotation marks' }).selectOption('typed')
  await stet.press('Escape')
  await begin(stet, '‸')
  await stet.type('"a" (b')
  expect(await result(stet)).toBe('"a" (b‸')
  expect(await stet.keptText(FERRYMAN)).toContain('(b')
})
