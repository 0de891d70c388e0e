import { createVirtualClock, type VirtualClock } from '../../main/system/clock.virtual'
import type { KnownConnection } from '../../main/connections/list/connection-list'
import type { OpenLibrary } from '../../main/connections/open-libraries'
import { DEFAULT_STORAGE_LIMITS, type StorageLimits } from '../../main/system/storage-limits'
import { createApiClient, type ApiClient } from '../../main/sync/http/api-client'
import { createConnection } from '../../main/sync/service/connection'
import type { ServiceCapabilities } from '../../main/sync/service/capabilities'
import {
  openWorkspace,
  type Workspace,
  type WorkspaceParts,
} from '../../main/connections/workspace/workspace'
import { openMemoryService, type MemoryService } from '../../server/testing/app.memory'
import type { DocumentSeen } from '../../shared/api/api-reading'
import type { EventName, EventPayload } from '../../shared/ipc/ipc'
import type { Notice, OpenDocument } from '../../shared/ipc/ipc-records'
import { applyChanges, textChanges } from '../../shared/text/text-change'
import type { LibraryEpoch, Phase } from '../../shared/terms'
import { createFaults, type Faults } from '../faults'
import { ADDRESS, fetchOf } from './client'
import { createMemoryDisk, type Disk } from './disk'

type App = Parameters<typeof fetchOf>[0]

export interface WriterOptions {
  /** Changes the answers of the service. */
  readonly variant?: (app: App) => App
  /** The capabilities of the service known at the start; by default those of the embedded service. */
  readonly known?: ServiceCapabilities
  readonly settings?: Parameters<typeof openMemoryService>[0]
  /** An existing service, to make this writer a second device on it. */
  readonly service?: MemoryService
  readonly clock?: VirtualClock
  /** The device id of the profile. */
  readonly deviceId?: () => string
  /** The connection of the library. */
  readonly connection?: KnownConnection
  /** The key in use, or a function if the key changes. */
  readonly key?: string | (() => string | undefined)
  /** A part of generated ids, so that two devices never generate the same one. */
  readonly name?: string
  /** Creates the disk of the library, by default in memory; `onCommit` is called after each commit. */
  readonly disk?: (onCommit: () => void) => Disk
  readonly random?: () => number
  /** The maximum number of bytes of text that the device keeps. */
  readonly heldBytesMax?: number
  /** Receives internal errors, which by default fail the test. */
  readonly report?: (error: unknown) => void
}

type Told = { [N in EventName]: { readonly name: N; readonly payload: EventPayload<N> } }[EventName]

