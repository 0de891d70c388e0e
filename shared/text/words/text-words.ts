import { frontMatterEnd } from '../../markdown/front-matter-lines'
import type { Span } from '../span'
import { countWords } from './count-words'

/** The words of a text, or of a part of one: front matter is about the text and no part of what is written. */
export function countTextWords(text: string, { from, to }: Span = { from: 0, to: text.length }): number {
  return countWords(text.slice(Math.max(from, frontMatterEnd(text)), to))
}
