import { describe, expect, test } from 'vitest'
import { createVirtualClock } from '../../system/clock.virtual'
import { createApiClient } from './api-client'
import type { Fetch, KeyForm } from './fetch'
import type { FailedAnswer } from './answer'
import { createConnection } from '../service/connection'
import { SILENCE_MS } from './transport'

const ADDRESS = 'https://content.example'
const DOCUMENT = { id: 7, title: 'Essay', content: 'One.', status: 'draft', more: { unknown: true } }

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

function clientOf(fetch: Fetch, form: KeyForm = 'bearer') {
  const clock = createVirtualClock()
  const connection = createConnection({ clock })
  const asked: { url: string; init: RequestInit & { headers: Record<string, string> } }[] = []
  const client = createApiClient({
    address: ADDRESS,
    credential: () => ({ key: 'mk_secret', form }),
    fetch: async (url, init) => {
      asked.push({ url, init: init as never })
      return fetch(url, init)
    },
    clock,
    connection,
  })
  return { client, clock, connection, asked }
}

const broken = (code: string) => async () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}

async function failureOf(fetch: Fetch, name: 'documents.update' | 'search.semantic' = 'documents.update') {
  const { client } = clientOf(fetch)
  const answer = await client.call(
    name,
    name === 'documents.update' ? { params: { id: '7' }, body: { content: 'x' } } : { body: { query: 'x' } },
  )
  if (answer.kind !== 'failed') throw new Error(`expected a failure, got ${answer.kind}`)
  return answer
}

describe('what is asked', () => {
  test('[A1] paths stand under the address and /api/v1, ids escaped', async () => {
    const { client, asked } = clientOf(async () => json(200, { data: { ...DOCUMENT, id: 'a/b' } }))
    await client.call('documents.get', { params: { id: 'a/b' } })
    expect(asked[0]?.url).toBe('https://content.example/api/v1/documents/a%2Fb')
  })

  test.each<readonly [KeyForm, KeyForm]>([
    ['bearer', 'header'],
    ['header', 'bearer'],
  ])('[D1] a key that was guessed to go as %s goes as %s once that is refused', async (guessed, accepted) => {
    const settled: KeyForm[] = []
    const sent: string[] = []
    const client = createApiClient({
      address: ADDRESS,
      credential: () => ({
        key: 'mk_secret',
        form: settled[0] ?? guessed,
        ...(settled.length === 0 && { settle: (form: KeyForm) => settled.push(form) }),
      }),
      fetch: async (_, init) => {
        const form = new Headers(init?.headers).has('Authorization') ? 'bearer' : 'header'
        sent.push(`${form} ${init?.body as string}`)
        return form === accepted ? json(201, { data: { id: 3, name: 'x' } }) : json(401, { message: 'No.' })
      },
      clock: createVirtualClock(),
      connection: createConnection({ clock: createVirtualClock() }),
    })
    const create = () => client.call('tags.create', { body: { name: 'x' } })
    expect([(await create()).kind, (await create()).kind]).toEqual(['ok', 'ok'])
    const body = JSON.stringify({ name: 'x' })
    expect(sent).toEqual([guessed, accepted, accepted].map((form) => `${form} ${body}`))
    expect(settled).toEqual([accepted])
  })

  test('[D1] a key that is refused in both forms is asked about once, and the guess stays', async () => {
    const settled: KeyForm[] = []
    let asked = 0
    const client = createApiClient({
      address: ADDRESS,
      credential: () => ({ key: 'mk_secret', form: 'bearer', settle: (form) => settled.push(form) }),
      fetch: async () => json(401, { message: `No. ${++asked}` }),
      clock: createVirtualClock(),
      connection: createConnection({ clock: createVirtualClock() }),
    })
    expect(await client.call('tags.list')).toMatchObject({ problem: { code: 'unauthorized' } })
    expect([asked, settled]).toEqual([2, ['bearer']])
  })

  test('[D1] both forms of the key', async () => {
    const bearer = clientOf(async () => json(200, { data: [] }))
    await bearer.client.call('tags.list')
    expect(bearer.asked[0]?.init.headers).toMatchObject({ Authorization: 'Bearer mk_secret' })
    const header = clientOf(async () => json(200, { data: [] }), 'header')
    await header.client.call('tags.list')
    expect(header.asked[0]?.init.headers).toMatchObject({ 'X-API-Key': 'mk_secret' })
    expect(header.asked[0]?.init.headers).not.toHaveProperty('Authorization')
  })

  test('[C3] an ETag is sent back exactly as it was read', async () => {
    const etag = 'W/"doc-7-3 \\"odd"'
    const { client, asked } = clientOf(async () => json(200, { data: DOCUMENT }, { ETag: etag }))
    const read = await client.call('documents.get', { params: { id: '7' } })
    expect(read).toMatchObject({ kind: 'ok', etag })
    await client.call('documents.update', { params: { id: '7' }, body: { content: '' }, ifMatch: etag })
    expect(asked[1]?.init.headers['If-Match']).toBe(etag)
  })

  test('[W17] a frozen body goes byte for byte with its key', async () => {
    const { client, asked } = clientOf(async () => json(201, { data: DOCUMENT }))
    await client.call('documents.create', {
      frozenBody: '{"title":"E", "content":"é"}',
      idempotencyKey: 'k1',
    })
    expect(asked[0]?.init.body).toBe('{"title":"E", "content":"é"}')
    expect(asked[0]?.init.headers['Idempotency-Key']).toBe('k1')
  })

  test('without a key nothing is sent', async () => {
    let sent = 0
    const clock = createVirtualClock()
    const client = createApiClient({
      address: ADDRESS,
      credential: () => undefined,
      fetch: async () => (sent++, json(200, { data: [] })),
      clock,
      connection: createConnection({ clock }),
    })
    expect(await client.call('tags.list')).toMatchObject({
      kind: 'failed',
      certain: true,
      problem: { code: 'unauthorized' },
    })
    expect(sent).toBe(0)
  })
})

