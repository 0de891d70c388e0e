/**
 * The result of converting HTML. `plain`: nothing in it is formatted. `given-up`: it took too long, or is too large or
 * too deeply nested.
 */
export type Conversion =
  { readonly kind: 'markdown'; readonly markdown: string } | { readonly kind: 'plain' | 'given-up' }

export interface ConversionRequest {
  readonly html: string
  /** The highest number of a footnote in the text into which the result is inserted. */
  readonly highestNote: number
}
