/** A range of a text: UTF-16 offsets, `to` excluded. */
export type Span = { readonly from: number; readonly to: number }
