import { frontMatterEnd } from '../../markdown/front-matter-lines'
import type { Span } from '../span'
import { countWords } from './count-words'

/** Counts the words of a text, or of a part of one, without front matter, which is not part of the written text. */
export function countTextWords(text: string, { from, to }: Span = { from: 0, to: text.length }): number {
  return countWords(text.slice(Math.max(from, frontMatterEnd(text)), to))
}
