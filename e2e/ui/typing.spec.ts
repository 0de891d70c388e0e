import { begin, kept, paste, result } from './editing'
import { expect, FERRYMAN, test, type Stet, inOnePage } from './stet'

/** Types a line after another. */
async function typeLines(stet: Stet, ...lines: readonly string[]) {
  for (const [index, line] of lines.entries()) {
    if (index > 0) await stet.press('Enter')
    await stet.type(line)
  }
}

test('what is no fence of the block stays as code', { tag: '@first' }, async ({ stet }) => {
  await begin(stet, '````\n  ‸')
  await stet.type('```')
  await stet.press('Enter')
  await stet.type('~~~')
  expect(await result(stet)).toBe('````\n  ```\n  ~~~‸')
})

test('a sign that makes pairs goes around the selection that it is typed over', async ({ stet }) => {
  for (const [sign, after] of [
    ['*', 'a *word* b'],
    ['_', 'a _word_ b'],
    ['`', 'a `word` b'],
    ['~', 'a ~word~ b'],
    ['(', 'a (word) b'],
    ['[', 'a [word] b'],
    ['"', 'a "word" b'],
    ["'", "a 'word' b"],
    ['“', 'a “word” b'],
  ] as const)
    await test.step(sign, async () => {
      await begin(stet, 'a ‸word b')
      for (let count = 0; count < 4; count++) await stet.press('Shift+ArrowRight')
      await stet.type(sign)
      expect(await kept(stet, (text) => text !== 'a word b')).toBe(after)
      await stet.type('X')
      expect(await kept(stet, (text) => text.includes('X'))).toBe(after.replace('word', 'X'))
    })
})

test('what is typed stands as it was typed', async ({ stet }) => {
  for (const [words, text] of [
    ['(one) two', '(one) two'],
    ['say "one." two', 'say "one." two'],
    ["don't, the dogs' 'tis 5'10\"", "don't, the dogs' 'tis 5'10\""],
    ['[a](b) and [[c]] d', '[a](b) and [[c]] d'],
    ['- [ ] task', '- [ ] task'],
    ['the `code` here', 'the `code` here'],
    ['two `` signs', 'two `` signs'],
    ['```js', '```js'],
  ] as const)
    await test.step(`what is typed stands as it was typed: ${words}`, async () => {
      await begin(stet, '‸')
      await stet.type(words)
      expect((await result(stet)).replace('‸', '')).toBe(text)
    })
})

test('no sign that closed by itself goes down with Enter', async ({ stet }) => {
  for (const words of [
    'plain (text\nz',
    'sad :(\nz',
    '- say "x\n- z',
    'a `sign\nz',
    '```\nplain (text\n```\nz',
    '```\nsay "x\nand (y\n```\nz',
    '```\nf({ "x\n```\nz',
    '```\nf({\n```\nz',
    '> ```\n> f({\n> ```\n> z',
    '```js\nfoo(bar,\n```\nz',
    '```js\nif (a) {\n```\nz',
    '```js\nlet a = [1\n```\nz',
    '```\n  more "x\n```\nz',
  ])
    await test.step(`no sign that closed by itself goes down with Enter: ${words}`, async () => {
      await begin(stet, '‸')
      await typeLines(stet, ...words.split('\n'))
      expect((await result(stet)).replace('‸', '')).toBe(words)
    })
})

test('tags of HTML stand as they were typed, and so does what follows', async ({ stet }) => {
  for (const words of [
    '<div>\nx\n</div>\ny',
    '<details>\n<summary>S</summary>\nx\n</details>\ny',
    '```html\n<b>x</b>\n```\nafter',
    '```html\n<div>\n<p>hi</p>\n</div>\n```\nafter',
  ])
    await test.step(`tags of HTML stand as they were typed: ${words}`, async () => {
      await begin(stet, '‸')
      await typeLines(stet, ...words.split('\n'))
      expect((await result(stet)).replace('‸', '')).toBe(words)
    })
})

test('one step of undo takes a sentence at most, and never half a word', async ({ stet, page }) => {
  const words =
    'The tide was late. Nobody on the quay had thought of it before the lamps went out one by one. Eleven'
  await begin(stet, '‸')
  await page.keyboard.type(words, { delay: 8 })
  const lengths: number[] = [(await kept(stet, (text) => text === words)).length]
  while ((lengths.at(-1) ?? 0) > 0) {
    await stet.press('ControlOrMeta+z')
    const text = await kept(stet, (now) => now.length < (lengths.at(-1) ?? 0))
    expect(words.startsWith(text)).toBe(true)
    expect(`${text}|`).toMatch(/(?:^|\s)\|$/)
    lengths.push(text.length)
  }
  expect(lengths.length).toBeGreaterThanOrEqual(5)
  expect(lengths).toContain('The tide was late. '.length)
})