/** A writer at a device: the real workspace on a real database, and the real service behind faults. */
export interface Writer {
  readonly service: MemoryService
  readonly clock: VirtualClock
  readonly faults: Faults
  /** A client with direct access to the service, without faults and variants, for changes by others. */
  readonly other: ApiClient
  readonly told: Told[]
  readonly notices: Omit<Notice, 'id'>[]
  workspace: Workspace
  settings: { autosavePublished: boolean; openTabs: readonly string[]; storageLimits: StorageLimits }
  /** How far the device's clock is ahead of the service's, from the next start on. */
  skewMs: number
  /** Opens a document in a window. */
  edit(id: string): Promise<Window>
  /** Ends the app at once, without any further write or event, and starts it again with the stored state. */
  crash(damage?: (file: string) => void): void
  /** Ends the app like `crash`, without a new start. */
  die(damage?: (file: string) => void): void
  /** Ends the app right after this number of transactions, whatever it is doing. */
  dieAfter(commits: number): void
  isAlive(): boolean
  /** Starts the app with the state left by an earlier life. */
  revive(): void
  phase(id: string): Phase
  /** Advances the clock and runs the timers. */
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

/** A window that shows one document. Like the renderer, the window follows the steps announced by main. */
export interface Window {
  readonly id: string
  text(): string
  title: string
  /**
   * Changes the text of the window to this one. If main has newer steps, the window applies them first and continues
   * from there.
   */
  type(text: string): Promise<void>
  append(text: string): Promise<void>
  close(): void
}

export const OUR_CAPABILITIES: ServiceCapabilities = {
  guarded: 'seen',
  etags: 'yes',
  etagOnWrite: 'yes',
  sorting: 'yes',
  updatedSince: 'yes',
  history: 'yes',
  idempotency: 'yes',
}

const KNOWN: KnownConnection = { id: 'test', name: 'Test', kind: 'service', address: ADDRESS }

export function openWriter({
  variant = (app) => app,
  known = OUR_CAPABILITIES,
  settings,
  service: shared,
  clock = createVirtualClock(),
  key,
  connection: ofConnection = KNOWN,
  deviceId,
  name = 'uuid',
  disk: openDisk = createMemoryDisk,
  random = () => 0.5,
  heldBytesMax,
  report = (error) => {
    throw error
  },
}: WriterOptions = {}): Writer {
  let time = clock.now()
  const service =
    shared ?? openMemoryService({ clock: () => (time = Math.max(time + 1, clock.now())), ...settings })
  const app = variant(service.app)
  const faults = createFaults({ sleep: (ms) => new Promise((done) => clock.after(ms, done)) })
  const keyNow = () => (typeof key === 'function' ? key() : key) ?? service.key
  const credential = () => ({ key: keyNow(), form: 'bearer' as const })
  let life = 0
  let isAlive = false
  let number = 0
  let commitsLeft = Infinity
  const disk = openDisk(() => {
    if (isAlive && --commitsLeft <= 0) writer.die()
  })
  const windows = new Set<{ take(told: EventPayload<'document.changed'>): void }>()

  const never = new Promise<never>(() => {})
  const start = (): Workspace => {
    const born = ++life
    isAlive = true
    commitsLeft = Infinity
    const alive = () => isAlive && life === born
    const { skewMs } = writer
    /** Timers and answers of an ended life have no effect. */
    const ownClock: WorkspaceParts['clock'] = {
      now: () => clock.now() + skewMs,
      after: (delayMs, task) => clock.after(delayMs, () => void (alive() && task())),
    }
    const fetch = faults.wrap(fetchOf(app))
    return openWorkspace({
      folder: disk.folder(),
      ...(disk.open && { openDatabase: disk.open }),
      known: ofConnection,
      ...(deviceId && { deviceId: deviceId() }),
      address: ADDRESS,
      credential,
      fetch: async (url, init) => {
        const response = await (alive() ? fetch(url, init) : never)
        return alive() ? response : never
      },
      clock: ownClock,
      newUuid: () => `${name}-${++number}`,
      random,
      emit: (event, payload) => {
        if (!alive()) return
        writer.told.push({ name: event, payload } as Told)
        if (event === 'document.changed')
          for (const window of windows) window.take(payload as EventPayload<'document.changed'>)
      },
      raise: (notice) => void (alive() && writer.notices.push(notice)),
      autosavePublished: () => writer.settings.autosavePublished,
      openTabs: () => writer.settings.openTabs,
      storageLimits: () => writer.settings.storageLimits,
      report: (error) => void (alive() && report(error)),
      capabilities: known,
    })
  }

  function show(opened: OpenDocument): Window {
    let { text, version } = opened
    const clientId = `window-${++number}`
    const follow = (updates: EventPayload<'document.changed'>['updates'], after: number) => {
      const missed = updates.slice(Math.max(0, updates.length - (after - version)))
      for (const { changes } of missed) text = applyChanges(text, changes)
      version = after
    }
    const follower = {
      take: (told: EventPayload<'document.changed'>) => {
        if (told.id === opened.id && told.version > version) follow(told.updates, told.version)
      },
    }
    windows.add(follower)
    const window: Window = {
      id: opened.id,
      title: opened.title,
      text: () => text,
      async type(wanted) {
        const changes = [...textChanges(text, wanted)]
        const answer = await writer.workspace.documents.change({
          id: opened.id,
          clientId,
          version,
          updates: [changes],
        })
        if (answer.kind !== 'accepted') throw new Error(`the window is ${answer.kind}`)
      },
      append: (more) => window.type(text + more),
      close() {
        windows.delete(follower)
        void writer.workspace.documents.close({ id: opened.id })
      },
    }
    return window
  }

  const writer: Writer = {
    service,
    clock,
    faults,
    other: createApiClient({
      address: ADDRESS,
      clock,
      credential: () => ({ key: service.key, form: 'bearer' }),
      fetch: fetchOf(service.app),
      connection: createConnection({ clock }),
    }),
    told: [],
    notices: [],
    settings: {
      autosavePublished: false,
      openTabs: [],
      storageLimits: {
        ...DEFAULT_STORAGE_LIMITS,
        ...(heldBytesMax !== undefined && { textBytes: heldBytesMax }),
      },
    },
    workspace: undefined as unknown as Workspace,
    skewMs: 0,
    async edit(id) {
      const born = life
      const opened = await writer.workspace.documents.open({ id })
      // A window of an ended life receives no more events.
      return isAlive && life === born ? show(opened) : never
    },
    crash(damage) {
      writer.die(damage)
      writer.revive()
    },
    die(damage) {
      disk.part(damage)
      isAlive = false
      windows.clear()
    },
    dieAfter(commits) {
      if (disk.open === undefined) throw new Error('Only a disk in memory counts commits.')
      commitsLeft = commits
    },
    isAlive: () => isAlive,
    revive: () => void (writer.workspace = start()),
    phase: (id) => writer.workspace.documents.read(id)?.phase ?? 'deleted',
    pass: (ms) => clock.advance(ms),
    async close() {
      await writer.workspace.close()
      if (!shared) await service.close()
      disk.dispose()
    },
  }
  writer.workspace = start()
  return writer
}

/** Reads a document on the service. */
export async function thereOf({ other }: Writer, id: string): Promise<DocumentSeen & { etag: string }> {
  const answer = await other.call('documents.get', { params: { id } })
  if (answer.kind !== 'ok') throw new Error(`GET ${id}: ${answer.kind}`)
  return { ...answer.data, etag: answer.etag ?? '' }
}

export async function createThere(writer: Writer, body: object): Promise<string> {
  const answer = await writer.other.call('documents.create', {
    body: { title: 'Essay', content: '', ...body },
  })
  if (answer.kind !== 'ok') throw new Error(`POST: ${JSON.stringify(answer)}`)
  return answer.data.id
}

export async function changeThere(writer: Writer, id: string, body: object): Promise<void> {
  const { etag, content } = await thereOf(writer, id)
  const answer = await writer.other.call('documents.update', {
    params: { id },
    body: { content, ...body },
    ifMatch: etag,
  })
  if (answer.kind !== 'ok') throw new Error(`PUT ${id}: ${JSON.stringify(answer)}`)
}

export async function deleteThere(writer: Writer, id: string): Promise<void> {
  const { etag } = await thereOf(writer, id)
  await writer.other.call('documents.delete', { params: { id }, ifMatch: etag })
}

/** The title and text of every document on the service. */
export async function allThere({ other }: Writer): Promise<readonly (readonly [string, string])[]> {
  const answer = await other.call('documents.list', { query: { per_page: 100, sort: 'created_at' } })
  if (answer.kind !== 'ok') throw new Error('list')
  return answer.data.map(({ title = '', content = '' }) => [title, content] as const)
}

/** The writer's library as main passes it to the commands of a window. */
export const openLibraryOf = (writer: Writer, tell: (name: EventName) => void = () => {}): OpenLibrary => ({
  ...writer.workspace,
  epoch: 'test:1' as LibraryEpoch,
  connectionId: KNOWN.id,
  tell,
})
