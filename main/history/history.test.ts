import { beforeEach, describe, expect, test } from 'vitest'
import type { VersionSeen } from '../../shared/api/api-reading'
import { problem } from '../../shared/problem'
import { createVirtualClock } from '../system/clock.virtual'
import { openDatabase, type Database } from '../store/database'
import { stateDigest } from '../store/checksum'
import type { SnapshotWords } from '../store/snapshots'
import { createVersionNotes } from '../store/versions/version-notes'
import { createVersionStore } from '../store/versions/versions'
import type { ApiClient, CallRequest } from '../sync/http/api-client'
import { createConnection, type Connection } from '../sync/service/connection'
import { createHistory, type History } from './history'

const clock = createVirtualClock()
let database: Database
let connection: Connection
let history: History
let client: ApiClient
/** The versions as the service has them, newest first. */
let kept: VersionSeen[]
let failure: ReturnType<typeof problem> | undefined
let withContent: boolean
let oldestFirst: boolean
let unpaged: boolean
let hasRevisions: boolean
let asked: string[]
let keptHere: SnapshotWords[]
let textNow: string

const version = (n: number, more: Partial<VersionSeen> = {}): VersionSeen => ({
  id: String(n),
  title: `T${n}`,
  content: `Text ${n}`,
  status: 'draft',
  revision: hasRevisions ? String(n) : undefined,
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
  unpaged = false
  hasRevisions = true
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
    const page = Number(query?.['page'])
    const rows = unpaged ? all : all.slice((page - 1) * size, page * size)
    const data = withContent
      ? rows
      : rows.map(({ content: _content, ...row }) => ({ ...row, content: undefined }))
    return {
      kind: 'ok',
      status: 200,
      skipped: 0,
      data,
      ...(!unpaged && {
        page: {
          currentPage: page,
          lastPage: Math.max(1, Math.ceil(all.length / size)),
          perPage: size,
          total: all.length,
        },
      }),
    }
  }
  keptHere = []
  textNow = 'Now.'
  client = { call } as unknown as ApiClient
  reopen()
})

/** Restarts: only the contents of the database are kept. */
function reopen(versions = createVersionStore(database)): void {
  history = createHistory({
    client,
    connection,
    versions,
    notes: createVersionNotes(database),
    snapshots: {
      keep: (words) => void keptHere.push(words),
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
      digests: () => new Map([['5', stateDigest('Mine', Buffer.from('Kept.'))]]),
      read(id) {
        if (id === 'damaged') throw new Error('incorrect header check')
        return id === '5' ? { title: 'Mine', text: 'Kept.' } : undefined
      },
    },
    remoteIdOf: (id) => (id === 'new' ? undefined : '7'),
    now: () => ({ title: 'Now', text: textNow }),
    backups: {
      list: (id) =>
        id === 'backed-up' ? [{ id: 3, at: Date.UTC(2026, 0, 1, 0, 5), title: 'Mine', digest: 'd' }] : [],
      read: async (id) => ({ title: 'Mine', text: `Backup ${id}.` }),
    },
  })
}

const read = (versionId: string) => Promise.resolve(history.read({ id: 'd', versionId }))
const series = (count: number) => Array.from({ length: count }, (_, index) => version(count - index))

const LIMIT = 5_000
const look = (id = 'd') => history.look({ id, older: false })
const listed = async (id = 'd') => (await history.list({ id, limit: LIMIT })).versions.map((one) => one.id)
const ids = async () => {
  await look()
  return listed()
}

