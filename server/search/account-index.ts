import { createAccountChanges } from './account-changes'
import { createAccountVectors, type AccountVectors, type EmbeddingChoice } from './account-vectors'
import type { StepOutcome } from './chunk-embedding'
import type { Passage } from './features'
import { hashText, indexDocument, removeDocument, sameBytes, type IndexingReport } from './indexer'
import type { SearchIndex } from '../store/search/search-index'
import {
  DamagedDocument,
  type DocumentFacts,
  type SearchSource,
  type SourceDocument,
} from '../store/search/search-source'
import { sqliteCode } from '../../node/storage-failure'

/** The index of one account, and the work that keeps it up to date. */
export interface AccountIndex {
  readonly index: SearchIndex
  readonly vectors: AccountVectors
  /** Notes every committed change; cheap. Searches call it first, so that filters and deletions are exact. */
  refresh(): void
  /** The facts of every existing document. */
  facts(documentId: number): DocumentFacts | undefined
  /** The present document; `undefined` where there is none, or where its text is damaged. */
  document(documentId: number): SourceDocument | undefined
  /** Whether the document has changed since it was indexed. */
  isDirty(documentId: number): boolean
  /** Indexes changed documents for about `budgetMs`; returns whether any are left that can be indexed now. */
  indexChanges(budgetMs: number): boolean
  /**
   * Does a slice of background work. Unless it is hurried, a long document that is being written waits until its writer
   * pauses.
   */
  step(isHurried: boolean): Promise<StepOutcome>
  close(): void
}

interface AccountIndexParts {
  readonly accountId: number
  readonly source: SearchSource
  readonly index: SearchIndex
  readonly embedding: EmbeddingChoice
  /** A monotonic time in milliseconds. */
  readonly now: () => number
  /** Called for each document, and each passage, that cannot be indexed; all others are indexed. */
  readonly onError: (error: unknown) => void
}

const SLICE_MS = 15

/** Throws where the index cannot be used (`isUseless`). */
export function openAccountIndex(parts: AccountIndexParts): AccountIndex {
  const { accountId, source, index, now, onError } = parts
  const changes = createAccountChanges(parts)
  const long: { documentId: number; work: Generator<void, IndexingReport> }[] = []

  const readDocument = (documentId: number): SourceDocument | undefined => {
    try {
      return source.document(accountId, documentId)
    } catch (error) {
      if (!(error instanceof DamagedDocument)) throw error
      changes.damaged(documentId)
      return undefined
    }
  }

  const vectors = createAccountVectors(index, parts.embedding, passagesOf(parts, readDocument), now, onError)

  const done = (documentId: number, report: IndexingReport) => {
    vectors.forget(report.voided)
    changes.indexed(documentId, report.position)
  }
  const isUnderWay = (documentId: number) => long.some((one) => one.documentId === documentId)

  const tried = (documentId: number, attempt: () => void) => {
    try {
      attempt()
    } catch (error) {
      // A fault of the index itself affects all documents and is not handled here.
      if (sqliteCode(error) !== undefined) throw error
      changes.setAside(documentId)
      vectors.forget(removeDocument(index, documentId))
      if (long[0]?.documentId === documentId) long.shift()
      onError(new Error(`document ${documentId} of account ${accountId} is not indexed: ${String(error)}`))
    }
  }

  /** Indexes short documents first, then slices of a long one; at least one of either, however little time there is. */
  const indexSome = (end: number, mayRest: boolean) => {
    for (const documentId of changes.due(mayRest)) {
      if (isUnderWay(documentId)) continue
      const work = indexDocument(source, index, accountId, documentId)
      if (changes.isLong(documentId)) long.push({ documentId, work })
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
    const isLeft = () => long.length > 0 || changes.due(mayRest).next().done !== true
    if (!isLeft()) return false
    index.transaction(() => {
      indexSome(now() + budgetMs, mayRest)
      changes.keepPosition()
    })
    return isLeft()
  }

  return {
    index,
    vectors,
    refresh: changes.refresh,
    facts: changes.facts,
    document: readDocument,
    isDirty: changes.isDirty,
    indexChanges: (budgetMs) => work(budgetMs, false),
    async step(isHurried) {
      changes.refresh()
      if (work(SLICE_MS, !isHurried)) return 'worked'
      changes.keepPosition()
      const outcome = await vectors.step()
      return outcome === 'idle' && changes.hasDirty() ? 'waiting' : outcome
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

/** The texts of chunks; each document is read once. A chunk whose text has changed since it was indexed is left out. */
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
