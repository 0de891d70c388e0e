import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
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

test('an exported page can be read by everybody, and asks nobody for anything', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  const asked: string[] = []
  page.on('request', ({ url }) => asked.push(url()))
  const html = writeHtml(
    {
      ...{ id: 'x', title: 'The ferryman', language: 'en', authors: [], modified: '', isBook: false },
      parts: [{ name: 'd1', title: 'The ferryman', level: 0, tree: readDocument(TEXT) }],
    },
    () => undefined,
  )
  await page.setContent(Buffer.concat([...html]).toString())
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  expect(asked).toEqual([])
  // A note and back.
  await page.locator('[role=doc-noteref]').click()
  await expect(page).toHaveURL(/#fn\.1$/)
  await page.locator('[role=doc-backlink]').click()
  await expect(page).toHaveURL(/#fnref\.1\.1$/)
})
