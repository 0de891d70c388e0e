import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load, p95, type Response } from './http-load'
import { dice } from './prose'
import { compare, median, type Figure, type Row } from './row'
import { FIRST_TIME, PLACES, startService, text, type Running } from './service-process'
import { versionsFigure } from './service-versions'

const CONNECTIONS = 8

/**
 * The content service compared with `node:http` with the same key check and the same SQLite, and with itself with a
 * hundredth of the documents. Each server is built and runs in a separate process, with search switched on.
 */
export default async function serviceBench(): Promise<(Row | Figure)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const running: Running[] = []
  const start = async (name: string, documents: number, bare = false) => {
    const one = await startService(join(folder, name), documents, bare)
    running.push(one)
    return one
  }
  try {
    const [ours, bare] = [await start('ours', 100), await start('bare', 100, true)]
    const rows: (Row | Figure)[] = [await getRow(ours, bare), await putRow(ours, bare)]
    await Promise.all([ours.stop(), bare.stop()])
    const [large, small] = [await start('large', 100_000), await start('small', 1_000)]
    rows.push(...(await sizeRows(large, small)), await listsFigure(large), versionsFigure())
    return rows
  } finally {
    await Promise.all(running.map((one) => one.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A throughput of at least 0.6 corresponds to a time of at most 1.67. */
function getRow(ours: Running, bare: Running): Promise<Row> {
  const side = (server: Running) => async () => {
    await get(server, 4_000, 100)
  }
  return compare({
    what: 'service: 4,000 GETs of a 2 KB document, 8 connections',
    ours: side(ours),
    peer: side(bare),
    peerName: 'node:http, same key check and SQLite read',
    goal: 1 / 0.6,
  })
}

/** A throughput of at least 0.5 corresponds to a time of at most 2. */
function putRow(ours: Running, bare: Running): Promise<Row> {
  const side = (server: Running) => async () => {
    await put(server, 400)
  }
  return compare({
    what: 'service: 400 guarded PUTs of a 2 KB document, 8 connections',
    ours: side(ours),
    peer: side(bare),
    peerName: 'node:http, the bare transaction',
    goal: 2,
  })
}

async function sizeRows(large: Running, small: Running): Promise<Row[]> {
  const row = (what: string, measure: (server: Running, documents: number) => Promise<number[]>) =>
    compare({
      what: `service, 100,000 documents: ${what} (p95)`,
      ours: async () => p95(await measure(large, 100_000)),
      peer: async () => p95(await measure(small, 1_000)),
      peerName: 'itself with 1,000 documents',
      goal: 2,
    })
  return [
    await row('list, first page', (server) => list(server, 300)),
    await row('get', (server, documents) => get(server, 1_000, documents, 1)),
    await row('put', (server) => put(server, 100, 1)),
  ]
}

const request = (server: Running, method: string, path: string, more = '', body = '') =>
  `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${server.key}\r\n${more}` +
  `${body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`}\r\n${body}`

function get(server: Running, requests: number, documents: number, connections = CONNECTIONS) {
  const random = dice(7)
  const next = () => request(server, 'GET', `/documents/${1 + random(documents)}`)
  return load({ port: server.port, requests, connections, next })
}

/**
 * Combines every filter with every other in every order. The slowest first page counts, each measured as the median of
 * three.
 */
async function listsFigure(server: Running): Promise<Figure> {
  const since = (share: number) => new Date(FIRST_TIME + share * 100_000_000).toISOString()
  const either = (name: string, values: readonly (string | number)[]) => [
    '',
    ...values.map((value) => `&${name}=${value}`),
  ]
  const paths = either('folder_id', ['null', ...PLACES.folders]).flatMap((folder) =>
    either('status', ['draft', 'published']).flatMap((status) =>
      either('tag_id', PLACES.tags).flatMap((tag) =>
        either('updated_since', [since(0.5), since(0.99)]).flatMap((time) =>
          ['updated_at', 'created_at', 'title']
            .flatMap((by) => [by, `-${by}`])
            .map((sort) => `/documents?sort=${sort}${folder}${status}${tag}${time}`),
        ),
      ),
    ),
  )
  let slowest = 0
  for (const path of paths) {
    const next = () => request(server, 'GET', path)
    slowest = Math.max(slowest, median(await load({ port: server.port, requests: 3, connections: 1, next })))
  }
  return {
    what: `service, 100,000 documents: first page, the slowest of ${paths.length} filters and orders`,
    ours: slowest,
    unit: 'ms',
    goal: 30,
    met: slowest <= 30,
  }
}

const list = (server: Running, requests: number) =>
  load({ port: server.port, requests, connections: 1, next: () => request(server, 'GET', '/documents') })

/** Each connection writes to its own document, which it reads first, like a client; the read is not counted. */
async function put(server: Running, requests: number, connections = CONNECTIONS): Promise<number[]> {
  const etags: string[] = []
  await load({
    port: server.port,
    requests: connections,
    connections: 1,
    next: (_, last) => {
      if (last !== undefined) etags.push(last.etag)
      return request(server, 'GET', `/documents/${etags.length + 1}`)
    },
  })
  const last = await fetch(`http://127.0.0.1:${server.port}/api/v1/documents/${connections}`, {
    headers: { Authorization: `Bearer ${server.key}` },
  })
  etags[connections - 1] = last.headers.get('etag') ?? ''
  await last.arrayBuffer()
  let count = Math.floor(performance.now())
  const next = (connection: number, answered: Response | undefined) => {
    const body = JSON.stringify({ content: text(count++) })
    const etag = answered?.etag ?? etags[connection] ?? ''
    return request(server, 'PUT', `/documents/${connection + 1}`, `If-Match: ${etag}\r\n`, body)
  }
  return load({ port: server.port, requests, connections, next })
}