test('a mark typed where Enter has put one is that one', async ({ stet }) => {
  for (const [before, typed, after] of [
    ['- first', '- second', '- first\n- second'],
    ['- [ ] one', '[x] two', '- [ ] one\n- [x] two'],
    ['- [ ] one', '- [x] two', '- [ ] one\n- [x] two'],
    ['1. one', '2. two', '1. one\n2. two'],
    ['- one', '* two', '- one\n* two'],
    ['> one', '> two', '> one\n> two'],
    ['> one', '> > two', '> one\n> > two'],
    ['> one', '>> two', '> one\n> > two'],
    ['> one', '> > > two', '> one\n> > > two'],
    ['> > one', '> > two', '> > one\n> > two'],
    ['> > one', '> > > two', '> > one\n> > > two'],
    ['  - one', '- two', '  - one\n  - two'],
    ['- one', '[x] two', '- one\n- [x] two'],
    ['- one', 'a - b [x]', '- one\n- a - b [x]'],
    ['- one', '  - two', '- one\n  - two'],
    ['> - one', '>   - two', '> - one\n>   - two'],
  ] as const)
    await test.step(`a mark typed where Enter has put one is that one: ${before}, ${typed}`, async () => {
      await begin(stet, `${before}‸`)
      await stet.press('Enter')
      await stet.type(typed)
      expect((await result(stet)).replace('‸', '')).toBe(after)
    })
})

test('what is pasted in a sentence is a part of it', async ({ stet }) => {
  for (const [html, plain, before, after] of [
    [
      '<em>very important</em>',
      'very important',
      'This is ‸ and so on.',
      'This is *very important*‸ and so on.',
    ],
    ['<b>Bold</b> words', 'Bold words', 'One ‸two', 'One **Bold** words‸two'],
    ['<b>one</b><br>two', 'one\ntwo', 'A ‸ b', 'A **one**\\\ntwo‸ b'],
    ['<b>word</b>', 'word ', 'A ‸b', 'A **word** ‸b'],
    ['<table><tr><td>big</td></tr></table>', 'big\n', 'A ‸b', 'A big‸b'],
    ['<table><tr><td><b>big</b></td></tr></table>', 'big\n', 'A ‸b', 'A **big**‸b'],
    ['<ul><li>one</li></ul>', 'one', 'A‸b', 'A\n\n- one\n\n‸b'],
    [
      '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0K" width="17px" alt="checked" aria-roledescription="checkbox"/><p>one</p></li></ul>',
      'one',
      'A‸b',
      'A\n\n- [x] one\n\n‸b',
    ],
  ] as const)
    await test.step(`pasted in a sentence: ${html}`, async () => {
      await begin(stet, before)
      await paste(stet, plain, html)
      await kept(stet, (text) => text !== before.replace('‸', ''))
      expect(await result(stet)).toBe(after)
    })
})

test('what a program offers only as HTML is pasted in a sentence, in code and in a cell', async ({
  stet,
}) => {
  const html = '<p>one <b>two</b></p><p>three</p>'
  for (const [before, after] of [
    ['A ‸ b', 'A one **two**\n\nthree‸ b'],
    ['```\nlet ‸\n```', '```\nlet one two\nthree‸\n```'],
    ['| a | b |\n| --- | --- |\n| c‸ | d |', '| a | b |\n| --- | --- |\n| cone two three‸ | d |'],
  ] as const)
    await test.step(`HTML pasted in ${before}`, async () => {
      await begin(stet, before)
      await paste(stet, '', html)
      await kept(stet, (text) => text !== before.replace('‸', ''))
      expect(await result(stet)).toBe(after)
    })
})

test('what is typed keeps no earlier state of the editor in memory', async ({ stet, page }) => {
  const session = await page.context().newCDPSession(page)
  const kilobytes = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1_000
  }
  const write = async () => {
    for (let word = 0; word < 60; word++) {
      await page.keyboard.type(`word${word} `)
      if (word % 10 === 9) await expect.poll(() => stet.keptText('d-ferryman')).toContain(`word${word} `)
    }
  }
  await begin(stet, '‸')
  await write()
  const before = await kilobytes()
  await write()
  expect((await kilobytes()) - before).toBeLessThan(1_000)
})

