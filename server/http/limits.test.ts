import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BODY_BYTES_MAX,
  CONTENT_BYTES_MAX,
  NAME_LENGTH_MAX,
  TAGS_PER_DOCUMENT_MAX,
} from '../../shared/api/api-records'
import { openMemoryService, type MemoryService } from '../testing/app.memory'
import { listen, type Listening } from '../cli/listen'
import { FILES_PER_UPLOAD_MAX } from './upload'

const FILE_BYTES_MAX = 10_000
let service: MemoryService
let http: Listening
beforeAll(async () => {
  service = openMemoryService({ settings: { maxFileBytes: FILE_BYTES_MAX } })
  http = await listen(service.app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await http.stop(0)
  await service.close()
})

const send = async (method: string, path: string, body?: string | FormData | ReadableStream | object) => {
  const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof ReadableStream
  const sent = isRaw ? body : JSON.stringify(body)
  const init: RequestInit = {
    method,
    headers: {
      Authorization: `Bearer ${service.key}`,
      ...(body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(sent === undefined ? {} : { body: sent, duplex: 'half' }),
  }
  const response = await fetch(`${http.url}/api/v1${path}`, init)
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
    // The connection may be closed while the client is still sending.
    const outcome = await send('POST', '/documents', 'x'.repeat(120 * 1024 * 1024)).catch(() => undefined)
    expect(outcome?.status ?? 413).toBe(413)
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
    expect((await upload([FILE_BYTES_MAX - 1])).status).toBe(201)
    expect((await upload([0, FILE_BYTES_MAX])).status).toBe(201)
    const before = (await send('GET', '/files')).body
    expect((await upload([1, FILE_BYTES_MAX + 1])).status).toBe(422)
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
    // The key was forgotten: the create runs again, and the name is taken.
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
    // A clock that is set back does not lock anybody out.
    now -= 86_400_000
    expect(await get()).toEqual([200, '1', null])
    await limited.close()
  })
})
