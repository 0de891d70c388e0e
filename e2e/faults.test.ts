import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFaultProxy, type Fault, type FaultProxy } from './faults'

let service: http.Server
let arrived: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[]
let proxy: FaultProxy

beforeEach(async () => {
  arrived = []
  service = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      arrived.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      })
      response.writeHead(200, { 'Content-Type': 'application/json', ETag: '"doc-1-1"' })
      response.end(JSON.stringify({ data: { id: 1, content: 'A text of some length.' } }))
    })
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  proxy = await startFaultProxy(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
})

afterEach(async () => {
  await proxy.close()
  service.closeAllConnections()
  await new Promise((done) => service.close(done))
})

const put = (body = '{"content":"漢字"}') =>
  fetch(`${proxy.url}/api/v1/documents/1?x=1`, {
    method: 'PUT',
    body,
    headers: { 'Content-Type': 'application/json', 'If-Match': '"doc-1-0"' },
    redirect: 'manual',
  })

test('what nothing was planned for passes as it is', async () => {
  const answer = await put()
  expect([answer.status, answer.headers.get('ETag')]).toEqual([200, '"doc-1-1"'])
  expect(await answer.json()).toMatchObject({ data: { id: 1 } })
  expect(arrived).toMatchObject([
    { method: 'PUT', url: '/api/v1/documents/1?x=1', body: '{"content":"漢字"}' },
  ])
  expect(arrived[0]?.headers['if-match']).toBe('"doc-1-0"')
})

const broken: readonly (readonly [Fault, number])[] = [
  [{ kind: 'refused' }, 0],
  [{ kind: 'dropped' }, 0],
  [{ kind: 'answer-lost' }, 1],
]
test.each(broken)('%o cuts the connection; how often it arrived: %i', async (fault, times) => {
  proxy.faults.plan(fault)
  await expect(put()).rejects.toThrow('fetch failed')
  expect(arrived).toHaveLength(times)
  expect((await put()).status).toBe(200)
})

test('half a body breaks off in the middle', async () => {
  proxy.faults.plan({ kind: 'half-body' })
  const answer = await put()
  await expect(answer.text()).rejects.toThrow('terminated')
  expect(arrived).toHaveLength(1)
})

const answered: readonly (readonly [Fault, number, number])[] = [
  [{ kind: 'status', status: 503 }, 503, 0],
  [{ kind: 'status', status: 500, landed: true }, 500, 1],
  [{ kind: 'html', landed: true }, 200, 1],
  [{ kind: 'redirect', location: 'https://elsewhere.example/' }, 302, 0],
  [{ kind: 'throttled', after: '3' }, 429, 0],
  [{ kind: 'no-etag' }, 200, 1],
  [{ kind: 'weak-etag' }, 200, 1],
  [{ kind: 'wrong-type' }, 200, 1],
  [{ kind: 'empty-body' }, 200, 1],
  [{ kind: 'repeated' }, 200, 2],
]
test.each(answered)('%o answers %i; how often it arrived: %i', async (fault, status, times) => {
  proxy.faults.plan(fault)
  const answer = await put()
  const text = await answer.text()
  expect([answer.status, arrived.length]).toEqual([status, times])
  const { kind } = fault
  if (kind === 'html') expect(text).toContain('<title>')
  if (kind === 'redirect') expect(answer.headers.get('Location')).toBe('https://elsewhere.example/')
  if (kind === 'throttled') expect(answer.headers.get('Retry-After')).toBe('3')
  if (kind === 'no-etag') expect(answer.headers.get('ETag')).toBeNull()
  if (kind === 'weak-etag') expect(answer.headers.get('ETag')).toBe('W/"doc-1-1"')
  if (kind === 'wrong-type') expect(answer.headers.get('Content-Type')).toBe('text/html')
  if (kind === 'empty-body') expect(text).toBe('')
})

test('a plan is for what it names, and for as often as it says', async () => {
  proxy.faults.plan({ kind: 'status', status: 500 }, 'PUT /documents/2', 9)
  proxy.faults.plan({ kind: 'status', status: 500 }, ({ body }) => body.includes('second'), 2)
  expect((await put('{"content":"first"}')).status).toBe(200)
  expect((await put('{"content":"second"}')).status).toBe(500)
  expect((await put('{"content":"second"}')).status).toBe(500)
  expect((await put('{"content":"second"}')).status).toBe(200)
})

test('offline and back', async () => {
  proxy.faults.offline(true)
  await expect(put()).rejects.toThrow('fetch failed')
  proxy.faults.offline(false)
  expect((await put()).status).toBe(200)
  expect(arrived).toHaveLength(1)
})

test('a body without end, and silence, end with who asked', async () => {
  proxy.faults.plan({ kind: 'endless' }, 'GET')
  const stop = new AbortController()
  const answer = await fetch(`${proxy.url}/x`, { signal: stop.signal })
  const reader = answer.body!.getReader()
  await reader.read()
  stop.abort()
  await expect(reader.read()).rejects.toThrow('aborted')
  proxy.faults.plan({ kind: 'silent' }, 'GET')
  await expect(fetch(`${proxy.url}/x`, { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout')
})
