import type { Page } from '@playwright/test'
import { begin, kept, result } from './editing'
import { expect, FERRYMAN, test, type Stet, inOnePage } from './stet'

const T = [
  '| flag | meaning | more |',
  '| --- | :-: | --: |',
  '| `--port` | some **bold** text | 1,234 |',
  '| **bold** | [link](https://a.org/a/long/address) | 12 |',
  '| 漢字かな | שלום עולם | $x^2$ |',
  '| long | A cell of many words that has to wrap inside of its column, since no line holds it | 5 |',
  '|  | empty |  |',
].join('\n')

test('a wide table scrolls in itself, and the page does not', { tag: '@first' }, async ({ stet, page }) => {
  const cells = Array.from({ length: 9 }, (_, column) => `unbrokencolumn${column}`)
  const wide = `| ${cells.join(' | ')} |\n|${' - |'.repeat(9)}\n|${' a |'.repeat(9)}`
  await begin(stet, `Words.\n\n${wide}\n\nThe end.‸`)
  const table = page.locator('.cm-table-grid')
  await expect(table).toHaveCount(1)
  const { isWide, text } = await table.evaluate((grid) => ({
    isWide: grid.scrollWidth > grid.clientWidth + 100,
    text: grid.closest('.cm-editor')!.scrollWidth <= grid.closest('.cm-editor')!.clientWidth,
  }))
  expect(isWide).toBe(true)
  expect(text).toBe(true)
})

test('the rule below a head without rows is as wide as the head', async ({ stet, page }) => {
  await begin(stet, 'Words.\n\n| Day | Crates |\n| --- | --- |\n\nThe end.‸')
  await expect(page.locator('.cm-table-rule')).toHaveCount(1)
  const [head, rule] = await page
    .locator('.cm-table-row, .cm-table-rule')
    .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().width)))
  expect(rule).toBe(head)
})

/** The left and right edges of the cells of each row. */
const columnsOf = (page: Page) =>
  page.locator('.cm-table-row').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('.cm-cell')].map((cell) => {
        const { left, right } = cell.getBoundingClientRect()
        return [Math.round(left), Math.round(right)]
      }),
    ),
  )

test('all rows of a table have their columns below those of the head, whatever their letters', async ({
  stet,
  page,
}) => {
  for (const [head, runs] of [
    ['| Word | Number | Meaning |', 'ltr'],
    ['| Word | العدد | المعنى |', 'ltr'],
    ['| الكلمة | العدد | المعنى |', 'rtl'],
    ['| **الكلمة** | 2026 | |', 'rtl'],
  ] as const) {
    const rows = '| سمك | 12 | البحر |\n| fish! | 12 | the sea |\n| 7 | سمك | sea |'
    await begin(stet, `Words.\n\n${head}\n| --- | --- | --- |\n${rows}\n\nThe end.‸`)
    await expect(page.locator('.cm-table-row')).toHaveCount(4)
    const [first, ...others] = await columnsOf(page)
    expect(first).toHaveLength(3)
    expect(others).toEqual([first, first, first])
    const [[left] = [], [next] = []] = first!
    expect(left! < next!).toBe(runs === 'ltr')
    const edges = await page.locator('.cm-table-grid').evaluate((grid) => {
      const { left: from, right: to } = grid.getBoundingClientRect()
      return [Math.round(from), Math.round(to)]
    })
    expect(runs === 'ltr' ? first![0]![0] : first![0]![1]).toBe(edges[runs === 'ltr' ? 0 : 1])
    const cells = page.locator('.cm-table-row').nth(1).locator('.cm-cell')
    await expect(cells.first()).toHaveCSS('direction', 'rtl')
    await expect(page.locator('.cm-cell', { hasText: '12' }).first()).toHaveCSS('direction', runs)
    const fish = page.locator('.cm-cell', { hasText: 'fish!' })
    await expect(fish).toHaveCSS('direction', 'ltr')
    await expect(fish).toHaveCSS('text-align', runs === 'ltr' ? 'start' : 'right')
  }
})

/** The middle of a word that is drawn in a cell. */
const middleOf = (page: Page, word: string) =>
  page.locator('.cm-cell', { hasText: word }).evaluate((cell, wanted) => {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const at = node.textContent!.indexOf(wanted)
      if (at < 0) continue
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
    }
    const { x, y, width, height } = range.getBoundingClientRect()
    return [x + width / 2, y + height / 2] as const
  }, word)

