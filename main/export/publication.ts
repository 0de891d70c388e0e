import type { Block, DocumentTree, Inline } from '../../shared/markdown/tree/tree'
import { largest } from '../../shared/largest'
import { wordsOf } from '../../shared/markdown/tree/words-of'
import { writtenText } from './written-text'

/** Texts that are exported together, in their order. Every format is written from this. */
export interface Publication {
  /** Equal for the same documents, so that a reading device recognises a new edition. */
  readonly id: string
  readonly title: string
  /** A tag of BCP 47: "de", "en-GB". */
  readonly language: string
  readonly authors: readonly string[]
  /** ISO 8601: the time of the latest change. */
  readonly modified: string
  /** Whether it has several documents: then each is a chapter under its title, and there is a table of contents. */
  readonly isBook: boolean
  readonly parts: readonly PublicationPart[]
}

export interface PublicationPart {
  /** The name for links to the part, unique within the publication: letters and digits. */
  readonly name: string
  readonly title: string
  /**
   * The level of the heading that its title becomes: 1 to 6; 0 for the only document, whose title is that of the whole.
   */
  readonly level: number
  /** The language that its front matter names; texts of a book may differ in this. */
  readonly language?: string
  /** The text; absent for a folder. */
  readonly tree?: DocumentTree
}

/** A picture in a text, in the form that a format needs. */
export interface Picture {
  /** Reads its bytes anew each time: all pictures of a book together are too large to keep. */
  read(): Uint8Array
  /** A MIME type of an image. */
  readonly type: string
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  /** The same picture as PNG where this one is an SVG, for programs that do not show SVG. */
  readonly raster?: Picture
}

/**
 * Returns the picture for an address in the texts; `undefined`: it is not available, and its alternative text appears
 * instead.
 */
export type Pictures = (address: string) => Picture | undefined

/** A part that was not exported as it is in the text, and the reason. */
export interface LeftBehind {
  /** Its place: the title of the document, and the words or the address in question. */
  readonly path: string
  readonly why: string
}

/** The title, or `untitled` where it has no printable character: an empty title would make the file invalid. */
export const named = (title: string, untitled: string): string =>
  writtenText(title).trim() === '' ? untitled : title

const DEEPEST = 6

/**
 * The blocks of a part, with headings at levels below the part's title. A first heading that repeats the title is left
 * out, because the title is written already.
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

/** Whether the heading has exactly the words of the title: a note or a picture in it would be lost with it. */
const sameWords = (inlines: readonly Inline[], title: string): boolean =>
  inlines.every(({ kind }) => kind !== 'footnote' && kind !== 'image') &&
  plain(wordsOf(inlines)) === plain(title)

/** Words without line breaks, and without the soft hyphens that a PDF divides them by. */
const plain = (words: string): string => words.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim()
