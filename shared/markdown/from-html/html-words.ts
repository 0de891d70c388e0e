import type { Element, ElementContent } from 'hast'
import type { Handle } from 'hast-util-to-mdast'

export const wordsOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(wordsOf).join('') : ''

/** Separates two paragraphs of a cell. */
export const CELL_BREAK: Element = { type: 'element', tagName: 'cell-break', properties: {}, children: [] }

/** A block of markdown that is written unchanged, without escaping. */
export const asIs = (value: string) => ({ type: 'html' as const, value })

/**
 * Markdown within a line, written unchanged. The library puts raw markdown that is not named as an inline element into
 * a block of its own wherever it makes the paragraphs: in a `div`, a list item, a quote, or beside a `p`.
 */
export const asIsInLine = (value: string) => ({ ...asIs(value), data: { hName: 'span' } })

/** Words between two signs, which only a single word may have, or else between tags. */
const raised =
  (sign: '^' | '~'): Handle =>
  (state, element: Element) => {
    const words = wordsOf(element)
    if (words.trim() === '') return state.all(element)
    return /^[\p{L}\p{N}+\-−.,]{1,40}$/u.test(words)
      ? asIsInLine(`${sign}${words}${sign}`)
      : [asIsInLine(`<${element.tagName}>`), ...state.all(element), asIsInLine(`</${element.tagName}>`)]
  }

/**
 * Elements beyond the library's own: highlights, underlined words, superscript and subscript; and `picture`, which the library
 * takes for a block.
 */
export const MARKED: Readonly<Record<string, Handle>> = {
  mark: (state, element: Element) => [asIsInLine('=='), ...state.all(element), asIsInLine('==')],
  u: (state, element: Element) => [asIsInLine('<u>'), ...state.all(element), asIsInLine('</u>')],
  sup: raised('^'),
  sub: raised('~'),
  picture: (state, element: Element) => state.all(element),
  'cell-break': () => asIsInLine('<br>'),
}
