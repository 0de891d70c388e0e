import { EditorView } from '@codemirror/view'

/** A selection in a field or an editor. */
export interface Caret {
  readonly from: number
  readonly to: number
}

/** The selection in this field or editor; undefined if the element is neither. */
export function caretOf(element: HTMLElement): Caret | undefined {
  if (element instanceof HTMLTextAreaElement)
    return { from: element.selectionStart, to: element.selectionEnd }
  const range = EditorView.findFromDOM(element)?.state.selection.main
  return range && { from: range.from, to: range.to }
}

export function putCaret(element: HTMLElement, { from, to }: Caret): void {
  if (element instanceof HTMLTextAreaElement) return element.setSelectionRange(from, to)
  const view = EditorView.findFromDOM(element)
  const end = view?.state.doc.length ?? 0
  view?.dispatch({
    selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
    scrollIntoView: true,
  })
}
