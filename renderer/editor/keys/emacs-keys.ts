import {
  cursorGroupBackward,
  cursorGroupForward,
  cursorLineEnd,
  cursorLineStart,
  deleteCharForward,
  deleteGroupBackward,
  deleteGroupForward,
  emacsStyleKeymap,
  selectGroupBackward,
  selectGroupForward,
  selectLineEnd,
  selectLineStart,
  splitLine,
  transposeChars,
} from '@codemirror/commands'
import {
  EditorSelection,
  Prec,
  StateEffect,
  StateField,
  type EditorState,
  type Line,
} from '@codemirror/state'
import { keymap, type Command, type KeyBinding } from '@codemirror/view'
import { deleteEmojiForward } from '../input/delete-emoji'
import { joinedFrom } from '../lines/whole-lines'
import { deleteMark } from '../markdown/continuing'
import { hasNoWords } from '../markdown/syntax'
import { deletable, wordsAt } from '../tables/cell-spans'
import { toCellEdge } from '../tables/drawn-cells'
import { drawsTables } from '../tables/kept-cells'
import { tableAt } from '../tables/table-model'

/** Ctrl+H is not Backspace to everybody, and Ctrl+V pastes on every desk but that of Emacs. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Ctrl-h', 'Ctrl-Alt-h', 'Ctrl-v'])

const killed = StateEffect.define<string>()

/** The words that Ctrl+K took last. Ctrl+K pressed again right after it adds to them. */
const lastKilled = StateField.define<{ readonly words: string; readonly isOpen: boolean }>({
  create: () => ({ words: '', isOpen: false }),
  update(before, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(killed))
        return { words: before.isOpen ? before.words + effect.value : effect.value, isOpen: true }
    const hasMoved = transaction.docChanged || transaction.selection !== undefined
    return hasMoved && before.isOpen ? { ...before, isOpen: false } : before
  },
})

/** The drawn table that the cursor is in: its bars are not seen, and its rows stay. */
const tableHere = (state: EditorState) => (state.facet(drawsTables) ? tableAt(state) : null)

/** Behind the break of a line, and behind the marks of the next one where these would be among words. */
const nextWords = (state: EditorState, { from, to, text }: Line): number => {
  const next = Math.min(state.doc.length, to + 1)
  return hasNoWords(text) ? next : joinedFrom(state, from, next)
}

/** Takes the rest of the line, or at its end the line break; in a cell the rest of it. */
const kill: Command = ({ state, dispatch }) => {
  if (state.readOnly) return true
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  const table = tableHere(state)
  const end = (table && deletable(table, state.doc, head)?.to) ?? line.to
  const to = head < end || table !== null ? end : nextWords(state, line)
  if (to === head) return true
  dispatch(
    state.update({
      changes: { from: head, to },
      effects: killed.of(state.sliceDoc(head, to)),
      scrollIntoView: true,
      userEvent: 'delete.line',
    }),
  )
  return true
}

/** Puts what was taken back. */
const yank: Command = ({ state, dispatch }) => {
  const { words } = state.field(lastKilled)
  if (state.readOnly || words === '') return true
  dispatch(
    state.update(
      state.changeByRange(({ from, to }) => ({
        changes: { from, to, insert: state.toText(words) },
        range: EditorSelection.cursor(from + words.length),
      })),
      { scrollIntoView: true, userEvent: 'input.paste' },
    ),
  )
  return true
}

const openLine: Command = (view) => tableHere(view.state) === null && splitLine(view)

const transpose: Command = (view) => {
  const { doc, selection } = view.state
  const { head } = selection.main
  const table = tableHere(view.state)
  const words = table === null ? undefined : wordsAt(table, doc, head)
  if (words !== undefined && (head <= words.from || words.to <= head)) return false
  return transposeChars(view)
}

const OWN: readonly KeyBinding[] = [
  { key: 'Ctrl-d', run: (view) => deleteEmojiForward(view) || deleteCharForward(view) },
  {
    key: 'Ctrl-a',
    run: (view) => toCellEdge(-1, false)(view) || cursorLineStart(view),
    shift: (view) => toCellEdge(-1, true)(view) || selectLineStart(view),
  },
  {
    key: 'Ctrl-e',
    run: (view) => toCellEdge(1, false)(view) || cursorLineEnd(view),
    shift: (view) => toCellEdge(1, true)(view) || selectLineEnd(view),
  },
  { key: 'Ctrl-o', run: openLine },
  { key: 'Ctrl-t', run: transpose },
  { key: 'Ctrl-k', run: kill },
  { key: 'Ctrl-y', run: yank },
  { key: 'Alt-f', run: cursorGroupForward, shift: selectGroupForward },
  { key: 'Alt-b', run: cursorGroupBackward, shift: selectGroupBackward },
  { key: 'Alt-d', run: deleteGroupForward },
  { key: 'Alt-Backspace', run: (view) => deleteMark(view) || deleteGroupBackward(view) },
]

const OF_EMACS = [
  ...OWN,
  ...emacsStyleKeymap.filter(
    ({ key = '' }) => !LEFT_OUT.has(key) && !OWN.some((binding) => binding.key === key),
  ),
]

/** Where a key of Emacs can do nothing, as at the end of the text, another one of Stet on it is not meant. */
const alone =
  (command: Command | undefined): Command =>
  (view) => {
    command?.(view)
    return true
  }

/** The basic keys of Emacs, over all others in the text. */
export const emacsKeys = [
  lastKilled,
  Prec.highest(
    keymap.of(
      OF_EMACS.map(({ run, shift, ...binding }) => ({
        ...binding,
        run: alone(run),
        ...(shift && { shift: alone(shift) }),
      })),
    ),
  ),
]