describe('[A9] versions and snapshots', () => {
  test('a file of a backup stands among the copies of this device by its time, and is read', async () => {
    const { snapshots } = await history.list({ id: 'backed-up', limit: LIMIT })
    expect(snapshots.map(({ id, at, label }) => [id, at, label])).toEqual([
      ['backup:3', '2026-01-01T00:05:00.000Z', 'Backup'],
      ['snapshot:5', '2026-01-01T00:02:30.000Z', 'Before a merge'],
    ])
    expect(await read('backup:3')).toEqual({ title: 'Mine', text: 'Backup 3.' })
  })

  test('newest first; the snapshots beside them', async () => {
    expect(await ids()).toEqual(['3', '2', '1'])
    const { snapshots, known, here } = await history.list({ id: 'd', limit: LIMIT })
    expect(snapshots).toMatchObject([
      { id: 'snapshot:5', label: 'Before a merge', here: true, origin: 'device' },
    ])
    expect([known, here]).toEqual([3, 3])
    expect(connection.capabilities().history).toBe('yes')
  })

  test('a list asks nobody', async () => {
    await ids()
    asked = []
    await listed()
    expect(asked).toEqual([])
  })

  test('afterwards only what is new is fetched', async () => {
    kept = series(60)
    await ids()
    kept = [version(61), ...kept]
    asked = []
    expect((await ids()).slice(0, 2)).toEqual(['61', '60'])
    expect(asked).toEqual(['page 1'])
  })

  test('of a long history the newest, then older ones when asked', async () => {
    kept = series(240)
    expect(await look()).toEqual({ changed: true, more: true })
    expect(await listed()).toHaveLength(100)
    expect(await history.look({ id: 'd', older: true })).toEqual({ changed: true, more: true })
    expect(await history.look({ id: 'd', older: true })).toEqual({ changed: true, more: false })
    expect(await listed()).toEqual(kept.map(({ id }) => id))
  })

  test('long texts come a few at a time', async () => {
    kept = series(30).map((one) => ({ ...one, content: 'x'.repeat(2_000_000) }))
    textNow = kept[0]!.content!
    expect(await look()).toEqual({ changed: true, more: true })
    expect(await listed()).toHaveLength(5)
    expect(asked).toEqual(['page 1'])
    expect(await history.look({ id: 'd', older: true })).toEqual({ changed: true, more: true })
    expect(await listed()).toHaveLength(10)
  })

  test('a hundred thousand versions: a window of them is read and listed', async () => {
    kept = series(100_000)
    expect(await look()).toEqual({ changed: true, more: true })
    expect(asked).toHaveLength(4)
    expect((await history.list({ id: 'd', limit: 50 })).versions).toHaveLength(50)
  })

  test('a hundred thousand known ones: nothing holds more than a window of them in memory', async () => {
    const store = createVersionStore(database)
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      versionId: String(100_000 - index),
      at: version(100_000 - index).created_at ?? '',
      status: index === 70_000 ? 'published' : 'draft',
    }))
    await store.put('d', rows)
    await store.put('d', [{ ...rows[70_000]!, text: 'What readers saw' }])
    let most = 0
    reopen({
      ...store,
      list(id, limit) {
        const page = store.list(id, limit)
        most = Math.max(most, page.length)
        return page
      },
    })
    kept = series(100_001)
    expect(await look()).toEqual({ changed: true, more: false })
    expect(await history.published({ id: 'd' })).toMatchObject({ text: 'What readers saw' })
    expect(await history.look({ id: 'd', older: true })).toEqual({ changed: false, more: false })
    expect((await history.list({ id: 'd', limit: 50 })).known).toBe(100_001)
    expect(most).toBeLessThanOrEqual(50)
    expect(store.nextMissing('d'), 'the first page came with its texts').toBe('99976')
    expect(store.nextMissing('d', '30001')).toBe('29999')
  })

  test("equal times and clocks that disagree: the order is the service's", async () => {
    const at = '2026-01-01T00:00:00Z'
    kept = [
      version(4, { created_at: '2025-01-01T00:00:00Z' }),
      version(3, { created_at: at }),
      version(2, { created_at: at }),
      version(1, { created_at: at }),
    ]
    expect(await ids()).toEqual(['4', '3', '2', '1'])
    kept = [version(5, { created_at: '2024-01-01T00:00:00Z' }), ...kept]
    expect(await ids()).toEqual(['5', '4', '3', '2', '1'])
  })

  test('one that turns up in the middle has its place there', async () => {
    const all = series(9)
    kept = all.filter(({ id }) => !['4', '5', '6'].includes(id))
    await ids()
    kept = all.filter(({ id }) => id !== '5')
    await ids()
    kept = [version(10), ...all]
    expect(await ids()).toEqual(['10', '9', '8', '7', '6', '5', '4', '3', '2', '1'])
  })

  test('versions of another document are left out, and it is said', async () => {
    kept = [version(9, { document_id: '8' }), ...kept]
    expect((await look()).note).toContain('another document')
    expect(await listed()).toEqual(['3', '2', '1'])
  })

  test('offline what was read is there, and it is said', async () => {
    await ids()
    failure = problem('unreachable', 'The service could not be reached.')
    expect((await look()).note).toContain('could not be reached')
    expect(await listed()).toHaveLength(3)
    expect(await history.read({ id: 'd', versionId: '2' })).toEqual({ title: 'T2', text: 'Text 2' })
  })

  test.each([true, false])('[F] a service that lists the oldest first, with revisions: %s', async (has) => {
    oldestFirst = true
    hasRevisions = has
    kept = series(60)
    expect((await ids())[0]).toBe('60')
    kept = [version(61), ...kept]
    expect((await ids())[0]).toBe('61')
    expect(await listed()).toEqual(kept.map(({ id }) => id))
  })

  test.each(['newest first', 'oldest first'])('[F] a service that knows no pages, %s', async (order) => {
    unpaged = true
    oldestFirst = order === 'oldest first'
    kept = series(40)
    expect(await look()).toEqual({ changed: true, more: false })
    expect(await listed()).toEqual(kept.map(({ id }) => id))
  })

  test.each([
    ['404', () => (failure = problem('not-found', 'Not found.', { status: 404 }))],
    ['an empty list', () => (kept = [])],
  ])('[F] a service without history says so: %s', async (_, begin) => {
    begin()
    expect((await look()).note).toBe('This service keeps no version history.')
    expect((await history.list({ id: 'd', limit: LIMIT })).snapshots).toHaveLength(1)
    expect(connection.capabilities().history).toBe('no')
  })

  test('a document that is not on the service yet has its snapshots', async () => {
    expect((await look('new')).note).toContain('not on the service yet')
    expect((await history.list({ id: 'new', limit: LIMIT })).snapshots).toHaveLength(1)
    expect(asked).toEqual([])
  })

  test('names and stars stay on this device, and can be taken away', async () => {
    await ids()
    await history.note({ id: 'd', versionId: '2', name: ' Sent to Ruth ' })
    await history.note({ id: 'd', versionId: '2', starred: true })
    const second = async () => (await history.list({ id: 'd', limit: LIMIT })).versions[1]
    expect(await second()).toMatchObject({ name: 'Sent to Ruth', starred: true })
    await history.note({ id: 'd', versionId: '2', name: '', starred: false })
    expect(await second()).not.toHaveProperty('name')
    expect(asked.every((what) => what.startsWith('page'))).toBe(true)
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
    await expect(read('snapshot:6')).rejects.toThrow(/no longer kept/)
    await expect(read('snapshot:damaged')).rejects.toThrow(/damaged/)
  })

  test('one that is gone is said to be', async () => {
    await ids()
    await expect(read('99')).rejects.toThrow('does not have this version any more')
  })

  test('one that is not here while the service is away is said to be', async () => {
    withContent = false
    await ids()
    failure = problem('unreachable', 'The service could not be reached.')
    await expect(read('2')).rejects.toThrow('not on this device yet. The service could not be reached.')
  })

  test('one of another document, or another one, is not taken', async () => {
    withContent = false
    await ids()
    kept = [version(2, { document_id: '8' })]
    await expect(read('2')).rejects.toThrow('different version')
  })

  test('one that changes after it was read stays as it was read first', async () => {
    await ids()
    kept = [3, 2, 1].map((n) => version(n, { content: `Changed ${n}` }))
    await ids()
    expect(await read('2')).toEqual({ title: 'T2', text: 'Text 2' })
  })

  test('a damaged copy is fetched again, and those that stand on it are good again', async () => {
    const long = (n: number) => `${'A line that stays.\n'.repeat(50)}Line ${n}.\n`
    kept = [3, 2, 1].map((n) => version(n, { content: long(n) }))
    await ids()
    database.exec(`UPDATE version_texts SET body = x'00' WHERE version_id = '3'`)
    database.exec(`UPDATE version_texts SET row_check = 1 WHERE version_id = '2'`)
    reopen()
    asked = []
    expect((await read('2')).text).toBe(long(2))
    expect((await read('1')).text).toBe(long(1))
    expect((await read('3')).text).toBe(long(3))
    expect(asked).toEqual(['get 2', 'get 3'])
  })

  test('texts come back byte for byte', async () => {
    const content = '\uFEFFa\r\nb\u0000\n漢字 e\u0301 🙂'
    kept = [version(1, { content })]
    await ids()
    failure = problem('unreachable', 'x')
    expect((await read('1')).text).toBe(content)
  })

  test('what is there is kept before something takes its place', async () => {
    await history.keep({ id: 'd', why: 'take-back' })
    expect(keptHere).toEqual([
      {
        documentId: 'd',
        kind: 'snapshot',
        reason: 'Before a passage was taken back',
        title: 'Now',
        text: 'Now.',
      },
    ])
  })

  test('the last published one is what readers see', async () => {
    kept = [version(3), version(2, { status: 'published' }), version(1)]
    await ids()
    expect(await history.published({ id: 'd' })).toMatchObject({ text: 'Text 2' })
    expect(await history.published({ id: 'new' })).toBeNull()
  })
})
