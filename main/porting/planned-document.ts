/** A document without its text: beyond some megabytes texts stay in their files, so a plan of any size fits into memory. */
export interface PlannedDocument {
  readonly path: string
  /** Of its folder; empty at the top. */
  readonly folder: string
  readonly title: string
  readonly tags: readonly string[]
  /** Words with a `#` in the text. */
  readonly inlineTags: readonly string[]
  readonly status: 'draft' | 'published'
  readonly isOurs: boolean
  /** What it says, wherever its files lie (`contentKey`). */
  readonly key: string
  /** Files of the plan that it names. */
  readonly files: ReadonlySet<string>
  /**
   * Reads the text, with links that hold where it goes; `linkOf` is given the paths of files. Throws an AppError where the
   * file cannot be read any more or was changed since the plan was made.
   */
  textOf(linkOf: (file: string) => string | undefined): Promise<string>
  /** When its file was changed last, where that is known. */
  modified?(): Promise<Date>
}
