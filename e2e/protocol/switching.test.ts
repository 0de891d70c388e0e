import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createVirtualClock, type VirtualClock } from '../../main/system/clock.virtual'
import { openConnectionList } from '../../main/connections/list/connection-list'
import { createNotices } from '../../main/system/notices'
import { openSecrets } from '../../main/connections/keys/secrets'
import { openSettings } from '../../main/system/settings'
import { openDatabase } from '../../main/store/database'
import { openWorkspaces, type Workspaces } from '../../main/connections/workspaces'
import { AppError } from '../../shared/problem'
import type { EventName } from '../../shared/ipc/ipc'
import type { LibraryEpoch } from '../../shared/terms'

const ONE = { id: 'c-one', name: 'One', kind: 'service', address: 'https://one.test' } as const
const TWO = { id: 'c-two', name: 'Two', kind: 'service', address: 'https://two.test' } as const
const WINDOW = 1

let profile: string
let clock: VirtualClock
let workspaces: Workspaces
/** Folders of libraries whose disk is full, and those that cannot be opened, with the reason. */
let full: Set<string>
let unusable: Map<string, Error>
let told: { readonly name: EventName; readonly library: LibraryEpoch | undefined }[]
/** Statements that a database refuses after it was opened, by library. */
let refused: Map<string, string>
let open: Map<string, number>

beforeEach(async () => {
  profile = mkdtempSync(path.join(tmpdir(), 'stet-switching-'))
  clock = createVirtualClock()
  ;[full, unusable, refused] = [new Set(), new Map(), new Map()]
  ;[told, open] = [[], new Map()]
  const list = openConnectionList(profile)
  list.put(ONE)
  list.put(TWO)
  list.activate(ONE.id)
  workspaces = await start()
})
afterEach(async () => {
  full.clear()
  await workspaces.close()
  rmSync(profile, { recursive: true, force: true })
})

/** The real workspaces on databases whose every write can be made to fail; no service is reachable. */
function start(): Promise<Workspaces> {
  const never = () => Promise.reject(new Error('no keychain'))
  let ids = 0
  return openWorkspaces({
    profile,
    clock: { now: clock.now, after: (delayMs, task) => clock.after(delayMs, () => whatever(task)) },
    newUuid: () => `id-${++ids}`,
    random: () => 0.5,
    startServer: () => ({ endpoint: () => undefined, stop: () => Promise.resolve() }),
    openDatabase: (file) => ({ database: faulty(file) }),
    painted: Promise.resolve(),
    connections: openConnectionList(profile),
    secrets: openSecrets(profile, {
      isAvailable: () => Promise.resolve(false),
      encrypt: never,
      decrypt: never,
    }),
    settings: openSettings(profile),
    service: undefined,
    fetch: () => Promise.reject(new Error('offline')),
    emit: (name, _payload, library) => void told.push({ name, library }),
    notices: createNotices(
      () => {},
      () => {},
    ),
    log: { info: () => {}, error: () => {} },
  })
}

