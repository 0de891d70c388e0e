import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BODY_BYTES_MAX,
  CONTENT_BYTES_MAX,
  NAME_LENGTH_MAX,
  TAGS_PER_DOCUMENT_MAX,
} from '../shared/api-records'
import { openMemoryService, type MemoryService } from './app.memory'
import { listen, type Listening } from './listen'
import type { BlobStore } from './store/blobs'
import { createMemoryBlobStore } from './store/blobs.memory'
import { FILES_PER_UPLOAD_MAX } from './upload'

const MAX_FILE_BYTES = 10_000
let service: MemoryService
let http: Listening
/** The same service, but quick to lose patience. */
let impatient: Listening
beforeAll(async () => {
  service = openMemoryService({ settings: { maxFileBytes: MAX_FILE_BYTES } })
  const address = { host: '127.0.0.1', port: 0 }
  http = await listen(service.app, address)
  impatient = await listen(service.app, {
    ...address,
    patience: { idleMs: 400, headersMs: 200, bodyMs: 600 },
  })
})
afterAll(async () => {
  await http.stop(0)
  await impatient.stop(0)
  await service.close()
})

const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const raw = typeof body === 'string' || body instanceof FormData || body instanceof ReadableStream
  const response = await fetch(`${http.url}/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${service.key}`,
      ...(body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body), duplex: 'half' }),
  } as RequestInit)
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : (JSON.parse(text) as { message: string; data: { id: number } }),
  }
}
const draft = (fields: object) => ({ title: 'x', content: '', status: 'draft', ...fields })
const created = async (fields: object) => (await send('POST', '/documents', draft(fields))).status
const lives = async () => expect((await send('GET', '/documents?per_page=1')).status).toBe(200)

