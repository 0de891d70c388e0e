/**
 * A document without its text: texts beyond a few megabytes stay in their files, so that a plan of any size fits into
 * memory.
 */
export interface PlannedDocument {
  readonly path: string
  /** The import path of its folder; empty at the top. */
  readonly folder: string
  readonly title: string
  readonly tags: readonly string[]
  /** Words with a `#` in the text. */
  readonly inlineTags: readonly string[]
  readonly status: 'draft' | 'published'
  readonly isOurs: boolean
  /** A key of the document's content, independent of where its files are (`contentKey`). */
  readonly key: string
  /** Files of the plan that the document uses. */
  readonly files: ReadonlySet<string>
  /** A key that is the same where some of these files could not be read (`looseKey`). */
  readonly looseKey?: string
  /**
   * Reads the text, with links that are valid in the target; `linkOf` maps the path of a file to its link. Throws an
   * AppError where the file cannot be read any more or was changed since the plan was made.
   */
  textOf(linkOf: (file: string) => string | undefined): Promise<string>
  /** When the file was last changed, where that is known. */
  modified?(): Promise<Date>
}
