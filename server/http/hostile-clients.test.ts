import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemoryService, type MemoryService } from '../testing/app.memory'
import { listen, type Listening } from '../cli/listen'
import type { BlobStore } from '../store/blobs'
import { createMemoryBlobStore } from '../store/blobs.memory'

let service: MemoryService
let http: Listening
/** The same service with short time limits. */
let impatient: Listening
beforeAll(async () => {
  service = openMemoryService()
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

const get = async (path: string) => {
  const response = await fetch(`${http.url}/api/v1${path}`, { headers: { 'X-API-Key': service.key } })
  return { status: response.status, body: await response.json() }
}
const draft = (fields: object) => ({ title: 'x', content: '', status: 'draft', ...fields })
const lives = async () => expect((await get('/documents')).status).toBe(200)

describe('clients that mean harm', () => {
  test('a page in a browser of this machine may read nothing, not even with a key', async () => {
    const origin = 'https://evil.example'
    const preflight = await fetch(`${http.url}/api/v1/documents`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'x-api-key',
      },
    })
    const asked = await fetch(`${http.url}/api/v1/documents`, {
      headers: { Origin: origin, 'X-API-Key': service.key },
    })
    const without = await fetch(`${http.url}/api/v1/documents`, { headers: { Origin: origin } })
    expect([preflight.ok, asked.status, without.status]).toEqual([false, 200, 401])
    for (const { headers } of [preflight, asked, without])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  /** Sends `pieces` with `pauseMs` between them; returns everything received until the connection was closed. */
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
    const before = (await get('/files')).body
    const head = `POST /api/v1/files HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${service.key}\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: ${body.length + (1 << 16)}\r\n\r\n`
    await converse([head + body, ''])
    const whole = `${head.replace(/Content-Length: \d+/, `Content-Length: ${body.length}`)}${body}`
    expect(await converse([whole, ''])).toMatch(/^HTTP\/1\.1 400/)
    expect((await get('/files')).body).toEqual(before)
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
