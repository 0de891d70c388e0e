import { isAscii } from 'node:buffer'
import { failed, ok, problem, type Problem, type Result } from '../../../shared/problem'
import type { Clock } from '../../system/clock'
import type { Fetch } from './fetch'
import { connectionProblem, wasNeverConnected } from './connection-problem'
import { attempt } from '../../../shared/thrown'

/**
 * An exchange has failed after this long without a byte (E5). The dispatcher limits the time to connect to ten seconds.
 */
export const SILENCE_MS = 30_000
/**
 * The slowest upload that is waited for: while a body is sent, the time-out for the first byte of the answer allows for
 * this speed.
 */
const SLOWEST_UPLOAD_BYTES_PER_MS = 16
/** An answer that is slower than this on average is cut off: one byte now and then would occupy its slot for ever. */
const SLOWEST_ANSWER_BYTES_PER_MS = 4
/** The bound of an answer; a larger one is not read. A page of documents may be long. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024
const REDIRECTS_MAX = 5

interface Exchange {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
  readonly signal?: AbortSignal
}

export type Exchanged =
  | { readonly kind: 'answered'; readonly response: Response; readonly deadline: RequestDeadline }
  /** With `sent: false` nothing of the request can have arrived. */
  | { readonly kind: 'broken'; readonly problem: Problem; readonly sent: boolean }

/** The time-outs of one exchange while it lasts: its body is read under them too. */
export interface RequestDeadline {
  readonly signal: AbortSignal
  /**
   * Returns the result of the promise, or rejects when the exchange is cut off first, even where a `fetch` ignores its
   * signal.
   */
  race<T>(work: Promise<T>): Promise<T>
  /**
   * Notes that this many bytes of the answer came: the silence is counted anew, within the time that a slow connection
   * takes for all bytes so far.
   */
  received(bytes: number): void
  end(): void
  /** Why the exchange was cut off, for the writer. */
  problemOf(error: unknown): Problem
}

/** Sends one request. Redirects are followed by hand, on the same host only: the key goes nowhere else (E5). */
export async function exchange(fetch: Fetch, clock: Clock, request: Exchange): Promise<Exchanged> {
  const deadline = createDeadline(clock, request)
  let url = request.url
  for (let hops = 0; ; hops++) {
    let response: Response
    try {
      response = await deadline.race(
        fetch(url, {
          method: request.method,
          headers: request.headers,
          redirect: 'manual',
          signal: deadline.signal,
          ...(request.body !== undefined && { body: request.body }),
        }),
      )
    } catch (error) {
      deadline.end()
      return {
        kind: 'broken',
        problem: deadline.problemOf(error),
        sent: hops > 0 || !wasNeverConnected(error),
      }
    }
    deadline.received(0)
    if (!isRedirect(response)) return { kind: 'answered', response, deadline }
    void response.body?.cancel().catch(() => {})
    const next = nextUrl(url, response.headers.get('Location'))
    const keepsMethod = response.status === 307 || response.status === 308
    const mayFollow = next !== undefined && new URL(next).origin === new URL(request.url).origin
    if (mayFollow && hops < REDIRECTS_MAX && (keepsMethod || request.method === 'GET')) {
      url = next
      continue
    }
    deadline.end()
    return { kind: 'broken', problem: redirected(next, request.url), sent: !keepsMethod }
  }
}

