import { createHash } from 'node:crypto'
import path from 'node:path'
import type { CommandInput } from '../shared/ipc'
import type { Connection as ConnectionRecord } from '../shared/ipc-sync'
import { AppError, problem } from '../shared/problem'
import type { Clock } from './clock'
import { EMBEDDED_ID, folderOf, type ConnectionList, type KnownConnection } from './connection-list'
import type { Emit } from './documents/telling'
import { createEmbeddedFetch, EMBEDDED_ADDRESS } from './embedded-fetch'
import type { EmbeddedServer, EmbeddedServerOptions } from './embedded-server'
import type { Log } from './log'
import type { Notices } from './notices'
import type { Secrets } from './secrets'
import { roomOf } from './room'
import type { SettingsFile } from './settings'
import { keyFormOf, normaliseAddress } from './sync/address'
import type { Credential, Fetch } from './sync/api-client'
import { openWordsThread } from './search/words-thread'
import { swapWindowMemory } from './window-memory'
import { openWorkspace, type Workspace, type WorkspaceParts } from './workspace'

export interface WorkspacesParts {
  readonly profile: string
  readonly clock: Clock
  readonly newUuid: () => string
  readonly random: () => number
  /** Starts the embedded service over this profile. */
  readonly startServer: (told: Omit<EmbeddedServerOptions, 'entry' | 'log'>) => EmbeddedServer
  /** For tests, as in `WorkspaceParts`. */
  readonly openDatabase?: WorkspaceParts['openDatabase']
  /** Until then the embedded service leaves the processor to the first window. */
  readonly painted: Promise<void>
  readonly connections: ConnectionList
  readonly secrets: Secrets
  readonly settings: SettingsFile
  /** From the environment: connect to this instead, its key for this session only. */
  readonly service: { readonly address: string; readonly key: string } | undefined
  readonly fetch: Fetch
  readonly emit: Emit
  readonly notices: Notices
  readonly log: Log
  /** Windows hand over what they have and close their documents: equal ids of two services must never mix. */
  readonly clearWindows: () => Promise<void>
}

/** The connections of this profile, one of them active. Each keeps its own database and works offline. */
export interface Workspaces {
  active(): Workspace
  /** The active one, listed or from the environment. */
  current(): KnownConnection
  list(): readonly ConnectionRecord[]
  activate(id: string): Promise<void>
  /** Only the connection that is open knows its folders. */
  fixFolder(input: CommandInput<'connection.fix-folder'>): ConnectionRecord
  /** The active one's key has changed or is at hand again. */
  keyChanged(): Promise<void>
  /** Asks the library of a connection, which is opened for that where it is not the active one; nothing is sent meanwhile. */
  visit<T>(known: KnownConnection, ask: (workspace: Workspace) => T | Promise<T>): Promise<T>
  /** Opens a service's library beside the active one, with its key: both talk to their services. One at a time; nothing is switched meanwhile. */
  beside<T>(id: string, work: (workspace: Workspace) => Promise<T>): Promise<T>
  /** Writes what is in memory only, ends the embedded service; at most `waitMs`. */
  close(waitMs: number): Promise<void>
}

/** Our own service is known to be guarded, to keep a history and to honour keys (requirement C6; server/README.md). */
const OWN_HABITS = {
  guarded: 'seen',
  etags: 'yes',
  etagOnWrite: 'yes',
  sorting: 'yes',
  updatedSince: 'yes',
  paging: 'yes',
  listContent: 'yes',
  folderField: 'yes',
  tagField: 'yes',
  folderParent: 'yes',
  history: 'yes',
  idempotency: 'yes',
  putTitle: 'yes',
  putStatus: 'yes',
  putFolder: 'yes',
  putTags: 'yes',
  search: 'yes',
} as const

const NO_KEY = 'none'

