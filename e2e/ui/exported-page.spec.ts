import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { BOOK_STYLE } from '../../main/export/epub/style'
import { writeHtml } from '../../main/export/html/write-html'
import { readDocument } from '../../shared/markdown/tree/read-document'

const TEXT = `A first line[^1] with *words*, \`code\` and [a link](https://example.org).

## A heading

- [x] rope
- [ ] ledger

| Day | Crates | |
| :-- | -----: | - |
| One | 12 | $x^2$ |

> A quotation.

\`\`\`js
${'a very long line of code that goes on and on '.repeat(6)}
\`\`\`

[^1]: A note.
`

const pageOf = (text: string) =>
  Buffer.concat([
    ...writeHtml(
      {
        ...{ id: 'x', title: 'The ferryman', language: 'en', authors: [], modified: '', isBook: false },
        parts: [{ name: 'd1', title: 'The ferryman', level: 0, tree: readDocument(text) }],
      },
      () => undefined,
    ),
  ]).toString()

test('an exported page can be read by everybody, and asks nobody for anything', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const asked: string[] = []
  page.on('request', ({ url }) => asked.push(url()))
  await page.setContent(pageOf(TEXT))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  expect(asked).toEqual([])
  // A note and back.
  await page.locator('[role=doc-noteref]').click()
  await expect(page).toHaveURL(/#fn\.1$/)
  await page.locator('[role=doc-backlink]').click()
  await expect(page).toHaveURL(/#fnref\.1\.1$/)
})

test('the lines of a task begin below its first word, on an exported page and in a book', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: { width: 400, height: 700 } })).newPage()
  const long = 'rope that is long enough to go from the boat to the land and back again'
  await page.setContent(pageOf(`- [x] ${long}\n    - [ ] ${long}\n\n1. One\n\n- [ ] ${long}\n\n  ${long}\n`))
  for (const style of [undefined, BOOK_STYLE]) {
    if (style !== undefined) {
      await page.evaluate(() => document.querySelectorAll('style').forEach((one) => one.remove()))
      await page.addStyleTag({ content: style })
    }
    const places = await page.locator('label').evaluateAll((labels) =>
      labels.map((label) => {
        const words = document.createRange()
        words.selectNodeContents(label.lastChild!)
        const next = [...words.getClientRects()].slice(1).map(({ left }) => left)
        // A space stands between the box and the words.
        words.setStart(label.lastChild!, 1)
        return {
          next,
          word: words.getClientRects()[0]!.left,
          box: label.firstElementChild!.getBoundingClientRect(),
        }
      }),
    )
    expect(places).toHaveLength(3)
    for (const { word, next, box } of places) {
      expect(next.length).toBeGreaterThan(0)
      expect(box.left).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThan(word)
      for (const left of next) expect(Math.abs(left - word)).toBeLessThanOrEqual(2)
    }
  }
})
