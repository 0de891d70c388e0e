import {
  createAccountVectors,
  type AccountVectors,
  type EmbeddingChoice,
  type StepOutcome,
} from './account-vectors'
import type { Passage } from './features'
import { hashText, indexDocument, removeDocument, sameBytes, type IndexingReport } from './indexer'
import type { SearchIndex } from '../store/search/search-index'
import {
  DamagedDocument,
  type DocumentFacts,
  type SearchSource,
  type SourceDocument,
} from '../store/search/search-source'
import { sqliteCode } from '../../node/storage-trouble'

/** The index of one account and the work of keeping it up. */
export interface AccountIndex {
  readonly index: SearchIndex
  readonly vectors: AccountVectors
  /** Takes notice of every change that was committed; cheap. Searches do it first, so filters and deletions are exact. */
  refresh(): void
  /** Of every document there is. */
  facts(documentId: number): DocumentFacts | undefined
  /** As it is now; `undefined` where there is none, or where its text is damaged. */
  document(documentId: number): SourceDocument | undefined
  /** Whether the document has changed since it was indexed. */
  isDirty(documentId: number): boolean
  /** Indexes changed documents for about `budgetMs`; says whether any are left that it can go on with. */
  indexChanges(budgetMs: number): boolean
  /** A slice of background work. Unless it is hurried, a long document that is being written waits for its writer's pause. */
  step(isHurried: boolean): Promise<StepOutcome>
  close(): void
}

interface AccountIndexParts {
  readonly accountId: number
  readonly source: SearchSource
  readonly index: SearchIndex
  readonly embedding: EmbeddingChoice
  /** Milliseconds, only ever forward. */
  readonly now: () => number
  /** Hears of each document, and each passage, that cannot be indexed; all others are. */
  readonly onError: (error: unknown) => void
}

const CHANGES_PER_READ = 1_000
const SLICE_MS = 15
/** A longer text is indexed in pauses, so that no short one waits for it. */
const LONG_BYTES = 256 * 1024
/**
 * Of a document that is saved again and again each save would have all of a long text read anew, beside the very writer
 * who waits for the next one. So it waits until it has rested for so long, and no longer than this in all.
 */
const REST_MS = 1_000
const REST_MS_MAX = 10_000

