import { begin, kept, result } from './editing'
import { expect, test, type Stet, inOnePage } from './stet'

test('Tab in prose keeps the words that follow in the text', { tag: '@first' }, async ({ stet, page }) => {
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

test('Tab acts in code, front matter, items, cells and headings', async ({ stet }) => {
  for (const [where, before, after] of [
    ['a fenced block', '```js\nlet a‸\n```', '```js\nlet a x‸\n```'],
    ['the beginning of its line', '```\n‸one\n```', '```\n  x‸one\n```'],
    ['a line that tabs indent', '```make\n\t‸\n```', '```make\n\t\tx‸\n```'],
    ['front matter', '---\nkey:\n‸\n---', '---\nkey:\n  x‸\n---'],
    ['an item of a numbered list', '1. one\n2. two‸', '1. one\n   1. twox‸'],
    ['the first item', '- one‸', '- onex‸'],
    ['a cell of a table', '| a‸ | b |\n| - | - |\n| c | d |', '| a | x‸ |\n| - | - |\n| c | d |'],
    ['the last cell of a row', '| a | b‸ |\n| - | - |\n|  | d |', '| a | b |\n| - | - |\n| x‸ | d |'],
    ['the last cell', 'a | b\n-- | --\nc | d‸\n\nend', 'a | b\n-- | --\nc | d\n| x‸ |  |\n\nend'],
    [
      'a cell in an item',
      '- one\n- two\n\n  | a‸ | b |\n  | - | - |\n  | c | d |',
      '- one\n- two\n\n  | a | x‸ |\n  | - | - |\n  | c | d |',
    ],
    [
      'the last cell in an item',
      '- two\n\n  | a | b |\n  | - | - |\n  | c | d‸ |\n\nend',
      '- two\n\n  | a | b |\n  | - | - |\n  | c | d |\n  | x‸ |  |\n\nend',
    ],
    ['a heading', '# one‸', '# onex‸'],
  ] as const)
    await test.step(where, async () => {
      await begin(stet, before)
      await stet.press('Tab')
      await stet.type('x')
      expect(await result(stet)).toBe(after)
    })
})

test('the caret steps out of a line behind the marks of the next one, and before them by Home', async ({
  stet,
}) => {
  for (const [before, keys, after] of [
    ['> a‸\n>\n> b', ['ArrowRight'], '> a\n>‸\n> b'],
    ['> a‸\n> b', ['ArrowRight'], '> a\n> ‸b'],
    ['- a‸\n  - b', ['ArrowRight'], '- a\n  - ‸b'],
    ['> a‸\n> b', ['ArrowRight', 'Home'], '> a\n‸> b'],
    ['> | a |\n> | - |\n> | b‸ |\n>\n> c', ['ArrowRight'], '> | a |\n> | - |\n> | b |\n>\n>‸\n>\n> c'],
  ] as const)
    await test.step(`${JSON.stringify(before)}: ${keys.join(', ')}`, async () => {
      await begin(stet, before)
      for (const key of keys) await stet.press(key)
      expect(await result(stet)).toBe(after)
    })
})

test('Escape and then Tab leaves the text for the next pane, onto nothing that Space opens', async ({
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
  const sheet = page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })
  await expect(sheet).toContainText('Leave the text')
  await expect(sheet).toContainText('Next place of a conflictF7')
})

test('Ctrl+/ in the text opens the sheet of shortcuts, and no key hides words in a comment', async ({
  stet,
  page,
}) => {
  await begin(stet, 'Words that stay.‸')
  await stet.press('ControlOrMeta+/')
  await expect(page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })).toBeVisible()
  await stet.press('Escape')
  await expect(stet.text).toBeFocused()
  await stet.press('Shift+Alt+A')
  await stet.main.ask('settings.set', { shortcuts: { shortcuts: 'Mod+Alt+H' } })
  // The window has its new keys as soon as they do something.
  await expect(async () => {
    await stet.press('ControlOrMeta+Alt+H')
    await expect(page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await stet.press('Escape')
  await expect(stet.text).toBeFocused()
  await stet.press('ControlOrMeta+/')
  await stet.type('x')
  expect(await kept(stet, (text) => text.includes('x'))).toBe('Words that stay.x')
})

test('keys of the window mean the same in the text', async ({ stet, page }) => {
  await begin(stet, '(word)‸')
  await expect(stet.documents).toBeVisible()
  await stet.press('ControlOrMeta+Shift+\\')
  await expect(stet.documents).toBeHidden()
  await stet.main.ask('settings.set', { shortcuts: { outline: 'Mod+D' } })
  // The window has its new keys as soon as they do something.
  const outline = page.getByRole('region', { name: 'Outline' })
  await expect(async () => {
    if (!(await outline.isVisible())) await stet.press('ControlOrMeta+d')
    await expect(outline).toBeVisible({ timeout: 500 })
  }).toPass()
})

/** Presses Ctrl+Shift and a letter with Caps Lock on, which makes a small letter of it. */
async function pressInCapitals({ page }: Stet, letter: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const press = {
    key: letter.toLowerCase(),
    code: `Key${letter}`,
    windowsVirtualKeyCode: letter.charCodeAt(0),
    modifiers: 2 | 8,
  }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...press })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press })
  await session.detach()
}

