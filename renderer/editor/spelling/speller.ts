import type { FindWords } from './find-words'

/** The spelling knowledge that all editors of a window share. */
export interface Speller {
  /** The languages in which words are looked up; without any, nothing is marked. */
  languages(): readonly string[]
  /** Finds words in the scripts of these languages. */
  readonly find: FindWords
  /**
   * Whether the word is right in one of the languages or in the personal dictionary; `undefined` if this is not known
   * yet.
   */
  isRight(word: string): boolean | undefined
  /** Looks up unknown words. Resolves when all of them are known or could not be looked up. */
  ask(words: Iterable<string>): Promise<void>
  /**
   * Calls the listener when a word becomes known, or languages or the personal dictionary change; returns a function
   * that stops this.
   */
  listen(listener: () => void): () => void
}

/**
 * Whether one of the writer's own lists contains a word, also at the beginning of a sentence or with an English
 * possessive.
 */
export function isAmong(words: ReadonlySet<string>, word: string): boolean {
  if (words.size === 0) return false
  const bare = word.replace(/'s?$/, '')
  return [word, bare].some((one) => words.has(one) || words.has(one.slice(0, 1).toLowerCase() + one.slice(1)))
}

/** Whether a text names a language without a dictionary: then every word would be marked as misspelt. */
export const isUnknownLanguage = (speller: Speller, own: string | undefined): boolean =>
  own !== undefined && !speller.languages().some((one) => spokenIn(one) === spokenIn(own))

/** `de` for `de_AT`. */
const spokenIn = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase()
