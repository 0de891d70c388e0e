import type { SearchIndex } from '../store/search/search-index'
import type { DocumentFacts, SearchSource } from '../store/search/search-source'

interface AccountChangesParts {
  readonly accountId: number
  readonly source: SearchSource
  readonly index: SearchIndex
  /** Milliseconds, only ever forward. */
  readonly now: () => number
}

const CHANGES_PER_READ = 1_000
/** A longer text is indexed in pauses, so that no short one waits for it. */
const LONG_BYTES = 256 * 1024
/**
 * Of a document that is saved again and again each save would have all of a long text read anew, beside the very writer
 * who waits for the next one. So it waits until it has rested for so long, and no longer than this in all.
 */
const REST_MS = 1_000
const REST_MS_MAX = 10_000

/** Which documents of an account there are, and which of them have changed since they were indexed. */
export function createAccountChanges({ accountId, source, index, now }: AccountChangesParts) {
  const facts = new Map<number, DocumentFacts>()
  /** Changed documents in the order of their changes, so the first one is the oldest. */
  const dirty = new Map<number, number>()
  /** Documents that indexing failed at, and the change they had then: each waits for its next one, or for the next start. */
  const aside = new Map<number, number>()
  /** Long documents that changed since they were indexed: when that was seen first, and last. */
  const written = new Map<number, { readonly first: number; readonly last: number }>()

  // The documents came from a backup that is older than the index.
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

    /** Takes notice of every change that was committed. */
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
     * What is to be indexed. A search looks for what was written just now, and thousands of moves may wait before that:
     * for it nothing rests, and the newest goes first.
     */
    *due(mayRest: boolean): Generator<number> {
      for (const documentId of mayRest ? dirty.keys() : [...dirty.keys()].reverse())
        if (!mayRest || !isResting(documentId)) yield documentId
    },

    /** Its text turned out to be damaged. It is indexed once more: that takes it out and says so. */
    damaged(documentId: number): void {
      if (!aside.has(documentId) && !dirty.has(documentId)) dirty.set(documentId, source.position(documentId))
    },

    /** It was indexed as it was at this position; `undefined`: it was taken out. It may have changed meanwhile, or have gone. */
    indexed(documentId: number, position: number | undefined): void {
      if (position === (facts.has(documentId) ? dirty.get(documentId) : undefined)) settle(documentId)
    },

    /** It cannot be indexed; the next start tries it again. */
    setAside(documentId: number): void {
      const position = dirty.get(documentId) ?? source.position(documentId)
      aside.set(documentId, position)
      settle(documentId)
      if (position <= index.position()) index.setPosition(position - 1)
    },

    /** Stores how far a start after a kill need not look back. */
    keepPosition(): void {
      const oldest = dirty.values().next()
      const position = Math.min(oldest.done ? seen + 1 : oldest.value, ...aside.values()) - 1
      if (position > index.position()) index.setPosition(position)
    },
  }
}
