import { nameInLinks } from '../../shared/markdown/title-links'
import type { Block, Inline } from '../../shared/markdown/tree/tree'
import { bodyOf, type Publication, type PublicationPart } from './publication'
import { wordsOf } from '../../shared/markdown/tree/words-of'
import { decoded } from '../../shared/text/decoded'

/** A part of a publication, with the facts about other parts that its format needs. */
export interface Chapter {
  readonly part: PublicationPart
  readonly blocks: readonly Block[]
  /** The names of its headings within the publication, by heading id. */
  readonly headings: ReadonlyMap<string, string>
}

/** The parts of a publication, and the targets of links within it. */
export interface Chapters {
  readonly all: readonly Chapter[]
  /**
   * The name of the part or heading to which a link refers, seen from `chapter`; `undefined`: the link leads out of the
   * publication.
   */
  targetOf(link: Extract<Inline, { kind: 'link' | 'document-link' }>, chapter: Chapter): string | undefined
}

export function chaptersOf({ parts }: Publication): Chapters {
  const all: Chapter[] = []
  const byTitle = new Map<string, Chapter>()
  for (const part of parts) {
    const blocks = bodyOf(part)
    const headings = new Map<string, string>()
    for (const block of blocks)
      if (block.kind === 'heading') headings.set(block.id, `${part.name}h${headings.size + 1}`)
    const chapter = { part, blocks, headings }
    all.push(chapter)
    const key = keyOf(part.title)
    if (part.tree !== undefined && !byTitle.has(key)) byTitle.set(key, chapter)
  }
  for (const chapter of all) {
    const key = keyOf(nameInLinks(chapter.part.title))
    if (chapter.part.tree !== undefined && !byTitle.has(key)) byTitle.set(key, chapter)
  }
  return {
    all,
    targetOf(link, chapter) {
      if (link.kind === 'link')
        return link.address.startsWith('#') ? byId(chapter, decoded(link.address.slice(1))) : undefined
      const target = link.title === '' ? chapter : byTitle.get(keyOf(link.title))
      if (target === undefined) return undefined
      return (link.heading === undefined ? undefined : byWords(target, link.heading)) ?? target.part.name
    },
  }
}

const byId = ({ part, headings }: Chapter, id: string): string | undefined =>
  id === '' ? part.name : headings.get(id)

function byWords({ blocks, headings }: Chapter, words: string): string | undefined {
  for (const block of blocks)
    if (block.kind === 'heading' && (keyOf(wordsOf(block.children)) === keyOf(words) || block.id === words))
      return headings.get(block.id)
  return undefined
}

const keyOf = (words: string): string => words.replace(/\s+/g, ' ').trim().toLowerCase()
