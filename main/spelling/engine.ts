/** The files of one dictionary in Hunspell's format: rules and words. */
export interface DictionaryFiles {
  readonly aff: Uint8Array
  readonly dic: Uint8Array
}

export interface Dictionary {
  /**
   * Whether the language has the word. Even a bounded word can take for ever, so callers run in a thread that can be
   * ended.
   */
  isRight(word: string): boolean
  /** Suggestions, the most likely first. Takes up to seconds. */
  suggest(word: string): readonly string[]
  close(): void
}

/** Loads dictionaries; Hunspell is one implementation. */
export interface SpellingEngine {
  /** Throws where the files are not a dictionary. */
  open(files: DictionaryFiles): Dictionary
}
