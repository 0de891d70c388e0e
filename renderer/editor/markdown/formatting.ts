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

/** Matches the text before a cursor after a space typed inside such marks. */
const OPEN: Readonly<Record<SignMark, RegExp>> = {
  '**': /\*\*[^\s*][^*]*\s$/,
  '*': /(?:^|[^*])\*[^\s*][^*]*\s$/,
  '==': /==[^\s=][^=]*\s$/,
  '~~': /~~[^\s~][^~]*\s$/,
  $: /\$[^\s$][^$]*\s$/,
}

/**
 * Switches a mark such as bold or italic. Selected words get the mark block by block, in a table cell by cell, or lose
 * it if all of them have it. At a cursor it applies to the word; without a word the marks are opened, and closed by the
 * next press.
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

/** Whether all selected words have the mark, so that the next press removes it. */
export const hasMark = (state: EditorState, mark: Mark): boolean =>
  markedIn(state, state.selection.ranges, mark) === 'all'

/** Whether some, but not all, of the selected words have the mark. */
export const hasMarkInPart = (state: EditorState, mark: Mark): boolean =>
  markedIn(state, state.selection.ranges, mark) === 'some'

/** Adds the mark to all selected words, or removes it if all of them have it. */
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
    // The space typed inside belongs after the mark: before it, the sign would not be recognised as a mark.
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

/** Whether a run of characters includes the mark: `***` is both marks, but `**` around a word is not `*` around it. */
const hasRun = (length: number, mark: Mark): boolean =>
  mark === '*' ? length === 1 || length >= 3 : length >= mark.length

/** Whether the mark after the cursor closes the element at the cursor. */
function isOpen(state: EditorState, head: number, before: string, mark: SignMark): boolean {
  const node = nodeAt(state, head, NODES[mark])
  if (node !== undefined && node.from < head && head < node.to) return head >= node.to - 3
  return OPEN[mark].test(before)
}

/** The node with a name around or beside a position. */
export function nodeAt(state: EditorState, place: number, name: string): SyntaxNode | undefined {
  const ask = (node: SyntaxNode) =>
    node.name === name && node.from <= place && node.to >= place ? node : null
  return askAround(state, place, 1, ask) ?? askAround(state, place, -1, ask) ?? undefined
}
