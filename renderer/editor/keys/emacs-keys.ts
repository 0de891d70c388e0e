import {
  cursorGroupBackward,
  cursorGroupForward,
  deleteGroupForward,
  emacsStyleKeymap,
  selectGroupBackward,
  selectGroupForward,
} from '@codemirror/commands'
import { EditorSelection, Prec, StateEffect, StateField } from '@codemirror/state'
import { keymap, type Command } from '@codemirror/view'
import { deleteEmojiForward } from '../input/delete-emoji'

/** Ctrl+H is not Backspace to everybody, and Ctrl+V pastes on every desk but that of Emacs. */
const LEFT_OUT: ReadonlySet<string> = new Set(['Ctrl-h', 'Ctrl-Alt-h', 'Ctrl-v', 'Ctrl-k'])

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

/** Takes the rest of the line, or at its end the line break. */
const kill: Command = ({ state, dispatch }) => {
  if (state.readOnly) return true
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  const to = head < line.to ? line.to : Math.min(state.doc.length, line.to + 1)
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

/** The basic keys of Emacs, over all others in the text. */
export const emacsKeys = [
  lastKilled,
  Prec.highest(
    keymap.of([
      { key: 'Ctrl-d', run: deleteEmojiForward },
      ...emacsStyleKeymap
        .filter(({ key = '' }) => !LEFT_OUT.has(key))
        .map((binding) => ({ ...binding, preventDefault: true })),
      { key: 'Ctrl-k', run: kill, preventDefault: true },
      { key: 'Ctrl-y', run: yank, preventDefault: true },
      { key: 'Alt-f', run: cursorGroupForward, shift: selectGroupForward, preventDefault: true },
      { key: 'Alt-b', run: cursorGroupBackward, shift: selectGroupBackward, preventDefault: true },
      { key: 'Alt-d', run: deleteGroupForward, preventDefault: true },
    ]),
  ),
]