test(
  'what is typed, and by which keys',
  inOnePage({
    'a line of only a fence ends a block of code, however deep the code is indented': async ({ stet }) => {
      await begin(stet, '‸')
      await typeLines(stet, '```python', 'def f:', 'if x:', 'return 1', '```', 'after the code')
      expect(await result(stet)).toMatch(/return 1\n```\nafter the code‸$/)
    },

    'a fence in an item of a list or a quotation ends where it began': async ({ stet }) => {
      await begin(stet, '- one\n\n  ~~~js\n  if (a) {\n      ‸')
      await stet.type('~~~')
      await stet.press('ControlOrMeta+End')
      await stet.press('Enter')
      await stet.type('x')
      expect(await result(stet)).toMatch(/\n {2}~~~\n.*x‸$/)
    },

    'Backspace deletes an empty pair, and nothing else than one sign': async ({ stet }) => {
      await begin(stet, 'a ‸')
      for (const sign of ['(', '[', '"', '`']) {
        await stet.type(sign)
        await stet.press('Backspace')
      }
      await stet.type('(b')
      await stet.press('Backspace')
      expect(await result(stet)).toBe('a (‸)')
    },

    'code is not prose: a sign typed over a selection replaces it there': async ({ stet }) => {
      await begin(stet, '```\nlet ‸word\n```')
      for (let count = 0; count < 4; count++) await stet.press('Shift+ArrowRight')
      await stet.type('*')
      expect(await result(stet)).toBe('```\nlet *‸\n```')
    },

    'Enter, a paste and a deletion are steps of undo of their own': async ({ stet }) => {
      await begin(stet, '‸')
      await stet.type('one')
      await stet.press('Enter')
      await stet.type('two three')
      await stet.press('Control+Backspace')
      await stet.type('four')
      await paste(stet, ' five')
      await stet.type(' six')
      const steps = ['one\ntwo four five', 'one\ntwo four', 'one\ntwo ', 'one\ntwo three', 'one\n', 'one']
      for (const text of steps) {
        await stet.press('ControlOrMeta+z')
        await expect.poll(() => stet.keptText(FERRYMAN)).toBe(text)
      }
      await stet.press('ControlOrMeta+Shift+Z')
      await expect.poll(() => stet.keptText(FERRYMAN)).toBe('one\n')
    },

    'Control+B begins bold, and ends it when it is pressed again': async ({ stet }) => {
      await begin(stet, 'a ‸')
      await stet.press('ControlOrMeta+b')
      await stet.type('bold')
      await stet.press('ControlOrMeta+b')
      await stet.type(' after, ')
      await stet.press('ControlOrMeta+i')
      await stet.type('thin ')
      await stet.press('ControlOrMeta+i')
      await stet.type('end')
      expect(await result(stet)).toBe('a **bold** after, *thin* end‸')
    },

    'Enter twice leaves a quote or a list for good': async ({ stet, page }) => {
      await begin(stet, '‸')
      await typeLines(stet, '> a quote', '', 'after the quote', '', '1. two', '', 'after the list')
      await expect(page.locator('.cm-quote')).toHaveText(['a quote'])
      expect(await result(stet)).toBe('> a quote\n\nafter the quote\n\n1. two\n\nafter the list‸')
    },

    'Enter ends a list in a quotation, then the quotation, and leaves no mark behind': async ({ stet }) => {
      await begin(stet, '‸')
      await typeLines(
        stet,
        '> Said:',
        '',
        '> - a boat',
        '',
        '',
        'after',
        '',
        '> > - inner',
        '',
        '',
        '',
        'end',
      )
      expect(await result(stet)).toBe('> Said:\n\n> - a boat\n\nafter\n\n> > - inner\n\nend‸')
    },

    'a space that prose begins with is not on the next line, that of a list or of code is': async ({
      stet,
    }) => {
      await begin(stet, '‸')
      await typeLines(stet, ' One', ' two', '', 'three', '', '  - four', 'five', '', '```', '  six', 'seven')
      expect(await result(stet)).toBe(' One\n two\n\nthree\n\n  - four\n  - five\n\n```\n  six\n  seven‸')
    },

    'a mark within an item that the writer began stays': async ({ stet }) => {
      await begin(stet, '‸')
      await stet.type('- - nested')
      expect((await result(stet)).replace('‸', '')).toBe('- - nested')
    },

    'footnotes that are pasted from Word are footnotes, beside those of the text': async ({ stet }) => {
      await begin(stet, 'Old[^1]\n\n‸\n\n[^1]: An old note.')
      const html = `<p>A note<a href="#_ftn1" name="_ftnref1">[1]</a>.</p><div style='mso-element:footnote-list'><br><hr><div
      style='mso-element:footnote' id=ftn1><p><a href="#_ftnref1" name="_ftn1">[1]</a> The note.</p></div></div>`
      await paste(stet, 'A note[1].\n\n[1] The note.', html)
      await kept(stet, (text) => text.includes('The note'))
      expect((await result(stet)).replace('‸', '')).toBe(
        'Old[^1]\n\nA note[^2].\n\n[^2]: The note.\n\n[^1]: An old note.',
      )
    },

    'a line that is deleted or cut leaves no gap in a numbered list, and one undo brings it back': async ({
      stet,
    }) => {
      await begin(stet, '1. one\n2. t‸wo\n3. three\n4. four')
      await stet.press('ControlOrMeta+x')
      await expect.poll(() => stet.keptText(FERRYMAN)).toBe('1. one\n2. three\n3. four')
      await stet.command('Delete line')
      await expect.poll(() => stet.keptText(FERRYMAN)).toBe('1. one\n2. four')
      await stet.press('ControlOrMeta+z')
      await stet.press('ControlOrMeta+z')
      await expect.poll(() => stet.keptText(FERRYMAN)).toBe('1. one\n2. two\n3. three\n4. four')
    },
  }),
)
