import { trimEndOf } from '../../../shared/text/trim'
import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state'
import { markedIn, marking, movedRange } from './inline-blocks'
import { NODES, type Mark } from './inline-parts'
import { withSecondPress } from './second-press'
import { askAround, type SyntaxNode } from './syntax'

type SignMark = Exclude<Mark, '`' | '['>

/** What stands before a cursor after a space that was typed within such marks. */
const OPEN: Readonly<Record<SignMark, RegExp>> = {
  '**': /\*\*[^\s*][^*]*\s$/,
  '*': /(?:^|[^*])\*[^\s*][^*]*\s$/,
  '==': /==[^\s=][^=]*\s$/,
  '~~': /~~[^\s~][^~]*\s$/,
  $: /\$[^\s$][^$]*\s$/,
}

/**
 * A mark such as bold or italic on and off. Selected words get the mark block by block, in a table cell by cell, or lose
 * it where all have it. At a cursor it goes around the word; without a word the marks are begun, and ended by the next
 * press.
 */
export function toggleMark(mark: SignMark): StateCommand {
  return withSecondPress(
    ({ state, dispatch }) => {
      if (state.readOnly) return false
      const change = state.selection.ranges.every(({ empty }) => empty)
        ? state.changeByRange(({ head }) => atCursor(state, head, mark))
        : overWords(state, mark)
      dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
      return true
    },
    (state) => hasMarkInPart(state, mark),
  )
}

/** Whether all selected words have the mark, so that the next press takes it away. */
export const hasMark = (state: EditorState, mark: Mark): boolean =>
  markedIn(state, state.selection.ranges, mark) === 'all'

/** Whether some of the selected words have the mark and others have not. */
export const hasMarkInPart = (state: EditorState, mark: Mark): boolean =>
  markedIn(state, state.selection.ranges, mark) === 'some'

/** The mark for all selected words, or for none of them where all have it. */
export function overWords(state: EditorState, mark: Mark) {
  const { ranges, mainIndex } = state.selection
  const changes = state.changes(marking(state, ranges, mark, !hasMark(state, mark)))
  const moved = ranges.map((range) => movedRange(changes, range))
  return { changes, selection: EditorSelection.create(moved, mainIndex) }
}

interface Changed {
  readonly changes: ChangeSpec
  readonly range: SelectionRange
}

const cursorAt = (changes: ChangeSpec, head: number): Changed => ({
  changes,
  range: EditorSelection.cursor(head),
})

function atCursor(state: EditorState, head: number, mark: SignMark): Changed {
  const size = mark.length
  const line = state.doc.lineAt(head)
  const [before, after] = [line.text.slice(0, head - line.from), line.text.slice(head - line.from)]
  const sign = mark.charAt(0)
  const isBefore = hasRun(before.length - trimEndOf(before, sign).length, mark)
  let run = 0
  while (after.charAt(run) === sign) run++
  const isAfter = hasRun(run, mark)
  if (isBefore && isAfter) return cursorAt({ from: head - size, to: head + size }, head - size)
  const space = before.slice(before.trimEnd().length)
  if (isAfter && isOpen(state, head, before, mark)) {
    // The space that was typed inside belongs behind the mark: before it, it would be no mark.
    const from = head - space.length
    return cursorAt({ from, to: head + size, insert: mark + space }, head + size)
  }
  const node = nodeAt(state, head, NODES[mark])
  if (node !== undefined && node.to === head) return cursorAt([], head - size)
  const word = state.wordAt(head)
  const isOn = node === undefined || node.from === head
  const words = isOn ? word : node
  if (words === null) return cursorAt({ from: head, insert: mark + mark }, head + size)
  const changes = state.changes(marking(state, [words], mark, isOn))
  return cursorAt(changes, changes.mapPos(head, head < words.to ? 1 : -1))
}

/** `***` is both marks, `**` around a word is not `*` around it. */
const hasRun = (length: number, mark: Mark): boolean =>
  mark === '*' ? length === 1 || length >= 3 : length >= mark.length

/** Whether the mark after the cursor ends what the cursor is in. */
function isOpen(state: EditorState, head: number, before: string, mark: SignMark): boolean {
  const node = nodeAt(state, head, NODES[mark])
  if (node !== undefined && node.from < head && head < node.to) return head >= node.to - 3
  return OPEN[mark].test(before)
}

/** The node of a name around a place, or beside it. */
export function nodeAt(state: EditorState, place: number, name: string): SyntaxNode | undefined {
  const ask = (node: SyntaxNode) =>
    node.name === name && node.from <= place && node.to >= place ? node : null
  return askAround(state, place, 1, ask) ?? askAround(state, place, -1, ask) ?? undefined
}
