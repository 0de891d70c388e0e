import { isLongFuzz } from '../../shared/testing/fuzz-runs'
import { begin, kept, openByName, result } from './editing'
import { expect, test, testInOwnContext, type Stet } from './stet'

/** Makes the text, with vim's keys in normal mode; the cursor is set before these keys have a say in it. */
async function beginInVim(stet: Stet, marked: string): Promise<void> {
  await begin(stet, marked)
  await stet.main.ask('settings.set', { keys: 'vim' })
  await expect(mode(stet)).toHaveText('NORMAL')
}

const mode = ({ page }: Stet) => page.getByRole('status', { name: 'Mode' })

const keys = async (stet: Stet, ...pressed: readonly string[]) => {
  for (const key of pressed) await stet.press(key)
}

test('an emoji is one letter to x and X', { tag: '@first' }, async ({ stet }) => {
  await beginInVim(stet, 'a👩🏽‍🚀‸👍🏽b')
  await keys(stet, 'x')
  await kept(stet, (text) => text === 'a👩🏽‍🚀b')
  await keys(stet, 'X')
  await kept(stet, (text) => text === 'ab')
})

test('J takes the marks of items and quotations away where lines become one', async ({ stet }) => {
  await beginInVim(stet, '1. on‸e\n2. two\n3. three\n4. four')
  await keys(stet, 'J')
  await kept(stet, (text) => text === '1. one two\n2. three\n3. four')
  await keys(stet, 'u')
  await kept(stet, (text) => text === '1. one\n2. two\n3. three\n4. four')
  await keys(stet, '3', 'J')
  await kept(stet, (text) => text === '1. one two three\n2. four')
  await begin(stet, '> - [ ] on‸e\n> - [ ] two')
  await keys(stet, 'J')
  await kept(stet, (text) => text === '> - [ ] one two')
})

test('> and < nest and lift items as Tab does, with count, motion and repeat', async ({ stet }) => {
  await beginInVim(stet, '')
  for (const [before, pressed, after] of [
    ['1. one\n2. tw‸o\n3. three', '>>', '1. one\n   1. two\n2. three'],
    ['1. one\n2. tw‸o\n3. three\n4. four', '2>>', '1. one\n   1. two\n   2. three\n2. four'],
    ['- one\n- tw‸o\n- three\n- four', '>j', '- one\n  - two\n  - three\n- four'],
    ['- one\n- tw‸o\n- three', 'Vj>', '- one\n  - two\n  - three'],
    ['- a\n- b\n  - c\n- ‸d', '>>.', '- a\n- b\n  - c\n    - d'],
    ['1. one\n   1. tw‸o\n2. three', '<<', '1. one\n2. two\n3. three'],
    ['1. one\n   1. tw‸o', '<<u', '1. one\n   1. two'],
    ['```\na‸\n```', '>>', '```\n  a\n```'],
  ] as const) {
    await begin(stet, before)
    await stet.type(pressed)
    await kept(stet, (text) => text === after)
  }
})

test('an empty line that is put over all of a text leaves it empty, and keys go on', async ({ stet }) => {
  await beginInVim(stet, '‸')
  await stet.type('yyVp')
  await expect(mode(stet)).toHaveText('NORMAL')
  await stet.type('iword')
  await kept(stet, (text) => text === 'word')
})

test('Escape takes a link back that Ctrl+K only began', async ({ stet }) => {
  await beginInVim(stet, 'See ‸')
  await keys(stet, 'A', 'Control+k')
  await kept(stet, (text) => text === 'See []()')
  await keys(stet, 'Escape')
  await expect(mode(stet)).toHaveText('NORMAL')
  await kept(stet, (text) => text === 'See ')
})