describe('[G2] [E1] each limit at, below and above', () => {
  test('a page: 1 to 100 records', async () => {
    for (const [perPage, status] of [
      [0, 422],
      [1, 200],
      [99, 200],
      [100, 200],
      [101, 422],
    ] as const)
      expect((await send('GET', `/documents?per_page=${perPage}`)).status).toBe(status)
  })

  test('the text of a document: 20 MB of UTF-8', async () => {
    const of = (bytes: number) => `${'潮'.repeat(Math.floor(bytes / 3))}${'x'.repeat(bytes % 3)}`
    expect(await created({ content: of(CONTENT_BYTES_MAX - 1) })).toBe(201)
    expect(await created({ content: of(CONTENT_BYTES_MAX) })).toBe(201)
    expect(await created({ content: of(CONTENT_BYTES_MAX + 1) })).toBe(422)
  })

  test('a JSON body: 32 MB, announced or not', async () => {
    const of = (bytes: number) =>
      JSON.stringify(draft({ more: 'x'.repeat(bytes - JSON.stringify(draft({ more: '' })).length) }))
    const chunked = (text: string) =>
      new ReadableStream({
        start(controller) {
          const bytes = new TextEncoder().encode(text)
          for (let at = 0; at < bytes.length; at += 1 << 20)
            controller.enqueue(bytes.subarray(at, at + (1 << 20)))
          controller.close()
        },
      })
    for (const [size, status] of [
      [BODY_BYTES_MAX - 1, 201],
      [BODY_BYTES_MAX, 201],
      [BODY_BYTES_MAX + 1, 413],
    ] as const) {
      const body = of(size)
      expect(Buffer.byteLength(body)).toBe(size)
      expect((await send('POST', '/documents', body)).status).toBe(status)
      expect((await send('POST', '/documents', chunked(body))).status).toBe(status)
    }
    await lives()
  })

  test('a body of 120 MB is refused before it is taken', async () => {
    const outcome = await send('POST', '/documents', 'x'.repeat(120 * 1024 * 1024)).catch(() => undefined)
    // the client may see the connection close while it is still sending
    if (outcome !== undefined) expect(outcome.status).toBe(413)
    await lives()
  })

  test('names of folders and tags: 1 to 255 characters', async () => {
    for (const path of ['/folders', '/tags']) {
      expect((await send('POST', path, { name: '' })).status).toBe(422)
      expect((await send('POST', path, { name: 'n' })).status).toBe(201)
      expect((await send('POST', path, { name: 'n'.repeat(NAME_LENGTH_MAX) })).status).toBe(201)
      expect((await send('POST', path, { name: 'n'.repeat(NAME_LENGTH_MAX + 1) })).status).toBe(422)
      expect((await send('POST', path, { name: 'a\0b' })).status).toBe(422)
    }
  })

  test('tags of a document: at most 100', async () => {
    const ids: number[] = []
    for (let n = 0; n <= TAGS_PER_DOCUMENT_MAX; n++)
      ids.push((await send('POST', '/tags', { name: `limit ${n}` })).body?.data.id ?? 0)
    expect(await created({ tag_ids: ids.slice(0, TAGS_PER_DOCUMENT_MAX - 1) })).toBe(201)
    expect(await created({ tag_ids: ids.slice(0, TAGS_PER_DOCUMENT_MAX) })).toBe(201)
    expect(await created({ tag_ids: ids })).toBe(422)
  })

  test('a file: the bytes that were set; an upload: 100 files', async () => {
    const upload = (sizes: readonly number[]) => {
      const form = new FormData()
      for (const size of sizes) form.append('files[]', new Blob(['x'.repeat(size)]), 'x.txt')
      return send('POST', '/files', form)
    }
    expect((await upload([MAX_FILE_BYTES - 1])).status).toBe(201)
    expect((await upload([0, MAX_FILE_BYTES])).status).toBe(201)
    const before = (await send('GET', '/files')).body
    expect((await upload([1, MAX_FILE_BYTES + 1])).status).toBe(422)
    expect((await upload(Array.from({ length: FILES_PER_UPLOAD_MAX + 1 }, () => 1))).status).toBe(422)
    expect((await send('GET', '/files')).body).toEqual(before)
    expect((await upload(Array.from({ length: FILES_PER_UPLOAD_MAX }, () => 1))).status).toBe(201)
  })

  test('an Idempotency-Key: 1 to 255 visible characters, remembered for a day', async () => {
    let now = Date.UTC(2026, 0, 1)
    const timed = openMemoryService({ clock: () => now })
    const post = async (key: string) => {
      const response = await timed.app(
        new Request('http://service/api/v1/tags', {
          method: 'POST',
          headers: { 'X-API-Key': timed.key, 'Content-Type': 'application/json', 'Idempotency-Key': key },
          body: JSON.stringify({ name: 'once' }),
        }),
      )
      return response.status
    }
    expect(await post('k'.repeat(256))).toBe(422)
    expect(await post('k k')).toBe(422)
    expect(await post('k'.repeat(255))).toBe(201)
    now += 24 * 60 * 60 * 1000
    expect(await post('k'.repeat(255))).toBe(201)
    now += 1
    // forgotten: it is made anew, and the name is taken
    expect(await post('k'.repeat(255))).toBe(422)
    await timed.close()
  })

  test('[E2] [E3] the windows of rate limit and quota begin anew after their seconds', async () => {
    let now = Date.UTC(2026, 0, 1)
    const limited = openMemoryService({
      clock: () => now,
      settings: { rateLimit: { count: 2, seconds: 10 } },
    })
    const get = async () => {
      const response = await limited.app(
        new Request('http://service/api/v1/tags', { headers: { 'X-API-Key': limited.key } }),
      )
      return [
        response.status,
        response.headers.get('x-ratelimit-remaining'),
        response.headers.get('retry-after'),
      ]
    }
    expect(await get()).toEqual([200, '1', null])
    expect(await get()).toEqual([200, '0', null])
    now += 3_500
    expect(await get()).toEqual([429, '0', '7'])
    now += 6_499
    expect(await get()).toEqual([429, '0', '1'])
    now += 1
    expect(await get()).toEqual([200, '1', null])
    // a clock that is set back locks nobody out
    now -= 86_400_000
    expect(await get()).toEqual([200, '1', null])
    await limited.close()
  })
})

