import type { EditorView } from '@codemirror/view'

/** A place in the text, and whether what is meant stands before or after it. */
export interface Place {
  readonly pos: number
  readonly assoc: -1 | 1
}

/**
 * Where in a drawn table a point lies; nothing elsewhere. CodeMirror looks along the lines of a text, and in a row whose
 * cells stand in a grid it ends in another cell; the browser knows what it has laid out.
 */
export function placeInCell(view: EditorView, x: number, y: number): Place | undefined {
  const pointed = document.elementFromPoint(x, y)
  const row = pointed?.closest('.cm-table-row')
  if (row == null || !view.contentDOM.contains(row)) return undefined
  const cell = pointed?.closest('.cm-cell')
  const caret = document.caretRangeFromPoint(x, y)
  const isAtWords = caret?.startContainer instanceof window.Text && cell?.contains(caret.startContainer)
  if (cell != null && caret !== null && isAtWords !== true) {
    // Beside its words: the browser would go to the bar before them, or to the cell before.
    const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    const first = words.nextNode()
    if (first === null) return undefined
    let last = first
    for (let next = words.nextNode(); next !== null; next = words.nextNode()) last = next
    caret.setStartBefore(first)
    caret.setEndAfter(last)
    const { left, right } = caret.getBoundingClientRect()
    if (x < (left + right) / 2) caret.setStart(first, 0)
    else caret.setStart(last, last.textContent?.length ?? 0)
    caret.collapse(true)
  }
  if (caret === null || !row.contains(caret.startContainer)) return undefined
  return {
    pos: view.posAtDOM(caret.startContainer, caret.startOffset),
    assoc: x < caret.getBoundingClientRect().left ? -1 : 1,
  }
}
