/** The document tree: what a text says, block by block. All that leaves the app (HTML, PDF, Word, EPUB, plain text) is made of it. */
export interface DocumentTree {
  /** What stands between the fences of the front matter, as it is written. */
  readonly frontMatter?: string
  readonly blocks: readonly Block[]
  /** The footnotes that the text refers to, in the order of their first reference. Their numbers are their places from 1. */
  readonly footnotes: readonly Footnote[]
}

export interface Footnote {
  readonly label: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3 | 4 | 5 | 6; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list'
      /** The number of the first item; absent where the items have no numbers. */
      readonly start?: number
      /** No blank line stands between its items: they are drawn close to each other. */
      readonly isTight: boolean
      readonly items: readonly ListItem[]
    }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'math'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly align: readonly (Alignment | undefined)[]
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'rule' }
  /** HTML of the text, which is never taken as HTML. */
  | { readonly kind: 'html'; readonly text: string }

export type Alignment = 'left' | 'center' | 'right'

export interface ListItem {
  /** Of a task: whether it is done. */
  readonly isDone?: boolean
  readonly blocks: readonly Block[]
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'emphasis' | 'strong' | 'struck' | 'highlight'
      readonly children: readonly Inline[]
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'math'; readonly text: string }
  | { readonly kind: 'html'; readonly text: string }
  | {
      readonly kind: 'link'
      readonly address: string
      readonly title: string
      readonly children: readonly Inline[]
    }
  /** `[[Title]]`, a link to another document of the library. */
  | { readonly kind: 'document-link'; readonly title: string; readonly children: readonly Inline[] }
  | { readonly kind: 'image'; readonly address: string; readonly title: string; readonly alt: string }
  /** A reference to a footnote; `number` is its place among the footnotes, from 1. */
  | { readonly kind: 'footnote'; readonly number: number }
  /** A line that ends where the writer says so. */
  | { readonly kind: 'break' }
