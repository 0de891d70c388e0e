import type { BytesOperation, Answer, DataOf, FailedAnswer, JsonOperation } from './answer'
import type { ETag } from '../../shared/terms'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** Both forms of the API document, section 5 (D1). */
export type KeyForm = 'bearer' | 'header'
export interface Credential {
  readonly key: string
  readonly form: KeyForm
}

export interface CallRequest {
  /** `id`, `versionId`, `chunkId`, as the service gave them. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** A value for JSON, or a form for uploads. */
  readonly body?: unknown
  /** Text that goes as it is, byte for byte: a frozen create (W17). Excludes `body`. */
  readonly frozenBody?: string
  readonly ifMatch?: ETag
  readonly ifNoneMatch?: ETag
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** Typed by `shared/api.ts`; every failure is a value. It never throws, except for a call that no service could answer. */
export interface ApiClient {
  call<N extends JsonOperation>(name: N, request?: CallRequest): Promise<Answer<DataOf[N]>>
  /** The content of a file; `range` as in the header `Range`. The body must be read or cancelled. */
  bytes(
    name: BytesOperation,
    request: { readonly id: string; readonly range?: string; readonly signal?: AbortSignal },
  ): Promise<BytesAnswer | FailedAnswer>
}

export interface BytesAnswer {
  readonly kind: 'bytes'
  readonly status: number
  readonly type: string
  readonly size?: number
  readonly contentRange?: string
  readonly body: ReadableStream<Uint8Array>
}
