declare module 'commonmark-spec' {
  /** The examples of the specification; `→` stands for a tab. */
  export const tests: readonly {
    readonly number: number
    readonly section: string
    readonly markdown: string
    readonly html: string
  }[]
}
