import { begin, kept, paste, result } from './editing'
import { expect, FERRYMAN, test, inOnePage } from './stet'

const T = '| a | b |\n| --- | --- |\n'

test('commands change a table, and one step of undo takes each back', async ({ stet }) => {
  for (const [command, before, after] of [
    ['Add row below', `${T}| c‸ | d |\n\nafter`, `${T}| c | d |\n| ‸ |  |\n\nafter`],
    ['Add column right', `${T}| c‸ \\| x | d |`, '| a |  | b |\n| --- | --- | --- |\n| c \\| x | ‸ | d |'],
    ['Move row down', `${T}| c‸ | d |\n| e | f |`, `${T}| e | f |\n| c‸ | d |`],
    ['Delete column', `${T}| c‸ | d |`, '| b |\n| --- |\n| d‸ |'],
    ['Sort rows', `${T}| 10‸ | x |\n| 9 | y |`, `${T}| 9 | y |\n| 10‸ | x |`],
  ] as const)
    await test.step(command, async () => {
      await begin(stet, before)
      await stet.command(command)
      await kept(stet, (text) => text === after.replace('‸', ''))
      await stet.press('ControlOrMeta+z')
      await kept(stet, (text) => text === before.replace('‸', ''))
      await stet.press('ControlOrMeta+Shift+Z')
      await kept(stet, (text) => text === after.replace('‸', ''))
    })
})

test('outside of a table its commands say so, and none is offered', async ({ stet, page }) => {
  await begin(stet, 'words‸')
  await stet.press('ControlOrMeta+Shift+P')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  for (const name of ['Add row below', 'Align column…']) {
    await palette.getByRole('combobox').fill(name)
    const option = palette.getByRole('option', { name: new RegExp(`^${name}`) })
    await expect(option).toBeDisabled()
    await expect(option).toContainText('the cursor is in no table')
  }
  await stet.press('Enter')
  await expect(stet.notice).toContainText('“Align column…” is not available: the cursor is in no table.')
  await expect(page.getByRole('dialog', { name: 'Align column' })).toHaveCount(0)
})

test('out of a table in an item Enter leads to a paragraph of the item', async ({ stet }) => {
  for (const [mark, indent] of [
    ['- ', '  '],
    ['> - ', '>   '],
  ] as const) {
    const lines = ['words', '', '| a | b |', '| --- | --- |', '| c | d |']
    const before = lines.map((line, at) => (at === 0 ? mark : indent) + line).join('\n')
    const blank = indent.trimEnd()
    await begin(stet, `${before.replaceAll(/ +\n/g, '\n')}‸\n${mark}next`)
    await stet.press('ArrowLeft')
    await stet.press('ArrowLeft')
    await stet.press('Enter')
    await stet.press('Enter')
    await stet.type('out')
    await expect.poll(() => stet.keptText(FERRYMAN)).toContain(`d |\n${blank}\n${indent}out\n${mark}next`)
  }
})

test('a table that is typed line by line stands as it is typed', { tag: '@first' }, async ({ stet }) => {
  await begin(stet, '‸')
  const lines = ['| a | b |', '| --- | --- |', '| c | d |', '', 'after']
  for (const [index, line] of lines.entries()) {
    if (index > 0) await stet.press('Enter')
    await stet.type(line)
  }
  expect(await result(stet)).toBe(`${lines.join('\n')}‸`)
})

test('cells that were copied are a table outside of one, and cells for other programs', async ({
  stet,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const before = `${T}| c‸ | x\\|y |\n| e | f |\n\nafter`
  await begin(stet, before)
  await stet.press('Home')
  for (let step = 0; step < 6; step++) await stet.press('Shift+ArrowRight')
  await stet.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('c\tx|y')
  await stet.press('ControlOrMeta+End')
  await stet.press('ControlOrMeta+v')
  await expect
    .poll(() => stet.keptText(FERRYMAN))
    .toBe(`${before.replace('‸', '')}\n\n| c | x\\|y |\n| --- | --- |\n\n`)
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === before.replace('‸', ''))
})

test('the sign that a browser has for what is drawn is not pasted', async ({ stet }) => {
  for (const before of ['words‸', `${T}| c‸ | d |`]) {
    await begin(stet, before)
    await paste(stet, ' one\uFFFC\uFFFC two')
    await kept(stet, (text) => text === before.replace('‸', ' one two'))
  }
})