test('commands change the text, the mode stands in the status line, and undo is that of Stet', async ({
  stet,
}) => {
  await beginInVim(stet, '‸one two three\nfour five\nsix')
  await keys(stet, 'd', 'w')
  await kept(stet, (text) => text === 'two three\nfour five\nsix')
  await keys(stet, 'j', 'd', 'd')
  await kept(stet, (text) => text === 'two three\nsix')
  await keys(stet, 'u')
  await kept(stet, (text) => text === 'two three\nfour five\nsix')
  await keys(stet, 'Control+z')
  await kept(stet, (text) => text === 'one two three\nfour five\nsix')
  await keys(stet, 'Control+r', 'i')
  await expect(mode(stet)).toHaveText('INSERT')
  await stet.type('new ')
  await keys(stet, 'Escape')
  await expect(mode(stet)).toHaveText('NORMAL')
  await keys(stet, 'v', 'e')
  await expect(mode(stet)).toHaveText('VISUAL')
  await keys(stet, 'Escape')
  await kept(stet, (text) => text === 'new two three\nfour five\nsix')
})

test('a letter that is no command, an accent or a composition changes nothing in normal mode', async ({
  stet,
  page,
}) => {
  await beginInVim(stet, 'one ‸two')
  await keys(stet, 'Tab', 'Enter', 'Backspace')
  await page.keyboard.insertText('字')
  const client = await page.context().newCDPSession(page)
  for (const [key, code] of [
    ['ß', 'Minus'],
    ['ö', 'Semicolon'],
    ['é', 'Digit2'],
  ] as const) {
    await client.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key })
    await client.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code })
  }
  await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await client.send('Input.insertText', { text: '日本' })
  await keys(stet, 'i')
  await stet.type('x')
  await keys(stet, 'Escape')
  expect((await kept(stet, (text) => text.includes('x'))).replace('x', '')).toBe('one two')
})

test('an input method writes in insert mode', async ({ stet, page }) => {
  await beginInVim(stet, 'one ‸two')
  await keys(stet, 'i')
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await client.send('Input.insertText', { text: '日本' })
  await kept(stet, (text) => text === 'one 日本two')
})

test('a dot repeats what smart typing made of the letters, also after Backspace', async ({ stet }) => {
  await beginInVim(stet, '‸a\nb\nc')
  await keys(stet, 'A')
  await stet.type(' (onf')
  await keys(stet, 'Backspace')
  await stet.type('e)')
  await keys(stet, 'Escape', 'j', '.', 'j', '.')
  await kept(stet, (text) => text === 'a (one)\nb (one)\nc (one)')
  await keys(stet, 'u')
  await kept(stet, (text) => text === 'a (one)\nb (one)\nc')
})

test('u takes back a whole insert with the command that began it, Control+r brings it back, Ctrl+Z goes by steps', async ({
  stet,
}) => {
  await beginInVim(stet, 'one ‸two')
  const is = (text: string) => kept(stet, (now) => now === text)
  await keys(stet, 'c', 'w')
  await stet.type('red.')
  await keys(stet, 'Enter')
  await stet.type('A second line. More of it.')
  await keys(stet, 'Enter', 'Escape', 'o')
  await stet.type('third')
  await keys(stet, 'Enter')
  await stet.type('fourth')
  await keys(stet, 'Escape')
  const [begun, inserted, whole] = [
    'one two',
    'one red.\nA second line. More of it.\n',
    'one red.\nA second line. More of it.\n\nthird\nfourth',
  ]
  await is(whole)
  await keys(stet, 'u')
  await is(inserted)
  await keys(stet, 'u')
  await is(begun)
  await keys(stet, 'Control+r')
  await is(inserted)
  await keys(stet, 'Control+r')
  await is(whole)
  await keys(stet, 'Control+z')
  await is('one red.\nA second line. More of it.\n\nthird\n')
  await keys(stet, 'u')
  await is(inserted)
  // Arrows begin another insert.
  await keys(stet, 'i')
  await stet.type('x')
  await keys(stet, 'ArrowLeft')
  await stet.type('y')
  await keys(stet, 'Escape', 'u')
  await is(`${inserted}x`)
  await keys(stet, '2', 'u')
  await is(begun)
})

