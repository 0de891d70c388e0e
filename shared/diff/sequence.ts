/**
 * A range of `a` that became a range of `b`; everything between hunks is equal. A hunk is never empty on both sides.
 */
export type Hunk = {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

/**
 * A budget of steps that every part of a comparison uses; below zero the bound was passed. It is not a clock, so that
 * equal input gives equal results.
 */
export type Work = {
  left: number
  /** The part of it that reading words may use: once it is spent, results stay correct but are less detailed. */
  forWords?: number
}

/** The units that are compared: lines, tokens or words, as integers that are equal for equal units. */
export type Sequence = { readonly ids: Int32Array; readonly textOf: (index: number) => string }