test('chosen cells are cut and pasted as cells, each in one step', async ({ stet, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const before = `${T}| c‸ | x\\|y |\n| e |f|\n\nafter`
  const cut = `${T}|  | \\|y |\n| e |f|\n\nafter`
  await begin(stet, before)
  await stet.press('Home')
  for (let step = 0; step < 3; step++) await stet.press('Shift+ArrowRight')
  await stet.press('ControlOrMeta+x')
  await kept(stet, (text) => text === cut)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('c\tx')
  const holdsCaret = () =>
    page.evaluate(() => document.querySelector('.cm-cell-open')?.contains(getSelection()?.anchorNode ?? null))
  await expect.poll(holdsCaret).toBe(true)
  await stet.press('ControlOrMeta+v')
  await kept(stet, (text) => text === before.replace('‸', ''))
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === cut)
  await stet.press('ArrowDown')
  await stet.press('ControlOrMeta+v')
  await kept(stet, (text) => text.endsWith('\n| c | xf |\n\nafter'))
})

test('words that replace all others in a text stay in their cells, as one step of undo', async ({
  stet,
  page,
}) => {
  const before = `x‸\n\n${T}| x | x |`
  await begin(stet, before)
  await stet.press('ControlOrMeta+h')
  const panel = page.getByRole('search', { name: 'Find in the document' })
  await panel.getByRole('textbox', { name: 'Find', exact: true }).fill('x')
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('p|q')
  await panel.getByRole('button', { name: 'Replace all' }).click()
  await kept(stet, (text) => text === `p|q\n\n${T}| p\\|q | p\\|q |`)
  await stet.text.click()
  await stet.press('ControlOrMeta+z')
  await kept(stet, (text) => text === before.replace('‸', ''))
})

test('an input method that writes on the line below a table begins a paragraph as well', async ({
  stet,
  page,
}) => {
  await begin(stet, `${T}| c | d |\n‸\nnext words`)
  await expect(page.locator('.cm-table-row')).toHaveCount(2)
  const client = await page.context().newCDPSession(page)
  await client.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Process',
    windowsVirtualKeyCode: 229,
  })
  await client.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
  await client.send('Input.insertText', { text: '日本' })
  await kept(stet, (text) => text === `${T}| c | d |\n\n日本\n\nnext words`)
})

test('chosen words of several cells are deleted and replaced, and the table stays one', async ({ stet }) => {
  const before = `${T}| c‸ | d |\n| e | f |\n\nafter`
  for (const [act, after] of [
    [() => stet.press('Delete'), `${T}|  |  |\n| e | f |\n\nafter`],
    [() => stet.press('Backspace'), `${T}|  |  |\n| e | f |\n\nafter`],
    [() => stet.press('Enter'), `${T}|  |  |\n| e | f |\n\nafter`],
    [() => stet.type('x'), `${T}| x |  |\n| e | f |\n\nafter`],
    [() => stet.press('ControlOrMeta+x'), `${T}|  |  |\n| e | f |\n\nafter`],
    [() => paste(stet, 'p|q\nr'), `${T}| p\\|q r |  |\n| e | f |\n\nafter`],
  ] as const) {
    await begin(stet, before)
    await stet.press('Home')
    for (let step = 0; step < 3; step++) await stet.press('Shift+ArrowRight')
    await act()
    await kept(stet, (text) => text === after)
    await stet.press('ControlOrMeta+z')
    await kept(stet, (text) => text === before.replace('‸', ''))
  }
})

