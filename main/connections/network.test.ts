import { openAsBlob } from 'node:fs'
import fs from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../system/clock'
import { createEmbeddedFetch, EMBEDDED_ADDRESS } from './embedded/embedded-fetch'
import { createNetworkFetch, createSystemTrust, OTHER_RUNTIME, wayIn } from './network'
import { createApiClient } from '../sync/http/api-client'
import { createConnection } from '../sync/service/connection'

const ends: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function listening(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))))
  return (server.address() as AddressInfo).port
}

/** A service on this machine that records its requests, and a proxy that sends requests for any host to it. */
async function serviceBehindProxy() {
  const asked: { type: string; bytes: Buffer }[] = []
  const service = await listening(
    http.createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        asked.push({ type: request.headers['content-type'] ?? '', bytes: Buffer.concat(parts) })
        response.setHeader('Content-Type', 'application/json')
        response.end('{"data":[]}')
      })
    }),
  )
  const tunnels: string[] = []
  const proxy = http.createServer((_request, response) => response.writeHead(501).end())
  proxy.on('connect', (request, socket: net.Socket) => {
    tunnels.push(request.url ?? '')
    const there = net.connect(service, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(there).pipe(socket)
    })
    there.on('error', () => socket.destroy())
    socket.on('error', () => there.destroy())
    ends.push(() => void (socket.destroy(), there.destroy()))
  })
  const port = await listening(proxy)
  return { asked, tunnels, answer: `PROXY 127.0.0.1:${port}` }
}

const networkOf = (answer: string, mayLeaveMachine = true) =>
  createNetworkFetch({ resolveProxy: async () => answer, mayLeaveMachine })

const ADDRESS = 'http://content.example/api/v1/files'

describe('[H6] through an HTTP proxy each kind of body arrives as it was sent', () => {
  test('JSON', async () => {
    const { asked, tunnels, answer } = await serviceBehindProxy()
    const headers = { 'Content-Type': 'application/json' }
    await networkOf(answer)(ADDRESS, { method: 'POST', headers, body: '{"title":"Tides"}' })
    expect(tunnels).toEqual(['content.example:80'])
    expect(asked.map(({ type, bytes }) => [type, bytes.toString()])).toEqual([
      ['application/json', '{"title":"Tides"}'],
    ])
  })

  test('a form with words and a file that is read from the disk', async () => {
    const { asked, answer } = await serviceBehindProxy()
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'stet-upload-'))
    ends.push(() => fs.rm(folder, { recursive: true }))
    const file = path.join(folder, 'chart.bin')
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256))
    await fs.writeFile(file, content)
    const form = new FormData()
    form.append('note', 'low water')
    form.append('files[]', await openAsBlob(file, { type: 'application/pdf' }), 'Hafen ä.pdf')
    await networkOf(answer)(ADDRESS, { method: 'POST', body: form })

    const [{ type, bytes } = { type: '', bytes: Buffer.alloc(0) }] = asked
    expect(type).toMatch(/^multipart\/form-data; boundary=/)
    const received = await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
    expect(received.get('note')).toBe('low water')
    const upload = received.get('files[]') as File
    expect([upload.name, upload.type, upload.size]).toEqual([
      'Hafen ä.pdf',
      'application/pdf',
      content.length,
    ])
    expect(Buffer.from(await upload.arrayBuffer()).equals(content)).toBe(true)
  })

  test('no body at all', async () => {
    const { asked, answer } = await serviceBehindProxy()
    const response = await networkOf(answer)(ADDRESS, { method: 'GET' })
    expect([response.status, await response.text()]).toEqual([200, '{"data":[]}'])
    expect(asked).toHaveLength(1)
  })
})

describe('a certificate that no authority of Node vouches for', () => {
  const failing = (code: string) => {
    const tries: string[] = []
    const trusts: string[] = []
    const fetch = createNetworkFetch({
      resolveProxy: () => {
        tries.push(code)
        return Promise.resolve('DIRECT')
      },
      mayLeaveMachine: true,
      trustSystem: () => trusts.push(code) === 1,
    })
    vi.stubGlobal('fetch', () =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })),
    )
    ends.push(() => void vi.unstubAllGlobals())
    return { fetch, tries, trusts }
  }

  test('is looked for once among those of the system, and is refused where these do not know it', async () => {
    const { fetch, tries, trusts } = failing('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')
    await expect(fetch('https://content.example/')).rejects.toThrow('fetch failed')
    expect([tries.length, trusts.length]).toEqual([2, 1])
    await expect(fetch('https://content.example/')).rejects.toThrow('fetch failed')
    expect([tries.length, trusts.length]).toEqual([3, 2])
  })

  test.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ECONNRESET'])(
    '%s is no matter of authorities: nothing is sent again',
    async (code) => {
      const { fetch, tries, trusts } = failing(code)
      await expect(fetch('https://content.example/')).rejects.toThrow('fetch failed')
      expect([tries.length, trusts.length]).toEqual([1, 0])
    },
  )

  test('the lists are joined once, and left alone where the system knows no more', () => {
    const set: (readonly string[])[] = []
    const lists = (system: string[]) => ({
      getCACertificates: (of: 'default' | 'system') => (of === 'default' ? ['a', 'b'] : system),
      setDefaultCACertificates: (all: readonly string[]) => void set.push(all),
    })
    const trust = createSystemTrust(lists(['b', 'company']))
    expect([trust(), trust()]).toEqual([true, false])
    expect(createSystemTrust(lists(['a']))()).toBe(false)
    expect(createSystemTrust({})()).toBe(false)
    expect(set).toEqual([['a', 'b', 'company']])
  })
})

