/**
 * Keeps the account of all typed words. Every word is unique: its writer's name and a number. At the end, each
 * acknowledged word has to exist exactly once, unless somebody who saw the word removed it or let it go.
 */
export interface Account {
  /** Returns a new word of this writer. */
  next(name: string): string
  /** The word was acknowledged; before that, it may exist or not. */
  written(word: string): void
  /** The words were deleted or undone by a writer; they may be gone, or come back with a merge. */
  takenBack(words: Iterable<string>): void
  /** The words were let go by a decision or a deletion, and are kept in a snapshot or a version. */
  letGo(words: Iterable<string>): void
  /**
   * The words count as let go if the app ends before the answer arrives, because the request may have been executed.
   * Returns a function to be called at that answer.
   */
  atRisk(words: Iterable<string>): () => void
  ended(): void
  /**
   * The words were handed over too late for their document, or dropped by the service; they only have to be kept
   * somewhere.
   */
  keepAside(words: Iterable<string>): void
  /**
   * The service was restored from a backup: of the words written so far, only these are left, and they only have to be
   * kept somewhere.
   */
  forgotten(left: Iterable<string>): void
  /** An action has created, or may create, a second document with the words. */
  mayRepeat(words: Iterable<string>): void
  /** Two writers decide about the words at the same time: each puts them at another place, and both are right. */
  mayDouble(words: Iterable<string>): void
  all(): Iterable<string>
  isDue(word: string): boolean
  /** Whether the word does not need to be in a document. */
  isAside(word: string): boolean
  mayBeTwice(word: string): boolean
  mayBeTwiceInOne(word: string): boolean
}

export function createAccount(): Account {
  const counts = new Map<string, number>()
  const acknowledged = new Set<string>()
  const back = new Set<string>()
  const gone = new Set<string>()
  const aside = new Set<string>()
  const repeated = new Set<string>()
  const doubled = new Set<string>()
  const risks = new Set<readonly string[]>()
  const add = (to: Set<string>) => (words: Iterable<string>) => {
    for (const word of words) to.add(word)
  }
  const [letGo, keepAside, mayRepeat] = [add(gone), add(aside), add(repeated)]
  return {
    next(name) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return `${name}${count}`
    },
    written: (word) => void acknowledged.add(word),
    takenBack: add(back),
    letGo,
    atRisk(words) {
      const asked = [...words]
      risks.add(asked)
      return () => void risks.delete(asked)
    },
    ended() {
      for (const words of risks) letGo(words)
      risks.clear()
    },
    keepAside,
    mayRepeat,
    forgotten(left) {
      const known = new Set(left)
      keepAside(known)
      mayRepeat(known)
      letGo([...acknowledged].filter((word) => !known.has(word)))
    },
    mayDouble: add(doubled),
    all: () => acknowledged,
    isDue: (word) => acknowledged.has(word) && !back.has(word) && !gone.has(word),
    isAside: (word) => aside.has(word),
    mayBeTwice: (word) => repeated.has(word) || doubled.has(word),
    mayBeTwiceInOne: (word) => doubled.has(word),
  }
}
