import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { AppError } from '../../../shared/problem'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import { formulaWithSource } from '../../../shared/markdown/html/formula'
import { blocksHtml } from '../../../shared/markdown/html/html'
import { writeDocx } from '../../export/docx/docx'
import { writeHtml } from '../../export/html/write-html'
import { PICTURE, publicationOf, whole } from '../../export/testing/fixtures'
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
  const bytes = whole(writeDocx(publicationOf(readDocument(text)), () => PICTURE, { paper: 'A4' }))
  const { markdown, pictures } = await convert('Letters.docx', bytes, 'Letters pictures')
  expect([...pictures.keys()]).toEqual(['Letters pictures/picture-1.png'])
  expect(markdown).toMatch(/^---\ntitle: "Letters from the sea"\nauthor: "Ann Ferry"\n---\n## Low water\n/)
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

test('each reference to a note of Word comes back, also in a cell', async () => {
  const text =
    'Sugar 3[^a] and salt 4[^a].\n\n| Price |\n| --- |\n| 5[^b] and 6[^a] |\n\n[^a]: In francs.\n\n[^b]: A guess.\n'
  const bytes = whole(writeDocx(publicationOf(readDocument(text)), () => PICTURE, { paper: 'A4' }))
  const { markdown } = await convert('Prices.docx', bytes, 'pictures')
  expect(markdown).toContain(
    'Sugar 3[^1] and salt 4[^1].\n\n| Price |\n| - |\n| 5[^2] and 6[^1] |\n\n[^1]: In francs.\n\n[^2]: A guess.\n',
  )
})

test('underlined words come back from Word and from HTML', async () => {
  const text = 'One <u>two three</u>, **four<u>five</u>** [six](https://example.org/).\n'
  const publication = publicationOf(readDocument(text))
  const docx = whole(writeDocx(publication, () => undefined, { paper: 'A4' }))
  expect((await convert('a.docx', docx, 'pictures')).markdown).toContain(text)
  const html = whole(writeHtml(publication, () => undefined))
  expect((await convert('a.html', html, 'pictures')).markdown).toContain(text)
})

test('a page of HTML keeps its words and marks; scripts, frames and unsafe links do not come along', async () => {
  const markdown = await page(
    '<title>A page</title><h2>Tides</h2><p onclick="x()">One <a href="javascript:alert(1)">two</a> <a href="other.html#a">three</a><script>alert(1)</script></p><iframe src="https://example.org"></iframe><img src="https://example.org/a.png" alt="a"><img src="file:///etc/passwd">',
  )
  expect(markdown).toMatch(/^---\ntitle: "A page"\n---\n## Tides\n/)
  expect(markdown).toContain('One two [three](other.md#a)')
  expect(markdown).toContain('![a](https://example.org/a.png)')
  expect(markdown).not.toMatch(/alert|iframe|passwd/)
})

test('a zip that is no document, a bomb and external entities are said in a sentence or come to nothing', async () => {
  expect(await refusal(convert('a.docx', Buffer.from('not a zip'), 'p'))).toBe(
    'It is no Word document, or it is damaged.',
  )
  expect(await refusal(convert('a.docx', zipSync({ 'a.txt': new Uint8Array(1) }), 'p'))).toBe(
    'It is no Word document, or it is damaged.',
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

test('links within a page lead to headings, those to anything else are words', async () => {
  expect(
    await page(
      '<p><a href="#t1">one</a> <a href="#_Toc2">two</a> <a href="#none">three</a></p><h2 id="t1">High &amp; low</h2><h2><a id="_Toc2"></a>The lock</h2>',
    ),
  ).toBe('[one](#high--low) [two](#the-lock) three\n\n## High & low\n\n## The lock\n')
})

test('formulas come back from a page of this app', async () => {
  const { blocks } = readDocument('So $a^2$:\n\n$$\n\\frac{1}{2}\n$$\n')
  const html = blocksHtml(blocks, {
    ...{ linkTo: () => undefined, picture: () => undefined, idOf: (id) => id, formula: formulaWithSource },
    words: { notes: '', note: '', backToText: '' },
  })
  expect(await page(html)).toBe('So $a^2$:\n\n$$\n\\frac{1}{2}\n$$\n')
})

test('tasks, sides of columns and callouts come back from a page of this app', async () => {
  const text =
    '- [ ] open\n  - [x] done\n- [x] too\n\n| a | b | c |\n| - | :-: | -: |\n| 1<br>2 | 3 | 4 |\n\n> [!note] Title\n>\n> words\n\n> [!warning]\n>\n> other\n'
  const pieces = [...writeHtml(publicationOf(readDocument(text)), () => undefined)]
  const { markdown } = await convert('a.html', Buffer.concat(pieces), 'pictures')
  expect(markdown).toContain(text)
})

test('authors and a stated language come back from what Stet wrote, and from nothing else', async () => {
  const part = { name: 'd1', title: 'Ebbe', level: 0, tree: readDocument('Wörter.\n') }
  const frontMatterOf = async (name: string, bytes: Uint8Array) => {
    const { markdown } = await convert(name, bytes, 'pictures')
    return markdown.slice(0, markdown.indexOf('Wörter'))
  }
  const both = async (authors: readonly string[], language?: string) => {
    const parts = [{ ...part, ...(language !== undefined && { language }) }]
    const publication = publicationOf(part.tree, { title: 'Ebbe', language: 'de', authors, parts })
    const docx = whole(writeDocx(publication, () => undefined, { paper: 'A4' }))
    const html = whole(writeHtml(publication, () => undefined))
    const fromWord = await frontMatterOf('a.docx', docx)
    expect(await frontMatterOf('a.html', html)).toBe(fromWord)
    return fromWord
  }
  expect(await both(['Ann & Co'], 'de')).toBe('---\ntitle: "Ebbe"\nauthor: "Ann & Co"\nlang: "de"\n---\n')
  expect(await both(['Ann', 'Bo'])).toBe('---\ntitle: "Ebbe"\nauthor: ["Ann","Bo"]\n---\n')
  expect(await both([])).toBe('---\ntitle: "Ebbe"\n---\n')
  expect(await page('<html lang="de"><meta name="author" content="Ann"><p>Wörter.</p></html>')).toBe(
    'Wörter.\n',
  )
})

/** A minimal Word document with this body. */
const wordOf = (body: string, styles = '', numbering = '') => {
  const spaces =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
  return zipSync({
    '[Content_Types].xml': Buffer.from(types),
    'word/document.xml': Buffer.from(`<w:document ${spaces}><w:body>${body}</w:body></w:document>`),
    'word/styles.xml': Buffer.from(`<w:styles ${spaces}>${styles}</w:styles>`),
    'word/numbering.xml': Buffer.from(`<w:numbering ${spaces}>${numbering}</w:numbering>`),
  })
}
const word = async (body: string) => (await convert('a.docx', wordOf(body), 'pictures')).markdown
const runWith = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`

test('words of Word with a reading or a direction, and words between breaks, are there', async () => {
  const reading = `<w:r><w:ruby><w:rubyPr/><w:rt>${runWith('うみ')}</w:rt><w:rubyBase>${runWith('海')}</w:rubyBase></w:ruby></w:r>`
  expect(
    await word(
      `<w:p>${runWith('at ')}${reading}${runWith(' end')}</w:p><w:p><w:dir w:val="rtl">${runWith('one')}</w:dir><w:bdo w:val="rtl">${runWith(' two')}</w:bdo></w:p>`,
    ),
  ).toBe('at 海(うみ) end\n\none two\n')
  const pageBreak = '<w:r><w:br w:type="page"/></w:r>'
  expect(
    await word(
      `<w:p>${runWith('one')}${pageBreak}${runWith('two')}<w:r><w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/></w:r>${runWith('three')}<w:r><w:cr/></w:r>${runWith('four')}</w:p><w:p>${pageBreak}</w:p><w:p>${pageBreak}${runWith('last')}</w:p>`,
    ),
  ).toMatch(/^one\stwo\sthree\\\nfour\n\nlast\n$/)
})

test('formulas of Word come back as they were written, by themselves, in lines, in notes and in cells', async () => {
  const text = `So $\\frac{a+b}{2}$ and[^1]:

$$
\\sqrt{x_i^2} \\le 1
$$

| a | b |
| --- | --- |
| $n^{10}$ | 1 |

[^1]: A note on $c$.
`
  const bytes = whole(writeDocx(publicationOf(readDocument(text)), () => undefined, { paper: 'A4' }))
  const { markdown, left } = await convert('a.docx', bytes, 'pictures')
  expect(left).toEqual([])
  for (const part of ['So $\\frac{a+b}{2}$ and[^1]:', '| $n^{10}$ | 1 |', '[^1]: A note on $c$.'])
    expect(markdown).toContain(part)
  expect(markdown).toMatch(/\n\n\$\$\n\\sqrt\{x_i\^2\} ?\\le 1\n\$\$\n\n/)
})

test('a formula that stands by itself among words parts them; one in a cell of a table stays in its line', async () => {
  const math = (inner: string) => `<m:oMath><m:r><m:t>${inner}</m:t></m:r></m:oMath>`
  expect(
    await word(
      `<w:p>${runWith('Before')}<m:oMathPara>${math('a=b')}${math('c=d')}</m:oMathPara>${runWith('behind')}</w:p>`,
    ),
  ).toBe('Before\n\n$$\na=b\n$$\n\n$$\nc=d\n$$\n\nbehind\n')
  const source = '<semantics><mi>a</mi><annotation encoding="application/x-tex">a</annotation></semantics>'
  expect(
    await page(
      `<table><tr><th>x</th></tr><tr><td><p>is</p><math display="block">${source}</math></td></tr></table>`,
    ),
  ).toBe('| x |\n| - |\n| is<br>$a$ |\n')
})

test('a formula that has no TeX leaves its words, and is told', async () => {
  const body = `<w:p><m:oMath><m:unheard><m:r><m:t>xy</m:t></m:r></m:unheard></m:oMath></w:p>`
  expect(await convert('a.docx', wordOf(body), 'pictures')).toMatchObject({
    markdown: '$$\nxy\n$$\n',
    left: ['Of 1 formula only the words are imported where Word has symbols that TeX does not have.'],
  })
})

test('marks that are kept as shading are marks; grey shading is none; what short fields show is there', async () => {
  const shading = (fill: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`
  expect(
    await word(
      `<w:p>${runWith('One ')}${runWith('two', shading('FFFF00'))}${runWith(' ')}${runWith('three', shading('EEEEEE'))}<w:fldSimple w:instr="SEQ Figure">${runWith(' 4')}</w:fldSimple></w:p>`,
    ),
  ).toBe('One ==two== three 4\n')
})

test('cells that span others keep every cell in its column; a table that would grow without end does not', async () => {
  expect(
    await page(
      '<table><tr><th colspan="2">a</th><th>b</th></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>',
    ),
  ).toBe('| a | | b |\n| - | - | - |\n| c | d | e |\n| | f | g |\n')
  expect(await page('<table><tr><td colspan="1000000">a</td><td>b</td></tr></table>')).toMatch(/\| a \| b \|/)
})

test('styles of LibreOffice: quotations and code', async () => {
  const paragraphs = [
    ['Quotations', 'The tide waits.'],
    ['Preformatted Text', 'if low:'],
    ['Preformatted Text', '    wait()'],
  ]
  const styles = [...new Set(paragraphs.map(([style]) => style))]
    .map((name, at) => `<w:style w:type="paragraph" w:styleId="S${at}"><w:name w:val="${name}"/></w:style>`)
    .join('')
  const body = paragraphs
    .map(
      ([style, words]) =>
        `<w:p><w:pPr><w:pStyle w:val="S${style === 'Quotations' ? 0 : 1}"/></w:pPr><w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`,
    )
    .join('')
  const bytes = wordOf(body, styles)
  expect((await convert('a.docx', bytes, 'pictures')).markdown).toBe(
    '> The tide waits.\n\n```\nif low:\n    wait()\n```\n',
  )
})

test('lists of Word go on behind the paragraphs in their items, and count on behind other paragraphs', async () => {
  const level = (at: number, format: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:pPr><w:ind w:left="${720 * (at + 1)}" w:hanging="360"/></w:pPr></w:lvl>`
  const numbering = `<w:abstractNum w:abstractNumId="4">${level(0, 'decimal')}${level(1, 'bullet')}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num><w:num w:numId="8"><w:abstractNumId w:val="4"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`
  const style =
    '<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/></w:style>'
  const paragraph = (words: string, properties = '') =>
    `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runWith(words)}</w:p>`
  const inList = '<w:pStyle w:val="ListParagraph"/>'
  const item = (words: string, id: number, at = 0) =>
    paragraph(words, `${inList}<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`)
  const former = '<w:pPrChange><w:pPr><w:ind w:left="0"/></w:pPr></w:pPrChange>'
  const body = [
    item('one', 7) + paragraph('more', `${inList}${former}`) + item('inner', 7, 1),
    paragraph('of inner', '<w:ind w:left="1440"/>') + item('two', 7) + paragraph('between'),
    item('three', 7) + item('other', 8) + item('', 8),
  ].join('')
  expect((await convert('a.docx', wordOf(body, style, numbering), 'pictures')).markdown).toBe(
    '1. one\n\n   more\n\n   - inner\n\n     of inner\n\n2. two\n\nbetween\n\n3. three\n\n1) other\n',
  )
})