test('a press on a word in a cell puts the caret there, and two presses select it', async ({
  stet,
  page,
}) => {
  for (const [word, after] of [
    ['some', '| `--port` | soX!me **bold** text | 1,234 |'],
    ['1,234', '| `--port` | some **bold** text | 1,X!234 |'],
    ['שלום', '| 漢字かな | שלX!ום עולם | $x^2$ |'],
    ['empty', '|  | empX!ty |  |'],
  ] as const)
    await test.step(`a press on “${word}” in a cell puts the caret there, and two presses select it`, async () => {
      await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
      await page.mouse.click(...(await middleOf(page, word)))
      await stet.type('X!')
      // A letter is as near to its beginning as to its end.
      const place = after.indexOf('X!')
      const nearly = [-1, 0, 1].map((off) => {
        const plain = after.replace('X!', '')
        return `${plain.slice(0, place + off)}X!${plain.slice(place + off)}`
      })
      const text = await kept(stet, (now) => nearly.some((line) => now.includes(line)))
      expect(text.replace('X!', '')).toBe(`Words.\n\n${T}\n\nThe end.`)
      await stet.press('ControlOrMeta+z')
      await stet.press('ControlOrMeta+End')
      await expect(page.locator('.cm-cell-open')).toHaveCount(0)
      await page.mouse.dblclick(...(await middleOf(page, word)))
      await stet.type('anew')
      await kept(stet, (now) => now.includes('anew') && now.split('\n').length === T.split('\n').length + 4)
      const line = (await stet.keptText(FERRYMAN))!.split('\n').find((one) => one.includes('anew'))
      const plain = after.replace('X!', '')
      expect([plain.replace(word, 'anew'), plain.replace('234', 'anew')]).toContain(line)
    })
})

test('two presses beside the words of a cell select its last word, three all of them, and the table stays one', async ({
  stet,
  page,
}) => {
  const table = '| Place | Tide |\n| --- | --- |\n| Old harbour | low |\n| Mill |  |'
  for (const [row, column, presses, after] of [
    [2, 0, 2, table.replace('Mill', 'anew')],
    [1, 0, 3, table.replace('Old harbour', 'anew')],
    [2, 1, 2, table.replace('Mill |  |', 'Mill | anew |')],
  ] as const) {
    await begin(stet, `Words.\n\n${table}\n\nThe end.‸`)
    const cell = page.locator('.cm-table-row').nth(row).locator('.cm-cell').nth(column)
    const { x, y, width, height } = (await cell.boundingBox())!
    await page.mouse.click(x + width - 3, y + height / 2, { clickCount: presses })
    await expect(page.locator('.cm-table-row')).toHaveCount(3)
    await stet.type('anew')
    await kept(stet, (text) => text === `Words.\n\n${after}\n\nThe end.`)
  }
})

test('what is inserted at the lower edge is all brought into view, and the caret', async ({ stet, page }) => {
  for (const [command, last] of [
    ['Insert table', '.cm-table-row'],
    ['Code block', '.cm-code-end'],
  ] as const)
    await test.step(`${command} at the lower edge brings all of it into view, and the caret`, async () => {
      await begin(stet, `${'A paragraph.\n\n'.repeat(60)}‸`)
      await stet.press('ControlOrMeta+Home')
      const scroller = page.locator('[data-scroller]')
      const edge = (await scroller.boundingBox())!
      await page.mouse.click(edge.x + edge.width / 2, edge.y + edge.height - 20)
      await stet.command(command)
      const end = page.locator(last).last()
      await expect
        .poll(async () => {
          const { y, height } = (await end.boundingBox())!
          return y + height <= edge.y + edge.height
        })
        .toBe(true)
    })
})

const SMALL = '| a | b |\n| --- | --- |\n| one | two |\n|  |  |'

/** Presses the keys in a small table, with the cursor in front of `one`, and answers with the text and its cursor. */
async function pressed(stet: Stet, page: Page, keys: readonly string[]): Promise<string> {
  await begin(stet, `Words.\n\n${SMALL}\n\nThe end.‸`)
  await page.locator('.cm-cell', { hasText: 'one' }).click({ position: { x: 1, y: 10 } })
  await stet.press('Home')
  for (const key of keys) {
    await stet.press(key)
    // A cursor that rests shows the source of its cell.
    await expect(page.locator('.cm-cell-open')).toHaveCount(1)
  }
  return (await result(stet)).split('\n').slice(2, 6).join('\n')
}

const small = (own: string) => SMALL.replace('| one | two |\n|  |  |', own)

