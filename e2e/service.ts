import { execFile, spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { API_PREFIX } from '../shared/api/api-prefix'
import type { DocumentRecord, VersionRecord } from '../shared/api/api-records'
import type { Ability } from '../shared/terms'
import { ROOT, freshFolder, removeFolder, virtualClock } from './paths'

/** The content service of this repository in its own process, as started by `npm run server`. */
export interface RunningService {
  readonly url: string
  readonly key: string
  readonly data: string
  readonly port: number
  /** Every document, with its text. */
  documents(): Promise<DocumentRecord[]>
  document(id: number): Promise<{ record: DocumentRecord; etag: string } | undefined>
  versions(id: number): Promise<VersionRecord[]>
  create(document: {
    title: string
    content: string
    status?: string
    folder_id?: number | null
  }): Promise<DocumentRecord>
  /** Writes with an ETag guard, as another device does. */
  write(
    id: number,
    change: Partial<Pick<DocumentRecord, 'title' | 'content' | 'status' | 'folder_id'>>,
  ): Promise<DocumentRecord>
  remove(id: number): Promise<void>
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Creates another key of the same account; its id is for `revokeKey`. */
  createKey(abilities: readonly Ability[]): Promise<{ readonly id: number; readonly key: string }>
  revokeKey(id: number): Promise<void>
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>
  /** Sends SIGTERM and waits for the end of the process. */
  stop(): Promise<void>
  /**
   * Starts again on the same data and port, with a clock ahead of this machine's, or with other command line arguments.
   */
  restart(clockAheadMs?: number, words?: readonly string[]): Promise<void>
  /** Stops the process and removes the data. */
  dispose(): Promise<void>
}

export interface ServiceOptions {
  readonly seed?: boolean
  /** The data folder, which is removed at the end; by default a new one. */
  readonly data?: string
  readonly arguments?: readonly string[]
}

/** Starts the built service (`out/main/server.js`) on a free loopback port. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const data = options.data ?? freshFolder('service')
  let child: ChildProcess | undefined
  let key = ''
  let url = ''

  const start = async (port: number, clockAheadMs = 0, words = options.arguments ?? []) => {
    const clock = virtualClock(clockAheadMs)
    const started = spawn(
      process.execPath,
      [
        ...clock.arguments,
        path.join(ROOT, 'out/main/server.js'),
        '--port',
        String(port),
        '--data',
        data,
        ...(options.seed === true ? ['--seed'] : []),
        ...words,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...clock.env } },
    )
    child = started
    const complaints: string[] = []
    started.stderr.on('data', (bytes: Buffer) => complaints.push(bytes.toString()))
    const first = await new Promise<string>((resolve, reject) => {
      createInterface({ input: started.stdout }).once('line', resolve)
      started.once('exit', (code) => reject(new Error(`service ended with ${code}: ${complaints.join('')}`)))
    })
    const ready = JSON.parse(first) as { url: string; key: string | null }
    url = ready.url
    key = ready.key ?? key
  }

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await gone
  }

  /** Runs the command line of the service beside the running process. */
  const keys = async (...words: readonly string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(ROOT, 'out/main/server.js'),
      'keys',
      ...words,
      '--data',
      data,
    ])
    return stdout
  }

  const request = (method: string, route: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${API_PREFIX}${route}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  const succeed = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }

  const list = async <T>(route: string): Promise<T[]> => {
    const all: T[] = []
    for (let page = 1; ; page++) {
      const answer = await request('GET', `${route}?per_page=100&page=${page}`)
      const part = (await answer.json()) as { data: T[]; meta: { last_page: number } }
      all.push(...part.data)
      if (page >= part.meta.last_page) return all
    }
  }

  const get = async (id: number) => {
    const answer = await request('GET', `/documents/${id}`)
    if (answer.status === 404) return undefined
    return { record: await succeed<DocumentRecord>(answer), etag: answer.headers.get('etag') ?? '' }
  }
  const present = async (id: number) => {
    const found = await get(id)
    if (found === undefined) throw new Error(`no document ${id}`)
    return found
  }

  await start(0)
  return {
    get url() {
      return url
    },
    get key() {
      return key
    },
    get port() {
      return Number(new URL(url).port)
    },
    data,
    request,
    documents: () => list<DocumentRecord>('/documents'),
    document: get,
    versions: (id) => list<VersionRecord>(`/documents/${id}/versions`),
    create: async (document) =>
      succeed(await request('POST', '/documents', { status: 'draft', ...document })),
    async write(id, change) {
      const { record, etag } = await present(id)
      return succeed(
        await request(
          'PUT',
          `/documents/${id}`,
          { content: record.content, ...change },
          { 'If-Match': etag },
        ),
      )
    },
    async remove(id) {
      const { etag } = await present(id)
      const answer = await request('DELETE', `/documents/${id}`, undefined, { 'If-Match': etag })
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    },
    async createKey(abilities) {
      const made = (await keys('create', '--abilities', abilities.join(','))).trim()
      const ids = (await keys('list'))
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: number }).id)
      return { id: Math.max(...ids), key: made }
    },
    async revokeKey(id) {
      await keys('revoke', String(id))
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    restart: (clockAheadMs, words) => start(Number(new URL(url).port), clockAheadMs, words),
    async dispose() {
      await end('SIGTERM')
      removeFolder(data)
    },
  }
}
