import type { Rect } from '@codemirror/view'

/**
 * Where a cursor is seen beside an element that stands at the end of a line and is drawn elsewhere, as in the margin: where
 * what is before the element ends.
 */
export function wordsEnd({ previousSibling }: HTMLElement): Rect | null {
  if (!(previousSibling instanceof Element)) return null
  const { right, top, bottom } = previousSibling.getBoundingClientRect()
  return { left: right, right, top, bottom }
}
