import type { OperationName } from '../../../shared/api/api'
import type {
  ChunkSeen,
  DocumentSeen,
  FileSeen,
  FolderSeen,
  HitSeen,
  TagSeen,
  VersionSeen,
} from '../../../shared/api/api-reading'
import type { Problem } from '../../../shared/problem'
import type { ETag } from '../../../shared/terms'

/** What each operation answers with, read leniently (`shared/api/api-reading.ts`). */
export interface DataOf {
  readonly 'documents.list': readonly DocumentSeen[]
  readonly 'documents.create': DocumentSeen
  readonly 'documents.get': DocumentSeen
  readonly 'documents.update': DocumentSeen
  readonly 'documents.delete': DocumentSeen
  readonly 'versions.list': readonly VersionSeen[]
  readonly 'versions.get': VersionSeen
  readonly 'chunks.get': ChunkSeen
  readonly 'folders.list': readonly FolderSeen[]
  readonly 'folders.create': FolderSeen
  readonly 'folders.get': FolderSeen
  readonly 'folders.update': FolderSeen
  readonly 'folders.delete': FolderSeen
  readonly 'folders.documents': readonly DocumentSeen[]
  readonly 'tags.list': readonly TagSeen[]
  readonly 'tags.create': TagSeen
  readonly 'tags.update': TagSeen
  readonly 'tags.delete': TagSeen
  readonly 'tags.documents': readonly DocumentSeen[]
  readonly 'files.list': readonly FileSeen[]
  readonly 'files.upload': readonly FileSeen[]
  readonly 'files.get': FileSeen
  readonly 'files.update': FileSeen
  readonly 'files.delete': FileSeen
  readonly 'search.semantic': readonly HitSeen[]
}

/** Every operation that answers with JSON; the two that answer with bytes are `bytes`. */
export type JsonOperation = keyof DataOf
export type BytesOperation = Exclude<OperationName, JsonOperation>

/** `meta` of a collection, as far as the service sends it (E4). */
export interface PageSeen {
  readonly currentPage?: number
  readonly lastPage?: number
  readonly perPage?: number
  readonly total?: number
}

/** 2xx with a valid envelope and, where one record was asked for, the same id (W4). */
export interface OkAnswer<T> {
  readonly kind: 'ok'
  readonly status: number
  readonly data: T
  /** Verbatim, quotes included; absent where the service sends none. */
  readonly etag?: ETag
  readonly page?: PageSeen
  /** Rows of a collection that could not be read and were left out. */
  readonly skipped: number
  /** The service's clock, from `Date`, in milliseconds since the epoch. */
  readonly serverTime?: number
}

/** 2xx without a body: what was done is to be confirmed by a GET (W4). */
export interface EmptyAnswer {
  readonly kind: 'empty'
  readonly status: number
  readonly etag?: ETag
}

/** 304 to an `If-None-Match`. */
export interface NotModified {
  readonly kind: 'not-modified'
}

export interface FailedAnswer {
  readonly kind: 'failed'
  readonly problem: Problem
  /**
   * `true`: the service certainly did not do it (it said so, or nothing was sent). `false`: the outcome is unknown;
   * read before anything is sent again (W4, W6). Of no meaning for a GET.
   */
  readonly certain: boolean
}

export type Answer<T> = OkAnswer<T> | EmptyAnswer | NotModified | FailedAnswer