test('Ctrl+Shift+Z and Ctrl+Shift+D mean the same with Caps Lock on', async ({ stet, page }) => {
  await begin(stet, '‸')
  await stet.type('one')
  await stet.press('Enter')
  await stet.type('two')
  await stet.press('ControlOrMeta+z')
  await expect(stet.text).not.toContainText('two')
  await pressInCapitals(stet, 'Z')
  await expect(stet.text).toContainText('two')
  await pressInCapitals(stet, 'D')
  await expect(page.getByRole('textbox', { name: 'Document text' })).toHaveCount(2)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
})

test('Backspace and Delete take an emoji as a whole, and an accent alone', async ({ stet }) => {
  for (const emoji of [
    '👍🏽',
    '👩🏽‍🚀',
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    '1️⃣',
    '❤️',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ])
    await test.step(emoji, async () => {
      await begin(stet, `a👍🏽${emoji}‸${emoji}👍🏽b`)
      await stet.press('Backspace')
      await stet.press('Delete')
      expect(await result(stet)).toBe('a👍🏽‸👍🏽b')
    })
  await begin(stet, 'e\u0301‸1 word')
  await stet.press('Backspace')
  await stet.press('Delete')
  expect(await result(stet)).toBe('e‸ word')
})

test('Home leads to the words first, and pressed again to the beginning of the line', async ({ stet }) => {
  for (const [before, once, twice] of [
    ['- item‸', '- xitem', 'x- item'],
    ['- [ ] task‸', '- [ ] xtask', 'x- [ ] task'],
    ['> - said‸', '> - xsaid', 'x> - said'],
    ['## Heading‸', '## xHeading', 'x## Heading'],
    ['words‸', 'xwords', 'xwords'],
  ] as const)
    for (const [times, after] of [once, twice].entries())
      await test.step(`Home ${times + 1} times: ${before}`, async () => {
        await begin(stet, before)
        for (let count = 0; count <= times; count++) await stet.press('Home')
        await stet.type('x')
        expect((await result(stet)).replace('‸', '')).toBe(after)
      })
  await begin(stet, '1. item‸')
  await stet.press('Shift+Home')
  await stet.type('other')
  expect(await result(stet)).toBe('1. other‸')
})

test(
  'keys in the text',
  inOnePage({
    'Shift+Tab goes to the cell before and takes code and items back': async ({ stet }) => {
      await begin(stet, '| a | b |\n| - | - |\n| ‸c | d |\n\n- one\n  - two')
      await stet.press('Shift+Tab')
      await stet.type('x')
      await stet.press('ControlOrMeta+End')
      await stet.press('Shift+Tab')
      await stet.press('Shift+Tab')
      expect(await result(stet)).toBe('| a | x |\n| - | - |\n| c | d |\n\n- one\n- two‸')
    },

    'words after an item that Backspace ended are a paragraph': async ({ stet }) => {
      await begin(stet, '- [ ] one‸')
      await stet.press('Enter')
      await stet.press('Backspace')
      await stet.press('Enter')
      await stet.type('text')
      expect(await result(stet)).toBe('- [ ] one\n\n\ntext‸')
    },

    'a footnote reads as one, and Ctrl and a click go to its words and back': async ({ stet, page }) => {
      await begin(stet, 'Salt[^1] was taxed.\n\nMore.\n\n[^1]: By the barrel.\n\nend‸')
      await expect(stet.text.locator('.cm-link')).toHaveCount(0)
      await expect(stet.text.locator('.cm-footnote')).toHaveText(['1', '1'])
      await stet.text
        .locator('.cm-footnote')
        .first()
        .click({ modifiers: ['ControlOrMeta'] })
      await stet.type('x')
      expect(await kept(stet, (text) => text.includes('x'))).toContain('[^1]:x By the barrel.')
      await stet.press('ArrowLeft')
      await stet.press('ArrowLeft')
      await stet.press('ControlOrMeta+Enter')
      await stet.type('y')
      expect(await kept(stet, (text) => /y (?!the)/.test(text))).toContain('Salt[^1]y was taxed.')
      await expect(page.getByRole('status', { name: 'Notice', exact: true })).toBeEmpty()
    },

    'Home and End lead beyond the marks at the ends of a line, also while they are hidden': async ({
      stet,
    }) => {
      for (const line of [
        '**two** and *three*',
        '[[two]] and [three](a)',
        '`two` and three.[^1]',
        '==two==',
      ]) {
        await begin(stet, `‸one\n\n${line}\n\n[^1]: note`)
        // The caret does not rest on its way, so the marks of the line stay hidden.
        await stet.press('ArrowDown')
        await stet.press('ArrowDown')
        await stet.press('End')
        await stet.type('y')
        await stet.press('ArrowUp')
        await stet.press('ArrowDown')
        await stet.press('Home')
        await stet.type('x')
        expect((await result(stet)).replace('‸', '')).toBe(`one\n\nx${line}y\n\n[^1]: note`)
      }
    },

    'Home in a line that wraps leads to the edge first': async ({ stet }) => {
      const words = 'wade '.repeat(60).trim()
      await begin(stet, `- ${words}‸`)
      await stet.press('Home')
      await stet.type('x')
      const text = await kept(stet, (now) => now.includes('x'))
      const at = text.indexOf('x')
      expect(at).toBeGreaterThan(2)
      expect(text.replace('x', '')).toBe(`- ${words}`)
    },
  }),
)
