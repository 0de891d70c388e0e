import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state'
import { keymap } from '@codemirror/view'

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** The number of UTF-16 units examined beside a cursor: more than any emoji has. */
const NEAR = 64
/** Matches emoji, including flags and keycaps. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u

/**
 * Deletes an emoji as a whole. CodeMirror deletes its skin colour alone, like an accent, and splits a tag flag.
 * Anything else is left to the next handler of the key.
 */
const deleteEmoji =
  (step: -1 | 1): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false
    const lengths = new Map(
      state.selection.ranges.map((range) => [range, emojiBeside(state, range.head, step)]),
    )
    if (state.selection.ranges.some((range) => !range.empty || lengths.get(range) === 0)) return false
    dispatch(
      state.update(
        state.changeByRange((range) => {
          const other = range.head + step * (lengths.get(range) ?? 0)
          const from = Math.min(range.head, other)
          return { changes: { from, to: Math.max(range.head, other) }, range: EditorSelection.cursor(from) }
        }),
        { scrollIntoView: true, userEvent: step < 0 ? 'delete.backward' : 'delete.forward' },
      ),
    )
    return true
  }

export const deleteEmojiForward = deleteEmoji(1)
const deleteEmojiBackward = deleteEmoji(-1)

/** The length of the emoji before or after a cursor, in UTF-16 units; 0 if there is none. */
function emojiBeside(state: EditorState, at: number, step: -1 | 1): number {
  const line = state.doc.lineAt(at)
  const near =
    step < 0
      ? state.sliceDoc(Math.max(line.from, at - NEAR), at)
      : state.sliceDoc(at, Math.min(line.to, at + NEAR))
  const all = [...letters.segment(near)]
  const beside = (step < 0 ? all.at(-1) : all[0])?.segment ?? ''
  return EMOJI.test(beside) ? beside.length : 0
}

export const emojiKeys = keymap.of([
  { key: 'Backspace', run: deleteEmojiBackward, shift: deleteEmojiBackward },
  { mac: 'Ctrl-h', run: deleteEmojiBackward },
  { key: 'Delete', run: deleteEmojiForward },
  { mac: 'Ctrl-d', run: deleteEmojiForward },
])
