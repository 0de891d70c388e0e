/**
 * Replaces `Headers`, `Request` and `Response` globally with the parts that client, service, variants and faults need,
 * without the streams that Node creates for each body, which take an eighth of the time. In the app, neither side uses
 * Node's classes (the client uses undici's, the service its HTTP adapter's); all other tests of both use them.
 */
export function usePlainMessages(): void {
  Object.assign(globalThis, { Headers: PlainHeaders, Request: PlainRequest, Response: PlainResponse })
}

type HeadersGiven = PlainHeaders | Readonly<Record<string, string>>
type BodyGiven = string | Uint8Array | PlainBody | ReadableStream<Uint8Array> | null

class PlainHeaders {
  readonly #values: Map<string, string>

  constructor(given: HeadersGiven = {}) {
    this.#values = new Map(given instanceof PlainHeaders ? given.#values : undefined)
    if (!(given instanceof PlainHeaders)) for (const name of Object.keys(given)) this.set(name, given[name]!)
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }
  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }
  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value.trim())
  }
  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
  }
  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#values[Symbol.iterator]()
  }
}

/**
 * The additional microtasks that Node needs to read a body. These classes wait for as many, so that the order of events
 * stays the same.
 */
const IN_PARTS = 2
const NONE = 2
const OF_REQUEST = 7
const OF_RESPONSE = 6

async function microtasks(count: number): Promise<void> {
  for (let left = count; left > 1; left--) await Promise.resolve()
}

/** A body whose bytes can be read once, as a whole. */
class PlainBody {
  readonly #content: string | Uint8Array
  #isUsed = false

  constructor(content: string | Uint8Array) {
    this.#content = content
  }

  take(): Uint8Array {
    if (this.#isUsed) throw new TypeError('The body was read already.')
    this.#isUsed = true
    return typeof this.#content === 'string' ? Buffer.from(this.#content) : this.#content
  }

  getReader() {
    const value = this.take()
    let isRead = false
    return {
      read: async () => (isRead ? { done: true } : ((isRead = true), { done: false, value })),
      cancel: async () => {},
    }
  }

  async cancel(): Promise<void> {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    await microtasks(IN_PARTS)
    yield this.take()
  }
}

abstract class PlainMessage {
  protected abstract readonly readAfter: number
  readonly headers: PlainHeaders
  readonly body: PlainBody | ReadableStream<Uint8Array> | null

  constructor(body: BodyGiven = null, headers?: HeadersGiven) {
    this.headers = new PlainHeaders(headers)
    const isContent = typeof body === 'string' || body instanceof Uint8Array
    this.body = isContent ? new PlainBody(body) : body
    if (typeof body === 'string' && !this.headers.has('Content-Type'))
      this.headers.set('Content-Type', 'text/plain;charset=UTF-8')
  }

  arrayBuffer = () => this.#read((bytes) => bytes)
  text = () => this.#read((bytes) => bytes.toString())
  json = () => this.#read((bytes): unknown => JSON.parse(bytes.toString()))

  async #read<T>(as: (bytes: Buffer) => T): Promise<T> {
    const { body } = this
    if (body !== null && !(body instanceof PlainBody)) throw new Error('A body in parts is read in parts.')
    const bytes = Buffer.from(body?.take() ?? [])
    await microtasks(body === null ? NONE : this.readAfter)
    return as(bytes)
  }
}

class PlainRequest extends PlainMessage {
  protected readonly readAfter = OF_REQUEST
  readonly method: string

  constructor(
    readonly url: string,
    init: { method?: string; headers?: HeadersGiven; body?: string | null } = {},
  ) {
    super(init.body, init.headers)
    this.method = init.method ?? 'GET'
  }
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

class PlainResponse extends PlainMessage {
  protected readonly readAfter = OF_RESPONSE
  readonly status: number
  readonly ok: boolean
  readonly type = 'default'

  constructor(body?: BodyGiven, { status = 200, headers }: { status?: number; headers?: HeadersGiven } = {}) {
    super(body, headers)
    if (this.body !== null && WITHOUT_BODY.has(status)) throw new TypeError(`A body with ${status}.`)
    this.status = status
    this.ok = status >= 200 && status < 300
  }

  static json(value: unknown, { status = 200 }: { status?: number } = {}): PlainResponse {
    return new PlainResponse(JSON.stringify(value), {
      status,
      headers: { 'Content-Type': 'application/json' },
    })
  }
}
