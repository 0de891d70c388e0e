/** The files of one dictionary in Hunspell's format: rules and words. */
export interface DictionaryFiles {
  readonly aff: Uint8Array
  readonly dic: Uint8Array
}

export interface Dictionary {
  /** Whether the language has the word. A bounded word can still take for ever: callers run in a thread that can be ended. */
  isRight(word: string): boolean
  /** Words that may be meant, the likeliest first. Takes up to seconds. */
  suggest(word: string): readonly string[]
  close(): void
}

/** What looks words up; Hunspell is one. */
export interface SpellingEngine {
  /** Throws where the files are no dictionary. */
  open(files: DictionaryFiles): Dictionary
}
