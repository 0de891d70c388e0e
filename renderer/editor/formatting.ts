import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state'

/** Puts the mark around the selection, or takes it away where it stands already; without a selection around the word. */
export function toggleMark(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const change = state.changeByRange((range) => {
      const word = range.empty ? state.wordAt(range.head) : null
      const from = word?.from ?? range.from
      const to = word?.to ?? range.to
      const size = mark.length
      if (isMarked(state, from, to, mark)) {
        const changes: ChangeSpec = [
          { from: from - size, to: from },
          { from: to, to: to + size },
        ]
        return { changes, range: EditorSelection.range(range.anchor - size, range.head - size) }
      }
      const inner = state.sliceDoc(from, to)
      if (inner.length >= size * 2 && isMarked(state, from + size, to - size, mark)) {
        const changes: ChangeSpec = [
          { from, to: from + size },
          { from: to - size, to },
        ]
        return { changes, range: EditorSelection.range(from, to - size * 2) }
      }
      const changes: ChangeSpec = [
        { from, insert: mark },
        { from: to, insert: mark },
      ]
      return { changes, range: EditorSelection.range(range.anchor + size, range.head + size) }
    })
    dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
    return true
  }
}

/** The mark itself, not one half of a longer one: `**` around a word is not `*` around it. */
function isMarked(state: EditorState, from: number, to: number, mark: string): boolean {
  const size = mark.length
  const before = state.sliceDoc(Math.max(0, from - size - 1), from)
  const after = state.sliceDoc(to, to + size + 1)
  if (!before.endsWith(mark) || !after.startsWith(mark)) return false
  const sign = mark[0] ?? ''
  const longer = before.length > size && before[0] === sign && after.length > size && after[size] === sign
  return !longer || mark.length > 1
}

/** Makes a link of the selection; an address becomes the target, anything else the words. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  const change = state.changeByRange((range) => {
    const word = range.empty ? state.wordAt(range.head) : null
    const from = word?.from ?? range.from
    const to = word?.to ?? range.to
    const inner = state.sliceDoc(from, to)
    const isAddress = /^(https?:\/\/|mailto:)\S+$/.test(inner)
    const insert = isAddress ? `[](${inner})` : `[${inner}]()`
    const cursor = isAddress || inner === '' ? from + 1 : from + inner.length + 3
    return { changes: { from, to, insert }, range: EditorSelection.cursor(cursor) }
  })
  dispatch(state.update(change, { scrollIntoView: true, userEvent: 'input.format' }))
  return true
}
