import { markdownParser } from '../grammar/grammar'
import { withBoundedLines } from '../grammar/with-bounded-lines'
import type { Span } from '../../text/span'
import { createIds } from './numbering'
import { HEADING } from './read-blocks'
import { leadsTo, plainText, readInlines } from './read-inlines'
import { asRead } from './read-document'
import { referencesOf } from './references'
import { Source } from './source'

export interface PlacedHeading extends Span {
  readonly level: number
  readonly words: string
  /** The fragment of links to it. */
  readonly id: string
}

export interface PlacedLink extends Span {
  readonly isImage: boolean
  /** The words between the brackets, as they are written. */
  readonly words: string
  /** The address without escapes and angle brackets; may be empty. */
  readonly address: string
}

/**
 * The headings of a text and its links and images by address, with their positions in the text `asRead`. Linear time.
 */
export function placesIn(markdown: string): {
  readonly headings: readonly PlacedHeading[]
  readonly links: readonly PlacedLink[]
} {
  const text = asRead(markdown)
  const tree = markdownParser.parse(withBoundedLines(text))
  const source = new Source(text)
  const { targets } = referencesOf(tree, source)
  const idOf = createIds()
  const reader = {
    source,
    idOf,
    targetOfLabel: (key: string) => targets.get(key),
    refer: () => undefined,
  }
  const headings: PlacedHeading[] = []
  const links: PlacedLink[] = []
  tree.iterate({
    enter({ name, from, to, node }) {
      const level = HEADING.exec(name)?.[1]
      if (level !== undefined) {
        const words = plainText(readInlines(node, reader))
        headings.push({ from, to, level: Number(level), words, id: idOf(words) })
      }
      if (name !== 'Link' && name !== 'Image') return
      const [opening, closing] = node.getChildren('LinkMark')
      const target = leadsTo(node, reader)
      if (opening === undefined || closing === undefined || target === undefined) return
      const words = text.slice(opening.to, closing.from)
      links.push({ from, to, isImage: name === 'Image', words, address: target.address })
    },
  })
  return { headings, links }
}