test('keys in a table that is shown as one', async ({ stet, page }) => {
  for (const [name, keys, rows] of [
    ['Right goes from cell to cell', ['End', 'ArrowRight'], '| one | ‸two |\n|  |  |'],
    ['Left goes back', ['End', 'ArrowRight', 'ArrowLeft'], '| one‸ | two |\n|  |  |'],
    ['Right goes into the next row', ['End', 'ArrowRight', 'End', 'ArrowRight'], '| one | two |\n| ‸ |  |'],
    ['Down goes into a cell without words', ['ArrowDown'], '| one | two |\n| ‸ |  |'],
    ['a cell without words is one place', ['ArrowDown', 'ArrowRight'], '| one | two |\n|  | ‸ |'],
    ['Down and Up keep the column', ['End', 'ArrowRight', 'ArrowDown', 'ArrowUp'], '| one | ‸two |\n|  |  |'],
    ['End and Home keep to the cell', ['End', 'End', 'Home', 'End'], '| one‸ | two |\n|  |  |'],
    ['Backspace takes no bar', ['Backspace', 'Backspace'], '| ‸one | two |\n|  |  |'],
    ['Delete takes no bar', ['End', 'Delete', 'Delete'], '| one‸ | two |\n|  |  |'],
    [
      'a word is deleted up to the bar',
      ['End', 'Control+Backspace', 'Control+Backspace'],
      '| ‸ | two |\n|  |  |',
    ],
    ['a space is kept where it is typed', ['End', 'Space', 'x'], '| one x‸ | two |\n|  |  |'],
  ] as const)
    await test.step(`in a table that is shown as one ${name}`, async () => {
      expect(await pressed(stet, page, keys)).toBe(small(rows))
    })
})

test(
  'a table that is shown as one',
  inOnePage({
    'columns line up in the face of the text, whatever is in a cell': async ({ stet, page }) => {
      await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
      const rows = page.locator('.cm-line.cm-table-row')
      await expect(rows).toHaveCount(6)
      await expect(page.locator('.cm-table-row .cm-formula math')).toHaveCount(1)
      const drawn = await rows.evaluateAll((lines) =>
        lines.map((line) =>
          [...line.querySelectorAll(':scope > .cm-cell')].map((cell) => {
            const { left, right } = cell.getBoundingClientRect()
            return [Math.round(left), Math.round(right)]
          }),
        ),
      )
      for (const cells of drawn) expect(cells).toEqual(drawn[0])
      expect(drawn[0]).toHaveLength(3)
      const faces = await page
        .locator('.cm-line:not(.cm-table-rule)')
        .evaluateAll((lines) => [...new Set(lines.map((line) => getComputedStyle(line).fontFamily))])
      expect(faces).toHaveLength(1)
    },

    'a press in a cell puts the caret where the hand pointed, and the table stays one': async ({
      stet,
      page,
    }) => {
      await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
      await page.locator('.cm-cell', { hasText: 'some bold text' }).click({ position: { x: 3, y: 10 } })
      await expect(page.locator('.cm-cell-open')).toHaveText('some **bold** text')
      await expect(page.locator('.cm-line.cm-table-row')).toHaveCount(6)
      await stet.type('!')
      const text = await kept(stet, (now) => now.includes('!'))
      expect(text.replace('!', '')).toBe(`Words.\n\n${T}\n\nThe end.`)
      expect(text.split('\n')[4]).toMatch(/^\| `--port` \| [^|]*![^|]* \| 1,234 \|$/)
    },

    'a press in an empty cell puts the caret between its bars': async ({ stet, page }) => {
      await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
      await page.locator('.cm-table-row').last().locator('.cm-cell').first().click()
      await stet.type('here')
      await kept(stet, (now) => now.includes('\n| here | empty |'))
    },

    'Down and Up pass the line under the head, and the cursor stands where its words are': async ({
      stet,
      page,
    }) => {
      await begin(stet, `Words.\n\n${SMALL}\n\nThe end.‸`)
      await page.locator('.cm-cell', { hasText: 'two' }).click({ position: { x: 1, y: 10 } })
      await stet.press('ArrowUp')
      await expect(page.locator('.cm-cell-open')).toHaveText('b')
      await stet.press('ArrowDown')
      await expect(page.locator('.cm-cell-open')).toHaveText('two')
      await stet.press('ArrowLeft')
      await stet.press('ArrowLeft')
      await expect(page.locator('.cm-cell-open')).toHaveText('one')
      // The browser's own cursor is in the cell; behind it, it would be drawn at the begin of the row.
      const isInCell = () =>
        page.evaluate(() => document.getSelection()?.anchorNode?.parentElement?.closest('.cm-cell') !== null)
      await expect.poll(isInCell).toBe(true)
      await stet.press('End')
      await expect.poll(isInCell).toBe(true)
    },

    'a table in a quotation and one in a list are shown and written in like any other': async ({
      stet,
      page,
    }) => {
      const quoted = '> | a | b |\n> | --- | --- |\n> | c |  |'
      const listed = '- item\n\n  | e | f |\n  | - | - |\n  | g | h |'
      await begin(stet, `${quoted}\n\n${listed}\n\nThe end.‸`)
      await expect(page.locator('.cm-table-row')).toHaveCount(4)
      await page.locator('.cm-cell', { hasText: 'c' }).click()
      await stet.press('ArrowRight')
      await stet.press('d')
      await page.locator('.cm-cell', { hasText: 'h' }).click()
      await stet.press('End')
      expect(await result(stet)).toBe(
        `${quoted.replace('|  |', '| d |')}\n\n${listed.replace('h', 'h‸')}\n\nThe end.`,
      )
    },

    'words selected beyond a cell are seen as they will be deleted': async ({ stet, page }) => {
      await begin(stet, `${SMALL}\n\nThe end.‸`)
      await page.locator('.cm-cell', { hasText: 'two' }).click({ position: { x: 1, y: 10 } })
      await stet.press('Home')
      for (let steps = 0; steps < 4; steps++) await stet.press('Shift+ArrowLeft')
      await expect(stet.text).toContainText('| one | two |')
      await stet.press('Backspace')
      await kept(stet, (text) => !text.includes('one |'))
    },

    'code in a cell shows a bar as readers see it': async ({ stet, page }) => {
      await begin(stet, '| `a\\|b` | c |\n| - | - |\n\n`d\\|e`\n\nThe end.‸')
      await expect(page.locator('.cm-cell').first()).toHaveText('a|b')
      await expect(page.locator('.cm-line', { hasText: 'd\\|e' })).toHaveCount(1)
      await page.locator('.cm-cell').first().click()
      await expect(page.locator('.cm-cell').first()).toHaveText('`a\\|b`')
    },
  }),
)

