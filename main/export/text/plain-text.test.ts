import { expect, test } from 'vitest'
import { readDocument } from '../../../shared/markdown/tree/read-document'
import type { Block } from '../../../shared/markdown/tree/tree'
import {
  block,
  bookOf,
  heading,
  image,
  inlines,
  item,
  link,
  list,
  note,
  paragraph,
  publicationOf,
  strong,
  tree,
} from '../testing/fixtures'
import { writePlainText } from './plain-text'
import { columnsOf, LINE_COLUMNS, wrapped } from '../../../shared/markdown/plain-text/wrap'

const textOf = (...given: Parameters<typeof tree>) =>
  Buffer.from(writePlainText(publicationOf(tree(...given), { title: 'Tides' }))).toString()
const body = (...blocks: readonly Block[]) => textOf(blocks).split('\n').slice(3).join('\n').trimEnd()

test('the title stands over a line, words are wrapped at 72 columns and none is lost', () => {
  const words = Array.from({ length: 200 }, (_none, index) => `word${index}`)
  const text = textOf([paragraph(words.join(' '))])
  expect(text.startsWith('Tides\n=====\n\nword0 ')).toBe(true)
  expect(Math.max(...text.split('\n').map(columnsOf))).toBeLessThanOrEqual(LINE_COLUMNS)
  expect(text.split(/\s+/).filter((word) => word.startsWith('word'))).toEqual(words)
})

test('lists hang, their numbers stand under each other, and what lies in an item stands below its words', () => {
  const items = Array.from({ length: 10 }, (_none, index) => item(`number ${index + 1}`))
  expect(
    body(list(1, ...items))
      .split('\n')
      .slice(8),
  ).toEqual([' 9. number 9', '10. number 10'])
  expect(body(list(undefined, item('one', list(3, item('three')))))).toBe('- one\n  3. three')
  expect(body(list(undefined, { ...item('done'), isDone: true }))).toBe('- [x] done')
  const task = (words: string) => ({ ...item(words), isDone: false })
  expect(body(list(undefined, item('plain'), task('to do')))).toBe('- plain\n- [ ] to do')
  expect(body(list(9, task('nine'), item('ten')))).toBe(' 9. [ ] nine\n10. ten')
  const long = 'word '.repeat(20).trim()
  const wide = body(list(undefined, item(long), task(long))).split('\n')
  expect(wide.map((line) => /^\W*/.exec(line)?.[0])).toEqual(['- ', '  ', '- [ ] ', '      '])
})

test('a link names its address behind its words, unless these are the address', () => {
  expect(body(paragraph(link('https://example.org/a', 'there')))).toBe('there <https://example.org/a>')
  expect(body(paragraph(link('https://example.org', 'example.org')))).toBe('example.org')
  expect(body(paragraph(link('mailto:a@example.org', 'a@example.org')))).toBe('a@example.org')
  expect(body(paragraph(link('javascript:alert(1)', 'words')))).toBe('words')
})

test('quotations and code stand in; comments of HTML are left out', () => {
  expect(
    body(
      block({ kind: 'quote', blocks: [paragraph('It will come.')] }),
      block({ kind: 'code', language: '', text: 'a\n\n  b' }),
      block({ kind: 'html', text: '<!-- mine -->' }),
      paragraph(strong('bold'), ' and ', image('sea.png', 'The sea')),
    ),
  ).toBe('    It will come.\n\n    a\n\n      b\n\nbold and [The sea]')
})

test('notes stand at the end under their numbers', () => {
  expect(textOf([paragraph('Words', note(1))], [[paragraph('A note.'), paragraph('Its end.')]])).toContain(
    'Words[1]\n\n--------------------\n[1] A note.\n\n    Its end.\n',
  )
})

test('a table stands in columns where it fits, else as a list', () => {
  const table = (cell: string) =>
    block({
      kind: 'table',
      align: [undefined, 'right'],
      head: [inlines(['Tide']), inlines(['Height'])],
      rows: [[inlines([cell]), inlines(['4.1'])]],
    })
  expect(body(table('low'))).toBe('Tide  Height\n----  ------\nlow      4.1')
  expect(body(table('word '.repeat(30)))).toContain('Tide: word word')
})

test('a book has its chapters under their titles', () => {
  const text = Buffer.from(
    writePlainText(
      bookOf(
        { title: 'One', level: 1, tree: tree([heading(1, 'A place'), paragraph('Words.')]) },
        { title: 'Two', level: 1, tree: tree([paragraph('More.')]) },
      ),
    ),
  ).toString()
  expect(text).toMatch(/One\n===\n+A place\n\nWords\.\n+Two\n===\n+More\.\n$/)
})

test('Chinese and Japanese are broken between characters, and no line begins with a full stop', () => {
  const lines = wrapped('港の話です。'.repeat(20), 40)
  expect(lines.join('')).toBe('港の話です。'.repeat(20))
  expect(lines.filter((line) => columnsOf(line) > 40)).toEqual([])
  expect(lines.filter((line) => line.startsWith('。'))).toEqual([])
})

test('a definition stands below its term, further in', () => {
  const { blocks } = readDocument('Tide\n: rise and fall\n\n    of the sea\nSalt\n: white\n')
  expect(body(...blocks)).toBe('Tide\n    rise and fall\n\n    of the sea\nSalt\n    white')
})
