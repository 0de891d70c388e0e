import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeFirstKey, openLibrary } from '../../server/library'
import { systemRandom } from '../../server/settings'
import { load, p95, type Response } from './http-load'
import { dice, paragraphs } from './prose'
import { compare, type Row } from './row'

const DOCUMENT_BYTES = 2_000
const CONNECTIONS = 8
const root = join(import.meta.dirname, '..', '..')

interface Running {
  readonly port: number
  readonly key: string
  stop(): Promise<void>
}

/**
 * The content service (goals.md, "Speed"): against `node:http` with the same key check and the same SQLite, and against itself
 * with a hundredth of the documents. Each server is a process of its own and the built one; search is on.
 */
export default async function serviceBench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'service-bench-'))
  const running: Running[] = []
  const start = async (name: string, documents: number, bare = false) => {
    const one = await startService(join(folder, name), documents, bare)
    running.push(one)
    return one
  }
  try {
    const [ours, bare] = [await start('ours', 100), await start('bare', 100, true)]
    const rows = [await getRow(ours, bare), await putRow(ours, bare)]
    await Promise.all([ours.stop(), bare.stop()])
    const [large, small] = [await start('large', 100_000), await start('small', 1_000)]
    return [...rows, ...(await sizeRows(large, small))]
  } finally {
    await Promise.all(running.map((one) => one.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Throughput of at least 0.6 is a time of at most 1.67. */
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

/** Throughput of at least 0.5 is a time of at most 2. */
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

const list = (server: Running, requests: number) =>
  load({ port: server.port, requests, connections: 1, next: () => request(server, 'GET', '/documents') })

/** Each connection writes a document of its own; it reads first, as a client does, and the read is not counted. */
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

const PROSE = paragraphs(200_000).join('\n\n')
/** A text of its own for each number. */
function text(n: number): string {
  const at = (n * 7919) % (PROSE.length - DOCUMENT_BYTES)
  return `${n} ${PROSE.slice(at, at + DOCUMENT_BYTES)}`
}

/** A library with so many documents, served by the built service or by the bare peer. */
async function startService(folder: string, documents: number, bare: boolean): Promise<Running> {
  const library = openLibrary(folder)
  const { store } = library
  const key = makeFirstKey(store, 'default', Date.now, systemRandom) ?? ''
  const accountId = store.accounts.ensureAccount('default', Date.now())
  for (let n = 0; n < documents; n += 1_000)
    store.transaction(() => {
      for (let i = n; i < Math.min(documents, n + 1_000); i++) addDocument(library, accountId, i)
    })
  library.close()
  const args = bare
    ? [join(import.meta.dirname, 'bare-service.mjs'), join(folder, 'content.sqlite')]
    : [join(root, 'out', 'main', 'server.js'), '--data', folder, '--port', '0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await firstLine(child)
  const port = bare ? Number(line) : Number(new URL((JSON.parse(line) as { url: string }).url).port)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port,
    key,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function addDocument({ store }: ReturnType<typeof openLibrary>, accountId: number, n: number): void {
  const time = Date.UTC(2026, 0, 1) + n * 1_000
  const content = Buffer.from(text(n))
  const values = { title: `Document ${n}`, status: n % 3 === 0 ? 'published' : 'draft' }
  const id = store.documents.add(accountId, {
    ...values,
    folderId: null,
    createdAt: time,
    updatedAt: time,
    publishedAt: null,
    content,
  })
  store.versions.add({ ...values, documentId: id, revision: 1, createdAt: time }, content, undefined)
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)))
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve)
  })
}
