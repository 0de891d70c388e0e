import type { ChunkRecord, HitRecord } from '../../shared/api/api-records'

/** A search as the route passes it: validated, with the folder resolved (content API, section 4, "Semantic search"). */
export interface SearchQuery {
  /** 1 to SEARCH_QUERY_MAX characters, well-formed, not blank. */
  readonly query: string
  /** Only documents directly in this folder; it exists in the account. `null`: the whole account (B4, B5). */
  readonly folderId: number | null
  /** Only documents with this status; any text is allowed, and an unknown one finds nothing. */
  readonly status: string | undefined
  /** 1 to SEARCH_LIMIT_MAX. */
  readonly limit: number
}

export interface SearchAnswer {
  readonly hits: readonly HitRecord[]
  /** `keyword`: the embedding endpoint is unavailable at present. */
  readonly retrieval: 'hybrid' | 'keyword'
}

/**
 * The interface of search for `createApp`. Without it the search and chunk routes are not registered (404). Keys,
 * abilities, the search quota and validation are handled before a call.
 *
 * Changes are read from `search_changes` (`store/migrations/0002-search-changes.ts`), so changes without a notification
 * are found too: those of another process, or from before the service started.
 */
export interface SearchPort {
  /**
   * Called after the commit, for every accepted change of text, title, status, folder or tags. Returns at once, never
   * throws.
   */
  onDocumentChanged(accountId: number, documentId: number): void
  /** Called after the commit. Returns at once, never throws. */
  onDocumentDeleted(accountId: number, documentId: number): void
  /** Returns hits, the best first, in a deterministic order. Keeps no history and caches no result (B8). */
  search(accountId: number, query: SearchQuery): Promise<SearchAnswer>
  /** `undefined`: the account has no such chunk of such a document. */
  chunk(accountId: number, documentId: number, chunkId: number): Promise<ChunkRecord | undefined>
  /** Ends background work; called once, before the database is closed. */
  close?(): Promise<void> | void
}
