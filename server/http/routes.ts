import type { z } from 'zod'
import type { OPERATIONS, OperationName, PageQuery } from '../../shared/api/api'
import type { PageMeta } from '../../shared/api/api-records'
import type { SearchPort } from './search-port'
import type { Clock, Settings } from './settings'
import type { Store } from '../store/store'

type QueryOf<N extends OperationName> = (typeof OPERATIONS)[N] extends {
  readonly query: infer Q extends z.ZodType
}
  ? z.output<Q>
  : undefined
type BodyOf<N extends OperationName> = (typeof OPERATIONS)[N] extends {
  readonly body: infer B extends z.ZodType
}
  ? z.output<B>
  : undefined

/** A request that has passed key, limit, ability and schema. */
export interface Call<N extends OperationName = OperationName> {
  readonly name: N
  readonly accountId: number
  /** The numbers in the path: `id`, and the second one if there is one. */
  readonly id: number
  readonly innerId: number
  readonly query: QueryOf<N>
  readonly body: BodyOf<N>
  /** The received bytes of a JSON body. */
  readonly bodyBytes: Uint8Array
  readonly request: Request
  /** Headers for the answer, whatever its outcome. */
  readonly answerHeaders: Record<string, string>
}

export type Reply =
  | { readonly kind: 'one'; readonly record: object; readonly etag?: string }
  | { readonly kind: 'unchanged'; readonly etag: string }
  | { readonly kind: 'many'; readonly records: readonly object[]; readonly meta: PageMeta }
  /**
   * A page of records that may be large: each is loaded when its turn comes; a record that is gone by then is left out.
   */
  | {
      readonly kind: 'pointers'
      readonly pointers: readonly Pointer[]
      readonly load: (id: number) => object | undefined
      readonly meta: PageMeta
    }
  /** A stored body, or one to be stored, as JSON text. */
  | { readonly kind: 'text'; readonly text: string; readonly etag?: string | undefined }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'bytes'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: ReadableStream | null
    }

export interface Pointer {
  readonly id: number
  /** The approximate size of its answer, in bytes. */
  readonly size: number
}

type Handler<N extends OperationName> = (call: Call<N>) => Reply | Promise<Reply>
export type Handlers = { readonly [N in OperationName]: Handler<N> }

export interface RouteParts {
  readonly store: Store
  readonly search: SearchPort | undefined
  readonly settings: Settings
  /** The clock for stored times, in milliseconds since 1970. */
  readonly now: Clock
}

/** Milliseconds since 1970 as ISO 8601 in UTC. */
export const timestampOf = (time: number): string => new Date(time).toISOString()

/** The number of records before the page. */
export const offsetOf = (query: PageQuery): number => (query.page - 1) * query.per_page

/** An empty list has one page. */
export const metaOf = (query: PageQuery, total: number): PageMeta => ({
  current_page: query.page,
  last_page: Math.max(1, Math.ceil(total / query.per_page)),
  per_page: query.per_page,
  total,
})

interface Paged<T> {
  page(accountId: number, limit: number, offset: number): readonly T[]
  count(accountId: number): number
}

/** A page of an account's records. */
export const pageReply = <T>(
  things: Paged<T>,
  recordOf: (thing: T) => object,
  { accountId, query }: { readonly accountId: number; readonly query: PageQuery },
): Reply => ({
  kind: 'many',
  records: things.page(accountId, query.per_page, offsetOf(query)).map(recordOf),
  meta: metaOf(query, things.count(accountId)),
})

/** The meta of an answer that contains all records. */
export const metaOfAll = (total: number): PageMeta => ({
  current_page: 1,
  last_page: 1,
  per_page: Math.max(1, total),
  total,
})
