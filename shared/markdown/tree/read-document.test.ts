import { describe, expect, test } from 'vitest'
import { plainText } from './read-inlines'
import { readDocument } from './read-document'
import type { Block, Inline } from './tree'

/** The blocks of a text without their spans. */
const blocksOf = (text: string) =>
  readDocument(text).blocks.map(({ from: _from, to: _to, ...block }) => block)

/** The inlines of a text of one paragraph. */
function inlinesOf(text: string): readonly Inline[] {
  const [block, ...rest] = readDocument(text).blocks
  expect(rest).toEqual([])
  return block?.kind === 'paragraph' ? block.children : expect.unreachable()
}

const text = (words: string) => ({ kind: 'text', text: words })
const html = (tag: string) => ({ kind: 'html', text: tag })
const linkTo = (address: string, ...children: readonly unknown[]) => ({
  ...{ kind: 'link', address, title: '', children },
})

describe('words', () => {
  test.each<[string, readonly unknown[]]>([
    [
      '==marked *twice*==',
      [{ kind: 'highlight', children: [text('marked '), { kind: 'emphasis', children: [text('twice')] }] }],
    ],
    [
      'H~2~O and x^2^',
      [
        text('H'),
        { kind: 'subscript', children: [text('2')] },
        text('O and x'),
        { kind: 'superscript', children: [text('2')] },
      ],
    ],
    ['so $a_1 * b$ holds', [text('so '), { kind: 'math', text: 'a_1 * b' }, text(' holds')]],
    ['[[Salt]]', [{ kind: 'document-link', title: 'Salt', children: [text('Salt')] }]],
    [
      '[[Salt#Tar|the words]]',
      [{ kind: 'document-link', title: 'Salt', heading: 'Tar', children: [text('the words')] }],
    ],
    ['![[a.png]]', [{ kind: 'image', address: 'a.png', title: '', alt: '' }]],
    [
      '![the *harbour*](a.png "At dusk")',
      [{ kind: 'image', address: 'a.png', title: 'At dusk', alt: 'the harbour' }],
    ],
    ['a <B>b</B >', [text('a '), { kind: 'strong', children: [text('b')] }]],
    [
      '<u>one *two* <sup>3</sup></u>',
      [
        {
          kind: 'underline',
          children: [
            text('one '),
            { kind: 'emphasis', children: [text('two')] },
            text(' '),
            { kind: 'superscript', children: [text('3')] },
          ],
        },
      ],
    ],
    ['<kbd>Esc</kbd>', [{ kind: 'code', text: 'Esc' }]],
    ['one<br />\ntwo', [text('one'), { kind: 'break' }, text('two')]],
    ['<sub><u>a</sub>', [{ kind: 'subscript', children: [html('<u>'), text('a')] }]],
    ['</u><u>a', [html('</u>'), html('<u>'), text('a')]],
    ['**<u>a** b</u>', [{ kind: 'strong', children: [html('<u>'), text('a')] }, text(' b'), html('</u>')]],
    ['<u class="x">a</u><font>', [html('<u class="x">'), text('a'), html('</u>'), html('<font>')]],
    ['[<mark>a</mark>](b)', [linkTo('b', { kind: 'highlight', children: [text('a')] })]],
    ['<u></u>a', [text('a')]],
    ['one  \ntwo', [text('one'), { kind: 'break' }, text('two')]],
    ['one\\\n  two', [text('one'), { kind: 'break' }, text('two')]],
    [
      '[a](javascript:alert)',
      [{ kind: 'link', address: 'javascript:alert', title: '', children: [text('a')] }],
    ],
    ['no [^note] here', [text('no [^note] here')]],
  ])('%j', (markdown, inlines) => expect(inlinesOf(markdown)).toEqual(inlines))

  test('words in quotations and lists have no signs and no indentation in them', () => {
    const [quote, list] = blocksOf('> one\n> *two\n> three*\n\n1. four `a\n   b`\n   five')
    expect(quote).toMatchObject({
      blocks: [{ children: [text('one\n'), { children: [text('two\nthree')] }] }],
    })
    expect(list).toMatchObject({
      items: [{ blocks: [{ children: [text('four '), { text: 'a b' }, text('\nfive')] }] }],
    })
  })
})

