import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { EditorSelection, type ChangeSet, type EditorState, type SelectionRange } from '@codemirror/state'
import { partOf } from '../../../shared/markdown/grammar/sections'
import type { Span } from '../../../shared/text/span'
import type { TextChange } from '../../../shared/text/text-change'
import type { InlineText, Mark } from './inline-parts'
import { markChanges, markedShare, type Share } from './mark-changes'

/** Text that can contain marks, with its start. */
interface InlineBlock extends InlineText {
  readonly from: number
}

const BLOCK = /^(?:Paragraph|ATXHeading\d|SetextHeading\d|TableCell|Task|DefinitionTerm)$/
/** Marks of blocks inside the text of a block. */
const SIGN = /^(?:HeaderMark|QuoteMark|TaskMarker|CalloutMark|FootnoteLabel)$/
/** The time allowed for parsing; text not parsed by then has no marks, because the writer is waiting. */
const READ_MS = 200

/**
 * The blocks that a range touches. Marks of blocks are replaced by spaces in their text, so that offsets stay the same.
 */
function blocksIn(state: EditorState, { from, to }: Span): readonly InlineBlock[] {
  const tree = ensureSyntaxTree(state, to, READ_MS) ?? syntaxTree(state)
  const blocks: { from: number; text: string; isCell: boolean }[] = []
  partOf(tree, from, to).iterate({
    from,
    to,
    enter({ name, from: start, to: end }) {
      if (!BLOCK.test(name)) return undefined
      let text = state.sliceDoc(start, end)
      tree.iterate({
        from: start,
        to: end,
        enter(node) {
          if (!SIGN.test(node.name) || node.from < start || node.to > end) return
          const size = node.to - node.from
          text = text.slice(0, node.from - start) + ' '.repeat(size) + text.slice(node.to - start)
        },
      })
      blocks.push({ from: start, text, isCell: name === 'TableCell' })
      return false
    },
  })
  return blocks
}

/** The words of a range block by block, in a table cell by cell, without white space at the ends. */
export function blockWords(state: EditorState, passage: Span): readonly Span[] {
  return blocksIn(state, passage).flatMap((block) => {
    const from = Math.max(0, passage.from - block.from)
    const words = block.text.slice(from, Math.max(from, passage.to - block.from))
    const begin = block.from + from + words.length - words.trimStart().length
    return words.trim() === '' ? [] : [{ from: begin, to: begin + words.trim().length }]
  })
}

/** Each block once, with its selected part. */
function* selectedIn(state: EditorState, spans: readonly Span[]) {
  const blocks = new Map(spans.flatMap((span) => blocksIn(state, span)).map((block) => [block.from, block]))
  for (const block of blocks.values()) {
    const own = spans.map(({ from, to }) => ({ from: from - block.from, to: to - block.from }))
    yield { block, own: own.filter(({ from, to }) => from < to && to > 0 && from < block.text.length) }
  }
}

/** How many of the words in these ranges that can have a mark have it. */
export function markedIn(state: EditorState, spans: readonly Span[], mark: Mark): Share {
  const found = new Set([...selectedIn(state, spans)].map(({ block, own }) => markedShare(block, own, mark)))
  found.delete(undefined)
  const [share = 'none'] = found
  return found.size > 1 ? 'some' : share
}

/** The changes that add a mark to the words in these ranges, block by block, or remove it. */
export const marking = (
  state: EditorState,
  spans: readonly Span[],
  mark: Mark,
  isOn: boolean,
): readonly TextChange[] =>
  [...selectedIn(state, spans)].flatMap(({ block, own }) =>
    (markChanges(block, own, mark, isOn) ?? []).map(({ from, to, insert }) => ({
      from: block.from + from,
      to: block.from + to,
      insert,
    })),
  )

/** Maps a selection so that it stays around the same words. */
export function movedRange(changes: ChangeSet, { anchor, head }: SelectionRange): SelectionRange {
  const side = anchor < head ? 1 : -1
  const [from, to] = [changes.mapPos(anchor, side), changes.mapPos(head, -side)]
  return anchor === head ? EditorSelection.cursor(changes.mapPos(head, 1)) : EditorSelection.range(from, to)
}