test('registers, macros, counts and a visual block work', async ({ stet }) => {
  await beginInVim(stet, '‸one\ntwo\nsix\nten')
  await keys(stet, '"', 'a', 'y', 'y', 'j', '"', 'a', 'p')
  await kept(stet, (text) => text === 'one\ntwo\none\nsix\nten')
  await keys(stet, 'g', 'g', 'Control+v', '2', 'j', 'I')
  await stet.type('- ')
  await keys(stet, 'Escape')
  await kept(stet, (text) => text === '- one\n- two\n- one\nsix\nten')
  await keys(stet, 'G', 'q', 'w', 'A')
  await stet.type('!')
  await keys(stet, 'Escape', 'k', 'q', '@', 'w')
  await kept(stet, (text) => text === '- one\n- two\n- one\nsix!\nten!')
  await keys(stet, 'g', 'g', '2', 'd', 'd')
  await kept(stet, (text) => text === '- one\nsix!\nten!')
})

test('o goes on with a list and a quotation', async ({ stet }) => {
  await beginInVim(stet, '- one\n- t‸wo\n\n> said')
  await keys(stet, 'o')
  await stet.type('three')
  await keys(stet, 'Escape', 'G', 'o')
  await stet.type('again')
  await keys(stet, 'Escape', 'g', 'g', 'O')
  await stet.type('First')
  await kept(stet, (text) => text === 'First\n- one\n- two\n- three\n\n> said\n> again')
})

test('j and k stop at every line of a text with every construct, and change none of it', async ({
  stet,
  page,
}) => {
  const text = [
    '---\ntitle: Low water\ntags: [sea]\n---',
    '# A heading\n\n## A second one\n\nWords with **bold** and `code`.',
    '| a | b |\n| - | - |\n| `one` | **two** |',
    '![A boat](boat.png)',
    '> [!note] A title\n> and words',
    '$$\n\\sum_i x_i\n$$',
    '---\n\n```js\nlet one = 1\n```\n\n- [ ] a task\n  - within\n\nThe end.',
  ].join('\n\n')
  await page.setViewportSize({ width: 1280, height: 1600 })
  await beginInVim(stet, text)
  await keys(stet, 'g', 'g', '0')
  const walk = (key: string, count: number) =>
    page.locator('.cm-content').evaluate(
      (content, pressed) => {
        const lines = () => [...content.querySelectorAll('.cm-line')]
        const top = (line: Element) => line.getBoundingClientRect().top
        const caret = () => {
          const node = window.getSelection()?.focusNode ?? null
          const at =
            node instanceof Element && node === content
              ? node.childNodes[window.getSelection()?.focusOffset ?? 0]
              : node
          const line = (at instanceof Element ? at : at?.parentElement)?.closest('.cm-line')
          return line ? lines().indexOf(line) : -1
        }
        const stops = [caret()]
        let farthest = 0
        for (let step = 0; step < pressed.count; step++) {
          const before = lines().map(top)
          const press = { key: pressed.key, bubbles: true, cancelable: true }
          content.dispatchEvent(new KeyboardEvent('keydown', press))
          lines().forEach((line, at) => {
            if (at !== caret()) farthest = Math.max(farthest, Math.abs(top(line) - (before[at] ?? Infinity)))
          })
          stops.push(caret())
        }
        return { stops, farthest }
      },
      { key, count },
    )
  const last = text.split('\n').length - 1
  const down = await walk('j', last)
  const up = await walk('k', last)
  const every = Array.from({ length: last + 1 }, (_, at) => at)
  expect(down.stops).toEqual(every)
  expect(up.stops).toEqual(every.toReversed())
  expect(Math.max(down.farthest, up.farthest)).toBeLessThanOrEqual(0.5)
  await kept(stet, (now) => now === text)
})

