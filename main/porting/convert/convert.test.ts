import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/problem'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import { writeDocx } from '../../export/docx/docx'
import { PICTURE, publicationOf } from '../../export/testing/fixtures'
import { convert } from './convert'

const page = async (html: string) => (await convert('page.html', Buffer.from(html), 'page pictures')).markdown
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'taken',
    (error: unknown) =>
      error instanceof AppError ? error.problem.message : `not in a sentence: ${String(error)}`,
  )

test('a document of Word comes back with headings, lists, notes, code, tables and pictures', async () => {
  const text = `## Low water

One[^1] *two* **three** \`four\`.

1. one
2. two
   - deeper

- [ ] to do
- [x] done

> It will come.

| Tide | Height |
| --- | --- |
| low | 4.1 |

![The sea](sea.png)

[^1]: A note.
`
  const bytes = await writeDocx(publicationOf(readDocument(text)), () => PICTURE, { paper: 'A4' })
  const { markdown, pictures } = await convert('Letters.docx', bytes, 'Letters pictures')
  expect([...pictures.keys()]).toEqual(['Letters pictures/picture-1.png'])
  expect(markdown).toMatch(/^---\ntitle: "Letters from the sea"\n---\n\n## Low water\n/)
  for (const part of [
    'One[^1] *two* **three** `four`.',
    '1. one',
    '- deeper',
    '- [ ] to do',
    '- [x] done',
    '> It will come.',
    '[^1]: A note.',
  ])
    expect(markdown).toContain(part)
  expect(markdown).toMatch(/!\[The sea\]\(<?Letters(?:%20| )pictures\/picture-1\.png>?\)/)
})

test('a page of HTML keeps its words and marks; scripts, frames and unsafe links do not come along', async () => {
  const markdown = await page(
    '<title>A page</title><h2>Tides</h2><p onclick="x()">One <a href="javascript:alert(1)">two</a> <a href="other.html#a">three</a><script>alert(1)</script></p><iframe src="https://example.org"></iframe><img src="https://example.org/a.png" alt="a"><img src="file:///etc/passwd">',
  )
  expect(markdown).toMatch(/^---\ntitle: "A page"\n---\n\n## Tides\n/)
  expect(markdown).toContain('One two [three](other.md#a)')
  expect(markdown).toContain('![a](https://example.org/a.png)')
  expect(markdown).not.toMatch(/alert|iframe|passwd/)
})

test('a zip that is no document, a bomb and external entities are said in a sentence or come to nothing', async () => {
  expect(await refusal(convert('a.docx', Buffer.from('not a zip'), 'p'))).toBe(
    'This is no zip file, or it is damaged.',
  )
  expect(await refusal(convert('a.docx', zipSync({ 'a.txt': new Uint8Array(1) }), 'p'))).toBe(
    'It is no document of Word.',
  )
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(70_000_000) }, { level: 6 })
  expect(await refusal(convert('a.docx', bomb, 'p'))).toMatch(/^This zip unpacks to far more/)
  const entity =
    '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&e;</w:t></w:r></w:p></w:body></w:document>'
  const answer = await convert('a.docx', zipSync({ 'word/document.xml': Buffer.from(entity) }), 'p').then(
    ({ markdown }) => markdown,
    () => '',
  )
  expect(answer).not.toContain('root:')
})