describe('what counts as done', () => {
  test.each([
    ['a record of another id', () => json(200, { data: { ...DOCUMENT, id: 8 } })],
    ['an HTML page with 200', () => new Response('<html>Log in</html>', { status: 200 })],
    ['half a body', () => new Response('{"data": {"id": 7, "conte', { status: 200 })],
    ['no envelope', () => json(200, DOCUMENT)],
    ['a message with 200', () => json(200, { message: 'ok' })],
    ['a list for a record', () => json(200, { data: [DOCUMENT] })],
    ['a record without an id', () => json(200, { data: { content: 'One.' } })],
    ['bytes that are no UTF-8', () => new Response(new Uint8Array([0x22, 0xff, 0x22]), { status: 200 })],
  ])('[W4] [S18] a PUT answered with %s is an unknown outcome', async (_, answer) => {
    expect(await failureOf(async () => answer())).toMatchObject({
      certain: false,
      problem: { code: 'bad-answer' },
    })
  })

  test('[W4] 2xx without a body is told apart, with the ETag it carries', async () => {
    const { client } = clientOf(async () => new Response(null, { status: 204, headers: { ETag: '"x"' } }))
    expect(await client.call('documents.update', { params: { id: '7' }, body: {} })).toEqual({
      kind: 'empty',
      status: 204,
      etag: '"x"',
    })
  })

  test('a DELETE answered with a page is an unknown outcome', async () => {
    const { client } = clientOf(async () => new Response('<html></html>', { status: 200 }))
    expect(await client.call('documents.delete', { params: { id: '7' } })).toMatchObject({
      kind: 'failed',
      certain: false,
    })
  })

  test('a GET answered with nothing is no record', async () => {
    const { client } = clientOf(async () => new Response('', { status: 200 }))
    expect(await client.call('documents.get', { params: { id: '7' } })).toMatchObject({
      kind: 'failed',
      problem: { code: 'bad-answer' },
    })
  })

  test('[F] ids are opaque: numbers and text alike; unknown fields are ignored', async () => {
    const { client } = clientOf(async () => json(200, { data: { ...DOCUMENT, id: 'doc_9f' } }))
    expect(await client.call('documents.get', { params: { id: 'doc_9f' } })).toMatchObject({
      kind: 'ok',
      data: { id: 'doc_9f', title: 'Essay' },
    })
  })

  test('[E4] rows that cannot be read are left out and counted; meta may be missing', async () => {
    const { client } = clientOf(async () => json(200, { data: [DOCUMENT, { title: 'no id' }, null] }))
    const answer = await client.call('documents.list')
    expect(answer).toMatchObject({ kind: 'ok', skipped: 2 })
    expect(answer.kind === 'ok' && answer.data.length).toBe(1)
    expect(answer).not.toHaveProperty('page')
  })

  test('[F] a version of another document is not taken', async () => {
    const { client } = clientOf(async () => json(200, { data: { id: 3, document_id: 8, content: 'x' } }))
    expect(await client.call('versions.get', { params: { id: '7', versionId: '3' } })).toMatchObject({
      problem: { code: 'bad-answer' },
    })
  })

  test('304 only to a question that named an ETag', async () => {
    const { client } = clientOf(async () => new Response(null, { status: 304 }))
    expect(await client.call('documents.get', { params: { id: '7' }, ifNoneMatch: '"a"' })).toEqual({
      kind: 'not-modified',
    })
    expect(await client.call('documents.get', { params: { id: '7' } })).toMatchObject({ kind: 'failed' })
  })
})

