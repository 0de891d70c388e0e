/**
 * A fault of one line, as somebody might make it. The fault is planted when the file is loaded; the checkout is never
 * changed.
 */
export interface PlantedBug {
  /** The behaviour of the code with the fault. */
  readonly name: string
  /** The rule that the fault breaks: W1 to W23, or another promise. */
  readonly rule: string
  /** The path from the root of the repository. */
  readonly file: string
  /** The original text, which occurs exactly once in the file. */
  readonly text: string
  readonly replacement: string
  /** The loss for a writer. */
  readonly breaks: string
}

/** A fault of a pure core, of documents or of items, which the bounded exhaustive check also finds. */
export interface CoreBug extends PlantedBug {
  /** The start of the exhaustive check (`proof/starts.ts` of that core) that finds the fault soonest. */
  readonly start: string
}