/** Opens the connection that was active last, or the one that the environment names. Nothing here waits for a service. */
export async function openWorkspaces(parts: WorkspacesParts): Promise<Workspaces> {
  const { connections, secrets, log, notices } = parts
  let server: EmbeddedServer | undefined
  /** One service at a time over one database. */
  let stopped: Promise<void> = Promise.resolve()
  /** It ended or could not start: asking it fails at once and is seen as being offline, not as having no key yet. */
  let isDown = false
  let isClosed = false
  let told = ''
  const fromEnvironment =
    parts.service === undefined ? undefined : environmentConnection(parts.service.address)
  if (fromEnvironment !== undefined) await secrets.set(fromEnvironment, parts.service?.key ?? '', 'session')
  const latest = (known: KnownConnection): KnownConnection =>
    connections.all().find(({ id }) => id === known.id) ?? known
  const partsOf = (known: KnownConnection): WorkspaceParts => ({
    folder: folderOf(parts.profile, known.id),
    known,
    now: () => ({
      isLocked: secrets.isLocked(known.id),
      ...latest(known),
    }),
    address: known.kind === 'embedded' ? EMBEDDED_ADDRESS : known.address,
    credential: () => undefined,
    fetch: parts.fetch,
    clock: parts.clock,
    newUuid: parts.newUuid,
    random: parts.random,
    ...(parts.openDatabase && { openDatabase: parts.openDatabase }),
    emit: parts.emit,
    raise: (notice) => notices.raise(notice),
    autosavePublished: () => parts.settings.get().autosavePublished,
    room: () => roomOf(parts.settings.get()),
    openTabs() {
      const { connectionId, openTabs, windows } = parts.settings.get()
      return connectionId === known.id ? openTabs : (windows[known.id]?.openTabs ?? [])
    },
    report: (error) => log.error('workspace', error),
    ...(parts.openDatabase === undefined && {
      openWords: (files) => openWordsThread(files, (error) => log.error('search', error)),
    }),
  })

  let current = fromEnvironment ?? connections.active()
  let key: string | undefined
  /** Open beside the active one, for a move. */
  let besides: { readonly id: string; readonly workspace: Workspace } | undefined
  /** How much waited in the libraries that were active before, in this run. */
  const leftWaiting = new Map<string, number>()
  swapWindowMemory(parts.settings, current.id)

  async function open(known: KnownConnection): Promise<Workspace> {
    const embedded = known.kind === 'embedded'
    key = embedded ? undefined : await secrets.get(known)
    const credential = (): Credential | undefined => {
      const now = embedded ? (server?.endpoint()?.key ?? (isDown ? NO_KEY : undefined)) : key
      return now === undefined ? undefined : { key: now, form: latest(known).form ?? keyFormOf(now) }
    }
    const opened = openWorkspace({
      ...partsOf(known),
      credential,
      ...(embedded && {
        fetch: createEmbeddedFetch(() => server?.endpoint(), parts.fetch),
        habits: OWN_HABITS,
      }),
    })
    if (embedded) void startServer()
    return opened
  }

  async function startServer(): Promise<void> {
    await Promise.all([parts.painted, stopped])
    if (isClosed || current.kind !== 'embedded') return
    server ??= parts.startServer({
      dataFolder: path.join(parts.profile, 'service'),
      onReady() {
        isDown = false
        workspace.keyChanged()
      },
      onGone() {
        isDown = true
        workspace.retry()
      },
      onTrouble(sentence) {
        isDown = true
        workspace.retry()
        if (sentence !== told)
          notices.raise({ tone: 'attention', text: `${sentence} What is on this device stays readable.` })
        told = sentence
      },
    })
  }

  /** Nobody waits for it: the next library opens at once. */
  function stopServer(): void {
    const ending = server?.stop(3_000)
    server = undefined
    stopped = Promise.all([stopped, ending]).then(() => undefined)
  }

  async function activate(id: string): Promise<void> {
    if (id === current.id) return
    if (besides) throw underWay()
    const next = connections.activate(id)
    if (next === undefined)
      throw new AppError(problem('not-found-here', 'This connection is not known any more.'))
    await parts.clearWindows()
    leftWaiting.set(current.id, workspace.record().waiting)
    await workspace.close()
    if (current.kind === 'embedded') stopServer()
    current = next
    swapWindowMemory(parts.settings, next.id)
    workspace = await open(next)
    parts.emit('settings.changed', parts.settings.get())
    parts.emit('connection.switched', { id: next.id })
  }

  let workspace = await open(current)

  return {
    active: () => workspace,
    current: () => latest(current),
    list: () =>
      withCurrent(connections.all(), current).map((known) =>
        known.id === current.id
          ? workspace.record()
          : recordOfClosed(known, leftWaiting.get(known.id) ?? 0, secrets.isLocked(known.id)),
      ),
    activate,
    fixFolder({ id, folderId }) {
      if (id !== current.id)
        throw new AppError(
          problem('not-allowed', 'Open this connection first; its folders are not known here.'),
        )
      return workspace.fixFolder(folderId)
    },
    async keyChanged() {
      key = await secrets.get(current)
      workspace.keyChanged()
      workspace.retry()
    },
    async visit(known, ask) {
      if (known.id === current.id) return ask(workspace)
      if (known.id === besides?.id) throw underWay()
      const visited = openWorkspace({ ...partsOf(known), emit: () => {}, raise: () => {} })
      try {
        return await ask(visited)
      } finally {
        await visited.close()
      }
    },
    async beside(id, work) {
      const known = connections.all().find((one) => one.id === id && one.kind === 'service')
      if (known === undefined || id === current.id || besides)
        throw new AppError(problem('not-allowed', 'This library cannot be moved there now.'))
      const itsKey = await secrets.get(known)
      if (itsKey === undefined)
        throw new AppError(
          problem('not-allowed', `The key of “${known.name}” is not at hand: open that library first.`),
        )
      const opened = openWorkspace({
        ...partsOf(known),
        credential: () => ({ key: itsKey, form: known.form ?? keyFormOf(itsKey) }),
        emit: () => {},
        raise: () => {},
      })
      besides = { id, workspace: opened }
      try {
        return await work(opened)
      } finally {
        besides = undefined
        if (!isClosed) {
          leftWaiting.set(id, opened.record().waiting)
          await opened.close()
        }
      }
    },
    async close(waitMs) {
      isClosed = true
      await Promise.all([workspace.close(), besides?.workspace.close()])
      await Promise.all([server?.stop(waitMs), stopped])
    },
  }
}

