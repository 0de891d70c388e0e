import { stripMarkdown } from '../../shared/markdown/strip-markdown'
import { keywordsIn } from './keywords'

/** A paragraph as a query: unchanged for the service, and as its most significant words for this device. */
interface ParagraphQuery {
  readonly text: string
  readonly words: string
}

const WORDS_MAX = 20

export function paragraphQueryOf(paragraph: string): ParagraphQuery {
  const { text } = stripMarkdown(paragraph, [])
  // The longest words are the rarest.
  const words = keywordsIn(text).toSorted((a, b) => b.length - a.length)
  return { text: text.trim(), words: words.slice(0, WORDS_MAX).join(' ') }
}
