import type { Rect } from '@codemirror/view'

/**
 * The position of the cursor beside an element that is at the end of a line but rendered elsewhere, as in the margin:
 * the end of the preceding content.
 */
export function wordsEnd({ previousSibling }: HTMLElement): Rect | null {
  if (!(previousSibling instanceof Element)) return null
  const { right, top, bottom } = previousSibling.getBoundingClientRect()
  return { left: right, right, top, bottom }
}
