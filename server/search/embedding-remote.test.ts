import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EmbeddingUnavailable } from './embedding'
import { remoteEmbedding, type RemoteEmbedding } from './embedding-remote'

type Answer = (
  request: { body: { input: string[]; model?: string }; headers: IncomingMessage['headers']; url: string },
  response: ServerResponse,
) => void

/** A local endpoint with scripted answers; the last one repeats. */
let script: Answer[]
let asked: Parameters<Answer>[0][]
let base: string
let stop: () => Promise<void>
beforeEach(async () => {
  script = []
  asked = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      const seen = {
        body: JSON.parse(text) as { input: string[] },
        headers: request.headers,
        url: request.url ?? '',
      }
      asked.push(seen)
      const answer = script.length > 1 ? script.shift()! : script[0]!
      answer(seen, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
afterEach(() => stop())

const works: Answer = ({ body }, response) => {
  response.setHeader('Content-Type', 'application/json')
  const data = body.input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length, 3, 4],
  }))
  response.end(JSON.stringify({ object: 'list', data: data.reverse(), model: 'm' }))
}
const fails =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end('{"error": "no"}')
const says =
  (body: string): Answer =>
  (_, response) =>
    response.end(body)
const breaks: Answer = (_, response) => response.destroy()
const hangs: Answer = () => {}

function open(more: Partial<RemoteEmbedding> = {}) {
  let time = 0
  const pauses: number[] = []
  const errors: unknown[] = []
  const provider = remoteEmbedding(
    { url: base, model: 'small', key: undefined, ...more },
    {
      fetch: globalThis.fetch,
      now: () => time,
      wait: async (ms) => {
        pauses.push(ms)
        time += ms
      },
      onError: (error) => errors.push(error),
    },
  )
  return { provider, pauses, errors, pass: (ms: number) => (time += ms) }
}
const passage = (text: string) => ({ title: 'Title', headingPath: ['Title', 'Part'], text })

describe('[G4] an endpoint of the common form', () => {
  test('is sent texts with their headings, and its vectors come back in order and of unit length', async () => {
    script = [works]
    const { provider } = open({ key: 'secret' })
    const [first, second] = await provider.embedPassages([passage('a'), passage('longer')])
    expect(asked[0]?.url).toBe('/v1/embeddings')
    expect(asked[0]?.headers.authorization).toBe('Bearer secret')
    expect(asked[0]?.body).toMatchObject({
      model: 'small',
      input: ['Title > Part\n\na', 'Title > Part\n\nlonger'],
    })
    expect(Math.hypot(...first!)).toBeCloseTo(1)
    expect(second![0]!).toBeGreaterThan(first![0]!)
    expect((await provider.embedQuery('query')).length).toBe(3)
    expect(asked[1]?.body.input).toEqual(['query'])
  })

  test.each(['', '/', '/v1', '/v1/', '/v1/embeddings'])('the address may end in "%s"', async (path) => {
    script = [works]
    await open({ url: base + path }).provider.embedQuery('x')
    expect(asked[0]?.url).toBe('/v1/embeddings')
  })

  test('lone surrogates and long texts are sent as JSON that any endpoint can read', async () => {
    script = [works]
    await open().provider.embedPassages([passage(`\ud800${'x'.repeat(20_000)}`)])
    expect(asked[0]?.body.input[0]?.isWellFormed()).toBe(true)
    expect(asked[0]?.body.input[0]?.length).toBeLessThanOrEqual(8_000)
  })
})

describe('[G4] failures', () => {
  test.each([
    ['a server error', fails(500)],
    ['a cut connection', breaks],
    ['no JSON', says('<html>')],
    ['too few vectors', says('{"data": []}')],
    ['no numbers', says('{"data": [{"index": 0, "embedding": ["1"]}]}')],
    ['an index out of range', says('{"data": [{"index": 7, "embedding": [1]}]}')],
  ])('%s is tried again, with growing pauses', async (_, failure) => {
    script = [failure, failure, works]
    const { provider, pauses } = open()
    expect(await provider.embedPassages([passage('a')])).toHaveLength(1)
    expect(pauses).toEqual([500, 1_000])
  })

  test('a pause that the endpoint asks for is kept, up to ten seconds', async () => {
    script = [fails(429, { 'Retry-After': '7' }), fails(429, { 'Retry-After': '3600' }), works]
    const { provider, pauses } = open()
    await provider.embedPassages([passage('a')])
    expect(pauses).toEqual([7_000, 10_000])
  })

  test('a refusal is final: nothing is sent again until a while has passed', async () => {
    script = [fails(401), works]
    const { provider, pass, errors } = open()
    await expect(provider.embedPassages([passage('a')])).rejects.toThrow(EmbeddingUnavailable)
    await expect(provider.embedQuery('x')).rejects.toThrow(EmbeddingUnavailable)
    expect(asked).toHaveLength(1)
    expect(errors).toHaveLength(1)
    pass(5_000)
    await provider.embedQuery('x')
    expect(asked).toHaveLength(2)
  })

  test('a redirect is not followed: the key is for this address alone', async () => {
    script = [fails(302, { Location: 'http://127.0.0.1:1/elsewhere' })]
    await expect(open({ key: 'secret' }).provider.embedQuery('x')).rejects.toThrow(EmbeddingUnavailable)
    expect(asked).toHaveLength(1)
  })

  test('an endpoint that hangs is given up after two seconds of a search', async () => {
    script = [hangs]
    const given: (AbortSignal | null | undefined)[] = []
    const provider = remoteEmbedding(
      { url: base, model: undefined, key: undefined },
      {
        fetch: async (_, init) => {
          given.push(init?.signal)
          throw new DOMException('timed out', 'TimeoutError')
        },
        now: () => 0,
        wait: async () => {},
        onError: () => {},
      },
    )
    await expect(provider.embedQuery('x')).rejects.toThrow(EmbeddingUnavailable)
    expect(given[0]).toBeInstanceOf(AbortSignal)
  })
})

describe('[G4] the circuit', () => {
  test('opens after three failures, lets one request through after a while, and closes when that one works', async () => {
    script = [fails(503)]
    const { provider, pass, errors } = open()
    for (let i = 0; i < 5; i++) await expect(provider.embedQuery('x')).rejects.toThrow(EmbeddingUnavailable)
    expect(asked).toHaveLength(3)
    expect(errors).toHaveLength(1)

    pass(5_000)
    const both = await Promise.allSettled([provider.embedQuery('x'), provider.embedQuery('y')])
    expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    expect(asked).toHaveLength(4)

    pass(5_000)
    await expect(provider.embedQuery('x')).rejects.toThrow(EmbeddingUnavailable)
    expect(asked).toHaveLength(4)

    pass(5_000)
    script = [works]
    await provider.embedQuery('x')
    await provider.embedQuery('y')
    expect(asked).toHaveLength(6)
    expect(errors).toHaveLength(1)
  })
})
