import type { CalloutKind } from '../grammar/callouts'
import type { Span } from '../../text/span'

/**
 * The document tree: the meaning of a text, block by block. Every output format (reading view, HTML, PDF, Word, EPUB,
 * plain text) is made from it. Blocks are nested at most 100 deep, inlines at most 50.
 */
export interface DocumentTree {
  /** The text between the fences of the front matter, as it is written. */
  readonly frontMatter?: string
  readonly blocks: readonly Block[]
  /**
   * The footnotes to which the text refers, in the order of their first reference. Their numbers are their positions,
   * from 1.
   */
  readonly footnotes: readonly Footnote[]
  /** Footnotes that no reader sees; absent where there are none. */
  readonly unusedFootnotes?: readonly UnusedFootnote[]
}

export interface UnusedFootnote {
  readonly label: string
  /** Whether an earlier footnote has the same label; otherwise no reference exists. */
  readonly isRepeated: boolean
}

export interface Footnote {
  readonly label: string
  /** How often the text and other footnotes refer to it; at least 1. */
  readonly references: number
  readonly blocks: readonly Block[]
}

/** A block, and the span of the text from which it was read, in UTF-16 units. */
export type Block = BlockContent & Span

export type BlockContent =
  | {
      readonly kind: 'heading'
      readonly level: 1 | 2 | 3 | 4 | 5 | 6
      /** The unique fragment of links to it; never empty. */
      readonly id: string
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | {
      readonly kind: 'quote'
      /** For a callout, whose first block is its title. */
      readonly callout?: CalloutKind
      /** For a callout without a title in the text: its title is the word of its kind. */
      readonly isUntitled?: true
      readonly blocks: readonly Block[]
    }
  | {
      readonly kind: 'list'
      /** The number of the first item; absent where the items have no numbers. */
      readonly start?: number
      /** Whether no blank line is between its items, so that they are drawn without gaps. */
      readonly isTight: boolean
      readonly items: readonly ListItem[]
    }
  /** Terms and their definitions. */
  | {
      readonly kind: 'definitions'
      /** Whether no blank line is between a term and its definition. */
      readonly isTight: boolean
      readonly items: readonly DefinedTerm[]
    }
  /** `language` is empty where the text states none. `text` has no line break at its end. */
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** The TeX of a display formula. */
  | { readonly kind: 'math'; readonly text: string }
  | {
      readonly kind: 'table'
      /** The alignment of each column. */
      readonly align: readonly (Alignment | undefined)[]
      /** Cells; the head and each row have one for each column. */
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
      /** Cells after the last column, as they are written, which no reader sees; absent where there are none. */
      readonly beyond?: readonly string[]
    }
  | { readonly kind: 'rule' }
  /** HTML in the text, which is never output as HTML. */
  | { readonly kind: 'html'; readonly text: string }

export type { CalloutKind }

export type Alignment = 'left' | 'center' | 'right'

interface DefinedTerm {
  readonly term: readonly Inline[]
  /** The blocks of each of its definitions. */
  readonly definitions: readonly (readonly Block[])[]
}

export interface ListItem extends Span {
  /** For a task: whether it is done. */
  readonly isDone?: boolean
  readonly blocks: readonly Block[]
}

export type Inline =
  /** Words as a reader sees them. A line break in them comes from the source, and means a space. */
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind:
        'emphasis' | 'strong' | 'underline' | 'struck' | 'highlight' | 'subscript' | 'superscript'
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'code'; readonly text: string }
  /** The TeX of an inline formula. */
  | { readonly kind: 'math'; readonly text: string }
  /** HTML in the text, which is never output as HTML. */
  | { readonly kind: 'html'; readonly text: string }
  /**
   * `address` is the address in the text, without escapes, and may be anything: code that follows it must check it
   * first.
   */
  | {
      readonly kind: 'link'
      readonly address: string
      readonly title: string
      readonly children: readonly Inline[]
    }
  /** `[[Title]]` or `[[Title#Heading|words]]`, a link to another document of the library. `heading` is optional. */
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
      /** The width in percent of the text's width, 1 to 100; absent: the picture's own. */
      readonly width?: number
    }
  /**
   * A reference to a footnote; `number` is the footnote's position, `occurrence` counts its references, both from 1.
   */
  | { readonly kind: 'footnote'; readonly number: number; readonly occurrence: number }
  /** A hard line break. */
  | { readonly kind: 'break' }
