import { nameInLinks } from '../../shared/markdown/title-links'
import { createRows } from '../../shared/markdown/change-links'
import { codeIn } from '../../shared/markdown/code'
import { anchorIn, type Anchor } from '../../shared/text/anchor'
import type { Span } from '../../shared/text/span'
import { foldedAlike } from '../../shared/text/words/word-query'
import { titleMatcherOf, withoutLinks } from './title-matcher'

/** The position of a title as plain words, and the link that replaces it; or why no link can be made. */
type LinkInsertion =
  | {
      readonly kind: 'place'
      readonly found: string
      readonly link: string
      readonly from: number
      readonly to: number
    }
  | { readonly kind: 'gone' }
  /** The title is in code, in an address or in a link, or cannot be written within a link. */
  | { readonly kind: 'bound' }

/**
 * Finds a mention again in the present text: the first one in the sentence that was found. Offsets count UTF-16 units.
 */
export function insertLink(text: string, title: string, mention: Anchor): LinkInsertion {
  const matcher = titleMatcherOf(title)
  if (matcher === undefined || nameInLinks(title) === '') return { kind: 'bound' }
  const sentence = anchorIn(text, mention)
  if (sentence.kind === 'lost') return { kind: 'gone' }
  const searched = withoutLinks(foldedAlike(text))
  matcher.words.lastIndex = sentence.from
  let isBound = false
  let tried = 0
  for (;;) {
    const match = matcher.words.exec(searched)
    if (match === null || match.index >= sentence.to) return { kind: isBound ? 'bound' : 'gone' }
    const [from, to] = [match.index, match.index + match[0].length]
    const found = text.slice(from, to)
    if (!/[\][|]/.test(found) && !isBoundAt(text, { from, to }))
      return {
        kind: 'place',
        from,
        to,
        found,
        link: linkTo(nameInLinks(title), found, createRows(text)(from)),
      }
    isBound = true
    if (++tried === TRIED_MAX) return { kind: 'bound' }
  }
}

/** A link that shows the words as they were written; in a table row its bar is escaped. */
function linkTo(title: string, found: string, isInRow: boolean): string {
  const words = found.replace(/\s+/g, ' ')
  if (words.toLowerCase() === title.toLowerCase()) return `[[${words}]]`
  return `[[${title}${isInRow ? '\\|' : '|'}${words}]]`
}

/** How many mentions in one sentence are examined: for each, the paragraph around it is read. */
const TRIED_MAX = 5

const FENCE = /^ {0,3}(?:```|~~~)/
const FRONT_MATTER = /^---\n[^]*?\n---(?:\n|$)/
/** Links, pictures, tags and bare addresses within a paragraph. */
const BOUND = [
  /!?\[[^\][]*\](?:\([^()]*\)|\[[^\][]*\])/g,
  /^ {0,3}\[[^\][]+\]:.*$/gm,
  /<[^<>\n]+>/g,
  /(?<![a-z\d+.-])[a-z][a-z\d+.-]*:\/\/\S+/gi,
]

/** Whether a link at this position would not work, or would break the syntax around it. */
function isBoundAt(text: string, { from, to }: Span): boolean {
  if (from < (FRONT_MATTER.exec(text)?.[0].length ?? 0)) return true
  const fences = text
    .slice(0, from)
    .split('\n')
    .filter((line) => FENCE.test(line))
  if (fences.length % 2 === 1) return true
  const start = text.lastIndexOf('\n\n', from) + 1
  const end = text.indexOf('\n\n', to)
  const paragraph = text.slice(start, end < 0 ? text.length : end)
  const parts = BOUND.flatMap((pattern) => [...paragraph.matchAll(pattern)]).map(
    ({ index, 0: { length } }): Span => ({ from: index, to: index + length }),
  )
  return [...codeIn(paragraph), ...parts].some((part) => start + part.from < to && from < start + part.to)
}