describe('[E1] every status of section 7', () => {
  const cases: [string, number, unknown, Partial<FailedAnswer['problem']>, boolean][] = [
    [
      '401',
      401,
      { message: 'Unauthenticated.' },
      { code: 'unauthorized', message: 'The service does not accept the key.' },
      true,
    ],
    [
      '[D4] 403 ability',
      403,
      { message: 'no', code: 'missing_ability' },
      { code: 'missing-ability', ability: 'documents:write' },
      true,
    ],
    [
      '[D4] 403 deletion',
      403,
      { message: 'no', code: 'account_deletion_in_progress' },
      { code: 'account-deletion' },
      true,
    ],
    [
      '[D4] 403 ability by its words',
      403,
      { message: 'Missing ability.' },
      { code: 'missing-ability' },
      true,
    ],
    [
      '[D4] 403 deletion by its words',
      403,
      { message: 'Account is being deleted' },
      { code: 'account-deletion' },
      true,
    ],
    [
      '[D4] 403 unclear keeps the service’s words',
      403,
      { message: 'Not today.' },
      { code: 'forbidden', message: 'Not today.' },
      true,
    ],
    ['404', 404, { message: 'No such document.' }, { code: 'not-found' }, true],
    ['[W11] 404 without the API’s error body', 404, '<html>nginx</html>', { code: 'bad-answer' }, false],
    ['412', 412, { message: 'Stale.' }, { code: 'stale' }, true],
    ['413 from a proxy', 413, '<html></html>', { code: 'too-large' }, true],
    [
      '422 with fields',
      422,
      { message: 'Bad.', errors: { title: ['Too long.'], folder_id: 'Unknown.' } },
      { code: 'invalid', fields: { title: ['Too long.'], folder_id: ['Unknown.'] } },
      true,
    ],
    ['[F] 422 with a message alone', 422, { message: 'The title is required.' }, { code: 'invalid' }, true],
    [
      '422 that names a limit',
      422,
      { message: 'Bad.', errors: { content: ['The content must not exceed 20 MB.'] } },
      { code: 'too-large' },
      true,
    ],
    ['428', 428, { message: 'If-Match is required.' }, { code: 'precondition-required' }, true],
    ['429', 429, '', { code: 'throttled' }, true],
    ['500', 500, { message: 'Server Error' }, { code: 'service-failed' }, false],
    ['502 page', 502, '<html></html>', { code: 'service-failed' }, false],
    ['507', 507, { message: 'Disk is full.' }, { code: 'service-failed', message: 'Disk is full.' }, false],
    ['409 the first copy is under way', 409, { message: 'Busy.' }, { code: 'service-failed' }, false],
    ['418', 418, '', { code: 'service-failed' }, true],
  ]
  test.each(cases)('%s', async (_, status, body, expected, certain) => {
    const failure = await failureOf(async () =>
      typeof body === 'string' ? new Response(body, { status }) : json(status, body),
    )
    expect(failure.problem).toMatchObject({ ...expected, status })
    expect(failure.certain).toBe(certain)
  })

  test('[D4] 403 on search that speaks of a quota', async () => {
    expect(
      (
        await failureOf(
          async () => json(403, { message: 'Semantic search quota exceeded.' }),
          'search.semantic',
        )
      ).problem.code,
    ).toBe('quota-exceeded')
    expect(
      (
        await failureOf(
          async () => json(403, { message: 'no', code: 'search_quota_exceeded' }),
          'search.semantic',
        )
      ).problem.code,
    ).toBe('quota-exceeded')
  })

  test.each([
    ['seconds', { 'Retry-After': '12' }, 12_000],
    [
      'a date against the answer’s own clock',
      { 'Retry-After': 'Tue, 01 Jan 2030 00:00:30 GMT', Date: 'Tue, 01 Jan 2030 00:00:00 GMT' },
      30_000,
    ],
    ['more than an hour is capped', { 'Retry-After': '86400' }, 3_600_000],
    [
      'a date that is over',
      { 'Retry-After': 'Tue, 01 Jan 2030 00:00:00 GMT', Date: 'Tue, 01 Jan 2030 00:01:00 GMT' },
      0,
    ],
    ['nonsense', { 'Retry-After': 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('[E2] Retry-After: %s', async (_, headers, expected) => {
    const { problem } = await failureOf(async () => json(429, { message: 'Slow down.' }, headers))
    expect(problem.retryAfterMs).toBe(expected)
  })
})

describe('[E5] faults on the way', () => {
  test.each(['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'])(
    '%s: certainly nothing was done',
    async (code) => {
      expect(await failureOf(broken(code))).toMatchObject({ certain: true })
    },
  )

  test.each(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'])('%s: the outcome is unknown', async (code) => {
    expect(await failureOf(broken(code))).toMatchObject({ certain: false, problem: { code: 'unreachable' } })
  })

  test('no byte for 30 s, also from a fetch that does not heed its signal', async () => {
    const { client, clock } = clientOf(() => new Promise<Response>(() => {}))
    const call = client.call('documents.get', { params: { id: '7' } })
    await clock.advance(SILENCE_MS - 1)
    expect(clock.pending()).toBe(1)
    await clock.advance(1)
    expect(await call).toMatchObject({ kind: 'failed', certain: false, problem: { code: 'timeout' } })
  })

  test('a body that stalls times out; one that comes slowly does not', async () => {
    const parts: ReadableStreamDefaultController<Uint8Array>[] = []
    const { client, clock } = clientOf(
      async () => new Response(new ReadableStream({ start: (out) => void parts.push(out) })),
    )
    const call = client.call('documents.get', { params: { id: '7' } })
    const slowly = ' '.repeat(200_000)
    for (const piece of ['{"data":', '{"id":7,', '"content":"slow"}}']) {
      await clock.advance(SILENCE_MS - 1)
      parts[0]?.enqueue(new TextEncoder().encode(slowly + piece))
    }
    await clock.advance(0)
    parts[0]?.close()
    expect(await call).toMatchObject({ kind: 'ok', data: { content: 'slow' } })

    const stalls = client.call('documents.get', { params: { id: '7' } })
    await clock.advance(10)
    parts[1]?.enqueue(new TextEncoder().encode('{"data":'))
    await clock.advance(SILENCE_MS + 1)
    expect(await stalls).toMatchObject({ kind: 'failed', problem: { code: 'timeout' } })
    expect(clock.pending()).toBe(0)
  })

  test('[L14] a body that drips a byte just before each silence would be over is ended', async () => {
    const parts: ReadableStreamDefaultController<Uint8Array>[] = []
    const { client, clock } = clientOf(
      async () => new Response(new ReadableStream({ start: (out) => void parts.push(out) })),
    )
    let ended: unknown
    void client.call('documents.get', { params: { id: '7' } }).then((answer) => (ended = answer))
    await clock.advance(SILENCE_MS - 1)
    parts[0]?.enqueue(new TextEncoder().encode('{'))
    await clock.advance(SILENCE_MS - 1)
    expect(ended).toMatchObject({ kind: 'failed', problem: { code: 'timeout' } })
    expect(clock.pending()).toBe(0)
  })

  test('[L14] an upload waits for its answer as long as its size gives reason to', async () => {
    const upload = async (bytes: number) => {
      const { client, clock } = clientOf(() => new Promise<Response>(() => {}))
      const form = new FormData()
      form.append('files[]', new Blob([new Uint8Array(bytes)]), 'chart.bin')
      const before = clock.now()
      let endedAt: number | undefined
      void client.call('files.upload', { body: form }).then(() => (endedAt = clock.now()))
      for (let step = 0; endedAt === undefined && step < 300; step++) await clock.advance(SILENCE_MS)
      return (endedAt ?? Infinity) - before
    }
    expect(await upload(10)).toBeLessThanOrEqual(2 * SILENCE_MS)
    const ofManyMegabytes = await upload(20_000_000)
    expect(ofManyMegabytes).toBeGreaterThan(15 * 60_000)
    expect(ofManyMegabytes).toBeLessThan(30 * 60_000)
  })

  test('a text is the same wherever its bytes are parted; half a character is no answer', async () => {
    const content = 'plain \ufefflä語🌊 plain'
    const body = new TextEncoder().encode(`\ufeff${JSON.stringify({ data: { id: 7, content } })}`)
    const streamed = async (parts: readonly Uint8Array[]) => {
      const { client } = clientOf(
        async () =>
          new Response(
            new ReadableStream({
              start(out) {
                for (const part of parts) out.enqueue(part)
                out.close()
              },
            }),
          ),
      )
      return client.call('documents.get', { params: { id: '7' } })
    }
    for (const bytes of [body, body.subarray(3)]) {
      for (let at = 1; at < bytes.length; at++)
        expect(await streamed([bytes.slice(0, at), bytes.slice(at)])).toMatchObject({ data: { content } })
      expect(await streamed([...bytes].map((byte) => Uint8Array.of(byte)))).toMatchObject({
        data: { content },
      })
    }
    const half = body.indexOf(0xf0) + 2
    expect(await streamed([body.slice(0, half), body.slice(half + 1)])).toMatchObject({
      kind: 'failed',
      certain: false,
      problem: { code: 'bad-answer' },
    })
  })

  test('a huge body is not read to its end', async () => {
    let pulled = 0
    const megabyte = new Uint8Array(1024 * 1024).fill(32)
    const { client } = clientOf(
      async () =>
        new Response(
          new ReadableStream({
            pull: (out) => (pulled++, pulled > 1024 ? out.close() : out.enqueue(megabyte)),
          }),
        ),
    )
    expect(await client.call('documents.list')).toMatchObject({ problem: { code: 'answer-too-large' } })
    expect(pulled).toBeLessThan(80)
  })

  test('a redirect to another host: the key is not sent there', async () => {
    const { client, asked } = clientOf(
      async () =>
        new Response(null, { status: 307, headers: { Location: 'https://evil.example/api/v1/documents/7' } }),
    )
    expect(await client.call('documents.get', { params: { id: '7' } })).toMatchObject({
      problem: { code: 'redirected' },
    })
    expect(asked.map(({ url }) => new URL(url).host)).toEqual(['content.example'])
  })

  test('a redirect on the same host is followed; a write only where its method stays', async () => {
    const moved =
      (status: number): Fetch =>
      async (url) =>
        url.endsWith('/new')
          ? json(200, { data: DOCUMENT })
          : new Response(null, { status, headers: { Location: '/api/v1/new' } })
    const read = clientOf(moved(301))
    expect(await read.client.call('documents.get', { params: { id: '7' } })).toMatchObject({ kind: 'ok' })
    const kept = clientOf(moved(308))
    expect(await kept.client.call('documents.update', { params: { id: '7' }, body: {} })).toMatchObject({
      kind: 'ok',
    })
    expect(kept.asked[1]?.init.method).toBe('PUT')
    const lost = clientOf(moved(302))
    expect(await lost.client.call('documents.update', { params: { id: '7' }, body: {} })).toMatchObject({
      certain: false,
      problem: { code: 'redirected' },
    })
    expect(lost.asked).toHaveLength(1)
  })

  test('a circle of redirects ends', async () => {
    const { client, asked } = clientOf(
      async () => new Response(null, { status: 302, headers: { Location: '/api/v1/tags' } }),
    )
    expect(await client.call('tags.list')).toMatchObject({ problem: { code: 'redirected' } })
    expect(asked.length).toBeLessThan(10)
  })

  test('cancelled before it is sent: nothing leaves; afterwards: unknown', async () => {
    const stop = new AbortController()
    const { client, asked, clock } = clientOf(() => new Promise<Response>(() => {}))
    const call = client.call('tags.create', { body: { name: 'x' }, signal: stop.signal })
    await clock.advance(0)
    stop.abort()
    expect(await call).toMatchObject({ certain: false, problem: { code: 'cancelled' } })
    expect(await client.call('tags.list', { signal: stop.signal })).toMatchObject({
      certain: true,
      problem: { code: 'cancelled' },
    })
    expect(asked).toHaveLength(1)
  })
})

describe('[D3] [E2] what is not asked', () => {
  test('after a 401 nothing is sent until the key changes, and an old answer does not undo that', async () => {
    let status = 401
    const { client, connection, asked } = clientOf(async () =>
      json(status, { message: 'Unauthenticated.', data: [] }),
    )
    await client.call('tags.list')
    expect(await client.call('tags.list')).toMatchObject({ certain: true, problem: { code: 'unauthorized' } })
    expect(asked).toHaveLength(1)
    connection.keyChanged()
    status = 200
    expect(await client.call('tags.list')).toMatchObject({ kind: 'ok' })
  })

  test('after a 429 nothing is sent until its time has come', async () => {
    let calls = 0
    const { client, clock, connection } = clientOf(async () =>
      calls++ === 0 ? json(429, { message: 'Slow.' }, { 'Retry-After': '12' }) : json(200, { data: [] }),
    )
    await client.call('tags.list')
    expect(connection.current()).toMatchObject({ reach: 'throttled', retryAt: clock.now() + 12_000 })
    await clock.advance(5_000)
    expect(await client.call('tags.list')).toMatchObject({
      certain: true,
      problem: { code: 'throttled', retryAfterMs: 7_000 },
    })
    await clock.advance(7_000)
    expect(connection.current().reach).toBe('online')
    expect(await client.call('tags.list')).toMatchObject({ kind: 'ok' })
    expect(calls).toBe(2)
  })
})

test('the content of a file is handed on as a stream', async () => {
  const { client } = clientOf(async () => new Response('picture'))
  const answer = await client.bytes('files.serve', { id: '3' })
  if (answer.kind !== 'bytes') throw new Error('expected bytes')
  expect(await new Response(answer.body).text()).toBe('picture')
})