test(
  'what is written in and around a table',
  inOnePage({
    'Align column… asks how, by keyboard, and writes it into the row of dashes alone': async ({
      stet,
      page,
    }) => {
      await begin(stet, `${T}| c | d‸ |`)
      await stet.command('Align column…')
      const choices = page.getByRole('dialog', { name: 'Align column' })
      await expect(choices).toBeVisible()
      await stet.type('right')
      await stet.press('Enter')
      await kept(stet, (text) => text === '| a | b |\n| --- | ---: |\n| c | d |')
      await expect(stet.text).toBeFocused()
    },

    'Tab and Enter go from cell to cell, into new rows, and out of the table': async ({ stet }) => {
      await begin(stet, `${T.replace('a', 'a‸')}|  |  |`)
      await stet.press('Enter')
      await stet.type('c')
      await stet.press('Tab')
      await stet.type('d')
      await stet.press('Enter')
      await stet.type('f')
      await stet.press('Shift+Tab')
      await stet.type('e')
      await stet.press('Enter')
      await stet.press('Enter')
      await stet.type('after')
      expect(await result(stet)).toBe(`${T}| c | d |\n| e | f |\n\nafter‸`)
    },

    'Control+Enter makes a row below, and Shift+Enter goes up, as far as the first row': async ({ stet }) => {
      await begin(stet, `${T}| c‸ | d |\n| e | f |`)
      await stet.press('ControlOrMeta+Enter')
      await stet.type('x')
      for (const sign of ['1', '2', '3']) {
        await stet.press('Shift+Enter')
        await stet.type(sign)
      }
      const head = T.replace('a', 'a23‸')
      expect(await result(stet)).toBe(`${head}| c1 | d |\n| x |  |\n| e | f |`)
    },

    'Down goes through each row, and below the table it is in its column again': async ({ stet }) => {
      const rows = '  | a | b |\n  | - | - |\n  | c | d |\n  | e | f |\n'
      for (const [presses, after] of [
        [3, `- plum and fig\n\n${rows.replace('d', 'd‸')}- pear and fig`],
        [4, `- plum and fig\n\n${rows.replace('f', 'f‸')}- pear and fig`],
        [5, `- plum and fig\n\n${rows}- pear and fig‸`],
      ] as const) {
        await begin(stet, `- plum and fig‸\n\n${rows}- pear and fig`)
        for (let left = presses; left > 0; left--) await stet.press('ArrowDown')
        expect(await result(stet)).toBe(after)
      }
    },

    'Tab goes to the next cell of a row that is half typed': async ({ stet }) => {
      await begin(stet, `${T}| plum‸`)
      await stet.press('Tab')
      await stet.type('3')
      await kept(stet, (text) => text === `${T}| plum | 3 |`)
      await stet.press('Tab')
      await stet.type('fig')
      expect(await result(stet)).toBe(`${T}| plum | 3 |\n| fig‸ |  |`)
    },

    'in a quotation Tab goes to cells, never to the marks of the quotation': async ({ stet }) => {
      await begin(stet, '> | a‸ | b |\n> | --- | --- |\n> | c | d |')
      await stet.press('Tab')
      await stet.press('Tab')
      await stet.type('!')
      expect(await result(stet)).toBe('> | a | b |\n> | --- | --- |\n> | !‸ | d |')
    },

    'Tab selects the words of a cell, so that typing replaces them, and Enter or an arrow key keeps them':
      async ({ stet, page }) => {
        await begin(stet, '‸')
        await stet.command('Insert table')
        await stet.type('Fruit')
        await stet.press('Tab')
        await stet.type('Jars')
        await stet.press('Tab')
        await stet.type('plum')
        await kept(stet, (text) => text === '| Fruit | Jars |\n| --- | --- |\n| plum |  |')
        await stet.press('Shift+Tab')
        await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('Jars')
        await expect(page.getByRole('toolbar', { name: 'Selection' })).toHaveCount(0)
        await stet.press('Enter')
        await stet.type('3')
        await stet.press('Shift+Tab')
        await stet.press('ArrowRight')
        await stet.type('s')
        expect(await result(stet)).toBe('| Fruit | Jars |\n| --- | --- |\n| plums‸ | 3 |')
      },

    'what is pasted into a cell stays in it, cells of a spreadsheet go into cells, in one step': async ({
      stet,
    }) => {
      await begin(stet, `${T}| c‸ | d |`)
      await paste(stet, ' | two\nlines', '<p>| two<br>lines</p>')
      await kept(stet, (text) => text === `${T}| c \\| two lines | d |`)
      await stet.press('ControlOrMeta+z')
      await kept(stet, (text) => text === `${T}| c | d |`)
      await stet.press('Tab')
      await paste(stet, '1\t2\n3\t|\n', '<table><tr><td>1</td><td>2</td></tr></table>')
      const filled = '| a | b |  |\n| --- | --- | --- |\n| c | 1 | 2 |\n|  | 3 | \\| |'
      await kept(stet, (text) => text === filled)
      await stet.press('ControlOrMeta+z')
      await expect.poll(() => stet.keptText(FERRYMAN)).toBe(`${T}| c | d |`)
    },

    'a spreadsheet gives line ends, quotation marks and a column as it has them': async ({ stet }) => {
      await begin(stet, `${T}| c‸ | d |`)
      await paste(stet, '"multi\nline"\t"b ""x"""\nc\td\n', '<table><tr><td>multi<br>line</td></tr></table>')
      await kept(stet, (text) => text === `${T}| multi line | b "x" |\n| c | d |`)
      await begin(stet, `${T}| c‸ | d |`)
      await paste(stet, '1\n2\n', '<table><tr><td>1</td></tr><tr><td>2</td></tr></table>')
      await kept(stet, (text) => text === `${T}| 1 | d |\n| 2 |  |`)
    },

    'a bar that is typed in a cell is a letter of it; behind the row it is the bar of the next cell': async ({
      stet,
    }) => {
      await begin(stet, '| a‸ | b |\n| --- | --- |\n| c | d |\n')
      await stet.type('|x\\|y')
      await kept(stet, (text) => text === '| a\\|x\\|y | b |\n| --- | --- |\n| c | d |\n')
      await stet.press('Tab')
      await stet.type('e||')
      await kept(stet, (text) => text.startsWith('| a\\|x\\|y | e\\|\\| |\n| --- | --- |\n'))
      await stet.press('ControlOrMeta+End')
      await stet.type('| f | g |')
      await kept(stet, (text) => text.endsWith('\n| c | d |\n| f | g |'))
    },

    'who leaves a table downwards and types begins a paragraph, and the one below stays one': async ({
      stet,
      page,
    }) => {
      const table = '- item\n\n  | a | b |\n  | - | - |\n  | c | '
      await begin(stet, `${table}‸d |\n\nnext words`)
      await expect(page.locator('.cm-table-row')).toHaveCount(2)
      await stet.press('ArrowDown')
      await stet.type('typed')
      await kept(stet, (text) => text === `${table}d |\n\ntyped\n\nnext words`)
      await expect(page.locator('.cm-table-row')).toHaveCount(2)
      await stet.press('ControlOrMeta+z')
      await kept(stet, (text) => text === `${table}d |\n\nnext words`)
    },

    'a sign typed over chosen words of a cell, or over a bar in them, replaces just these': async ({
      stet,
    }) => {
      await begin(stet, `${T}| cyn‸ | d |\n\nafter`)
      await stet.press('Shift+Home')
      await stet.type('|')
      await kept(stet, (text) => text === `${T}| \\| | d |\n\nafter`)
      await begin(stet, `${T}| a\\|b‸ | d |\n\nafter`)
      await stet.press('ArrowLeft')
      await stet.press('Shift+ArrowLeft')
      await stet.type('/')
      await kept(stet, (text) => text === `${T}| a/b | d |\n\nafter`)
    },

    'what an input method puts into a cell stays in it': async ({ stet, page }) => {
      await begin(stet, `${T}| c‸ | d |\n\nafter`)
      await page.keyboard.insertText('a|b')
      await page.keyboard.insertText('one\ntwo')
      await kept(stet, (text) => text === `${T}| ca\\|bone two | d |\n\nafter`)
    },
  }),
)

test('the mouse drawn down a column takes that column, with all of the code in its cells', async ({
  stet,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await begin(
    stet,
    '| a | b | c |\n| - | - | - |\n| d1 | `code one` | f1 |\n| d2 | `code two` | f2 |\n\nEnd.\n‸',
  )
  const from = (await stet.text.getByText('code one').boundingBox())!
  const to = (await stet.text.getByText('code two').boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 3, to.y, { steps: 5 })
  await page.mouse.move(to.x + to.width / 3, to.y + to.height / 2, { steps: 5 })
  await page.mouse.up()
  await stet.press('ControlOrMeta+x')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('`code one`\n`code two`')
  await kept(stet, (text) => text.includes('| d1 |  | f1 |\n| d2 |  | f2 |'))
})