/** Runs a task and ignores its error, as the app logs an error and continues with other tasks. */
function whatever(task: () => void): void {
  try {
    task()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

function faulty(file: string): ReturnType<typeof openDatabase> {
  const id = path.basename(path.dirname(file))
  const why = unusable.get(id)
  if (why !== undefined) throw why
  open.set(id, (open.get(id) ?? 0) + 1)
  if (open.get(id) !== 1) throw new Error(`${id} is open twice`)
  const database = openDatabase(file)
  Object.defineProperties(database, {
    exec: {
      value(sql: string) {
        if (full.has(id) && sql.startsWith('BEGIN'))
          throw Object.assign(new Error('database or disk is full'), { sqliteCode: 13 })
        DatabaseSync.prototype.exec.call(database, sql)
      },
    },
    prepare: {
      value(sql: string) {
        if (sql.includes(refused.get(id) ?? 'no such words')) throw new Error('disk I/O error')
        return DatabaseSync.prototype.prepare.call(database, sql)
      },
    },
    close: {
      value() {
        open.set(id, 0)
        DatabaseSync.prototype.close.call(database)
      },
    },
  })
  return database
}

const nowhere = { filter: { smart: 'all' }, sort: 'title', descending: false, offset: 0, limit: 10 } as const

test('[W22] words for the library that was left go there, and to no document of equal id in the next', async () => {
  const { library } = workspaces.join(WINDOW)
  const one = workspaces.open.of(library as LibraryEpoch)!
  const { id } = await one.documents.create({ title: 'Draft', text: 'One.' })
  const { version } = await one.documents.open({ id })
  await workspaces.activate(TWO.id)
  const switched = told.findLast(({ name }) => name === 'connection.switched')
  expect(switched?.library).toBeUndefined()
  expect(workspaces.active().connectionId).toBe(TWO.id)
  await clock.advance(60 * 60_000)
  // The window that hung addresses the library by its own epoch.
  const left = workspaces.open.of(library as LibraryEpoch)!
  const updates = [[{ from: 4, to: 4, insert: ' Two.' }]]
  expect(await left.documents.change({ id, clientId: 'w', version, updates })).toMatchObject({
    kind: 'accepted',
  })
  expect((await workspaces.active().catalog.documents(nowhere)).items).toEqual([])
  workspaces.left(WINDOW, library as LibraryEpoch)
  await workspaces.open.whenClosed(ONE.id)
  expect(workspaces.open.of(library as LibraryEpoch)).toBeUndefined()
  await workspaces.activate(ONE.id)
  expect(workspaces.active().documents.read(id)?.text).toBe('One. Two.')

  // Text that arrives too late is kept with the texts of its own library.
  await workspaces.recoverText({ library, documentId: id, title: 'Draft', text: 'Three.' })
  expect(
    workspaces
      .active()
      .snapshots.list(id)
      .some(({ excerpt }) => excerpt === 'Three.'),
  ).toBe(true)
})

test('[H2] a library with words that no disk took stays open until it has them, and is the same for who comes back', async () => {
  const { library } = workspaces.join(WINDOW)
  const one = workspaces.active()
  const { id } = await one.documents.create({ title: 'Draft', text: 'One.' })
  const { version } = await one.documents.open({ id })
  full.add(ONE.id)
  const updates = [[{ from: 4, to: 4, insert: ' In memory.' }]]
  await one.documents.change({ id, clientId: 'w', version, updates })
  await clock.advance(2_000)
  expect(one.documents.unwritten()).toEqual([id])
  await workspaces.activate(TWO.id)
  workspaces.left(WINDOW, library as LibraryEpoch)
  await clock.advance(60 * 60_000)
  expect(workspaces.open.all().map(({ connectionId }) => connectionId)).toEqual([ONE.id, TWO.id])
  await workspaces.activate(ONE.id)
  expect(workspaces.active()).toBe(one)
  await workspaces.activate(TWO.id)
  workspaces.left(WINDOW, library as LibraryEpoch)
  full.clear()
  await clock.advance(60_000)
  expect(open.get(ONE.id)).toBe(0)
  await workspaces.activate(ONE.id)
  expect(workspaces.active().documents.read(id)?.text).toBe('One. In memory.')
})

test('[H4] a library that cannot be opened leaves everything as it was', async () => {
  const before = workspaces.active()
  unusable.set(TWO.id, new Error('written by a newer version'))
  await expect(workspaces.activate(TWO.id)).rejects.toThrow('newer version')
  expect(workspaces.active()).toBe(before)
  expect(openConnectionList(profile).active().id).toBe(ONE.id)
  expect(told.some(({ name }) => name === 'connection.switched')).toBe(false)
  await before.documents.create({ title: 'Goes on', text: '' })

  await workspaces.close()
  unusable.set(ONE.id, new Error('damaged beyond reading'))
  workspaces = await start()
  expect(workspaces.active().connectionId).toBe('embedded')
})

test('[L15] a library whose database fails while its parts are made is closed again, and opens the next time', async () => {
  for (const table of ['facts', 'documents', 'snapshots']) {
    refused.set(TWO.id, table)
    await expect(workspaces.activate(TWO.id), table).rejects.toThrow('disk I/O error')
    expect(open.get(TWO.id), table).toBe(0)
  }
  refused.clear()
  await workspaces.activate(TWO.id)
  expect(workspaces.active().connectionId).toBe(TWO.id)
})
