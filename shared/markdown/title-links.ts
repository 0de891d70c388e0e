import { withoutCode } from './code'

/** A link to a document by its title: `[[Title]]`, `[[Title#Heading]]`, `[[Title|other words]]`. Group 1 is the title. */
const TITLE_LINK = /\[\[([^\][|#\n]+)(?:#[^\][|\n]*)?(?:\|[^\][\n]*)?\]\]/g

/** The titles that a text links to, each once, at most `most`; code is left out. */
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
