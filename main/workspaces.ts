import { createHash, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { CommandInput, CommandOutput } from '../shared/ipc'
import type { Connection as ConnectionRecord } from '../shared/ipc-records'
import { AppError, problem } from '../shared/problem'
import { systemClock } from './clock'
import { EMBEDDED_ID, type ConnectionList, type KnownConnection } from './connection-list'
import type { Emit } from './documents/desk'
import { createEmbeddedFetch, EMBEDDED_ADDRESS } from './embedded-fetch'
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server'
import type { Log } from './log'
import type { Notices } from './notices'
import type { Secrets } from './secrets'
import type { SettingsFile } from './settings'
import { keyFormOf, normaliseAddress } from './sync/address'
import type { Credential, Fetch } from './sync/api-client'
import { testConnection } from './sync/test-connection'
import { openWordsThread } from './search/words-thread'
import { openWorkspace, type Workspace } from './workspace'

export interface WorkspacesParts {
  readonly profile: string
  /** The built entry of the embedded service. */
  readonly serverEntry: string
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
}

/** The connections of this profile, one of them active. Each keeps its own database and works offline. */
export interface Workspaces {
  active(): Workspace
  list(): CommandOutput<'connections.list'>
  test(input: CommandInput<'connection.test'>): Promise<CommandOutput<'connection.test'>>
  connect(input: CommandInput<'connection.connect'>): Promise<ConnectionRecord>
  activate(id: string): Promise<void>
  /** Only the connection that is open knows its folders. */
  fixFolder(input: CommandInput<'connection.fix-folder'>): ConnectionRecord
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
  /** It ended or could not start: asking it fails at once and is seen as being offline, not as having no key yet. */
  let isDown = false
  let isClosed = false
  const fromEnvironment =
    parts.service === undefined ? undefined : environmentConnection(parts.service.address)
  if (fromEnvironment !== undefined)
    await secrets.set(fromEnvironment.id, parts.service?.key ?? '', 'session')
  let current = fromEnvironment ?? connections.active()
  let workspace = await open(current)

  async function open(known: KnownConnection): Promise<Workspace> {
    const embedded = known.kind === 'embedded'
    const key = embedded ? undefined : await secrets.get(known.id)
    const credential = (): Credential | undefined => {
      const now = embedded ? (server?.endpoint()?.key ?? (isDown ? NO_KEY : undefined)) : key
      return now === undefined ? undefined : { key: now, form: keyFormOf(now) }
    }
    const opened = openWorkspace({
      folder: path.join(parts.profile, 'connections', known.id),
      known,
      address: embedded ? EMBEDDED_ADDRESS : known.address,
      credential,
      fetch: embedded ? createEmbeddedFetch(() => server?.endpoint(), parts.fetch) : parts.fetch,
      clock: systemClock,
      newUuid: randomUUID,
      random: Math.random,
      emit: parts.emit,
      raise: (notice) => notices.raise(notice),
      autosavePublished: () => parts.settings.get().autosavePublished,
      report: (error) => log.error('workspace', error),
      openWords: (files) => openWordsThread(files, (error) => log.error('search', error)),
      ...(embedded && { habits: OWN_HABITS }),
    })
    if (embedded) void startServer()
    return opened
  }

  async function startServer(): Promise<void> {
    await parts.painted
    if (isClosed || current.kind !== 'embedded') return
    let told = ''
    server ??= startEmbeddedServer({
      entry: parts.serverEntry,
      dataFolder: path.join(parts.profile, 'service'),
      log,
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

  async function activate(id: string): Promise<void> {
    if (id === current.id) return
    const next = connections.activate(id)
    if (next === undefined)
      throw new AppError(problem('not-found-here', 'This connection is not known any more.'))
    await workspace.close()
    if (current.kind === 'embedded') {
      await server?.stop(3_000)
      server = undefined
    }
    current = next
    workspace = await open(next)
    parts.emit('connection.changed', workspace.record())
    parts.emit('library.changed', { documents: true, folders: true, tags: true })
  }

  return {
    active: () => workspace,
    list: () => ({
      connections: withCurrent(connections.all(), current).map((known) =>
        known.id === current.id ? workspace.record() : recordOfClosed(known),
      ),
      activeId: current.id,
    }),
    async test({ address, key }) {
      return (await testConnection({ fetch: parts.fetch, clock: systemClock }, { address, key })).report
    },
    async connect({ name, address, key, keep }) {
      const { report, address: tested } = await testConnection(
        { fetch: parts.fetch, clock: systemClock },
        { address, key },
      )
      if (!report.ok || tested === undefined)
        throw new AppError(report.problem ?? problem('unreachable', 'The service could not be reached.'))
      const known = connections.all().find((one) => one.kind === 'service' && one.address === tested)
      const id = known?.id ?? `c-${randomUUID()}`
      await secrets.set(id, key.trim(), keep)
      connections.put({
        id,
        name: name?.trim() || (known?.name ?? new URL(tested).host),
        kind: 'service',
        address: tested,
      })
      if (id === current.id) {
        await workspace.close()
        workspace = await open(connections.active())
        workspace.keyChanged()
      } else await activate(id)
      return workspace.record()
    },
    activate,
    fixFolder({ id, folderId }) {
      if (id !== current.id)
        throw new AppError(
          problem('not-allowed', 'Open this connection first; its folders are not known here.'),
        )
      return workspace.fixFolder(folderId)
    },
    async close(waitMs) {
      isClosed = true
      await workspace.close()
      await server?.stop(waitMs)
    },
  }
}

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

function recordOfClosed(known: KnownConnection): ConnectionRecord {
  return {
    id: known.id,
    name: known.name,
    kind: known.kind,
    address: known.id === EMBEDDED_ID ? '' : known.address,
    configured: true,
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
    guarded: 'not-seen-yet',
    habits: [],
    waiting: 0,
  }
}
