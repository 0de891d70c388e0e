import { beforeEach, describe, expect, test } from 'vitest'
import type { VersionSeen } from '../../shared/api-reading'
import { problem } from '../../shared/problem'
import { createVirtualClock } from '../clock.virtual'
import { openDatabase, type Database } from '../store/database'
import { createVersionStore } from '../store/versions'
import type { ApiClient, CallRequest } from '../sync/api-client'
import { createConnection, type Connection } from '../sync/connection'
import { createHistory, type History } from './history'

const clock = createVirtualClock()
let database: Database
let connection: Connection
let history: History
/** As the service keeps them, newest first. */
let kept: VersionSeen[]
let failure: ReturnType<typeof problem> | undefined
let withContent: boolean
let oldestFirst: boolean
let asked: string[]

const version = (n: number, more: Partial<VersionSeen> = {}): VersionSeen => ({
  id: String(n),
  title: `T${n}`,
  content: `Text ${n}`,
  status: 'draft',
  revision: String(n),
  document_id: '7',
  created_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
  ...more,
})

beforeEach(() => {
  database = openDatabase(':memory:')
  connection = createConnection({ clock })
  kept = [3, 2, 1].map((n) => version(n))
  failure = undefined
  withContent = true
  oldestFirst = false
  asked = []
  const call = async (name: string, { query, params }: CallRequest) => {
    asked.push(name === 'versions.get' ? `get ${params?.['versionId']}` : `page ${query?.['page']}`)
    if (failure) return { kind: 'failed', problem: failure, certain: true }
    if (name === 'versions.get') {
      const data = kept.find(({ id }) => id === params?.['versionId'])
      return data
        ? { kind: 'ok', data, skipped: 0, status: 200 }
        : { kind: 'failed', problem: problem('not-found', 'No such version.'), certain: true }
    }
    const size = Number(query?.['per_page'])
    const all = oldestFirst ? [...kept].reverse() : kept
    const rows = all.slice((Number(query?.['page']) - 1) * size, Number(query?.['page']) * size)
    const data = withContent
      ? rows
      : rows.map(({ content: _content, ...row }) => ({ ...row, content: undefined }))
    return {
      kind: 'ok',
      status: 200,
      skipped: 0,
      data,
      page: {
        currentPage: Number(query?.['page']),
        lastPage: Math.max(1, Math.ceil(all.length / size)),
        perPage: size,
        total: all.length,
      },
    }
  }
  history = createHistory({
    client: { call } as unknown as ApiClient,
    connection,
    clock,
    versions: createVersionStore(database),
    snapshots: {
      list: () => [
        {
          id: '5',
          title: 'Mine',
          excerpt: '',
          at: '2026-01-01T00:02:30.000Z',
          reason: 'Before a merge',
          kind: 'snapshot',
          bytes: 4,
        },
      ],
      read: (id) => (id === '5' ? { title: 'Mine', text: 'Kept.' } : undefined),
    },
    remoteIdOf: (id) => (id === 'new' ? undefined : '7'),
    titleOf: () => 'Now',
  })
})

const ids = async () => (await history.list({ id: 'd' })).versions.map(({ id }) => id)
const offline = async <T>(work: Promise<T>): Promise<T> => {
  let isOver = false
  void work.finally(() => (isOver = true)).catch(() => {})
  while (!isOver) await clock.advance(1_000)
  return work
}

describe('[A9] versions and snapshots in one list', () => {
  test('by time, newest first', async () => {
    expect(await ids()).toEqual(['3', 'snapshot:5', '2', '1'])
    expect(connection.habits().history).toBe('yes')
  })

  test('afterwards only what is new is fetched', async () => {
    kept = Array.from({ length: 60 }, (_, index) => version(60 - index))
    await ids()
    kept = [version(61), ...kept]
    asked = []
    expect((await ids()).slice(0, 2)).toEqual(['61', '60'])
    expect(asked).toEqual(['page 1', 'page 2'])
  })

  test('offline what was read is there, and it is said', async () => {
    await ids()
    failure = problem('unreachable', 'The service could not be reached.')
    const { versions, complete, note } = await offline(history.list({ id: 'd' }))
    expect([versions.length, complete]).toEqual([4, false])
    expect(note).toContain('could not be reached')
    expect(await history.read({ id: 'd', versionId: '2' })).toEqual({ title: 'T2', text: 'Text 2' })
  })

  test('[F] a service that lists the oldest first', async () => {
    oldestFirst = true
    kept = Array.from({ length: 60 }, (_, index) => version(60 - index))
    expect((await ids())[0]).toBe('60')
    kept = [version(61), ...kept]
    expect((await ids())[0]).toBe('61')
  })

  test('[F] a service without history says so', async () => {
    failure = problem('not-found', 'Not found.', { status: 404 })
    const { versions, note } = await history.list({ id: 'd' })
    expect(versions.map(({ id }) => id)).toEqual(['snapshot:5'])
    expect(note).toBe('This service keeps no version history.')
    expect(connection.habits().history).toBe('no')
  })

  test('a document that is not on the service yet has its snapshots', async () => {
    const { versions, note } = await history.list({ id: 'new' })
    expect(versions).toHaveLength(1)
    expect(note).toContain('not on the service yet')
    expect(asked).toEqual([])
  })
})

describe('[A10] one version', () => {
  test('[F] a list without texts: fetched one by one, and kept', async () => {
    withContent = false
    await ids()
    expect(await history.read({ id: 'd', versionId: '1' })).toEqual({ title: 'T1', text: 'Text 1' })
    await history.read({ id: 'd', versionId: '1' })
    expect(asked.filter((what) => what === 'get 1')).toHaveLength(1)
  })

  test('a snapshot is read from this device', async () => {
    expect(await history.read({ id: 'd', versionId: 'snapshot:5' })).toEqual({ title: 'Mine', text: 'Kept.' })
    await expect(history.read({ id: 'd', versionId: 'snapshot:6' })).rejects.toThrow(/not kept/)
  })

  test('one that is gone is said to be', async () => {
    await expect(history.read({ id: 'd', versionId: '99' })).rejects.toThrow('No such version.')
  })

  test('a damaged copy is fetched again', async () => {
    await ids()
    database.exec(`UPDATE versions SET body = x'00' WHERE version_id = '2'`)
    expect(await history.read({ id: 'd', versionId: '2' })).toEqual({ title: 'T2', text: 'Text 2' })
    expect(asked).toContain('get 2')
  })

  test('texts come back byte for byte', async () => {
    const content = '\uFEFFa\r\nb\u0000\n漢字 e\u0301 🙂'
    kept = [version(1, { content })]
    await ids()
    failure = problem('unreachable', 'x')
    expect((await history.read({ id: 'd', versionId: '1' })).text).toBe(content)
  })
})
