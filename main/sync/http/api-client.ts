import { HEADER, OPERATIONS, pathOf, type OperationName } from '../../../shared/api/api'
import { API_PREFIX } from '../../../shared/api/api-prefix'
import { problem, type Problem, type Result } from '../../../shared/problem'
import type { ETag } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import { createStrike } from '../../system/strike-key'
import { otherForm } from './address'
import type { Answer, BytesOperation, DataOf, FailedAnswer, JsonOperation } from './answer'
import type { Connection } from '../service/connection'
import type { Meter } from '../service/connection-state'
import type { Credential, Fetch, KeyForm } from './fetch'
import { capabilitiesSeen, readAnswer } from './read-answer'
import { serverTime } from './retry-after'
import { refusalOf } from './refusals'
import { exchange, readText, type Exchanged, type RequestDeadline } from './transport'

export interface CallRequest {
  /** The ids in the path (`id`, `versionId`, `chunkId`), as the service gave them. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** The body: a value for JSON, or a form for uploads. */
  readonly body?: unknown
  /** JSON that is sent byte for byte, as a frozen create is (W17). Excludes `body`. */
  readonly frozenBody?: string
  readonly ifMatch?: ETag
  readonly ifNoneMatch?: ETag
  readonly idempotencyKey?: string
  /** The request names something that does not exist, so its answer says nothing about revisions (C6). */
  readonly isQuestion?: true
  readonly signal?: AbortSignal
}

/**
 * A client of the content API, typed by `shared/api/api.ts`. Every failure is a value; a call throws only where no
 * service could answer it.
 */
export interface ApiClient {
  call<N extends JsonOperation>(name: N, request?: CallRequest): Promise<Answer<DataOf[N]>>
  /** Fetches the content of a file. The body must be read or cancelled. */
  bytes(name: BytesOperation, request: { readonly id: string }): Promise<BytesAnswer | FailedAnswer>
}

interface BytesAnswer {
  readonly kind: 'bytes'
  readonly body: ReadableStream<Uint8Array>
}

interface ApiClientParts {
  /** The address, as `normaliseAddress` returns it. */
  readonly address: string
  /** Returns the key, at every call. With `undefined` no key is available and nothing is sent. */
  readonly credential: () => Credential | undefined
  readonly fetch: Fetch
  readonly clock: Clock
  /** The connection is asked before each call and told afterwards. */
  readonly connection: Connection
}

interface Answered {
  readonly kind: 'answered'
  readonly response: Response
  /** The headers of the answer that do not contain the key. */
  readonly headers: Headers
  readonly deadline: RequestDeadline
  readonly tell: Tell
  readonly strike: (text: string) => string
}
type Sent = Answered | FailedAnswer
type Tell = <A extends { readonly kind: string }>(answer: A | FailedAnswer) => A | FailedAnswer

export function createApiClient(parts: ApiClientParts): ApiClient {
  const { address, credential, fetch, clock, connection } = parts
  async function send(name: OperationName, request: CallRequest): Promise<Sent> {
    const url = urlOf(address, name, request)
    const key = credential()
    if (!key) return notSent(problem('unauthorized', 'There is no key for this service yet.'))
    const refusal = connection.refusal(name)
    if (refusal) return notSent(refusal)
    if (request.signal?.aborted) return notSent(problem('cancelled', 'Cancelled.'))
    const askedAt = clock.now()
    const { keyGeneration } = connection.current()
    const body = bodyOf(request)
    const sent = await inEitherForm(key, (form) =>
      exchange(fetch, clock, {
        method: OPERATIONS[name].method,
        url,
        headers: headersOf({ ...key, form }, request, typeof body === 'string'),
        ...(body !== undefined && { body }),
        ...(request.signal && { signal: request.signal }),
      }),
    )
    const strike = createStrike(key.key)
    const headers = sent.kind === 'answered' ? sent.response.headers : undefined
    const about = {
      name,
      askedAt,
      keyGeneration,
      ...(request.isQuestion === true && { isQuestion: true as const }),
    }
    const tell: Tell = (answer) => {
      const failure = 'problem' in answer && { problem: answer.problem }
      connection.observe({ ...about, ...failure, ...(headers && seenIn(headers)) })
      return answer
    }
    if (sent.kind === 'broken') {
      // A redirect may lead to a host whose name contains the key.
      const seen = { ...sent.problem, message: strike(sent.problem.message) }
      const answer: FailedAnswer = { kind: 'failed', problem: seen, certain: !sent.sent }
      tell(answer)
      return answer
    }
    return { ...sent, headers: withoutKey(sent.response.headers, strike), tell, strike }
  }

  async function once<N extends JsonOperation>(name: N, request: CallRequest): Promise<Answer<DataOf[N]>> {
    const sent = await send(name, request)
    if (sent.kind === 'failed') return sent
    const { response, headers, deadline, tell } = sent
    const { status } = response
    const text = await readText(response, deadline)
    if (status === 304 && request.ifNoneMatch !== undefined) return tell({ kind: 'not-modified' as const })
    if (!response.ok) return tell(refused(name, sent, text, clock.now()))
    if (!text.ok) return tell({ kind: 'failed', problem: text.problem, certain: false })
    const answer = readAnswer(name, request.params ?? {}, { status, headers }, text.value)
    if (answer.kind === 'ok')
      connection.noteCapabilities(capabilitiesSeen(connection.capabilities(), name, answer, text.value))
    return tell(answer)
  }

  return {
    async call(name, request = {}) {
      const namesSize = OPERATIONS[name].method === 'GET' && request.query?.['per_page'] !== undefined
      if (!namesSize) return once(name, request)
      const withoutSize = { ...request, query: { ...request.query, per_page: undefined } }
      if (connection.capabilities().pageSize === 'no') return once(name, withoutSize)
      const answer = await once(name, request)
      if (answer.kind !== 'failed' || answer.problem.code !== 'invalid') return answer
      const again = await once(name, withoutSize)
      if (again.kind === 'ok') connection.noteCapabilities({ pageSize: 'no' })
      return again
    },

    async bytes(name, { id }) {
      const sent = await send(name, { params: { id } })
      if (sent.kind === 'failed') return sent
      const { response, deadline, tell } = sent
      return response.ok && response.body
        ? tell<BytesAnswer>({ kind: 'bytes', body: response.body.pipeThrough(watched(deadline)) })
        : tell(refused(name, sent, await readText(response, deadline), clock.now()))
    },
  }
}

