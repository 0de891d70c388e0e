/** A stretch of `a` that became a stretch of `b`; what lies between hunks is equal. Never empty on both sides. */
export type Hunk = {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

/** A purse of steps, spent by whoever works; below zero means that the bound was passed. No clock: equal input, equal outcome. */
export type Work = {
  left: number
  /** Of these, what reading words costs: spent or not, the outcome is as sound, only less finely told. */
  forWords?: number
}

/** What is compared: lines, tokens or words, as whole numbers, equal for equal ones. */
export type Sequence = { readonly ids: Int32Array; readonly textOf: (index: number) => string }
