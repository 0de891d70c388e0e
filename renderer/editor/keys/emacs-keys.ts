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

/** Ctrl+H is not Backspace to everybody, and Ctrl+V means paste everywhere except in Emacs. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Ctrl-h', 'Ctrl-Alt-h', 'Ctrl-v'])

const killed = StateEffect.define<string>()

/** The text that Ctrl+K removed last. Another Ctrl+K directly afterwards appends to it. */
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

/** The rendered table at the cursor: its bars are hidden, and its rows must be kept. */
const tableHere = (state: EditorState) => (state.facet(drawsTables) ? tableAt(state) : null)

/** The position after a line break, and after the marks of the next line if they would end up inside words. */
const nextWords = (state: EditorState, { from, to, text }: Line): number => {
  const next = Math.min(state.doc.length, to + 1)
  return hasNoWords(text) ? next : joinedFrom(state, from, next)
}

/** Removes the rest of the line, or the line break at its end; in a table cell, the rest of the cell. */
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

/** Inserts the removed text. */
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

/**
 * Consumes the key even if Emacs' command can do nothing, as at the end of the text, because Stet's command for the key
 * is not meant.
 */
const alone =
  (command: Command | undefined): Command =>
  (view) => {
    command?.(view)
    return true
  }

/** The basic keys of Emacs, with priority over all other keys in the text. */
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