describe('footnotes', () => {
  test('have the numbers of their first references, and what is indented below them', () => {
    const tree = readDocument(
      'One[^b], two[^a], one again[^B].\n\n[^a]: A\n[^b]: B[^c]\n\n    - with a list\n\n[^c]: C\n[^d]: D',
    )
    expect(tree.footnotes.map(({ label, references }) => [label, references])).toEqual([
      ['b', 2],
      ['a', 1],
      ['c', 1],
    ])
    expect(tree.footnotes[0]?.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'list'])
    expect(tree.unusedFootnotes).toEqual([{ label: 'd', isRepeated: false }])
    expect(
      inlinesOf('One[^b], two[^a], one again[^B].\n\n[^a]: A\n[^b]: B').filter(
        ({ kind }) => kind === 'footnote',
      ),
    ).toEqual([
      { kind: 'footnote', number: 1, occurrence: 1 },
      { kind: 'footnote', number: 2, occurrence: 1 },
      { kind: 'footnote', number: 1, occurrence: 2 },
    ])
  })

  test('with the label of another are told apart from those that nothing refers to', () => {
    const { unusedFootnotes } = readDocument('a[^1]\n\n[^1]: b\n\n> [^1]: c\n\n[^2]: d[^3]\n[^3]: e')
    expect(unusedFootnotes).toEqual([
      { label: '1', isRepeated: true },
      { label: '2', isRepeated: false },
      { label: '3', isRepeated: false },
    ])
    expect(readDocument('a[^1]\n\n[^1]: b').unusedFootnotes).toBeUndefined()
  })

  test('that refer to themselves come once', () => {
    const { footnotes } = readDocument('a[^1]\n\n[^1]: b[^1] and [^2]\n[^2]: c[^1]')
    expect(footnotes.map(({ label, references }) => [label, references])).toEqual([
      ['1', 3],
      ['2', 1],
    ])
  })
})

describe('blocks', () => {
  test('headings have ids of their own', () => {
    const ids = readDocument(
      '# The Salt Road!\n\n## The *salt* road\n\n> ### The salt road-1\n\n#\n\n#',
    ).blocks.flatMap(function idsOf(block: Block): readonly string[] {
      return block.kind === 'quote' ? block.blocks.flatMap(idsOf) : block.kind === 'heading' ? [block.id] : []
    })
    expect(ids).toEqual(['the-salt-road', 'the-salt-road-1', 'the-salt-road-1-1', 'section', 'section-1'])
  })

  test('tables have a cell for each column, empty ones too', () => {
    const [table] = blocksOf('| a | b \\| c | d |\n| :- | :-: | -: |\n| 1 | | 3 |\n| `x \\| y` |')
    expect(table).toMatchObject({
      align: ['left', 'center', 'right'],
      head: [[text('a')], [text('b | c')], [text('d')]],
      rows: [
        [[text('1')], [], [text('3')]],
        [[{ kind: 'code', text: 'x | y' }], [], []],
      ],
    })
  })

  test('tasks say whether they are done', () => {
    const [list] = blocksOf('- [ ] one\n- [x] two\n- three')
    expect(list).toMatchObject({ isTight: true, items: [{ isDone: false }, { isDone: true }, {}] })
  })

  test.each([
    ['$$\na\n\\\\ b\n$$', { kind: 'math', text: 'a\n\\\\ b' }],
    [
      '> ```js x\n> a\n>\n>  b\n> ```',
      { kind: 'quote', blocks: [expect.objectContaining({ language: 'js', text: 'a\n\n b' })] },
    ],
    ['<script>\nalert(1)\n</script>', { kind: 'html', text: '<script>\nalert(1)\n</script>' }],
    ['4) four\n5) five', expect.objectContaining({ kind: 'list', start: 4 })],
  ])('%j', (markdown, block) => expect(blocksOf(markdown)).toEqual([block]))

  test('front matter is kept as it is written; without its end it is a text like another', () => {
    expect(readDocument('\ufeff---\r\na: 1\r\nb: "#"\r\n---\r\nText')).toMatchObject({
      frontMatter: 'a: 1\nb: "#"',
      blocks: [{ kind: 'paragraph', children: [text('Text')] }],
    })
    expect(blocksOf('---\na: 1')).toEqual([{ kind: 'code', language: 'yaml', text: '---\na: 1' }])
  })

  test('spans are those of the text as an editor counts', () => {
    const editor = '# One\n\nTwo\n\n- three'
    const { blocks } = readDocument(editor.replaceAll('\n', '\r\n'))
    expect(blocks.map(({ from, to }) => editor.slice(from, to))).toEqual(['# One', 'Two', '- three'])
  })
})

describe('[M6] hostile texts', () => {
  const depthOf = (value: unknown): number =>
    typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf))

  test.each([
    ['quotations', `${'> '.repeat(10_000)}a`],
    ['lists', `${'- '.repeat(10_000)}a`],
    ['emphasis', `${'*a '.repeat(900)}${'b* '.repeat(900)}`],
    ['brackets', `${'['.repeat(900)}a${'](b)'.repeat(900)}`],
  ])('%s in each other have a bounded depth', (_name, markdown) => {
    expect(depthOf(readDocument(markdown))).toBeLessThan(700)
  })

  test('a table of many rows is one', () => {
    const [table, ...rest] = blocksOf(`| a | b |\n| - | - |\n${'| one | two |\n'.repeat(20_000)}`)
    expect(table).toMatchObject({ kind: 'table', rows: { length: 20_000 } })
    expect(rest).toEqual([])
  })

  test('a line of megabytes keeps all its words', () => {
    const line = 'Salt *and* tar. '.repeat(100_000).trim()
    expect(plainText(inlinesOf(line))).toBe(line)
  })
})
