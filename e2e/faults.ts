import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** A fault in one exchange. Faults that have `landed` occur after the service has executed the request. */
export type Fault =
  /** No connection is made. */
  | { readonly kind: 'refused' }
  /** The connection breaks before the request has arrived. */
  | { readonly kind: 'dropped' }
  /** The service commits, but the connection breaks before the answer arrives. */
  | { readonly kind: 'answer-lost' }
  /** The service commits, and the answer stops after half its body. */
  | { readonly kind: 'half-body' }
  /** The exchange succeeds after a delay. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** No answer ever arrives; `landed`: although the request was executed. */
  | { readonly kind: 'silent'; readonly landed?: boolean }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly landed?: boolean }
  /** A page with status 200, as from a captive portal. */
  | { readonly kind: 'html'; readonly landed?: boolean }
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  /** Status 429; `after` is the literal value of `Retry-After`. */
  | { readonly kind: 'throttled'; readonly after?: string }
  | { readonly kind: 'no-etag' }
  | { readonly kind: 'weak-etag' }
  | { readonly kind: 'wrong-type' }
  /** A 2xx status without a body, after the request was executed. */
  | { readonly kind: 'empty-body' }
  /** A body that never ends. */
  | { readonly kind: 'endless' }
  /** The request arrives twice. */
  | { readonly kind: 'repeated' }

export interface Asked {
  readonly method: string
  /** The path with its query, without the host. */
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

export interface Faults {
  /** Applies a fault to the next `times` exchanges that match `when`, or for which the function `when` returns true. */
  plan(fault: Fault, when?: When, times?: number): void
  /** Makes the service unreachable, or reachable again. */
  offline(isOffline: boolean): void
  clear(): void
  /** Clears `asked` in a run that is too long to keep all requests. */
  forget(): void
  /** Every attempted exchange, in order. */
  readonly asked: readonly Asked[]
  /** Wraps a `fetch` so that the planned faults occur. */
  wrap(fetch: Fetch): Fetch
}

/** A method, a part of the path, or both, such as `PUT /documents`; or a function. */
export type When = string | ((asked: Asked) => boolean)

export interface FaultParts {
  /** Waits for `slow`; by default in real time. */
  readonly sleep?: (ms: number) => Promise<void>
}

export function createFaults({ sleep = realSleep }: FaultParts = {}): Faults {
  let planned: { readonly fault: Fault; readonly when: (asked: Asked) => boolean; left: number }[] = []
  let isOffline = false
  const asked: Asked[] = []

  return {
    asked,
    plan: (fault, when = '', times = 1) => void planned.push({ fault, when: asTest(when), left: times }),
    offline: (is) => void (isOffline = is),
    forget: () => void (asked.length = 0),
    clear() {
      planned = []
      isOffline = false
    },
    wrap: (fetch) => async (url, init) => {
      const one: Asked = {
        method: init?.method ?? 'GET',
        path: pathOf(url),
        // A getter, because most tests do not use the headers.
        get headers() {
          return new Headers(init?.headers)
        },
        body: typeof init?.body === 'string' ? init.body : '',
      }
      asked.push(one)
      if (isOffline) throw broken('ENOTFOUND')
      const plan = planned.find(({ when, left }) => left > 0 && when(one))
      if (!plan) return fetch(url, init)
      plan.left--
      return meet(plan.fault, fetch, url, init, sleep)
    },
  }
}

/** The path with its query. `url` comes from the client and needs no normalization. */
const pathOf = (url: string) => url.slice(url.indexOf('/', url.indexOf('://') + 3))

const realSleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

function asTest(when: When): (asked: Asked) => boolean {
  if (typeof when === 'function') return when
  const [, method, part = ''] = /^(?:(GET|POST|PUT|DELETE)\b\s*)?(.*)$/.exec(when) ?? []
  return (asked) => (method === undefined || asked.method === method) && asked.path.includes(part)
}

/** A network error as undici reports it. */
const broken = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })

