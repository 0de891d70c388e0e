import { stripMarkdown } from '../../shared/markdown/strip-markdown'
import { tellingWords } from './keywords'

/** A paragraph as a question: to the service as it reads, to this device by its words that tell the most. */
interface ParagraphQuery {
  readonly text: string
  readonly words: string
}

const WORDS_MAX = 20

export function paragraphQueryOf(paragraph: string): ParagraphQuery {
  const { text } = stripMarkdown(paragraph, [])
  // The longest words are the rarest.
  const words = tellingWords(text).toSorted((a, b) => b.length - a.length)
  return { text: text.trim(), words: words.slice(0, WORDS_MAX).join(' ') }
}