test('j and k go over what is folded and beside an image, which stays drawn', async ({ stet, page }) => {
  await beginInVim(stet, '# On‸e\n\nwords\n\n# Two\n\nabc ![A boat](b.png)\n\nThe end.')
  await keys(stet, 'z', 'c')
  await expect(stet.text).not.toContainText('words')
  await keys(stet, 'j', 'j', '0', 'x')
  await kept(stet, (text) => text.includes('\n Two'))
  await keys(stet, 'u', 'k', 'k', 'z', 'o')
  await expect(stet.text).toContainText('words')
  await keys(stet, 'G', '$', 'k', 'k')
  // The cursor rests before it.
  await page.waitForTimeout(200)
  await expect(stet.text).not.toContainText('![')
  await keys(stet, 'x')
  expect(await kept(stet, (text) => !text.includes('boat'))).toBe(
    '# One\n\nwords\n\n# Two\n\nabc \n\nThe end.',
  )
  await keys(stet, 'u', 'a')
  await stet.type('!')
  await kept(stet, (text) => text.includes('abc ![A boat](b.png)!'))
})

test('Escape closes the menu first, then ends the mode, and only then does what it does in the window', async ({
  stet,
  page,
}) => {
  await beginInVim(stet, 'one\n\n‸')
  await keys(stet, 'i')
  await stet.type('/he')
  await expect(page.locator('.cm-tooltip-autocomplete')).toBeVisible()
  await keys(stet, 'Escape')
  await expect(page.locator('.cm-tooltip-autocomplete')).toBeHidden()
  await expect(mode(stet)).toHaveText('INSERT')
  await keys(stet, 'Escape')
  await expect(mode(stet)).toHaveText('NORMAL')
  await keys(stet, 'd', 'd', 'O')
  await stet.type('/')
  await page.getByRole('option', { name: 'Table' }).click()
  await kept(stet, (text) => text.includes('| '))
})

test('Tab goes through cells, Enter in insert mode goes to the cell below', async ({ stet }) => {
  await beginInVim(stet, '| a | ‸b |\n| - | - |\n| c | d |')
  await keys(stet, 'Tab', 'i')
  await stet.type('1')
  await keys(stet, 'Enter')
  await stet.type('2')
  await keys(stet, 'Escape')
  expect(await kept(stet, (text) => text.includes('2'))).toMatch(
    /^\| a \| b \|\n\| - \| - \|\n\| 1c\s*\| d \|\n\| 2\s*\|\s*\|$/,
  )
})

test('what a command puts there does not count as written', async ({ stet, page }) => {
  await beginInVim(stet, '‸Five words were here before.')
  await stet.command('Goals…')
  const goals = page.getByRole('dialog', { name: 'Goals' })
  await goals.getByRole('spinbutton', { name: 'Words a day' }).fill('10')
  const goal = page.getByRole('status', { name: 'Goal' })
  await expect(goal).toHaveText('0 of 10 words today')
  await goals.getByRole('button', { name: 'Done' }).click()
  await expect(stet.text).toBeFocused()
  await keys(stet, 'y', 'y', 'p', 'p', 'A')
  await stet.type(' Two more')
  await keys(stet, 'Escape')
  await kept(stet, (text) => text.endsWith('before. Two more'))
  await expect(goal).toHaveText('2 of 10 words today')
})

test('Tab leaves the text behind an Escape that ended no mode', async ({ stet }) => {
  await beginInVim(stet, 'one ‸two')
  await keys(stet, 'i', 'Escape', 'Tab')
  await expect(stet.text).toBeFocused()
  await keys(stet, 'Escape', 'Tab')
  await expect(stet.text).not.toBeFocused()
})