function createDeadline(clock: Clock, request: Exchange): RequestDeadline {
  const stop = new AbortController()
  let timedOut = false
  let cancelTimer = () => {}
  let reject: (why: Error) => void = () => {}
  const broken = new Promise<never>((_, rejectIt) => (reject = rejectIt))
  broken.catch(() => {})
  const cut = () => {
    reject(new Error('cut off'))
    stop.abort()
  }
  const arm = (ms: number) => {
    cancelTimer()
    cancelTimer = clock.after(ms, () => {
      timedOut = true
      cut()
    })
  }
  if (request.signal?.aborted) cut()
  request.signal?.addEventListener('abort', cut, { once: true })
  arm(SILENCE_MS + Math.ceil(bytesOf(request.body) / SLOWEST_UPLOAD_BYTES_PER_MS))
  let answeredAt: number | undefined
  let receivedBytes = 0
  return {
    signal: stop.signal,
    race: (work) => Promise.race([work, broken]),
    received(bytes) {
      answeredAt ??= clock.now()
      receivedBytes += bytes
      const allMs = SILENCE_MS + receivedBytes / SLOWEST_ANSWER_BYTES_PER_MS
      arm(Math.max(0, Math.min(SILENCE_MS, answeredAt + allMs - clock.now())))
    },
    end() {
      cancelTimer()
      request.signal?.removeEventListener('abort', cut)
    },
    problemOf(error) {
      if (request.signal?.aborted) return problem('cancelled', 'Cancelled.')
      if (timedOut) return problem('timeout', 'The service did not answer in time.')
      return connectionProblem(error, request.url)
    },
  }
}

/** The approximate size of a body: two bytes for each UTF-16 unit of a text, and the files of a form. */
function bytesOf(body: string | FormData | undefined): number {
  if (body === undefined) return 0
  if (typeof body === 'string') return body.length * 2
  return [...body].reduce(
    (sum, [, value]) => sum + (typeof value === 'string' ? value.length * 2 : value.size),
    0,
  )
}

/**
 * Reads the whole body as text; fails with `answer-too-large` beyond its bound, and with `bad-answer` where the body
 * is cut short or is not UTF-8.
 */
export async function readText(response: Response, deadline: RequestDeadline): Promise<Result<string>> {
  const tooLarge = () =>
    failed(problem('answer-too-large', 'The answer of the service is too large to be read.'))
  const reader = response.body?.getReader()
  try {
    if (Number(response.headers.get('Content-Length') ?? 0) > ANSWER_BYTES_MAX) return tooLarge()
    const text = createDecoding()
    let bytes = 0
    for (;;) {
      const part = reader && (await deadline.race(reader.read()))
      if (!part || part.done) break
      deadline.received(part.value.length)
      bytes += part.value.length
      if (bytes > ANSWER_BYTES_MAX) return tooLarge()
      text.add(part.value)
    }
    return ok(text.end())
  } catch (error) {
    const why = deadline.problemOf(error)
    return failed(
      why.code === 'cancelled' || why.code === 'timeout'
        ? why
        : problem('bad-answer', 'The answer of the service broke off.'),
    )
  } finally {
    deadline.end()
    void reader?.cancel().catch(() => {})
  }
}

/**
 * Decodes UTF-8 that comes in parts; throws where it is invalid. ASCII needs no decoding, which for a megabyte takes
 * longer than parsing it.
 */
function createDecoding(): { add(part: Uint8Array): void; end(): string } {
  const parts: string[] = []
  let decoder: InstanceType<typeof TextDecoder> | undefined
  return {
    add(part) {
      if (!decoder && isAscii(part))
        parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1'))
      else {
        // A byte order mark is one only at the very beginning; later it is a character of the text.
        decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: parts.some((text) => text !== '') })
        parts.push(decoder.decode(part, { stream: true }))
      }
    },
    end: () => parts.join('') + (decoder?.decode() ?? ''),
  }
}

const isRedirect = ({ status, type }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)

const nextUrl = (from: string, location: string | null): string | undefined =>
  location === null ? undefined : attempt(() => new URL(location, from).href)

function redirected(next: string | undefined, from: string): Problem {
  const isElsewhere = next !== undefined && new URL(next).origin !== new URL(from).origin
  return problem(
    'redirected',
    isElsewhere
      ? `The service pointed to another host (${new URL(next).host}). The key was not sent there.`
      : 'The service redirected the request instead of answering.',
  )
}