async function meet(
  fault: Fault,
  fetch: Fetch,
  url: string,
  init: RequestInit | undefined,
  sleep: (ms: number) => Promise<void>,
): Promise<Response> {
  switch (fault.kind) {
    case 'refused':
      throw broken('ECONNREFUSED')
    case 'dropped':
      throw broken('ECONNRESET')
    case 'answer-lost':
      await drained(await fetch(url, init))
      throw broken('UND_ERR_SOCKET')
    case 'half-body': {
      const answer = await fetch(url, init)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return again(answer, halfOf(bytes))
    }
    case 'slow':
      await sleep(fault.delayMs)
      return fetch(url, init)
    case 'silent':
      if (fault.landed) await drained(await fetch(url, init))
      return new Promise<Response>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    case 'status':
      if (fault.landed) await drained(await fetch(url, init))
      return new Response(fault.body ?? JSON.stringify({ message: 'The service has a fault.' }), {
        status: fault.status,
        headers: { 'Content-Type': fault.body === undefined ? 'application/json' : 'text/html' },
      })
    case 'html':
      if (fault.landed) await drained(await fetch(url, init))
      return new Response('<!doctype html><title>Welcome</title>', {
        status: 200,
        headers: { 'Content-Type': 'text/html' },
      })
    case 'redirect':
      return new Response(null, { status: fault.status ?? 302, headers: { Location: fault.location } })
    case 'throttled':
      return new Response(JSON.stringify({ message: 'Too many requests.' }), {
        status: 429,
        headers: {
          'Content-Type': 'application/json',
          Date: new Date(0).toUTCString(),
          ...(fault.after !== undefined && { 'Retry-After': fault.after }),
        },
      })
    case 'no-etag':
      return withHeaders(await fetch(url, init), (headers) => headers.delete('ETag'))
    case 'weak-etag':
      return withHeaders(await fetch(url, init), (headers) => {
        const etag = headers.get('ETag')
        if (etag) headers.set('ETag', `W/${etag}`)
      })
    case 'wrong-type':
      return withHeaders(await fetch(url, init), (headers) => headers.set('Content-Type', 'text/html'))
    case 'empty-body': {
      const answer = await fetch(url, init)
      await drained(answer)
      return again(answer, null)
    }
    case 'endless': {
      const spaces = new Uint8Array(1024 * 1024).fill(32)
      return new Response(new ReadableStream({ pull: (out) => out.enqueue(spaces) }), { status: 200 })
    }
    case 'repeated':
      await drained(await fetch(url, init))
      return fetch(url, init)
  }
}

const drained = async (answer: Response): Promise<void> => void (await answer.arrayBuffer())

function again(answer: Response, body: ReadableStream | null): Response {
  const headers = new Headers(answer.headers)
  headers.delete('Content-Length')
  return new Response(body, { status: answer.status, headers })
}

function withHeaders(answer: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(answer.headers)
  change(headers)
  return new Response(answer.body, { status: answer.status, headers })
}

/** Delivers the first half before the error, which would discard data that is still in the stream. */
function halfOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let given = false
  return new ReadableStream(
    {
      pull(out) {
        if (given) return out.error(broken('UND_ERR_SOCKET'))
        given = true
        out.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)))
      },
    },
    { highWaterMark: 0 },
  )
}

export interface FaultProxy {
  /** The address of the proxy, to which the app connects. */
  readonly url: string
  readonly faults: Faults
  close(): Promise<void>
}

/** Starts a proxy on loopback in front of a service. Errors of the fetch wrapper become cut connections. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const faults = createFaults()
  const through = faults.wrap((url, init) => fetch(url, { ...init, redirect: 'manual' }))
  const stop = new AbortController()

  const server = http.createServer((request, response) => {
    void (async () => {
      const cut = new AbortController()
      response.on('close', () => cut.abort())
      const body = await bytesOf(request)
      const headers = Object.entries(request.headersDistinct)
        .filter(([name]) => !['host', 'connection', 'content-length', 'accept-encoding'].includes(name))
        .flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value]))
      const answer = await through(target + (request.url ?? '/'), {
        method: request.method ?? 'GET',
        headers,
        signal: AbortSignal.any([cut.signal, stop.signal]),
        ...(body.length > 0 && { body: isText(request) ? body.toString('utf8') : new Uint8Array(body) }),
      })
      const sent = [...answer.headers].filter(
        ([name]) => name !== 'content-encoding' && name !== 'transfer-encoding',
      )
      response.writeHead(answer.status, Object.fromEntries(sent))
      if (answer.body)
        for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>)
          if (!response.write(part)) await once(response, 'drain', { signal: cut.signal })
      response.end()
    })().catch(() => (response.headersSent ? request.socket.end() : request.socket.destroy()))
  })
  server.on('connection', (socket) => socket.setNoDelay(true))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  /** Without a network no request arrives: a connection that broke would leave open whether one did. */
  function listen(isOffline: boolean): void {
    if (!isOffline && !server.listening) server.listen(port, '127.0.0.1')
    else if (isOffline && server.listening) {
      server.close()
      server.closeAllConnections()
    }
  }
  return {
    url: `http://127.0.0.1:${port}`,
    faults: {
      ...faults,
      offline(isOffline) {
        faults.offline(isOffline)
        listen(isOffline)
      },
      clear() {
        faults.clear()
        listen(false)
      },
    },
    async close() {
      stop.abort()
      server.closeAllConnections()
      if (server.listening) await new Promise((done) => server.close(done))
    },
  }
}

const isText = (request: http.IncomingMessage) => /json|text/.test(request.headers['content-type'] ?? '')

async function bytesOf(request: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
