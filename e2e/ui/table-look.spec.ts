import { begin, kept } from './editing'
import { expect, test } from './stet'

const T = [
  '| flag | meaning | more |',
  '| --- | :-: | --: |',
  '| `--port` | some **bold** text | 1,234 |',
  '| **bold** | [link](https://a.org/a/long/address) | 12 |',
  '| 漢字かな | שלום עולם | $x^2$ |',
  '| long | A cell of many words that has to wrap inside of its column, since no line holds it | 5 |',
  '|  | empty |  |',
].join('\n')

test('columns line up in the face of the text, whatever is in a cell', async ({ stet, page }) => {
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
})

test('a wide table scrolls in itself, and the page does not', async ({ stet, page }) => {
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

test('a press in a cell puts the caret where the hand pointed', async ({ stet, page }) => {
  await begin(stet, `Words.\n\n${T}\n\nThe end.‸`)
  await page.locator('.cm-cell', { hasText: 'some bold text' }).click({ position: { x: 3, y: 10 } })
  await expect(stet.text).toContainText('| --- | :-: | --: |')
  await stet.type('!')
  const text = await kept(stet, (now) => now.includes('!'))
  expect(text.replace('!', '')).toBe(`Words.\n\n${T}\n\nThe end.`)
  expect(text.split('\n')[4]).toMatch(/^\| `--port` \| [^|]*![^|]* \| 1,234 \|$/)
})

for (const [command, last] of [
  ['Insert table', '|  |  |'],
  ['Code block', '```'],
] as const)
  test(`${command} at the lower edge brings all of it into view, and the caret`, async ({ stet, page }) => {
    await begin(stet, `${'A paragraph.\n\n'.repeat(60)}‸`)
    await stet.press('Control+Home')
    const scroller = page.locator('[data-scroller]')
    const edge = (await scroller.boundingBox())!
    await page.mouse.click(edge.x + edge.width / 2, edge.y + edge.height - 20)
    await stet.command(command)
    const end = page.locator('.cm-line').filter({ hasText: last }).last()
    await expect
      .poll(async () => {
        const { y, height } = (await end.boundingBox())!
        return y + height <= edge.y + edge.height
      })
      .toBe(true)
  })