test('nothing in a text scrolls up and down by itself, whatever formulas stand in it', async ({
  stet,
  page,
}) => {
  const long = 'long cell words '.repeat(12)
  const formula = '$\\frac{a}{b}$'
  await begin(
    stet,
    [
      `| left | c | d | e |\n|---|--:|---|---|\n| a | b | c | ${long} |\n| x | y | z | ${formula} |`,
      `- | left | e |\n  |---|---|\n  | a | ${long} |\n  | x | ${formula} |`,
      `> | left | e |\n> |---|---|\n> | a | ${long} |\n> | x | $\\sqrt{\\frac{a}{b}}$ |`,
      `> [!note] Mind\n> | left | e |\n> |---|---|\n> | a | ${formula} |`,
      `- ${formula}\n\n> ${formula}\n\n> $$\n> \\frac{a}{b}\n> $$\n\n- $$\n  \\sum_{n=1}^{\\infty} \\frac{1}{n^2}\n  $$`,
      `\`\`\`js\nconst long = "${'abcdefgh '.repeat(30)}" // ด้้้้้็็็็็่่่่่ ﷽\n\`\`\``,
      '$$\n\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}\n$$\n\nEnd.‸',
    ].join('\n\n'),
  )
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 2_000 })
    await expect(page.locator('.cm-table-grid math').first()).toBeVisible()
    const scrolling = await page.locator('.cm-content').evaluate((content) =>
      [...content.querySelectorAll('*')]
        .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
        .filter((element) => element.scrollHeight > element.clientHeight)
        .map(
          ({ className, scrollHeight, clientHeight }) => `${className} ${scrollHeight} in ${clientHeight}`,
        ),
    )
    expect(scrolling).toEqual([])
  }
})

test('a break in a cell begins a line, and its tag is seen where the caret is', async ({ stet, page }) => {
  await begin(stet, `Words.‸\n\n| a | b |\n| - | - |\n| one<br>two | **x<br/>y** |\n\nThe end.`)
  const row = page.locator('.cm-table-row').nth(1)
  const topOf = (words: string) =>
    row.evaluate((line, part) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
      let node = texts.nextNode()
      while (node !== null && !(node.textContent ?? '').includes(part)) node = texts.nextNode()
      const range = document.createRange()
      range.selectNodeContents(node!)
      return range.getBoundingClientRect().top
    }, words)
  const height = async () => (await row.boundingBox())!.height
  await expect(row).not.toContainText('br')
  expect(await topOf('two')).toBeGreaterThan((await topOf('one')) + 10)
  expect(await topOf('y')).toBe(await topOf('two'))
  const before = await height()
  await row
    .locator('.cm-cell')
    .first()
    .click({ position: { x: 8, y: 8 } })
  await expect(row).toContainText('one<br>two')
  expect(await height()).toBe(before)
  await stet.press('Home')
  for (let step = 0; step < 7; step++) await stet.press('ArrowRight')
  await stet.type('!')
  for (let step = 0; step < 2; step++) await stet.press('ArrowRight')
  await stet.type('?')
  await kept(stet, (text) => text.includes('| one<br>!tw?o |'))
})
