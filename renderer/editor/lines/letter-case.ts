import { EditorSelection, type ChangeSpec, type EditorState, type StateCommand } from '@codemirror/state'
import { CODE, walkSyntax } from '../markdown/syntax'

/** Elements whose letters must not change, because they would name another address, program or item. */
const KEPT: ReadonlySet<string> = new Set([
  ...CODE,
  'HTMLTag',
  'URL',
  'Autolink',
  'LinkLabel',
  'Entity',
  'FootnoteReference',
  'FootnoteLabel',
  'InlineMath',
  'MathBlock',
  'WikiTarget',
])

/** Changes the case of the selection, or of the word at each cursor; code, addresses and HTML are left unchanged. */
function changing(change: (words: string) => string): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const changes: ChangeSpec[] = []
    for (const range of state.selection.ranges) {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range
      for (const [begin, end] of writtenParts(state, from, to)) {
        const before = state.sliceDoc(begin, end)
        const after = change(before)
        if (after !== before) changes.push({ from: begin, to: end, insert: after })
      }
    }
    if (changes.length === 0) return true
    const set = state.changes(changes)
    const selection = EditorSelection.create(
      state.selection.ranges.map(({ anchor, head, empty }) => {
        if (empty) {
          // The cursor stays between the same letters.
          const begin = state.wordAt(head)?.from ?? head
          return EditorSelection.cursor(set.mapPos(begin, -1) + head - begin)
        }
        const isForward = anchor < head
        return EditorSelection.range(
          set.mapPos(anchor, isForward ? -1 : 1),
          set.mapPos(head, isForward ? 1 : -1),
        )
      }),
      state.selection.mainIndex,
    )
    dispatch(state.update({ changes: set, selection, scrollIntoView: true, userEvent: 'input' }))
    return true
  }
}

/** The ranges of prose between `from` and `to`. */
function writtenParts(state: EditorState, from: number, to: number): readonly (readonly [number, number])[] {
  const parts: [number, number][] = []
  let at = from
  walkSyntax(state, from, to, (node) => {
    if (!KEPT.has(node.name)) return
    if (node.from > at) parts.push([at, Math.min(node.from, to)])
    at = Math.max(at, node.to)
    return false
  })
  if (at < to) parts.push([at, to])
  return parts
}

/** Capitalises the first letter of each word and leaves the others unchanged. An apostrophe does not end a word. */
const capitalised = (words: string): string =>
  words.replace(
    /(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu,
    (_whole, before: string, letter: string) => before + letter.toLocaleUpperCase(),
  )

export const upperCase = changing((words) => words.toLocaleUpperCase())
export const lowerCase = changing((words) => words.toLocaleLowerCase())
export const capitalise = changing(capitalised)
