import { strFromU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { describe, expect, test } from 'vitest'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import type { Pictures, Publication } from '../publication'
import {
  block,
  bookOf,
  heading,
  image,
  item,
  link,
  list,
  note,
  paragraph,
  PICTURE,
  publicationOf,
  strong,
  tree,
  whole,
} from '../testing/fixtures'
import { writeDocx } from './docx'

const pictures: Pictures = (address) => (address === 'sea.png' ? PICTURE : undefined)

async function written(publication: Publication) {
  const bytes = whole(writeDocx(publication, pictures, { paper: 'A4' }))
  const files = unzipSync(bytes)
  const part = (name: string) => strFromU8(files[`word/${name}.xml`] ?? new Uint8Array())
  const { value: html, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })
  return { files, part, html, messages }
}

const styleOf = (document: string, words: string): string | undefined =>
  document
    .split('<w:p>')
    .find((one) => one.includes(`>${words}<`))
    ?.match(/<w:pStyle w:val="([^"]+)"/)?.[1]

describe('a document of Word', () => {
  test('a table of many columns has smaller type, and closer cells', async () => {
    const table = (columns: number) => {
      const row = (cell: string) => `|${` ${cell} |`.repeat(columns)}`
      return [row('Harbour'), row('-'), row('words of the sea')].join('\n')
    }
    const sizes = async (columns: number) => {
      const { part } = await written(publicationOf(readDocument(table(columns))))
      const [, document = ''] = part('document').split('<w:tbl>')
      const [margins] = /<w:tblCellMar>.*?<\/w:tblCellMar>/.exec(document) ?? []
      return [/<w:sz w:val="(\d+)"\/>/.exec(document)?.[1], margins?.includes('w:w="30"')]
    }
    expect(await sizes(4)).toEqual([undefined, undefined])
    expect(await sizes(14)).toEqual(['13', true])
    expect(await sizes(40)).toEqual(['10', true])
  })

  test('simple tags in a line are the marks that they stand for, and other HTML is words', async () => {
    const { part, html } = await written(
      publicationOf(readDocument('<u>under</u> H<sub>2</sub>O<sup>+</sup> <b>bold</b><br><font>x</font>')),
    )
    expect(html).toContain(
      'under H<sub>2</sub>O<sup>+</sup> <strong>bold</strong><br />&lt;font&gt;x&lt;/font&gt;',
    )
    expect(part('document')).toMatch(/<w:u w:val="single"\/><\/w:rPr><w:t[^>]*>under</)
  })

  test('two blocks of code, one behind the other, stand in two boxes', async () => {
    const { part } = await written(
      publicationOf(readDocument('```\none\n```\n\n```\ntwo\n```\n\nwords\n\n```\nthree\n```\n')),
    )
    const borderOf = (words: string) =>
      part('document')
        .split('<w:p>')
        .find((one) => one.includes(`>${words}<`))
        ?.match(/<w:pBdr>.*<\/w:pBdr>/)?.[0]
    expect(borderOf('one')).toBeUndefined()
    expect(borderOf('two')).toContain('w:space="3"')
    expect(borderOf('three')).toBeUndefined()
  })

  test('headings, quotations, code and tables have styles of their own', async () => {
    const { part, html } = await written(
      publicationOf(
        tree([
          heading(1, 'Low water'),
          heading(2, 'The slip'),
          block({ kind: 'quote', blocks: [paragraph('It will come.')] }),
          block({ kind: 'code', language: '', text: 'a < b\n\tc' }),
          block({
            kind: 'table',
            align: ['right'],
            head: [[{ kind: 'text', text: 'Tide' }]],
            rows: [[[{ kind: 'text', text: '4.1 m' }]]],
          }),
          paragraph('After it.'),
        ]),
      ),
    )
    const document = part('document')
    expect(styleOf(document, 'Letters from the sea')).toBe('Title')
    expect(styleOf(document, 'Low water')).toBe('Heading1')
    expect(styleOf(document, 'It will come.')).toBe('Quote')
    expect(styleOf(document, 'a &lt; b')).toBe('SourceCode')
    expect(styleOf(document, 'Tide')).toBe('TableHeading')
    expect(document).toContain('<w:tblStyle w:val="PlainTable"/>')
    expect(html).toContain('<h1>')
    expect(html).toContain('The slip</h2>')
    const defined = [...part('styles').matchAll(/w:styleId="([^"]+)"/g)].map(([, id]) => id)
    const used = [...document.matchAll(/w:(?:pStyle|rStyle|tblStyle) w:val="([^"]+)"/g)].map(([, id]) => id)
    expect(used.filter((id) => !defined.includes(id))).toEqual([])
    expect(defined).toEqual([...new Set(defined)])
  })

  test('tables: room below, no short word broken, columns from the right in scripts that run so', async () => {
    const cells = (...words: readonly string[]) => words.map((text) => [{ kind: 'text' as const, text }])
    const table = (head: readonly string[], row: readonly string[]) =>
      block({ kind: 'table', align: [], head: cells(...head), rows: [cells(...row)] })
    const { part } = await written(
      publicationOf(
        tree([
          table(['Setting', 'Default', 'What'], ['level', '3', 'w'.repeat(200)]),
          paragraph('Below.'),
          table(['العمود', 'القيمة'], ['a', 'b']),
        ]),
      ),
    )
    const document = part('document')
    const [widths = ''] = /<w:tblGrid>.*?<\/w:tblGrid>/.exec(document) ?? []
    const columns = [...widths.matchAll(/w:w="(\d+)"/g)].map(([, width]) => Number(width))
    expect(columns).toHaveLength(3)
    // The width of seven bold letters of ten points, and of the margins.
    expect(columns[1]).toBeGreaterThan(7 * 130 + 200)
    expect(document).toMatch(/<w:spacing w:before="200"\/>(?:(?!<w:p>).)*Below\./)
    expect(document.match(/<w:bidiVisual\/>/g)).toHaveLength(1)
    // A document cannot end with a table: the paragraph after it takes no room on the page.
    expect(document).toMatch(/<w:spacing w:after="0" w:before="0" w:line="120" w:lineRule="exact"\/>/)
  })

  test('there is room behind a list, also before another one', async () => {
    const { part } = await written(
      publicationOf(tree([list(undefined, item('one'), item('two')), list(1, item('three'))])),
    )
    const close = (words: string) =>
      part('document')
        .split('<w:p>')
        .find((one) => one.includes(`>${words}<`))
        ?.match(/<w:contextualSpacing[^>]*>/)?.[0]
    expect(close('one')).toBe('<w:contextualSpacing/>')
    expect(close('two')).toBe('<w:contextualSpacing w:val="false"/>')
  })

  test('each list has an abstract numbering of its own and begins where its text says', async () => {
    const { part } = await written(
      publicationOf(
        tree([
          list(1, item('one'), item('two')),
          paragraph('Between.'),
          list(1, item('one'), item('two')),
          list(7, item('seven', list(undefined, item('deeper')))),
        ]),
      ),
    )
    const numbering = part('numbering')
    const used = [...part('document').matchAll(/<w:numId w:val="(\d+)"\/>/g)].map(([, id]) => id)
    expect(new Set(used).size).toBe(4)
    const abstracts = [...new Set(used)].map(
      (id) =>
        new RegExp(`<w:num w:numId="${id}"[^>]*>.*?<w:abstractNumId w:val="(\\d+)"`, 's').exec(
          numbering,
        )?.[1],
    )
    expect(new Set(abstracts).size).toBe(4)
    const third = new RegExp(
      `<w:abstractNum w:abstractNumId="${abstracts[2]}".*?<w:start w:val="(\\d+)"`,
      's',
    )
    expect(third.exec(numbering)?.[1]).toBe('7')
  })

  test('lists without numbers share one numbering, which does not grow with them', async () => {
    const numbering = async (count: number) => {
      const lists = Array.from({ length: count }, () => [paragraph('Words.'), list(undefined, item('one'))])
      return (await written(publicationOf(tree(lists.flat())))).part('numbering')
    }
    const one = await numbering(1)
    expect(one.match(/w:lvlText w:val="◦"/g)?.length).toBeGreaterThan(0)
    expect(await numbering(50)).toBe(one)
  })

  test('footnotes are notes of Word, a second reference points at the first, lists in them are lines', async () => {
    const { part, html, messages } = await written(
      publicationOf(
        tree(
          [paragraph('First', note(1), ', second', note(2)), paragraph('Again', note(1, 2))],
          [
            [paragraph('A note'), list(3, item('three'), item('four'))],
            [paragraph(image('sea.png', 'The sea'))],
          ],
        ),
      ),
    )
    const document = part('document')
    expect(document.match(/<w:footnoteReference /g)).toHaveLength(2)
    expect(document).toContain('NOTEREF _RefNote1')
    const notes = part('footnotes')
    expect(notes).not.toContain('<w:numPr>')
    expect(notes).not.toContain('<w:drawing>')
    expect(notes).toContain('The sea')
    expect(html).toContain('3. three')
    expect(messages.filter(({ type }) => type === 'error')).toEqual([])
  })

  test('a note that only another note names keeps its words', async () => {
    const { part } = await written(
      publicationOf(
        tree([paragraph('First', note(1))], [[paragraph('See', note(2))], [paragraph('The last word')]]),
      ),
    )
    expect(part('footnotes')).toContain('The last word')
  })

  test('each text of a book has its own language', async () => {
    const { part } = await written({
      ...bookOf(
        { title: 'One', level: 1, tree: tree([paragraph('First.')]) },
        {
          ...{ title: 'Zwei', level: 1, language: 'de' },
          tree: tree([paragraph('Zweites', strong('es'), ' 港', note(1))], [[paragraph('Anmerkung.')]]),
        },
        { title: 'שלוש', level: 1, language: 'he', tree: tree([paragraph('שלום')]) },
      ),
      language: 'en',
    })
    const languageOf = (words: string, name = 'document') =>
      part(name)
        .split('<w:r>')
        // The table of contents contains the titles too.
        .findLast((run) => run.includes(`>${words}<`))
        ?.match(/<w:lang [^>]*>/)?.[0]
    expect(languageOf('First.')).toBeUndefined()
    for (const words of ['Zwei', 'Zweites', 'es']) expect(languageOf(words)).toBe('<w:lang w:val="de"/>')
    expect(languageOf(' 港')).toBe('<w:lang w:val="de" w:eastAsia="zh-CN"/>')
    expect(languageOf('Anmerkung.', 'footnotes')).toBe('<w:lang w:val="de"/>')
    expect(languageOf('שלום')).toBe('<w:lang w:val="he" w:bidi="he"/>')
  })

  test('pictures have their alternative text and fit the page; one that cannot be had leaves its words', async () => {
    const wide = { ...PICTURE, width: 4000, height: 2000 }
    const bytes = whole(
      writeDocx(
        publicationOf(
          tree([
            paragraph(image('sea.png', 'The sea', 'At low water')),
            paragraph(image('gone.png', 'Gone')),
            paragraph(image('lost.png', '', 'Never found')),
          ]),
        ),
        (address) => (address === 'sea.png' ? wide : undefined),
        { paper: 'Letter' },
      ),
    )
    const document = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array())
    expect(document).toContain('descr="The sea"')
    expect(styleOf(document, 'At low water')).toBe('Caption')
    expect(styleOf(document, 'Gone')).toBe('BodyText')
    expect(styleOf(document, 'lost.png')).toBe('BodyText')
    expect(styleOf(document, 'Never found')).toBe('Caption')
    const width = Number(/<wp:extent cx="(\d+)"/.exec(document)?.[1])
    expect(width / 914_400).toBeLessThan(6.5)
  })

  test('a picture is as wide as the text says', async () => {
    const { part } = await written(publicationOf(tree([paragraph(image('sea.png', 'The sea', '', 50))])))
    const width = Number(/<wp:extent cx="(\d+)"/.exec(part('document'))?.[1])
    const room = Number(/<w:pgSz w:w="(\d+)"/.exec(part('document'))?.[1])
    expect((width / 914_400 / (room / 1440)).toFixed(1)).toBe('0.4')
  })

  test('words from right to left and of East Asia are marked as such', async () => {
    const { part } = await written(
      publicationOf(tree([paragraph('שלום, harbour'), paragraph('港の話 and more')])),
    )
    const document = part('document')
    expect(document).toMatch(/<w:bidi\/>.*<w:rtl\/>.*שלום/s)
    expect(document).toMatch(/w:hint="eastAsia".*w:eastAsia="ja-JP".*港の話/s)
    expect(document.match(/<w:bidi\/>/g)).toHaveLength(1)
  })

  test('Chinese characters have the language that is stated, or that the text shows', async () => {
    const eastAsianOf = async (words: string, language = 'en') => {
      const { part } = await written(publicationOf(readDocument(words), { language }))
      const of = (xml: string) => [...xml.matchAll(/w:eastAsia="([a-z]{2}-[A-Z]{2})"/g)].map(([, one]) => one)
      return { runs: [...new Set(of(part('document')))], usual: of(part('styles')) }
    }
    expect(await eastAsianOf('港湾')).toEqual({ runs: ['zh-CN'], usual: ['zh-CN'] })
    expect(await eastAsianOf('港灣', 'zh-Hant')).toEqual({ runs: ['zh-TW'], usual: ['zh-TW'] })
    expect(await eastAsianOf('港湾', 'ja')).toEqual({ runs: ['ja-JP'], usual: ['ja-JP'] })
    expect(await eastAsianOf('# 東京物語\n\n港の話です。')).toEqual({ runs: ['ja-JP'], usual: ['ja-JP'] })
    expect(await eastAsianOf('항구 이야기')).toEqual({ runs: ['ko-KR'], usual: ['ko-KR'] })
    expect(await eastAsianOf('港湾的故事，他說了很多話。\n\nの')).toMatchObject({ usual: ['zh-CN'] })
  })

  test('emphasis is dots or weight in scripts without slanted letters', async () => {
    const emphasis = (text: string) => ({
      kind: 'emphasis' as const,
      children: [{ kind: 'text' as const, text }],
    })
    const { part } = await written(
      publicationOf(
        tree([paragraph(emphasis('港')), paragraph(emphasis('נמל')), paragraph(emphasis('quay'))]),
      ),
    )
    const run = (words: string) =>
      part('document')
        .split('<w:r>')
        .find((one) => one.includes(`>${words}<`)) ?? ''
    expect(run('港')).toContain('<w:em w:val="dot"/>')
    expect(run('港')).not.toContain('<w:i/>')
    expect(run('נמל')).toContain('<w:bCs/>')
    expect(run('נמל')).not.toContain('<w:iCs/>')
    expect(run('quay')).toContain('<w:i/>')
  })

  test('a short table stays on one page', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, () => [[{ kind: 'text' as const, text: 'a' }]])
    const kept = async (count: number) => {
      const table = block({ kind: 'table', align: [undefined], head: [[]], rows: rows(count) })
      return (
        (await written(publicationOf(tree([table])))).part('document').match(/<w:keepNext\/>/g)?.length ?? 0
      )
    }
    expect([await kept(5), await kept(13)]).toEqual([4, 0])
  })

  test('math is an equation, and its source where Word has no such command', async () => {
    const { part } = await written(
      publicationOf(
        tree([
          block({ kind: 'math', text: '\\frac{1}{2}' }),
          paragraph({ kind: 'math', text: '\\unheardof{x}' }),
        ]),
      ),
    )
    expect(part('document')).toContain('<m:f>')
    expect(part('document')).toContain('\\unheardof{x}')
  })

  test('a link leads out to web and mail alone, and inside to headings and other parts', async () => {
    const { part, files } = await written(
      bookOf(
        {
          title: 'One',
          level: 1,
          tree: tree([
            paragraph(
              link('https://example.org/?a=1&b=2', 'web'),
              link('file:///etc/passwd', 'file'),
              link('javascript:alert(1)', 'script'),
            ),
            paragraph({
              kind: 'document-link',
              title: 'Two',
              heading: 'Low water',
              children: [{ kind: 'text', text: 'there' }],
            }),
          ]),
        },
        { title: 'Two', level: 1, tree: tree([heading(2, 'Low water'), paragraph(strong('Words.'))]) },
      ),
    )
    const relations = strFromU8(files['word/_rels/document.xml.rels'] ?? new Uint8Array())
    expect([...relations.matchAll(/TargetMode="External"/g)]).toHaveLength(1)
    expect(relations).toContain('https://example.org/?a=1&amp;b=2')
    expect(part('document')).toContain('w:anchor="d2h1"')
    expect(part('document')).toMatch(/<w:bookmarkStart [^>]*w:name="d2h1"/)
    expect(part('document')).toContain('TOC \\h \\o &quot;1-3&quot;')
  })

  test('the title, the writers and the language are its properties', async () => {
    const { files, part } = await written(publicationOf(tree([paragraph('Worte.')]), { language: 'de-AT' }))
    const core = strFromU8(files['docProps/core.xml'] ?? new Uint8Array())
    expect(core).toContain('<dc:title>Letters from the sea</dc:title>')
    expect(core).toContain('<dc:creator>Ann Ferry</dc:creator>')
    expect(part('styles')).toContain('<w:lang w:val="de-AT"')
  })

  test('characters that XML does not have are taken out', async () => {
    const { html } = await written(publicationOf(tree([paragraph('a\u0001b\ud800c & <d>')])))
    expect(html).toContain('ab\ufffdc &amp; &lt;d&gt;')
  })
})

