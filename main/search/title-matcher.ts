import { nameInLinks } from '../../shared/markdown/title-links'
import { foldedAlike, finderOf, type Term } from '../../shared/text/words/word-query'

/** The words between double brackets: a title, and optionally a heading in it and a display text. */
const LINK = /\[\[([^\][|#\n]*)(?:#[^\][|\n]*)?(?:\|[^\][\n]*)?\]\]/gu

/** Finds a document's title in a folded text. Both are regular expressions with the flags `gu`. */
interface TitleMatcher {
  /** `[[Title]]`, also with a heading or a display text. */
  readonly links: RegExp
  /** The title as plain words. */
  readonly words: RegExp
}

/** The expressions for a document's title in texts; `undefined` where the title contains no word. */
export function titleMatcherOf(title: string): TitleMatcher | undefined {
  const term: Term = { text: title.trim(), isOpen: false }
  const words = finderOf({ terms: [term] })
  if (words === undefined) return undefined
  const name = nameInLinks(title)
  const literal = foldedAlike(name === '' ? term.text : name).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const links = new RegExp(`\\[\\[[ \\t]*${literal}[ \\t]*(?:(?:#|\\\\?\\|)[^\\][\\n]*)?\\]\\]`, 'gu')
  return { links, words }
}

/** The text with its links replaced by spaces, so that only plain mentions are left; offsets do not change. */
export const withoutLinks = (text: string): string => text.replace(LINK, (link) => ' '.repeat(link.length))