test('a search finds with n and N, and a pattern that could halt the window is not tried', async ({
  stet,
  page,
}) => {
  await beginInVim(stet, '‸fog, sea, fog, sea, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')
  await keys(stet, '/')
  const line = page.getByRole('textbox', { name: 'Command line of vim' })
  await expect(line).toBeFocused()
  await stet.type('sea')
  await keys(stet, 'Enter', 'x')
  await kept(stet, (text) => text.startsWith('fog, ea, fog, sea'))
  await keys(stet, 'n', 'x', 'N', 'u', 'u')
  await kept(stet, (text) => text.startsWith('fog, sea, fog, sea'))
  await keys(stet, '/')
  await stet.type('(a+)+$')
  await keys(stet, 'Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'could halt the window' })).toBeVisible()
})

test('what vim says of a success is no error, says what was done, and gives no advice about its options', async ({
  stet,
  page,
}) => {
  await beginInVim(stet, '‸sea fog sea\nsea\nfog')
  const panel = page.locator('.cm-vim-panel')
  const colourOf = (of: typeof panel) => of.evaluate((element) => getComputedStyle(element).color)
  const run = async (command: string) => {
    await stet.type(command)
    await keys(stet, 'Enter')
  }
  const says = async (role: 'alert' | 'status', sentence: string) => {
    const said = panel.getByRole(role).filter({ hasText: sentence })
    await expect(said).toHaveText(sentence)
    const isPlain = (await colourOf(said)) === (await colourOf(panel))
    expect(isPlain, sentence).toBe(role === 'status')
  }
  await run(':s/sea/lake/')
  await says('status', 'Replaced in 1 place.')
  await kept(stet, (text) => text === 'lake fog sea\nsea\nfog')
  await run(':%s/sea/lake/g')
  await says('status', 'Replaced in 2 places.')
  await kept(stet, (text) => text === 'lake fog lake\nlake\nfog')
  await run(':%s/fog/mist/gc')
  await keys(stet, 'y', 'n')
  await says('status', 'Replaced in 1 place.')
  await run(':s/nowhere/here/')
  await says('alert', 'No match for “nowhere”.')
  await run('/nobody')
  await says('alert', 'No match for “nobody”.')
  await run(':dance')
  await says('alert', 'Not an editor command ":dance"')
  await stet.type('qa')
  const recording = panel.locator('.cm-vim-message')
  await expect(recording).toHaveText('recording @a')
  expect(await colourOf(recording)).toBe(await colourOf(panel))
  await stet.type('q')
})

test(':g, :v and :sort try no pattern that could halt the window, and others they do', async ({
  stet,
  page,
}) => {
  const slow = `${'a'.repeat(40)}b`
  const text = `fog\nsea\n${slow}\nfog two`
  await beginInVim(stet, `‸${text}`)
  const said = page.getByRole('alert').filter({ hasText: 'could halt the window' })
  const run = async (command: string) => {
    await keys(stet, ':')
    await stet.type(command)
    await keys(stet, 'Enter')
  }
  for (const command of ['g/(a+)+$/d', 'g!/(a+)+$/d', 'global/(a+)+$/d', 'v/(a+)+$/d', 'sort /(a+)+$/']) {
    await run(command)
    await expect(said).toBeVisible()
    await keys(stet, 'Escape')
  }
  // An empty pattern is the last one that was looked for.
  await keys(stet, '/')
  await stet.type('(a+)+$')
  await keys(stet, 'Enter')
  await run('g//d')
  await expect(said).toBeVisible()
  await kept(stet, (now) => now === text)
  await run('set nopcre')
  await run('g/\\(a\\+\\)\\+$/d')
  await expect(said).toBeVisible()
  await run('set pcre')

  await run('g/^fog/d')
  await kept(stet, (now) => now === `sea\n${slow}`)
  await run('v/sea/d')
  await kept(stet, (now) => now === 'sea' || now === 'sea\n')
})

test(':w saves, :q and ZZ close the tab when the text is saved', async ({ stet, page }) => {
  await beginInVim(stet, 'one‸')
  await keys(stet, 'A')
  await stet.type(' two')
  await keys(stet, 'Escape', ':')
  await stet.type('w')
  await keys(stet, 'Enter')
  await expect(stet.text).toBeFocused()
  await kept(stet, (text) => text === 'one two')
  await expect(page.getByRole('tab')).toHaveCount(2)
  await keys(stet, ':')
  await stet.type('wq')
  await keys(stet, 'Enter')
  await expect(page.getByRole('tab')).toHaveCount(1)
  await keys(stet, 'Control+Shift+T')
  await expect(stet.text).toBeFocused()
  await expect(mode(stet)).toHaveText('NORMAL')
  await keys(stet, 'Z', 'Z')
  await expect(page.getByRole('tab')).toHaveCount(1)
})

test('the keys of the window that vim has no use for still work, and the choice can be taken back', async ({
  stet,
  page,
}) => {
  await beginInVim(stet, 'one ‸two')
  await keys(stet, 'Control+p')
  await expect(page.getByRole('dialog', { name: 'Go to document' })).toBeVisible()
  await keys(stet, 'Escape', 'v', 'e', 'Control+k')
  await kept(stet, (text) => text.startsWith('one ['))
  await keys(stet, 'Control+z')
  await stet.command('Typing settings…')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('combobox', { name: 'Keys of the text' }).selectOption('Standard')
  await keys(stet, 'Escape')
  await expect(mode(stet)).toHaveCount(0)
  await stet.text.focus()
  await keys(stet, 'Control+End')
  await stet.type('!')
  await kept(stet, (text) => text === 'one two!')
})

test.describe('under a key that may not write', () => {
  test.use({ chosen: { library: 'service' } })

  test('a text stays as it is, and the cursor goes through it', async ({ app, stet }) => {
    await beginInVim(stet, 'one ‸two')
    await app.forbid('documents:write')
    await stet.title.focus()
    await openByName(stet, 'Low water')
    await expect(stet.text).toHaveAttribute('aria-readonly', 'true')
    const before = await stet.text.innerText()
    for (const key of [...'ioOddxpJRa~cc>>'.split(''), 'Control+a']) await stet.press(key)
    await expect(mode(stet)).toHaveText('NORMAL')
    expect(await stet.text.innerText()).toBe(before)
  })
})

/** Keys that only move, mark, search, fold and go into insert mode and out of it again. */
const HARMLESS = [
  ...[
    'h',
    'j',
    'k',
    'l',
    'w',
    'b',
    'e',
    'W',
    'B',
    '0',
    '$',
    '^',
    'G',
    'gg',
    '{',
    '}',
    '(',
    ')',
    'H',
    'M',
    'L',
    '%',
  ],
  ...[
    'fe',
    'Ta',
    ';',
    ',',
    'v',
    'V',
    'gv',
    'o',
    'ma',
    "'a",
    '``',
    '*',
    '#',
    'n',
    'N',
    'gj',
    'gk',
    'zc',
    'zo',
    'zz',
  ],
  ...['zt', 'yy', 'yw', '"by$', '3j', '2w', 'gn', '*'],
]

/** `npm run fuzz -- windows` goes on for longer. */
const STEPS = isLongFuzz ? 1_000 : 100

test('[seeded] a random session that changes nothing changes no byte, and one undo takes each change back', async ({
  stet,
  page,
}) => {
  const text =
    '---\ntitle: Tide\n---\n\n# Sea  \n\n- one\t\n  - *two*\\\n\n| a | b\\|c |\n|--|:-:|\n| `x` |  |\n\n![b](b.png) und $x^2$\n\n> q\n\n```js\nlet a = "e"\n```\n\n日本語 é 👩‍👩‍👧 שלום\n\n\nend'
  await beginInVim(stet, text)
  let seed = 20_261_127
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below
  for (let step = 0; step < STEPS; step++) {
    // `o` begins a line outside of visual mode.
    const isVisual = (await mode(stet).textContent())?.startsWith('VISUAL') === true
    const pressed = HARMLESS.filter((one) => isVisual || one !== 'o')[random(HARMLESS.length - 1)] ?? 'h'
    await page.keyboard.type(pressed)
    if (random(3) === 0) await keys(stet, 'Escape')
    if (random(9) === 0) await keys(stet, 'i', 'Escape')
  }
  await keys(stet, 'Escape', 'Escape')
  expect(await kept(stet)).toBe(text)
  for (const change of ['dd', 'x', 'dw', 'J', '~', 'p', '>>', 'diw', 'D', 'cwx', 'ohallo', 'ywP', 'gUw']) {
    for (let left = random(30); left > 0; left--) await keys(stet, random(2) === 0 ? 'j' : 'w')
    if (random(3) === 0) await keys(stet, 'g', 'g')
    await page.keyboard.type(change)
    await keys(stet, 'Escape')
    await page.keyboard.type('u')
    expect(await kept(stet), `after ${change}`).toBe(text)
  }
})

testInOwnContext(
  'words that were typed while the keys could not be loaded are in the text, and that is said',
  async ({ stet, page }) => {
    let fail = () => {}
    const failing = new Promise<void>((resolve) => (fail = resolve))
    await page.route('**/vim-*.js', async (route) => {
      await failing
      await route.fulfill({ contentType: 'text/javascript', body: 'throw new Error()' })
    })
    await stet.command('Typing settings…')
    await page.getByRole('combobox', { name: 'Keys of the text' }).selectOption('Vim')
    await stet.press('Escape')
    await begin(stet, 'start ‸')
    await stet.type('words')
    fail()
    await expect(stet.notice).toHaveText('The keys of Vim could not be loaded. The text has the usual keys.')
    await stet.type(' after')
    await kept(stet, (text) => text === 'start words after')
  },
)

testInOwnContext(
  'words that were typed while the keys were loading are offered when the text goes',
  async ({ stet, page }) => {
    await page.route('**/vim-*.js', () => new Promise(() => {}))
    await stet.command('Typing settings…')
    await page.getByRole('combobox', { name: 'Keys of the text' }).selectOption('Vim')
    await stet.press('Escape')
    await begin(stet, 'start ‸')
    await stet.type('words')
    await stet.command('Typing settings…')
    await page.getByRole('combobox', { name: 'Keys of the text' }).selectOption('Standard')
    await stet.press('Escape')
    await expect(stet.notice).toContainText('The words that you typed are in no text yet')
  },
)

test('lines that dd takes and p puts in leave no gap in the numbers of a list, and u brings both back', async ({
  stet,
}) => {
  await beginInVim(stet, '1. one\n2. t‸wo\n3. three\n4. four')
  await keys(stet, 'd', 'd')
  await kept(stet, (text) => text === '1. one\n2. three\n3. four')
  await keys(stet, 'u')
  await kept(stet, (text) => text === '1. one\n2. two\n3. three\n4. four')
  await keys(stet, 'd', 'd', 'p')
  await kept(stet, (text) => text === '1. one\n2. three\n3. two\n4. four')
  await keys(stet, 'k', 'P')
  await kept(stet, (text) => text === '1. one\n2. two\n3. three\n4. two\n5. four')
  await keys(stet, 'u', 'u')
  await kept(stet, (text) => text === '1. one\n2. three\n3. four')
  await keys(stet, 'g', 'g', '2', 'd', 'd')
  await kept(stet, (text) => text === '1. four')
})

test('} takes whole lines, and :m and :t put lines below another one, as vim does', async ({
  stet,
  page,
}) => {
  await beginInVim(stet, '')
  const text = 'one two\nthree four\n\nfive six\nseven\n\neight'
  // What vim 9 makes of these, with the cursor where `i` types.
  for (const [pressed, expected] of [
    ['d}', '‸\nfive six\nseven\n\neight'],
    ['2d}', '‸\neight'],
    ['y}P', '‸one two\nthree four\none two\nthree four\n\nfive six\nseven\n\neight'],
    ['jd}', 'one two\n‸\nfive six\nseven\n\neight'],
    ['d}P', '‸one two\nthree four\n\nfive six\nseven\n\neight'],
    ['>}', '  ‸one two\n  three four\n\nfive six\nseven\n\neight'],
    ['Gd{', 'one two\nthree four\n\nfive six\nseven\n‸eight'],
    ['jjd}', 'one two\nthree four\n‸\neight'],
    [':m3\n', 'three four\n\n‸one two\nfive six\nseven\n\neight'],
    [':t3\n', 'one two\nthree four\n\n‸one two\nfive six\nseven\n\neight'],
    [':2,3m0\n', 'three four\n‸\none two\nfive six\nseven\n\neight'],
    [':m$\n', 'three four\n\nfive six\nseven\n\neight\n‸one two'],
    [':1,2t.\n', 'one two\none two\n‸three four\nthree four\n\nfive six\nseven\n\neight'],
    [':4,5m1\n', 'one two\nfive six\n‸seven\nthree four\n\n\neight'],
    ['jj:m-2\n', 'one two\n‸\nthree four\nfive six\nseven\n\neight'],
    [':t0\n', '‸one two\none two\nthree four\n\nfive six\nseven\n\neight'],
    ['G:m0\n', '‸eight\none two\nthree four\n\nfive six\nseven\n'],
    ['G:t$\n', 'one two\nthree four\n\nfive six\nseven\n\neight\n‸eight'],
    [':2,3m2\n', '‸one two\nthree four\n\nfive six\nseven\n\neight'],
    ['j:m.+2\n', 'one two\n\nfive six\n‸three four\nseven\n\neight'],
    [':2m0\nu', '‸one two\nthree four\n\nfive six\nseven\n\neight'],
    [':3,5m$\n', 'one two\nthree four\n\neight\n\nfive six\n‸seven'],
  ] as const) {
    await begin(stet, text)
    await page.keyboard.type(`gg0${pressed}i`)
    expect(await result(stet), pressed).toBe(expected)
    await keys(stet, 'Escape')
  }
  await page.keyboard.type('gg:m 99\n')
  await expect(page.getByRole('alert').filter({ hasText: 'This names no line.' })).toBeVisible()
})

test('the last lines of a text are deleted, yanked and put as vim does', async ({ stet, page }) => {
  await beginInVim(stet, '')
  // What vim 9 makes of these, with the cursor where `i` types.
  for (const [text, pressed, expected] of [
    ['one\ntwo\nthree', 'GddP', 'one\n‸three\ntwo'],
    ['one\ntwo\nthree', 'Gddp', 'one\ntwo\n‸three'],
    ['one\ntwo\nthree', 'Gdd2p', 'one\ntwo\n‸three\nthree'],
    ['one\ntwo\nthree', 'GVdP', 'one\n‸three\ntwo'],
    ['one\ntwo\nthree', 'GVkdp', 'one\n‸two\nthree'],
    ['one\ntwo\nthree', 'GkdjP', '‸two\nthree\none'],
    ['one\ntwo\nthree', 'Gdk', '‸one'],
    ['one\ntwo\nthree', 'Gk9dd', '‸one'],
    ['one\ntwo\nthree', 'GykP', 'one\n‸two\nthree\ntwo\nthree'],
    ['one\ntwo\nthree', 'GyyP', 'one\ntwo\n‸three\nthree'],
    ['one\ntwo\nthree', 'ggdGP', '‸one\ntwo\nthree\n'],
    ['one\ntwo\nthree', 'Gdd:1\nP', '‸three\none\ntwo'],
    ['one\ntwo\nthree', ':2,$d\np', 'one\n‸two\nthree'],
    ['one\ntwo\n', 'GddP', 'one\n‸\ntwo'],
    ['one\ntwo\n', 'GdkP', '‸two\n\none'],
    ['one\ntwo\n', 'Gkyjp', 'one\ntwo\n‸two\n\n'],
    ['one\n\nthree', 'GVdp', 'one\n\n‸three'],
    ['one', 'GddxP', '‸one\n'],
  ] as const) {
    await begin(stet, text)
    await page.keyboard.type(`gg0${pressed}i`)
    expect(await result(stet), pressed).toBe(expected)
    await keys(stet, 'Escape')
  }
})

test('a key that is no command of vim where it is pressed changes nothing, and opens nothing', async ({
  stet,
  page,
}) => {
  await beginInVim(stet, 'one t‸wo')
  for (const before of ['g', 'z', 'd'])
    for (const key of ['Control+i', 'Control+v', 'Control+x', 'Shift+Enter', 'Shift+Delete'])
      await keys(stet, before, key, 'Escape')
  for (const before of ['g', 'z'])
    for (const key of ['Control+b', 'Control+f', 'Backspace', 'Delete', 'Enter'])
      await keys(stet, before, key, 'Escape')
  await keys(stet, 'd', 'Enter', 'Escape', 'v', 'Enter', 'Escape', 'V', 'Enter', 'Escape', 'Shift+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys(stet, 'i')
  expect(await result(stet)).toContain('‸')
  expect((await kept(stet)).replace('‸', '')).toBe('one two')
})