/** Throws where the index cannot be used (`isUseless`). */
export function openAccountIndex(parts: AccountIndexParts): AccountIndex {
  const { accountId, source, index, now, onError } = parts
  const facts = new Map<number, DocumentFacts>()
  /** Changed documents in the order of their changes, so the first one is the oldest. */
  const dirty = new Map<number, number>()
  /** Documents that indexing failed at, and the change they had then: each waits for its next one, or for the next start. */
  const aside = new Map<number, number>()
  const long: { documentId: number; work: Generator<void, IndexingReport> }[] = []
  /** Long documents that changed since they were indexed: when that was seen first, and last. */
  const written = new Map<number, { readonly first: number; readonly last: number }>()

  // The documents came from a backup that is older than the index.
  if (index.position() > source.lastPosition()) index.clear()
  let seen = index.position()
  source.snapshot(() => {
    for (const [documentId, found] of source.allFacts(accountId)) facts.set(documentId, found)
  })

  const refresh = () => {
    for (;;) {
      const changes = source.changesAfter(accountId, seen, CHANGES_PER_READ)
      for (const { position, documentId } of changes) {
        seen = position
        const found = source.facts(accountId, documentId)
        if (found) facts.set(documentId, found)
        else facts.delete(documentId)
        const indexed = index.chunks.position(documentId)
        if (indexed === position) continue
        if (indexed !== undefined && source.size(accountId, documentId) > LONG_BYTES)
          written.set(documentId, { first: written.get(documentId)?.first ?? now(), last: now() })
        else written.delete(documentId)
        aside.delete(documentId)
        dirty.delete(documentId)
        dirty.set(documentId, position)
      }
      if (changes.length < CHANGES_PER_READ) return
    }
  }

  const readDocument = (documentId: number): SourceDocument | undefined => {
    try {
      return source.document(accountId, documentId)
    } catch (error) {
      if (!(error instanceof DamagedDocument)) throw error
      // Indexed once more: that takes it out and says so.
      if (!aside.has(documentId) && !dirty.has(documentId)) dirty.set(documentId, source.position(documentId))
      return undefined
    }
  }

  const vectors = createAccountVectors(index, parts.embedding, passagesOf(parts, readDocument), now, onError)

  const done = (documentId: number, report: IndexingReport) => {
    vectors.forget(report.voided)
    // It may have changed again, or have gone, while it was indexed.
    const isDone = facts.has(documentId)
      ? report.position === dirty.get(documentId)
      : report.position === undefined
    if (isDone) dirty.delete(documentId)
    if (isDone) written.delete(documentId)
  }
  /** A fault of the index itself concerns all documents, and is not answered here. */
  const setAside = (documentId: number, error: unknown) => {
    if (sqliteCode(error) !== undefined) throw error
    const position = dirty.get(documentId) ?? source.position(documentId)
    aside.set(documentId, position)
    dirty.delete(documentId)
    written.delete(documentId)
    vectors.forget(removeDocument(index, documentId))
    if (position <= index.position()) index.setPosition(position - 1)
    onError(new Error(`document ${documentId} of account ${accountId} is not indexed: ${String(error)}`))
  }
  /** How far a start after a kill need not look back. */
  const keepPosition = () => {
    const oldest = dirty.values().next()
    const position = Math.min(oldest.done ? seen + 1 : oldest.value, ...aside.values()) - 1
    if (position > index.position()) index.setPosition(position)
  }
  const isResting = (documentId: number) => {
    const { first, last } = written.get(documentId) ?? { first: -Infinity, last: -Infinity }
    return now() < Math.min(last + REST_MS, first + REST_MS_MAX)
  }
  const isUnderWay = (documentId: number) => long.some((one) => one.documentId === documentId)

  const tried = (documentId: number, attempt: () => void) => {
    try {
      attempt()
    } catch (error) {
      setAside(documentId, error)
      if (long[0]?.documentId === documentId) long.shift()
    }
  }

  /**
   * Short documents first, then slices of a long one; at least one of either, however little time there is. A search
   * looks for what was written just now, and thousands of moves may wait before that: it begins with the newest.
   */
  const indexSome = (end: number, mayRest: boolean) => {
    for (const documentId of mayRest ? dirty.keys() : [...dirty.keys()].reverse()) {
      if (isUnderWay(documentId) || (mayRest && isResting(documentId))) continue
      const work = indexDocument(source, index, accountId, documentId)
      if (source.size(accountId, documentId) > LONG_BYTES) long.push({ documentId, work })
      else tried(documentId, () => done(documentId, finish(work)))
      if (now() >= end) break
    }
    do {
      const first = long[0]
      if (first === undefined) return
      tried(first.documentId, () => {
        const slice = first.work.next()
        if (!slice.done) return
        long.shift()
        done(first.documentId, slice.value)
      })
    } while (now() < end)
  }

  const work = (budgetMs: number, mayRest: boolean): boolean => {
    const isLeft = () =>
      long.length > 0 || [...dirty.keys()].some((documentId) => !mayRest || !isResting(documentId))
    if (!isLeft()) return false
    index.transaction(() => {
      indexSome(now() + budgetMs, mayRest)
      keepPosition()
    })
    return isLeft()
  }

  return {
    index,
    vectors,
    refresh,
    facts: (documentId) => facts.get(documentId),
    document: readDocument,
    isDirty: (documentId) => dirty.has(documentId),
    indexChanges: (budgetMs) => work(budgetMs, false),
    async step(isHurried) {
      refresh()
      if (work(SLICE_MS, !isHurried)) return 'worked'
      keepPosition()
      const outcome = await vectors.step()
      return outcome === 'idle' && dirty.size > 0 ? 'stalled' : outcome
    },
    close: () => index.close(),
  }
}

function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const slice = work.next()
    if (slice.done) return slice.value
  }
}

/** The texts of chunks, each document read once; nothing for a chunk whose text has changed since it was indexed. */
const passagesOf = ({ source, index }: AccountIndexParts, readDocument: AccountIndex['document']) =>
  function* (chunks: Iterable<{ id: number; documentId: number }>): Generator<Passage | undefined> {
    let last: { id: number; position: number; title: string; content: string } | undefined
    for (const { id, documentId } of chunks) {
      const position = source.position(documentId)
      if (last?.id !== documentId || last.position !== position) {
        const found = readDocument(documentId)
        last = found && { id: documentId, position, title: found.title, content: found.content }
      }
      const chunk = index.chunks.find(id)
      const text = last && chunk ? last.content.slice(chunk.start, chunk.end) : undefined
      yield chunk && last && text !== undefined && sameBytes(hashText(text), chunk.textHash)
        ? { title: last.title, headingPath: chunk.headingPath, text }
        : undefined
    }
  }