const notSent = (why: Problem): FailedAnswer => ({ kind: 'failed', problem: why, certain: true })

/** The message of the service with a status outside 2xx. */
function refused(name: OperationName, sent: Answered, text: Result<string>, nowMs: number): FailedAnswer {
  const { response, headers, strike } = sent
  const seen = { status: response.status, headers }
  return { kind: 'failed', ...refusalOf(name, seen, text.ok ? text.value : '', nowMs, strike) }
}

/**
 * Sends the request with the key in its form. Where that form is only a guess and is refused, sends it in the other
 * form.
 */
async function inEitherForm(key: Credential, ask: (form: KeyForm) => Promise<Exchanged>): Promise<Exchanged> {
  const sent = await ask(key.form)
  if (!key.settle || sent.kind !== 'answered' || sent.response.status !== 401) return sent
  sent.deadline.end()
  void sent.response.body?.cancel().catch(() => {})
  const other = otherForm(key.form)
  const again = await ask(other)
  if (again.kind === 'answered') key.settle(again.response.status === 401 ? key.form : other)
  return again
}

function urlOf(address: string, name: OperationName, { params, query = {} }: CallRequest): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as [string, string]],
  )
  const search = new URLSearchParams(pairs).toString()
  return address + API_PREFIX + pathOf(name, params) + (search === '' ? '' : `?${search}`)
}

function headersOf({ key, form }: Credential, request: CallRequest, isJson: boolean): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(form === 'bearer' ? { [HEADER.authorization]: `Bearer ${key}` } : { [HEADER.apiKey]: key }),
    ...(isJson && { 'Content-Type': 'application/json' }),
    ...(request.ifMatch !== undefined && { [HEADER.ifMatch]: request.ifMatch }),
    ...(request.ifNoneMatch !== undefined && { [HEADER.ifNoneMatch]: request.ifNoneMatch }),
    ...(request.idempotencyKey !== undefined && { [HEADER.idempotencyKey]: request.idempotencyKey }),
  }
}

/**
 * The headers without those that contain the key. The key cannot be struck out of an ETag, which is kept and sent back
 * unchanged.
 */
function withoutKey(headers: Headers, strike: (text: string) => string): Headers {
  const held = [...headers].filter(([, value]) => strike(value) !== value)
  if (held.length === 0) return headers
  const kept = new Headers(headers)
  for (const [name] of held) kept.delete(name)
  return kept
}

function bodyOf({ body, frozenBody }: CallRequest): string | FormData | undefined {
  if (frozenBody !== undefined) return frozenBody
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body)
}

/** Facts that every answer carries besides its record: the remaining quota, and the service's time. */
function seenIn(headers: Headers) {
  const time = serverTime(headers)
  const rate = meterOf(headers.get(HEADER.rateLimit), headers.get(HEADER.rateRemaining))
  const searchQuota = meterOf(headers.get(HEADER.searchQuota), headers.get(HEADER.searchQuotaRemaining))
  return {
    ...(rate && { rate }),
    ...(searchQuota && { searchQuota }),
    ...(time !== undefined && { serverTime: time }),
  }
}

function meterOf(limit: string | null, remaining: string | null): Meter | undefined {
  if (!limit?.trim() || !remaining?.trim()) return undefined
  const meter = { limit: Number(limit), remaining: Number(remaining) }
  return Number.isFinite(meter.limit) && Number.isFinite(meter.remaining) ? meter : undefined
}

/** Keeps the deadline of the request while a file is read. */
function watched(deadline: RequestDeadline): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(bytes, out) {
      deadline.received(bytes.length)
      out.enqueue(bytes)
    },
    flush: () => deadline.end(),
  })
}