const underWay = () =>
  new AppError(problem('not-allowed', 'A library is being moved. Wait for it, or cancel it.'))

/** The same address is the same connection at the next start, whatever the key (C7 decides about another account). */
function environmentConnection(typed: string): KnownConnection {
  const address = normaliseAddress(typed)
  if (!address.ok) throw new AppError(address.problem)
  const id = `env-${createHash('sha256').update(address.value).digest('hex').slice(0, 16)}`
  return { id, name: new URL(address.value).host, kind: 'service', address: address.value }
}

const withCurrent = (
  all: readonly KnownConnection[],
  current: KnownConnection,
): readonly KnownConnection[] => (all.some(({ id }) => id === current.id) ? all : [...all, current])

function recordOfClosed(known: KnownConnection, waiting: number, locked: boolean): ConnectionRecord {
  return {
    id: known.id,
    name: known.name,
    kind: known.kind,
    address: known.id === EMBEDDED_ID ? '' : known.address,
    configured: true,
    locked,
    state: 'offline',
    abilities: {
      'documents:read': 'unknown',
      'documents:write': 'unknown',
      'folders:read': 'unknown',
      'folders:write': 'unknown',
      'tags:read': 'unknown',
      'tags:write': 'unknown',
      'files:read': 'unknown',
      'files:write': 'unknown',
      'rag:read': 'unknown',
    },
    otherAccount: false,
    guarded: 'not-seen-yet',
    habits: [],
    waiting,
  }
}
