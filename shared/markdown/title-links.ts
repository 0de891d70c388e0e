import { withoutCode } from './code'

/** A link to a document by its title: `[[Title]]`, `[[Title#Heading]]`, `[[Title|other words]]`, with `\|` in a table row. Group 1 is the title. */
const TITLE_LINK = /\[\[([^\][|#\n]+?)(?:#[^\][|\n]*?)?(?:\\?\|[^\][\n]*)?\]\]/g

/** Characters that would end a title within a link. */
const ENDS_TITLE = /[\][|#\n]/

/**
 * The form of a title that can be written in a link, with spaces for other characters, so that `Bar | other` becomes
 * `[[Bar other]]`. Empty where nothing of the title is left.
 */
export const nameInLinks = (title: string): string =>
  ENDS_TITLE.test(title) ? title.replace(/[\s\][|#]+/g, ' ').trim() : title.trim()

/**
 * The documents to which a link with this title can refer: those with exactly that title, or else those whose title has
 * this form in links.
 */
export function namedBy<One extends { readonly title: string }>(
  linked: string,
  all: readonly One[],
): readonly One[] {
  const wanted = linked.trim().toLowerCase()
  const same = all.filter(({ title }) => title.trim().toLowerCase() === wanted)
  return same.length > 0 ? same : all.filter(({ title }) => nameInLinks(title).toLowerCase() === wanted)
}

/** The titles to which a text links, each once, at most `most`; code is left out. */
export function linkedTitles(text: string, most: number): readonly string[] {
  const titles = new Set<string>()
  for (const [, title = ''] of withoutCode(text).matchAll(TITLE_LINK)) {
    if (title.trim() !== '') titles.add(title.trim())
    if (titles.size === most) break
  }
  return [...titles]
}

/** The title in the target of a link by title, `Title` or `Title#Heading`; empty where there is none. */
export const titleOf = (target: string): string => target.replace(/#.*$/s, '').trim()
