import { assertNever } from '../../terms'
import type { Inline } from './tree'

/** The words of a line without marks, as in a table of contents. */
export const wordsOf = (inlines: readonly Inline[]): string => inlines.map(words).join('')

function words(inline: Inline): string {
  if ('children' in inline) return wordsOf(inline.children)
  switch (inline.kind) {
    case 'text':
    case 'code':
    case 'math':
      return inline.text
    case 'image':
      return inline.alt
    case 'break':
      return ' '
    case 'html':
    case 'footnote':
      return ''
    default:
      return assertNever(inline)
  }
}
