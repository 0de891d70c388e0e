import type { ChunkRecord, HitRecord } from '../../shared/api/api-records'
import type { AccountIndex } from './account-index'
import type { Embedded } from './chunk-embedding'
import { EmbeddingUnavailable } from './embedding'
import { fuse } from './fusion'
import { hashText, sameBytes } from './indexer'
import { searchKeywords, type KeywordHit } from './keyword-search'
import { timestampOf } from '../http/routes'
import type { SearchAnswer, SearchQuery } from '../http/search-port'
import type { IndexedChunk } from '../store/search/chunks'
import type { SearchSource, SourceDocument } from '../store/search/search-source'
import type { Neighbour } from './vectors/vector-index'

/** How many hits each retrieval returns. */
const RETRIEVED = 60
/** Below this similarity two texts are unrelated. */
const SIMILARITY_MIN = 0.1
/** How long a search waits for the indexing of recent changes. */
const CATCH_UP_MS = 40

/**
 * Hybrid search in one account (content API, section 4, "Semantic search"). Both retrievals consider only documents
 * that match the filter; deletions and moves are always current, and a hit whose document changed since it was indexed
 * is returned only if its text is still there.
 */
export async function searchAccount(
  account: AccountIndex,
  source: SearchSource,
  asked: SearchQuery,
): Promise<SearchAnswer> {
  const embedded = account.vectors.active()
  const vector = await embedQuery(embedded, asked.query)
  return source.snapshot(() => {
    account.refresh()
    account.indexChanges(CATCH_UP_MS)
    const isWanted = filterOf(account, asked)
    const { keywords, neighbours } = retrieve(account, embedded, asked.query, vector, isWanted)
    const hits: HitRecord[] = []
    const read = createReader(account)
    for (const { chunkId, score } of fuse(keywords, neighbours)) {
      const found = read(chunkId)
      if (found === undefined || !isWanted(found.chunk.documentId)) continue
      const { chunk, document, text } = found
      hits.push({
        ...recordOf(chunk, text),
        score,
        title: document.title,
        folder_id: document.folderId,
        status: document.status,
        updated_at: timestampOf(document.updatedAt),
      })
      if (hits.length === asked.limit) break
    }
    return { hits, retrieval: vector === undefined ? 'keyword' : 'hybrid' }
  })
}

/** `undefined`: the provider is unavailable at present. */
export const embedQuery = ({ provider }: Embedded, query: string): Promise<Float32Array | undefined> =>
  provider.embedQuery(query).catch((error: unknown) => {
    if (error instanceof EmbeddingUnavailable) return undefined
    throw error
  })

/** Runs the two retrievals, each on the matching documents only (requirement B2). */
export function retrieve(
  { index: { chunks, words } }: AccountIndex,
  { vectors }: Embedded,
  query: string,
  vector: Float32Array | undefined,
  isWanted: (documentId: number) => boolean,
): { keywords: KeywordHit[]; neighbours: Neighbour[] } {
  const isWantedChunk = (chunkId: number): boolean => {
    const documentId = vectors.documentOf(chunkId) ?? chunks.find(chunkId)?.documentId
    return documentId !== undefined && isWanted(documentId)
  }
  return {
    keywords: searchKeywords(words, chunks.count(), query, RETRIEVED, isWantedChunk),
    neighbours: vector ? vectors.nearest(vector, RETRIEVED, SIMILARITY_MIN, isWanted) : [],
  }
}

function filterOf(account: AccountIndex, { folderId, status }: SearchQuery): (documentId: number) => boolean {
  return (documentId) => {
    const facts = account.facts(documentId)
    if (facts === undefined) return false
    return (
      (folderId === null || facts.folderId === folderId) && (status === undefined || facts.status === status)
    )
  }
}

/** One chunk of a document; filters of a search do not apply (content API, section 4, "Semantic search", rule 6). */
export function findChunk(
  account: AccountIndex,
  source: SearchSource,
  documentId: number,
  chunkId: number,
): ChunkRecord | undefined {
  return source.snapshot(() => {
    account.refresh()
    if (account.isDirty(documentId)) account.indexChanges(CATCH_UP_MS)
    const found = createReader(account)(chunkId)
    return found?.chunk.documentId === documentId ? recordOf(found.chunk, found.text) : undefined
  })
}

/** Reads chunks with their texts, each document once; `undefined` where the text does not exist any more. */
function createReader(account: AccountIndex) {
  const documents = new Map<number, SourceDocument | undefined>()
  return (chunkId: number): { chunk: IndexedChunk; document: SourceDocument; text: string } | undefined => {
    const chunk = account.index.chunks.find(chunkId)
    if (chunk === undefined) return undefined
    const { documentId } = chunk
    if (!documents.has(documentId)) documents.set(documentId, account.document(documentId))
    const document = documents.get(documentId)
    if (document === undefined) return undefined
    const text = document.content.slice(chunk.start, chunk.end)
    if (account.isDirty(documentId) && !sameBytes(hashText(text), chunk.textHash)) return undefined
    return { chunk, document, text }
  }
}

const recordOf = (chunk: IndexedChunk, text: string): ChunkRecord => ({
  id: chunk.id,
  document_id: chunk.documentId,
  index: chunk.place,
  text,
  heading_path: [...chunk.headingPath],
  start: chunk.start,
  end: chunk.end,
})
