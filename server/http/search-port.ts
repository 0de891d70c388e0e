import type { ChunkRecord, HitRecord } from '../../shared/api/api-records'

/** A search as the route hands it over: validated, folder resolved (content API, section 4, "Semantic search"). */
export interface SearchQuery {
  /** 1 to SEARCH_QUERY_MAX characters, well-formed, never blank. */
  readonly query: string
  /** Only documents directly in this folder; it exists in the account. `null`: the whole account (B4, B5). */
  readonly folderId: number | null
  /** Only documents with this status; any text, so one that no document has finds nothing. */
  readonly status: string | undefined
  /** 1 to SEARCH_LIMIT_MAX. */
  readonly limit: number
}

export interface SearchAnswer {
  readonly hits: readonly HitRecord[]
  /** `keyword`: the embedding endpoint cannot be had just now. */
  readonly retrieval: 'hybrid' | 'keyword'
}

/**
 * What `createApp` needs to know about search. Without it the search and chunk routes are not registered (404). Keys,
 * abilities, the search quota and validation are settled before a call arrives here.
 *
 * What changed is read from `search_changes` (`store/migrations/0002-search-changes.ts`), so a change that nobody told
 * of is found too: by another process, or while no service ran.
 */
export interface SearchPort {
  /** After the commit, for every accepted change of text, title, status, folder or tags. Returns at once, never throws. */
  onDocumentChanged(accountId: number, documentId: number): void
  /** After the commit. Returns at once, never throws. */
  onDocumentDeleted(accountId: number, documentId: number): void
  /** Best hit first, in a deterministic order. Keeps no history and caches no result (B8). */
  search(accountId: number, query: SearchQuery): Promise<SearchAnswer>
  /** `undefined`: no such chunk of such a document in this account. */
  chunk(accountId: number, documentId: number, chunkId: number): Promise<ChunkRecord | undefined>
  /** Ends background work; called once, before the database closes. */
  close?(): Promise<void> | void
}
