import type { CalloutKind } from '../grammar/callouts'
import type { Span } from '../../text/span'

/**
 * The document tree: what a text says, block by block. All that leaves the app (reading view, HTML, PDF, Word, EPUB,
 * plain text) is made of it. Blocks lie in each other at most 100 deep, inlines at most 50.
 */
export interface DocumentTree {
  /** What stands between the fences of the front matter, as it is written. */
  readonly frontMatter?: string
  readonly blocks: readonly Block[]
  /** The footnotes that the text refers to, in the order of their first reference. Their numbers are their places from 1. */
  readonly footnotes: readonly Footnote[]
  /** The footnotes that no reader of the text sees; absent where there are none. */
  readonly unusedFootnotes?: readonly UnusedFootnote[]
}

export interface UnusedFootnote {
  readonly label: string
  /** A footnote before it has the same label; otherwise nothing refers to it. */
  readonly isRepeated: boolean
}

export interface Footnote {
  readonly label: string
  /** How often the text and other footnotes refer to it; at least 1. */
  readonly references: number
  readonly blocks: readonly Block[]
}

/** A block, and the span of the text that it is read from, in UTF-16 units. */
export type Block = BlockContent & Span

export type BlockContent =
  | {
      readonly kind: 'heading'
      readonly level: 1 | 2 | 3 | 4 | 5 | 6
      /** Unlike that of every other heading, and never empty: what a link to it names behind `#`. */
      readonly id: string
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | {
      readonly kind: 'quote'
      /** Of a callout, whose first block is its title. */
      readonly callout?: CalloutKind
      /** Of a callout without a title in the text: its title is the word of its kind. */
      readonly isUntitled?: true
      readonly blocks: readonly Block[]
    }
  | {
      readonly kind: 'list'
      /** The number of the first item; absent where the items have no numbers. */
      readonly start?: number
      /** No blank line stands between its items: they are drawn close to each other. */
      readonly isTight: boolean
      readonly items: readonly ListItem[]
    }
  /** Terms and what they mean. */
  | {
      readonly kind: 'definitions'
      /** No empty line stands between a term and its definition. */
      readonly isTight: boolean
      readonly items: readonly DefinedTerm[]
    }
  /** `language` is empty where the text names none. `text` has no line break at its end. */
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** TeX of a formula that stands by itself. */
  | { readonly kind: 'math'; readonly text: string }
  | {
      readonly kind: 'table'
      /** One for each column. */
      readonly align: readonly (Alignment | undefined)[]
      /** Cells; as many as there are columns, here and in each row. */
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
      /** Cells behind the last column, as they are written, which no reader of the text sees; absent where there are none. */
      readonly beyond?: readonly string[]
    }
  | { readonly kind: 'rule' }
  /** HTML of the text, which is never taken as HTML. */
  | { readonly kind: 'html'; readonly text: string }

export type { CalloutKind }

export type Alignment = 'left' | 'center' | 'right'

interface DefinedTerm {
  readonly term: readonly Inline[]
  /** The blocks of each of its definitions. */
  readonly definitions: readonly (readonly Block[])[]
}

export interface ListItem extends Span {
  /** Of a task: whether it is done. */
  readonly isDone?: boolean
  readonly blocks: readonly Block[]
}

export type Inline =
  /** Words as a reader sees them. A line break in them is one of the source, and no more than a space. */
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'emphasis' | 'strong' | 'struck' | 'highlight' | 'subscript' | 'superscript'
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'code'; readonly text: string }
  /** TeX of a formula within a line. */
  | { readonly kind: 'math'; readonly text: string }
  /** HTML of the text, which is never taken as HTML. */
  | { readonly kind: 'html'; readonly text: string }
  /** `address` is what the text says, without its escapes, and may be anything: whoever follows it checks it first. */
  | {
      readonly kind: 'link'
      readonly address: string
      readonly title: string
      readonly children: readonly Inline[]
    }
  /** `[[Title]]` or `[[Title#Heading|words]]`, a link to another document of the library. `heading` may be absent. */
  | {
      readonly kind: 'document-link'
      readonly title: string
      readonly heading?: string
      readonly children: readonly Inline[]
    }
  | {
      readonly kind: 'image'
      readonly address: string
      readonly title: string
      readonly alt: string
      /** In per cent of the width of the text, 1 to 100; absent: its own. */
      readonly width?: number
    }
  /** A reference to a footnote; `number` is its place among the footnotes, `occurrence` that among its references, both from 1. */
  | { readonly kind: 'footnote'; readonly number: number; readonly occurrence: number }
  /** A line that ends where the writer says so. */
  | { readonly kind: 'break' }
