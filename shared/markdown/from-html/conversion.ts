/** What HTML became. `plain`: nothing in it is formatted. `given-up`: it took too long, is too large or too deep. */
export type Conversion =
  { readonly kind: 'markdown'; readonly markdown: string } | { readonly kind: 'plain' | 'given-up' }

export interface ConversionRequest {
  readonly html: string
  /** The highest number of a footnote in the text that it goes into. */
  readonly highestNote: number
}