describe('clients that mean harm', () => {
  /** Sends `pieces` with `pauseMs` between them; answers what came back until the connection was closed. */
  const converse = (pieces: readonly string[], pauseMs = 0): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(impatient.url).port), '127.0.0.1')
      let answer = ''
      let next = 0
      const timer = setInterval(() => {
        const piece = pieces[Math.min(next++, pieces.length - 1)]
        if (piece !== undefined && !socket.destroyed) socket.write(piece)
      }, pauseMs)
      socket.on('data', (bytes) => (answer += bytes.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        clearInterval(timer)
        resolve(answer)
      })
    })

  test('headers that never end are cut off', async () => {
    expect(await converse(['GET /api/v1/documents HTTP/1.1\r\nHost: x\r\n', 'X-Drip: y\r\n'], 30)).toMatch(
      /^(HTTP\/1\.1 408|$)/,
    )
    await lives()
  })

  test('a body that never ends is cut off, dripping or silent', async () => {
    const head = `POST /api/v1/documents HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
    expect(await converse([`${head}{`, ' '], 30)).not.toMatch(/^HTTP\/1\.1 20/)
    expect(await converse([`${head}{`, ''], 30)).not.toMatch(/^HTTP\/1\.1 20/)
    await lives()
  })

  test('floods of headers are 431', async () => {
    const flood = Array.from({ length: 600 }, (_, n) => `X-Flood-${n}: ${'y'.repeat(20)}\r\n`).join('')
    expect(await converse([`GET /api/v1/documents HTTP/1.1\r\nHost: x\r\n${flood}\r\n`])).toMatch(
      /^HTTP\/1\.1 431/,
    )
    await lives()
  })

  test('what is no HTTP is 400', async () => {
    expect(await converse(['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'])).toMatch(
      /^HTTP\/1\.1 400/,
    )
    await lives()
  })

  test('an upload that breaks off leaves nothing', async () => {
    const body = '--B\r\nContent-Disposition: form-data; name="files[]"; filename="half.txt"\r\n\r\nhalf'
    const before = (await send('GET', '/files')).body
    const head = `POST /api/v1/files HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${service.key}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${body.length + (1 << 16)}\r\n\r\n`
    await converse([head + body, ''])
    const whole = `${head.replace(/Content-Length: \d+/, `Content-Length: ${body.length}`)}${body}`
    expect(await converse([whole, ''])).toMatch(/^HTTP\/1\.1 400/)
    expect((await send('GET', '/files')).body).toEqual(before)
  })
})

describe('a full disk', () => {
  test('writes are 507 with a message and change nothing, reads go on', async () => {
    const full = openMemoryService()
    const call = async (method: string, path: string, json?: object) => {
      const response = await full.app(
        new Request(`http://service/api/v1${path}`, {
          method,
          headers: {
            'X-API-Key': full.key,
            ...(json && { 'Content-Type': 'application/json', 'If-Match': '"doc-1-1"' }),
          },
          ...(json && { body: JSON.stringify(json) }),
        }),
      )
      return [response.status, await response.text()] as const
    }
    await call('POST', '/documents', draft({ content: 'kept' }))
    const before = await call('GET', '/documents/1')
    const unlimit = full.fillDisk()
    for (const [method, path] of [
      ['POST', '/documents'],
      ['PUT', '/documents/1'],
    ] as const) {
      const [status, text] = await call(method, path, draft({ content: 'x'.repeat(5_000_000) }))
      expect(status).toBe(507)
      expect(text).toContain('full')
    }
    expect(await call('GET', '/documents/1')).toEqual(before)
    unlimit()
    expect((await call('PUT', '/documents/1', draft({ content: 'x'.repeat(5_000_000) })))[0]).toBe(200)
    await full.close()
  })

  test('an upload is 507, and what arrived of it is removed', async () => {
    const removed: string[] = []
    const inner = createMemoryBlobStore()
    let count = 0
    const blobs: BlobStore = {
      ...inner,
      async receive(source, maxBytes) {
        if (++count > 1) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        const received = await inner.receive(source, maxBytes)
        return received && { ...received, discard: () => Promise.resolve(void removed.push(received.sha256)) }
      },
    }
    const full = openMemoryService({ blobs })
    const form = new FormData()
    for (const name of ['a', 'b']) form.append('files[]', new Blob([name]), name)
    const response = await full.app(
      new Request('http://service/api/v1/files', {
        method: 'POST',
        headers: { 'X-API-Key': full.key },
        body: form,
      }),
    )
    expect([response.status, removed.length]).toEqual([507, 1])
    await full.close()
  })
})
