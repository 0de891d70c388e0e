import type { EditorView } from '@codemirror/view'

const FENCES = '---\n\n---\n'
/** The offset at which the first key may be. */
const BETWEEN = 4

/** Inserts empty front matter at the beginning of the text, with the caret in it. */
export function beginFrontMatter(view: EditorView): boolean {
  const { readOnly, doc } = view.state
  if (readOnly) return false
  view.focus()
  view.dispatch({
    changes: { from: 0, insert: doc.length === 0 || doc.line(1).length === 0 ? FENCES : `${FENCES}\n` },
    selection: { anchor: BETWEEN },
    scrollIntoView: true,
    userEvent: 'input',
  })
  return true
}
