import { nameInLinks } from '../../shared/markdown/title-links'
import { foldedAlike, finderOf, type Term } from '../../shared/text/words/word-query'

/** The words between double brackets: a title, maybe a heading in it and another wording. */
const LINK = /\[\[([^\][|#\n]*)(?:#[^\][|\n]*)?(?:\|[^\][\n]*)?\]\]/gu

/** Finds a document's title in a folded text. Both are regular expressions with the flags `gu`. */
interface TitleMatcher {
  /** `[[Title]]`, with a heading or another wording too. */
  readonly links: RegExp
  /** The title as words of their own. */
  readonly words: RegExp
}

/** How texts name a document; `undefined` where its title has no word in it. */
export function titleMatcherOf(title: string): TitleMatcher | undefined {
  const term: Term = { text: title.trim(), isOpen: false }
  const words = finderOf({ terms: [term] })
  if (words === undefined) return undefined
  const name = nameInLinks(title)
  const literal = foldedAlike(name === '' ? term.text : name).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const links = new RegExp(`\\[\\[[ \\t]*${literal}[ \\t]*(?:[#|][^\\][\\n]*)?\\]\\]`, 'gu')
  return { links, words }
}

/** The text with its links blank, so that what names in passing stands alone; offsets stay. */
export const withoutLinks = (text: string): string => text.replace(LINK, (link) => ' '.repeat(link.length))
