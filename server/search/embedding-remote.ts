import { trimEndOf } from '../../shared/text/trim'
import { EmbeddingUnavailable, toUnitLength, type EmbeddingProvider } from './embedding'
import type { Passage } from './features'

export interface RemoteEmbedding {
  /** The endpoint, with or without `/v1/embeddings` at its end. */
  readonly url: string
  readonly model: string | undefined
  readonly key: string | undefined
}

interface RemoteParts {
  readonly fetch: typeof globalThis.fetch
  /** A monotonic time in milliseconds. */
  readonly now: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Called once for each outage. */
  readonly onError: (error: unknown) => void
}

/** How long a search waits for its vector before it continues with keywords. */
const QUERY_TIMEOUT_MS = 2_000
const PASSAGES_TIMEOUT_MS = 30_000
const PASSAGE_TRIES = 3
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** This many consecutive failures open the circuit. */
const FAILURES_MAX = 3
const OPEN_FIRST_MS = 5_000
const OPEN_LONGEST_MS = 300_000
const TEXT_LENGTH_MAX = 8_000

/** A failed request; `retryAfterMs` comes from the endpoint, and `isFinal` means that a retry is useless. */
class RequestFailed extends Error {
  constructor(
    message: string,
    readonly isFinal: boolean,
    readonly retryAfterMs?: number,
  ) {
    super(message)
  }
}

/**
 * An endpoint with the common `/v1/embeddings` format (requirement G4). Passages are retried with growing pauses; after
 * three consecutive failures no request is sent for a while (the circuit is open), then one request tries again. Every
 * failure is an EmbeddingUnavailable: search continues with keywords, indexing continues later.
 */
export function remoteEmbedding(remote: RemoteEmbedding, parts: RemoteParts): EmbeddingProvider {
  const url = endpointOf(remote.url)
  const circuit = createCircuit(parts.now)

  const request = async (texts: readonly string[], timeoutMs: number): Promise<Float32Array[]> => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json', Accept: 'application/json' }
    if (remote.key !== undefined) headers.Authorization = `Bearer ${remote.key}`
    const response = await parts.fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ input: texts, model: remote.model, encoding_format: 'float' }),
      // The key is only for this address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      const isFinal = response.status < 500 && response.status !== 429 && response.status !== 408
      const message = `The embeddings endpoint answered ${response.status}.`
      throw new RequestFailed(message, isFinal, retryAfterOf(response.headers))
    }
    return vectorsIn(await response.json(), texts.length)
  }
  const ask = async (texts: readonly string[], timeoutMs: number, tries: number): Promise<Float32Array[]> => {
    for (let left = tries, pauseMs = FIRST_PAUSE_MS; ; left--, pauseMs *= 2) {
      if (!circuit.mayTry())
        throw new EmbeddingUnavailable('The embeddings endpoint is left alone for a while.')
      try {
        const vectors = await request(texts, timeoutMs)
        circuit.succeeded()
        return vectors
      } catch (error) {
        const isFinal = error instanceof RequestFailed && error.isFinal
        if (circuit.failed(isFinal)) parts.onError(error)
        if (left <= 1 || isFinal)
          throw new EmbeddingUnavailable('The embeddings endpoint failed.', { cause: error })
        const askedMs = error instanceof RequestFailed ? (error.retryAfterMs ?? 0) : 0
        await parts.wait(Math.min(LONGEST_PAUSE_MS, Math.max(pauseMs, askedMs)))
      }
    }
  }
  return {
    model: `remote/${url}/${remote.model ?? ''}`,
    embedPassages: (passages) => ask(passages.map(textOf), PASSAGES_TIMEOUT_MS, PASSAGE_TRIES),
    embedQuery: async (query) => (await ask([query], QUERY_TIMEOUT_MS, 1))[0]!,
  }
}

function endpointOf(given: string): string {
  const url = new URL(given)
  const path = trimEndOf(url.pathname, '/')
  if (!path.endsWith('/embeddings'))
    url.pathname = path.endsWith('/v1') ? `${path}/embeddings` : `${path}/v1/embeddings`
  return url.href
}

function textOf({ title, headingPath, text }: Passage): string {
  const headings = [title, ...headingPath].filter(
    (heading, i, all) => heading !== '' && heading !== all[i - 1],
  )
  return `${headings.join(' > ')}\n\n${text}`.slice(0, TEXT_LENGTH_MAX).toWellFormed()
}

function retryAfterOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/** `{data: [{index, embedding: [number, …]}, …]}`, in any order. */
function vectorsIn(body: unknown, count: number): Float32Array[] {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (!Array.isArray(data) || data.length !== count) throw unreadable()
  const vectors: Float32Array[] = []
  data.forEach((item: { index?: unknown; embedding?: unknown } | null, i) => {
    const values = item?.embedding
    if (!Array.isArray(values) || values.length === 0) throw unreadable()
    if (!values.every((value) => typeof value === 'number' && Number.isFinite(value))) throw unreadable()
    vectors[typeof item?.index === 'number' ? item.index : i] = toUnitLength(
      Float32Array.from(values as number[]),
    )
  })
  const length = vectors[0]?.length
  const all = Array.from({ length: count }, (_, i) => vectors[i])
  if (!all.every((vector) => vector !== undefined && vector.length === length)) throw unreadable()
  return all as Float32Array[]
}

const unreadable = () => new RequestFailed('The embeddings endpoint sent no list of vectors.', false)

/**
 * A circuit breaker. Closed: requests are sent. Open: none is sent until its time is over, then one is, and its outcome
 * decides.
 */
function createCircuit(now: () => number) {
  let failures = 0
  let openMs = OPEN_FIRST_MS
  let openUntil = -Infinity
  let isTrying = false
  return {
    mayTry(): boolean {
      if (failures < FAILURES_MAX) return true
      if (now() < openUntil || isTrying) return false
      isTrying = true
      return true
    },
    succeeded(): void {
      failures = 0
      openMs = OPEN_FIRST_MS
      isTrying = false
    },
    /** Returns whether the circuit has opened just now. */
    failed(isFinal: boolean): boolean {
      const wasOpen = failures >= FAILURES_MAX
      failures = isFinal ? FAILURES_MAX : Math.min(FAILURES_MAX, failures + 1)
      if (failures < FAILURES_MAX) return false
      openUntil = now() + openMs
      openMs = Math.min(OPEN_LONGEST_MS, openMs * 2)
      isTrying = false
      return !wasOpen
    },
  }
}
