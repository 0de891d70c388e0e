import type { SearchIndex } from '../store/search/search-index'
import type { DocumentFacts, SearchSource } from '../store/search/search-source'

interface AccountChangesParts {
  readonly accountId: number
  readonly source: SearchSource
  readonly index: SearchIndex
  /** A monotonic time in milliseconds. */
  readonly now: () => number
}

const CHANGES_PER_READ = 1_000
/** A longer text is indexed in slices, so that no short one waits for it. */
const LONG_BYTES = 256 * 1024
/**
 * How long a long document must be unchanged before it is indexed, and the longest delay in all. Otherwise each of many
 * saves would have the whole text read again, while the writer waits for the next save.
 */
const REST_MS = 1_000
const REST_MS_MAX = 10_000

/** The documents of an account, and those that have changed since they were indexed. */
export function createAccountChanges({ accountId, source, index, now }: AccountChangesParts) {
  const facts = new Map<number, DocumentFacts>()
  /** Changed documents in the order of their changes; the first one is the oldest. */
  const dirty = new Map<number, number>()
  /**
   * Documents whose indexing failed, with their change at that time: each waits for its next change, or for the next
   * start.
   */
  const aside = new Map<number, number>()
  /** Long documents that changed since they were indexed: when that was first and last noticed. */
  const written = new Map<number, { readonly first: number; readonly last: number }>()

  // The documents come from a backup that is older than the index.
  if (index.position() > source.lastPosition()) index.clear()
  let seen = index.position()
  source.snapshot(() => {
    for (const [documentId, found] of source.allFacts(accountId)) facts.set(documentId, found)
  })

  const isLong = (documentId: number) => source.size(accountId, documentId) > LONG_BYTES
  const isResting = (documentId: number) => {
    const { first, last } = written.get(documentId) ?? { first: -Infinity, last: -Infinity }
    return now() < Math.min(last + REST_MS, first + REST_MS_MAX)
  }
  const settle = (documentId: number) => {
    dirty.delete(documentId)
    written.delete(documentId)
  }
  const take = (documentId: number, position: number) => {
    const found = source.facts(accountId, documentId)
    if (found) facts.set(documentId, found)
    else facts.delete(documentId)
    const indexed = index.chunks.position(documentId)
    if (indexed === position) return
    if (indexed !== undefined && isLong(documentId))
      written.set(documentId, { first: written.get(documentId)?.first ?? now(), last: now() })
    else written.delete(documentId)
    aside.delete(documentId)
    dirty.delete(documentId)
    dirty.set(documentId, position)
  }

  return {
    isLong,
    facts: (documentId: number) => facts.get(documentId),
    isDirty: (documentId: number) => dirty.has(documentId),
    hasDirty: () => dirty.size > 0,

    /** Notes every committed change. */
    refresh(): void {
      for (;;) {
        const changes = source.changesAfter(accountId, seen, CHANGES_PER_READ)
        for (const { position, documentId } of changes) {
          seen = position
          take(documentId, position)
        }
        if (changes.length < CHANGES_PER_READ) return
      }
    },

    /**
     * The documents to index. A search needs the latest changes, and thousands of moves may wait before them: for a
     * search no document rests, and the newest goes first.
     */
    *due(mayRest: boolean): Generator<number> {
      for (const documentId of mayRest ? dirty.keys() : [...dirty.keys()].reverse())
        if (!mayRest || !isResting(documentId)) yield documentId
    },

    /**
     * Notes that a document's text is damaged. It is indexed once more, which removes it from the index and reports it.
     */
    damaged(documentId: number): void {
      if (!aside.has(documentId) && !dirty.has(documentId)) dirty.set(documentId, source.position(documentId))
    },

    /**
     * Notes that the document was indexed at this position; `undefined`: it was removed from the index. It may have
     * changed, or been deleted, meanwhile.
     */
    indexed(documentId: number, position: number | undefined): void {
      if (position === (facts.has(documentId) ? dirty.get(documentId) : undefined)) settle(documentId)
    },

    /** Notes that the document cannot be indexed; the next start tries again. */
    setAside(documentId: number): void {
      const position = dirty.get(documentId) ?? source.position(documentId)
      aside.set(documentId, position)
      settle(documentId)
      if (position <= index.position()) index.setPosition(position - 1)
    },

    /** Stores the position from which a start after a kill continues. */
    keepPosition(): void {
      const oldest = dirty.values().next()
      const position = Math.min(oldest.done ? seen + 1 : oldest.value, ...aside.values()) - 1
      if (position > index.position()) index.setPosition(position)
    },
  }
}
