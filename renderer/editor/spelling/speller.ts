import type { FindWords } from './find-words'

/** What the editors of a window know about spelling; all of them ask the same one. */
export interface Speller {
  /** The languages that words are looked up in; none: nothing is marked. */
  languages(): readonly string[]
  /** Finds words that are written in the scripts of these languages. */
  readonly find: FindWords
  /** Right in one of the languages, or a word of the personal dictionary; `undefined` where that is not known yet. */
  isRight(word: string): boolean | undefined
  /** Asks about words that are not known. Resolves when all of them are, or could not be found out. */
  ask(words: Iterable<string>): Promise<void>
  /** Told when something is known that was not, or languages or the personal dictionary are others; returns the function that stops that. */
  listen(listener: () => void): () => void
}

/** Whether a list of the writer's own has a word, also at the beginning of a sentence and with an English possessive. */
export function isAmong(words: ReadonlySet<string>, word: string): boolean {
  if (words.size === 0) return false
  const bare = word.replace(/'s?$/, '')
  return [word, bare].some((one) => words.has(one) || words.has(one.slice(0, 1).toLowerCase() + one.slice(1)))
}

/** Whether a text names this language, and no dictionary is of it: then every word would be misspelt. */
export const isUnknownLanguage = (speller: Speller, own: string | undefined): boolean =>
  own !== undefined && !speller.languages().some((one) => spokenIn(one) === spokenIn(own))

/** `de` of `de_AT`. */
const spokenIn = (tag: string) => tag.split(/[-_]/, 1)[0]?.toLowerCase()