describe('the way that the system names', () => {
  test.each([
    ['DIRECT', { kind: 'direct' }],
    ['PROXY proxy.example:3128', { kind: 'proxy', proxy: 'http://proxy.example:3128' }],
    ['SOCKS5 s.example:1080; PROXY p.example:80; DIRECT', { kind: 'proxy', proxy: 'http://p.example:80' }],
    ['HTTPS p.example:443', { kind: 'proxy', proxy: 'https://p.example:443' }],
    ['SOCKS5 s.example:1080', { kind: 'none' }],
    ['SOCKS s.example:1080', { kind: 'none' }],
    ['QUIC p.example:443', { kind: 'none' }],
    ['', { kind: 'none' }],
  ])('%s', (answer, way) => {
    expect(wayIn(answer)).toMatchObject(way)
  })

  /** A client whose service would answer if a request reached it. */
  async function failureThrough(fetch: typeof globalThis.fetch) {
    const connection = createConnection({ clock: systemClock })
    ends.push(() => connection.close())
    const client = createApiClient({
      address: 'https://content.example',
      credential: () => ({ key: 'mk_k', form: 'bearer' }),
      fetch,
      clock: systemClock,
      connection,
    })
    const answer = await client.call('tags.list')
    if (answer.kind !== 'failed') throw new Error(answer.kind)
    return { answer, state: connection.current() }
  }

  test('[L2] a SOCKS proxy that cannot be used is told, and nothing goes past it', async () => {
    const { answer, state } = await failureThrough(networkOf('SOCKS5 127.0.0.1:9050') as never)
    expect(answer).toMatchObject({ certain: true, problem: { code: 'unreachable' } })
    expect(answer.problem.message).toContain('SOCKS')
    expect([state.reach, state.problem?.message]).toEqual(['offline', answer.problem.message])
  })

  test('[L2] proxy settings that cannot be read lead nowhere', async () => {
    const fetch = createNetworkFetch({
      resolveProxy: () => Promise.reject(new Error('no answer')),
      mayLeaveMachine: true,
    })
    const { answer } = await failureThrough(fetch as never)
    expect(answer.problem.message).toContain('could not be read')
  })

  test('[M13] on another runtime a service elsewhere is not asked, not even for its proxy, and the connection says why', async () => {
    let resolved = 0
    const fetch = createNetworkFetch({
      resolveProxy: async () => (resolved++, 'DIRECT'),
      mayLeaveMachine: false,
    })
    const { answer, state } = await failureThrough(fetch as never)
    expect(answer).toMatchObject({ certain: true, problem: { message: OTHER_RUNTIME } })
    expect([state.reach, state.problem?.message, resolved]).toEqual(['offline', OTHER_RUNTIME, 0])
  })

  test.each(['127.0.0.1', 'localhost', '[::1]'])('%s is this machine: asked directly', async (host) => {
    const service = http.createServer((_request, response) => response.end('here'))
    await new Promise<void>((resolve) => service.listen(0, host === '[::1]' ? '::1' : host, resolve))
    ends.push(() => new Promise((resolve) => (service.closeAllConnections(), service.close(resolve))))
    const { port } = service.address() as AddressInfo
    const response = await networkOf('PROXY 127.0.0.1:9', false)(`http://${host}:${port}/`)
    expect(await response.text()).toBe('here')
  })

  test('[M13] a name that only looks like this machine is another one', async () => {
    await expect(networkOf('DIRECT', false)('http://127.evil.example/')).rejects.toThrow(OTHER_RUNTIME)
  })
})

test('the embedded service is asked where it listens now, and not while it starts', async () => {
  const address: { endpoint?: { baseUrl: string; key: string } } = {}
  const asked: string[] = []
  const fetch = createEmbeddedFetch(
    () => address.endpoint,
    async (url) => {
      asked.push(url)
      return new Response('{}')
    },
  )
  await expect(fetch(`${EMBEDDED_ADDRESS}/api/v1/documents`)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  })
  address.endpoint = { baseUrl: 'http://127.0.0.1:4001', key: 'k' }
  await fetch(`${EMBEDDED_ADDRESS}/api/v1/documents`)
  expect(asked).toEqual(['http://127.0.0.1:4001/api/v1/documents'])
})
