/** A fault of one line, as somebody might make it. It is planted as the file is loaded; the checkout is never touched. */
export interface PlantedBug {
  /** What the code does with it. */
  readonly name: string
  /** The rule that it breaks: W1 to W21, or what else is promised. */
  readonly rule: string
  /** From the root of the repository. */
  readonly file: string
  /** Stands exactly once in the file. */
  readonly text: string
  readonly replacement: string
  /** What a writer loses by it. */
  readonly breaks: string
}

/** A fault of a pure core, of documents or of items; the bounded exhaustive check finds it too. */
export interface CoreBug extends PlantedBug {
  /** The start of the exhaustive check (`proof/starts.ts` of that core) that finds it soonest. */
  readonly start: string
}
