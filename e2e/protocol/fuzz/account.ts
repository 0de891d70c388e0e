/**
 * The account of the words. Every word that is typed is unique: its writer's name and a number. A word that was
 * acknowledged has to be there in the end, once, unless somebody who saw it took it back or let it go.
 */
export interface Account {
  /** The next word of this writer. */
  next(name: string): string
  /** It was acknowledged. Until then it may be there or not. */
  written(word: string): void
  /** Typed away, or undone: it may be gone, or come back with a merge. */
  takenBack(words: Iterable<string>): void
  /** Let go by a decision or a delete: kept in a snapshot or a version. */
  letGo(words: Iterable<string>): void
  /** Let go should the app end before the answer comes: what was asked for may have been done. Ends with that answer. */
  atRisk(words: Iterable<string>): () => void
  ended(): void
  /** Handed over too late for their document, or dropped by the service that they were sent to: kept anywhere. */
  keepAside(words: Iterable<string>): void
  /** The service goes on from a backup: of what was written so far only these words are left, and they are kept anywhere. */
  forgotten(left: Iterable<string>): void
  /** An action has made, or may make, a second document of them. */
  mayRepeat(words: Iterable<string>): void
  /** Two writers decide about them at the same time: each puts them where she wants them, and both are right. */
  mayDouble(words: Iterable<string>): void
  all(): Iterable<string>
  isDue(word: string): boolean
  /** It need not stand in a document. */
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
