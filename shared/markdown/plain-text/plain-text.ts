import { largest } from '../../largest'
import { assertNever } from '../../terms'
import { leadsOutside } from '../html/leads-outside'
import type { Block, DocumentTree, Footnote, Inline } from '../tree/tree'
import { wordsOf } from '../tree/words-of'
import { tableLines } from './table'
import { columnsOf, LINE_COLUMNS, wrapped } from './wrap'

/** The least width of a line in columns, however deeply it is nested. */
const NARROWEST = 24

/** A text as plain text in lines of at most 72 columns, with its notes at the end. */
export function plainTextOf({ blocks, footnotes }: DocumentTree): string {
  const notes = footnotes.length === 0 ? [] : ['', ...noteLines(footnotes)]
  return withoutGaps([...linesOf(blocks, LINE_COLUMNS), ...notes]).trim()
}

/** Joins lines, with at most two blank ones in a row. */
export const withoutGaps = (lines: readonly string[]): string => lines.join('\n').replace(/\n{4,}/g, '\n\n\n')

/** The lines of blocks, each at most this many columns wide. */
export function linesOf(blocks: readonly Block[], columns: number, isTight = false): readonly string[] {
  return blocks.flatMap((block, index) => {
    const lines = blockLines(block, Math.max(columns, NARROWEST))
    return index === 0 || isTight || lines.length === 0 ? lines : ['', ...lines]
  })
}

function blockLines(block: Block, columns: number): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return ['', ...headingLines(textOf(block.children), block.level + 1)]
    case 'paragraph':
      return wrapped(textOf(block.children), columns)
    case 'quote':
      return indented(linesOf(block.blocks, columns - 4), '    ')
    case 'list':
      return listLines(block, columns)
    case 'definitions':
      return block.items.flatMap(({ term, definitions }, index) => [
        ...(index === 0 || block.isTight ? [] : ['']),
        ...wrapped(textOf(term), columns),
        ...definitions.flatMap((blocks) => indented(linesOf(blocks, columns - 4), '    ')),
      ])
    case 'code':
    case 'math':
      return indented(block.text.split('\n'), '    ')
    case 'html':
      return block.text.startsWith('<!--') ? [] : indented(block.text.split('\n'), '    ')
    case 'table':
      return tableLines(
        block.head.map(textOf),
        block.rows.map((row) => row.map(textOf)),
        block.align,
        columns,
      )
    case 'rule':
      return [`${' '.repeat(Math.max(0, Math.floor((columns - 5) / 2)))}* * *`]
    default:
      return assertNever(block)
  }
}

function listLines(
  { start, isTight, items }: Extract<Block, { kind: 'list' }>,
  columns: number,
): readonly string[] {
  const marks = items.map((_item, index) => (start === undefined ? '-' : `${start + index}.`))
  const widest = largest(marks.map((mark) => mark.length))
  return items.flatMap(({ isDone, blocks }, index) => {
    const box = isDone === undefined ? '' : `[${isDone ? 'x' : ' '}] `
    const mark = `${(marks[index] ?? '').padStart(widest)} ${box}`
    const lines = hanging(mark, linesOf(blocks, columns - mark.length, isTight))
    return index === 0 || isTight ? lines : ['', ...lines]
  })
}

/** The notes of a text, below a line. */
export const noteLines = (notes: readonly Footnote[]): readonly string[] => [
  '-'.repeat(20),
  ...notes.flatMap(({ blocks }, index) => {
    const mark = `[${index + 1}] `
    return hanging(mark, linesOf(blocks, LINE_COLUMNS - mark.length))
  }),
]

/** A title, and a line of this character below it. */
export const underlined = (words: string, line: string): readonly string[] => {
  const lines = wrapped(words, LINE_COLUMNS)
  return [...lines, line.repeat(largest(lines.map(columnsOf), 1))]
}

/** A heading; level 1 is the highest below the title. */
export const headingLines = (words: string, level: number): readonly string[] =>
  level <= 2 ? underlined(words, level === 1 ? '=' : '-') : wrapped(words, LINE_COLUMNS)

const indented = (lines: readonly string[], indent: string): readonly string[] =>
  lines.map((line) => (line === '' ? '' : indent + line))

/** A hanging indent: the first line follows the mark, the others are indented to match. */
function hanging(mark: string, lines: readonly string[]): readonly string[] {
  const [first = '', ...rest] = lines
  return [(mark + first).trimEnd(), ...indented(rest, ' '.repeat(columnsOf(mark)))]
}

/** The words of a line without marks; an address follows the words that link to it. */
function textOf(inlines: readonly Inline[]): string {
  return inlines.map(written).join('').trim()
}

function written(inline: Inline): string {
  if (inline.kind === 'document-link') return wordsOf(inline.children)
  if ('children' in inline) {
    const said = inline.children.map(written).join('')
    const address = inline.kind === 'link' && leadsOutside(inline.address) ? inline.address : undefined
    const isSaid = address === undefined || sameAddress(said, address)
    return isSaid ? said : `${said} <${address.replace(/^mailto:/i, '')}>`
  }
  switch (inline.kind) {
    case 'text':
      return inline.text.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, ' ')
    case 'code':
    case 'math':
      return inline.text
    case 'html':
      return inline.text.startsWith('<!--') ? '' : inline.text
    case 'image':
      return [inline.alt === '' ? '' : `[${inline.alt}]`, inline.title].join(' ').trim()
    case 'footnote':
      return `[${inline.number}]`
    case 'break':
      return '\n'
    default:
      return assertNever(inline)
  }
}

const sameAddress = (said: string, address: string): boolean => {
  const plain = (one: string) => one.replace(/^(?:mailto:|https?:\/\/)/i, '').replace(/\/$/, '')
  return plain(said.trim()) === plain(address)
}
