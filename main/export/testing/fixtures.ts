import type { Block, BlockContent, DocumentTree, Inline, ListItem } from '../../../shared/markdown/tree/tree'
import type { Picture, Publication, PublicationPart } from '../publication'
import { wordsOf } from '../../../shared/markdown/tree/words-of'

/** Plain words, or an inline element. */
export type Words = Inline | string

export const inlines = (words: readonly Words[]): readonly Inline[] =>
  words.map((one) => (typeof one === 'string' ? { kind: 'text', text: one } : one))

/** A block that comes from no source text. */
export const block = (content: BlockContent): Block => ({ ...content, from: 0, to: 0 })

export const paragraph = (...words: readonly Words[]): Block =>
  block({ kind: 'paragraph', children: inlines(words) })

export const heading = (level: 1 | 2 | 3, ...words: readonly Words[]): Block => {
  const children = inlines(words)
  const id = wordsOf(children).toLowerCase().replaceAll(' ', '-')
  return block({ kind: 'heading', level, id, children })
}

export const item = (...blocks: readonly (Block | string)[]): ListItem => ({
  from: 0,
  to: 0,
  blocks: blocks.map((one) => (typeof one === 'string' ? paragraph(one) : one)),
})

export const list = (start: number | undefined, ...items: readonly ListItem[]): Block =>
  block({ kind: 'list', ...(start !== undefined && { start }), isTight: true, items })

/** A reference to a footnote, by default the first one to it. */
export const note = (number: number, occurrence = 1): Inline => ({ kind: 'footnote', number, occurrence })

export const strong = (...words: readonly Words[]): Inline => ({ kind: 'strong', children: inlines(words) })

export const link = (address: string, ...words: readonly Words[]): Inline => ({
  kind: 'link',
  address,
  title: '',
  children: inlines(words),
})

export const image = (address: string, alt: string, title = '', width?: number): Inline => ({
  kind: 'image',
  address,
  alt,
  title,
  ...(width !== undefined && { width }),
})

export const tree = (
  blocks: readonly Block[],
  footnotes: readonly (readonly Block[])[] = [],
): DocumentTree => ({
  blocks,
  footnotes: footnotes.map((blocksOfNote, index) => ({
    label: String(index + 1),
    references: 1,
    blocks: blocksOfNote,
  })),
})

/** A publication of one document with a title. */
export const publicationOf = (document: DocumentTree, change: Partial<Publication> = {}): Publication => ({
  id: 'b0e0f6e4-0000-4000-8000-000000000001',
  title: 'Letters from the sea',
  language: 'en',
  authors: ['Ann Ferry'],
  modified: '2026-11-24T10:00:00.000Z',
  isBook: false,
  parts: [{ name: 'd1', title: 'Letters from the sea', level: 0, tree: document }],
  ...change,
})

/** A book of these parts. */
export const bookOf = (...parts: readonly Omit<PublicationPart, 'name'>[]): Publication =>
  publicationOf(tree([]), {
    isBook: true,
    parts: parts.map((part, index) => ({ name: `d${index + 1}`, ...part })),
  })

/** A picture of one grey pixel, drawn 40 by 20. */
export const PICTURE: Picture = {
  read: () =>
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  type: 'image/png',
  width: 40,
  height: 20,
}

/** The complete file from the pieces that a format's writer yields. */
export const whole = (pieces: Iterable<Uint8Array>): Buffer<ArrayBuffer> => Buffer.concat([...pieces])
