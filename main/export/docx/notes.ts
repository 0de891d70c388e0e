import { Paragraph, TextRun } from 'docx'
import { assertNever } from '../../../shared/terms'
import { onlyPicture } from '../../../shared/markdown/tree/pictures'
import type { Block, Inline } from '../../../shared/markdown/tree/tree'
import { wordsOf } from '../../../shared/markdown/tree/words-of'
import { directionOf, runsOf } from './runs'
import type { Writing } from './writing'

/**
 * The paragraphs of a footnote. Lists, tables and pictures in notes break files in Word, so a list becomes lines with
 * its marks, a table lines with its cells, and a picture its alternative text. `mark`: the beginning of the first line.
 */
export function noteParagraphs(blocks: readonly Block[], writing: Writing, mark = ''): Paragraph[] {
  const lines = flattened(blocks, mark)
  return (lines.length === 0 ? [[]] : lines).map(
    (inlines, index) =>
      new Paragraph({
        style: 'FootnoteText',
        children: [
          // A space between the number, which Word writes, and the words.
          ...(index === 0 ? [new TextRun(' ')] : []),
          ...runsOf(inlines, writing, { isInNote: true, room: { width: 1, height: 1 } }),
        ],
        ...directionOf(wordsOf(inlines)),
      }),
  )
}

function flattened(blocks: readonly Block[], before = ''): (readonly Inline[])[] {
  return blocks.flatMap((block, index) => linesOf(block, index === 0 ? before : ''))
}

const text = (words: string): Inline => ({ kind: 'text', text: words })
const withMark = (mark: string, inlines: readonly Inline[]): readonly Inline[] =>
  mark === '' ? inlines : [text(mark), ...inlines]

function linesOf(block: Block, mark: string): (readonly Inline[])[] {
  switch (block.kind) {
    case 'heading':
      return [withMark(mark, [{ kind: 'strong', children: block.children }])]
    case 'paragraph': {
      const caption = onlyPicture(block.children)?.title ?? ''
      return [withMark(mark, block.children), ...(caption === '' ? [] : [[text(caption)]])]
    }
    case 'quote':
      return flattened(block.blocks, mark)
    case 'list':
      return block.items.flatMap((item, index) => {
        const number = block.start === undefined ? '•' : `${block.start + index}.`
        const box = item.isDone === undefined ? '' : item.isDone ? '☒ ' : '☐ '
        return flattened(item.blocks, `${index === 0 ? mark : ''}${number} ${box}`)
      })
    case 'definitions':
      return block.items.flatMap(({ term, definitions }, index) => [
        withMark(index === 0 ? mark : '', [{ kind: 'strong', children: term }]),
        ...definitions.flatMap((blocks) => flattened(blocks)),
      ])
    case 'code':
    case 'html':
      return block.text
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => withMark(index === 0 ? mark : '', [{ kind: 'code', text: line }]))
    case 'math':
      return [withMark(mark, [{ kind: 'math', text: block.text }])]
    case 'table':
      return [block.head, ...block.rows].map((row) =>
        row.flatMap((cell, column) => (column === 0 ? cell : [text(' · '), ...cell])),
      )
    case 'rule':
      return []
    default:
      return assertNever(block)
  }
}
