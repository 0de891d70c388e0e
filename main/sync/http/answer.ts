import type { z } from 'zod'
import type { OPERATIONS, OperationName } from '../../../shared/api/api'
import {
  chunkSeen,
  documentSeen,
  fileSeen,
  folderSeen,
  hitSeen,
  tagSeen,
  versionSeen,
} from '../../../shared/api/api-reading'
import type { Problem } from '../../../shared/problem'
import type { ETag } from '../../../shared/terms'

type KindOf<N extends OperationName> = (typeof OPERATIONS)[N]['answer']['kind']

/** The operations that answer with bytes; all others answer with JSON, or with nothing. */
export type BytesOperation = { [N in OperationName]: KindOf<N> extends 'bytes' ? N : never }[OperationName]
export type JsonOperation = Exclude<OperationName, BytesOperation>

/**
 * The reader of the record in each answer; it reads leniently. With `null` the answer has no record. A missing
 * operation does not compile.
 */
export const READERS = {
  'documents.list': documentSeen,
  'documents.create': documentSeen,
  'documents.get': documentSeen,
  'documents.update': documentSeen,
  'documents.delete': null,
  'versions.list': versionSeen,
  'versions.get': versionSeen,
  'chunks.get': chunkSeen,
  'folders.list': folderSeen,
  'folders.create': folderSeen,
  'folders.get': folderSeen,
  'folders.update': folderSeen,
  'folders.delete': null,
  'folders.documents': documentSeen,
  'tags.list': tagSeen,
  'tags.create': tagSeen,
  'tags.update': tagSeen,
  'tags.delete': null,
  'tags.documents': documentSeen,
  'files.list': fileSeen,
  'files.upload': fileSeen,
  'files.get': fileSeen,
  'files.update': fileSeen,
  'files.delete': null,
  'search.semantic': hitSeen,
} as const satisfies Record<JsonOperation, z.ZodType | null>

type RecordOf<N extends JsonOperation> = (typeof READERS)[N] extends z.ZodType
  ? z.infer<(typeof READERS)[N]>
  : never

/** The operations that list records with ids, each with the type of its rows. */
export type ListOperation = {
  [N in JsonOperation]: KindOf<N> extends 'many'
    ? RecordOf<N> extends { readonly id: string }
      ? N
      : never
    : never
}[JsonOperation]
export type RowOf<N extends ListOperation> = RecordOf<N> & { readonly id: string }

/** The data that each operation answers with, read leniently (`shared/api/api-reading.ts`). */
export type DataOf = {
  readonly [N in JsonOperation]: KindOf<N> extends 'many' ? readonly RecordOf<N>[] : RecordOf<N>
}

/** The `meta` of a collection, as far as the service sends it (E4). */
export interface PageSeen {
  readonly currentPage?: number
  readonly lastPage?: number
  readonly perPage?: number
  readonly total?: number
}

/** 2xx with a valid envelope and, where one record was asked for, with the same id (W4). */
interface OkAnswer<T> {
  readonly kind: 'ok'
  readonly status: number
  readonly data: T
  /** The ETag as it was sent, quotes included; absent where the service sends none. */
  readonly etag?: ETag
  readonly page?: PageSeen
  /** How many rows of a collection could not be read and were left out. */
  readonly skipped: number
  /** The service's clock, from `Date`, in milliseconds since the epoch. */
  readonly serverTime?: number
}

/** 2xx without a body: a GET has to confirm that the write was stored (W4). */
interface EmptyAnswer {
  readonly kind: 'empty'
  readonly status: number
  readonly etag?: ETag
}

/** 304, the answer to an `If-None-Match`. */
interface NotModified {
  readonly kind: 'not-modified'
}

export interface FailedAnswer {
  readonly kind: 'failed'
  readonly problem: Problem
  /**
   * `true`: the service certainly did not carry out the request (it said so, or nothing was sent). `false`: the outcome
   * is unknown and must be read before the next send (W4, W6). Without meaning for a GET.
   */
  readonly certain: boolean
}

export type Answer<T> = OkAnswer<T> | EmptyAnswer | NotModified | FailedAnswer
