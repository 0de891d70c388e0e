import type { EditorView } from '@codemirror/view'

/** A position in the text, and whether it belongs to the text before or after it. */
export interface Place {
  readonly pos: number
  readonly assoc: -1 | 1
}

/**
 * The position of a point in a rendered table; undefined elsewhere. CodeMirror searches along the lines of a text, and
 * ends in another cell because the cells of a row form a grid; the browser knows its own layout.
 */
export function placeInCell(view: EditorView, x: number, y: number): Place | undefined {
  const pointed = document.elementFromPoint(x, y)
  const row = pointed?.closest('.cm-table-row')
  if (row == null || !view.contentDOM.contains(row)) return undefined
  const cell = pointed?.closest('.cm-cell')
  const caret = document.caretRangeFromPoint(x, y)
  const isAtWords = caret?.startContainer instanceof window.Text && cell?.contains(caret.startContainer)
  if (cell != null && caret !== null && isAtWords !== true) {
    // Beside the words, the browser would go to the bar before them or to the previous cell.
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
