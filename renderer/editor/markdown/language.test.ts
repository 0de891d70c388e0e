import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { markdownSupport } from './language'

function blocksOf(doc: string): readonly string[] {
  const state = EditorState.create({ doc, extensions: [markdownSupport()] })
  const blocks: string[] = []
  const cursor = ensureSyntaxTree(state, doc.length, 60_000)!.cursor()
  if (cursor.firstChild()) {
    do blocks.push(`${cursor.name} ${cursor.from}-${cursor.to}`)
    while (cursor.nextSibling())
  }
  return blocks
}

test('front matter at the start of a text is one block', () => {
  expect(blocksOf('---\ntitle: One\ntags:\n  - a\n---\n\nText')).toEqual([
    'FrontMatter 0-30',
    'Paragraph 32-36',
  ])
})

test('a rule at the start of a text stays a rule', () => {
  expect(blocksOf('---\n\nText')).toEqual(['HorizontalRule 0-3', 'Paragraph 5-9'])
  expect(blocksOf('---\nText, and more')[0]).toBe('HorizontalRule 0-3')
})

test('front matter without its end takes no prose with it', () => {
  expect(blocksOf('---\ntitle: One\nThe tide was late.')).toEqual(['FrontMatter 0-14', 'Paragraph 15-33'])
})

test('three dashes further down are no front matter', () => {
  expect(blocksOf('Text\n\n---\ntitle: One\n---').some((name) => name.startsWith('FrontMatter'))).toBe(false)
})

/** The nodes in the paragraphs of a text. */
function marksOf(doc: string): readonly string[] {
  const state = EditorState.create({ doc, extensions: [markdownSupport()] })
  const names: string[] = []
  ensureSyntaxTree(state, doc.length, 60_000)!.iterate({ enter: ({ name }) => void names.push(name) })
  return names.filter((name) => name !== 'Document' && name !== 'Paragraph')
}

test('a line beyond 20,000 characters is shown as its source; the paragraph after it has its marks', () => {
  const long = '**bold** and [a link](https://example.org). '.repeat(500)
  expect(marksOf(long.slice(0, 19_000))).toContain('Link')
  expect(marksOf(long)).toEqual([])
  expect(marksOf(`${long}\n\n**bold**`)).toEqual(['StrongEmphasis', 'EmphasisMark', 'EmphasisMark'])
})

test('the first 100,000 characters of a longer paragraph are shown as their source, the others are parted from them', () => {
  const line = `${'words '.repeat(30)}**bold**.\n`
  expect(marksOf(line.repeat(500)).filter((name) => name === 'StrongEmphasis')).toHaveLength(500)
  const doc = line.repeat(600)
  const end = doc.indexOf('\n', 100_000)
  expect(blocksOf(doc)).toEqual([`Paragraph 0-${end}`, `Paragraph ${end + 1}-${doc.length - 1}`])
  expect(marksOf(doc)).toEqual(marksOf(doc.slice(end + 1)))
})

test.each([
  ['emphasis within emphasis', '*_'],
  ['links within links', '[a]('],
  ['emphasis on every line of a paragraph', '*a*\n'],
  ['escaped signs', '\\*'],
])('[H3] more than 2,000 marks in one paragraph are shown as its source: %s', (_, part) => {
  const marks = (part.match(/[*_[\]\\]/g) ?? []).length
  const paragraph = part.repeat(Math.floor(2_000 / marks))
  expect(marksOf(paragraph).length).toBeGreaterThan(100)
  expect(marksOf(`${paragraph}${part}${part}`)).toEqual([])
  expect(marksOf(`${paragraph}${part}${part}\n\n**bold**`)).toContain('StrongEmphasis')
})

test('[H3] more than 300 tags of HTML in one paragraph are shown as its source', () => {
  expect(marksOf('<i>x'.repeat(300)).filter((name) => name === 'HTMLTag')).toHaveLength(300)
  expect(marksOf('<i>x'.repeat(301))).toEqual([])
  expect(marksOf(`${'<i>x'.repeat(301)}\n\n<i>x`)).toContain('HTMLTag')
})

test('[H3] a run of one sign is one mark', () => {
  expect(marksOf('**bold** '.repeat(900))).toContain('StrongEmphasis')
  expect(marksOf('```code``` '.repeat(900))).toContain('InlineCode')
})

test('a footnote is no link, nor are its words the target of one', () => {
  expect(marksOf('Salt[^1] and [^no label] and [^a](b)').filter((name) => /Foot|Link/.test(name))).toEqual([
    ...marksOf('Salt[^1]').filter((name) => /Foot/.test(name)),
    ...marksOf('Salt[^1] and [^no label] and [^a](b)').filter((name) => /Link/.test(name)),
  ])
  expect(blocksOf('[^1]: word\n[^2]: *two* words\nmore\n\n[a]: word')).toEqual([
    'FootnoteDefinition 0-10',
    'FootnoteDefinition 11-33',
    'LinkReference 35-44',
  ])
})
