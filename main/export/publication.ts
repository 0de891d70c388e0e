import type { Block, DocumentTree, Inline } from '../../shared/markdown/tree/tree'
import { largest } from '../../shared/largest'
import { wordsOf } from '../../shared/markdown/tree/words-of'
import { writtenText } from './written-text'

/** Texts that leave the app together, in their order. Every form of export is written of this. */
export interface Publication {
  /** The same for the same documents, so that a reading device knows a new edition for one. */
  readonly id: string
  readonly title: string
  /** A tag of BCP 47: "de", "en-GB". */
  readonly language: string
  readonly authors: readonly string[]
  /** ISO 8601, of the latest change. */
  readonly modified: string
  /** It has several documents: each is a chapter under its title, and there is a table of contents. */
  readonly isBook: boolean
  readonly parts: readonly PublicationPart[]
}

export interface PublicationPart {
  /** A name for links to it, unique within the publication: letters and digits. */
  readonly name: string
  readonly title: string
  /** Of the heading that its title becomes: 1 to 6; 0 for the only document, whose title is that of the whole. */
  readonly level: number
  /** Where its front matter names one: other texts of a book may have others. */
  readonly language?: string
  /** Of a folder: none. */
  readonly tree?: DocumentTree
}

/** A picture that a text shows, as its writer finds it. */
export interface Picture {
  /** Its bytes, read anew each time: all pictures of a book together are too much to be kept. */
  read(): Uint8Array
  /** A MIME type of an image. */
  readonly type: string
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  /** Of an SVG: the same as PNG, for programs that show none. */
  readonly raster?: Picture
}

/** Pictures by the addresses that stand in the texts; `undefined`: it cannot be had, and its alternative text stands for it. */
export type Pictures = (address: string) => Picture | undefined

/** What did not come along as it stands in the text, and why. */
export interface LeftBehind {
  /** Where: the title of the document, and the words or the address that are meant. */
  readonly path: string
  readonly why: string
}

/** A title of nothing that can be written would leave a file that is not valid: `untitled` stands for it. */
export const named = (title: string, untitled: string): string =>
  writtenText(title).trim() === '' ? untitled : title

const DEEPEST = 6

/**
 * The blocks of a part with the levels that its headings have in the publication: below the title of the part. A first
 * heading that repeats the title is left out, because the title is written already.
 */
export function bodyOf({ title, level, tree }: PublicationPart): readonly Block[] {
  const blocks = tree?.blocks ?? []
  const first = blocks[0]
  const isRepeated = first?.kind === 'heading' && first.level === 1 && sameWords(first.children, title)
  const body = isRepeated ? blocks.slice(1) : blocks
  if (level === 0) return body
  const highest =
    DEEPEST - largest(body.map((block) => (block.kind === 'heading' ? DEEPEST - block.level : 0)))
  return body.map((block) =>
    block.kind === 'heading' ? { ...block, level: levelOf(block.level - highest + level + 1) } : block,
  )
}

type Level = Extract<Block, { kind: 'heading' }>['level']
const levelOf = (level: number): Level => Math.min(Math.max(level, 1), DEEPEST) as Level

/** A note or a picture in it would be lost with the heading. */
const sameWords = (inlines: readonly Inline[], title: string): boolean =>
  inlines.every(({ kind }) => kind !== 'footnote' && kind !== 'image') &&
  wordsOf(inlines).replace(/\s+/g, ' ').trim() === title.replace(/\s+/g, ' ').trim()