test('terms and their definitions have styles of their own, which other programs read', async () => {
  const { part, html } = await written(
    publicationOf(readDocument('Tide\n: rise and *fall*\n\n    of the sea\n\nSalt\n: white\n')),
  )
  const document = part('document')
  expect(styleOf(document, 'Tide')).toBe('DefinitionTerm')
  expect(styleOf(document, 'white')).toBe('Definition')
  expect(styleOf(document, 'of the sea')).toBe('DefinitionContinued')
  expect(part('styles')).toContain('w:val="Definition Term"')
  expect(
    html
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== ''),
  ).toEqual('Letters from the sea Tide rise and fall of the sea Salt white'.split(' '))
})

test('a callout has a style by its kind, its title stays with it, and others read it as a quotation', async () => {
  const { part, html } = await written(
    publicationOf(readDocument('> [!warning] Ice\n> Thin.\n\n> [!own]\n> Mine.\n\n> Said.\n')),
  )
  const document = part('document')
  expect(styleOf(document, 'Ice')).toBe('CalloutWarningTitle')
  expect(styleOf(document, 'Thin.')).toBe('CalloutWarning')
  expect(styleOf(document, 'Mine.')).toBe('CalloutPlain')
  expect(styleOf(document, 'Said.')).toBe('Quote')
  const [, style = ''] = part('styles').split('w:styleId="CalloutWarning"')
  expect(style.split('</w:style>')[0]).toMatch(/<w:left [^>]*w:color="8A5A12"/)
  expect(html).toContain('Thin.')
})

test('a bar stands along everything in a callout, at one place', async () => {
  const { part } = await written(
    publicationOf(
      readDocument(
        '> [!note] Of tides\n> > Said.\n>\n> - item\n>\n>   more\n>   - below\n>\n> ```\n> code\n> ```\n\nAfter.\n',
      ),
    ),
  )
  const document = part('document')
  const paragraphOf = (words: string) =>
    document.split('<w:p>').find((one) => one.includes(`>${words}<`)) ?? ''
  /** The place of the bar, in points from the left margin. */
  const barOf = (words: string) => {
    const [, space] = /<w:left [^>]*w:color="2A5B8C"[^>]*w:space="(\d+)"/.exec(paragraphOf(words)) ?? []
    const left = Number(/<w:ind [^>]*w:left="(\d+)"/.exec(paragraphOf(words))?.[1] ?? 0)
    const hanging = Number(/w:hanging="(\d+)"/.exec(paragraphOf(words))?.[1] ?? 0)
    return Math.round((left - hanging) / 20 - Number(space))
  }
  for (const words of ['Said.', 'item', 'more', 'below', 'code'])
    expect([words, barOf(words)]).toEqual([words, 12])
  expect(styleOf(document, 'Said.')).toBe('Quote')
  expect(paragraphOf('After.')).not.toContain('<w:pBdr>')
})

test('a book begins with its title, its writers and its contents under their name', async () => {
  const { part } = await written(bookOf({ title: 'One', level: 1, tree: tree([paragraph('Words.')]) }))
  const document = part('document')
  expect(styleOf(document, 'Ann Ferry')).toBe('Author')
  expect(styleOf(document, 'Contents')).toBe('TOCHeading')
  expect(document).toContain('PAGEREF')
})
