import { createHash } from 'node:crypto'
import path from 'node:path'
import {
  EVENTS,
  type CommandInput,
  type CommandOutput,
  type EventName,
  type EventPayload,
} from '../shared/ipc'
import type { Connection as ConnectionRecord } from '../shared/ipc-sync'
import { AppError, problem } from '../shared/problem'
import type { LibraryEpoch } from '../shared/terms'
import { createBackgroundSending } from './background-sending'
import type { Clock } from './clock'
import { closedRecord } from './closed-record'
import { EMBEDDED_ID, folderOf, type ConnectionList, type KnownConnection } from './connection-list'
import { createEmbeddedFetch, EMBEDDED_ADDRESS } from './embedded-fetch'
import type { EmbeddedServer, EmbeddedServerOptions } from './embedded-server'
import { createEmbeddedService, OWN_HABITS } from './embedded-service'
import type { Log } from './log'
import type { Notices } from './notices'
import { createOpenLibraries, type Hold, type OpenLibraries, type OpenLibrary } from './open-libraries'
import type { Secrets } from './secrets'
import { roomOf } from './room'
import type { SettingsFile } from './settings'
import { keyFormOf, normaliseAddress } from './sync/address'
import type { Credential, Fetch } from './sync/api-client'
import { storageError } from './store/storage-error'
import { openWordsThread } from './search/words-thread'
import { createWindowHolds } from './window-holds'
import { swapWindowMemory } from './window-memory'
import { openWorkspace, type WorkspaceParts } from './workspace'

/** Tells the windows; what is about a library goes with the epoch of that library. */
export type EmitTo = <N extends EventName>(
  name: N,
  payload: EventPayload<N>,
  library: LibraryEpoch | undefined,
) => void

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
  readonly emit: EmitTo
  readonly notices: Notices
  readonly log: Log
}

/** The connections of this profile, one of them on screen. Each keeps its own database and works offline. */
export interface Workspaces {
  /** The library on screen. */
  active(): OpenLibrary
  /** The connection of the library on screen, listed or from the environment. */
  current(): KnownConnection
  list(): readonly ConnectionRecord[]
  /** Every library that is open: the one on screen, and those that windows or the disk still need. */
  readonly open: Pick<OpenLibraries, 'of' | 'all' | 'whenClosed'>
  /**
   * Brings another library on screen. It is opened first: where that fails, or the choice cannot be stored, everything
   * stays as it was. The library that is left stays open until each window that had it has left it too.
   */
  activate(id: string): Promise<void>
  /** A page has begun in this window, and works with the library on screen from now on. */
  join(window: number): CommandOutput<'library.current'>
  /** This window has handed over all that it had of a library. */
  left(window: number, library: LibraryEpoch): void
  /** This window was closed, or its process ended. */
  windowGone(window: number): void
  /** Keeps words of a library that is not open any more among its recovered texts. */
  recoverText(input: CommandInput<'library.recover-text'>): Promise<void>
  /** The key of a connection has changed or is at hand again. */
  keyChanged(id: string): Promise<void>
  /** Asks the library of a connection, which is opened for that where it is not open; nothing is sent meanwhile. */
  visit<T>(known: KnownConnection, ask: (workspace: OpenLibrary) => T | Promise<T>): Promise<T>
  /** Opens a service's library beside the one on screen, with its key: both talk to their services. One at a time; nothing is switched meanwhile. */
  beside<T>(id: string, work: (workspace: OpenLibrary) => Promise<T>): Promise<T>
  /** What a move brought into this library is not sent in the background any more. */
  stopSending(id: string): void
  /** Closes every library, then ends the embedded service. Nothing may be asked afterwards. */
  close(): Promise<void>
}

/** Opens the library that was on screen last, or the one that the environment names. Nothing here waits for a service. */
export async function openWorkspaces(parts: WorkspacesParts): Promise<Workspaces> {
  const { connections, secrets, log, notices } = parts
  const fromEnvironment =
    parts.service === undefined ? undefined : environmentConnection(parts.service.address)
  if (fromEnvironment !== undefined) await secrets.set(fromEnvironment, parts.service?.key ?? '', 'session')
  /** The keys of open libraries that talk to their services. */
  const keys = new Map<LibraryEpoch, string>()
  const all = () => {
    const listed = connections.all()
    if (fromEnvironment === undefined || listed.some(({ id }) => id === fromEnvironment.id)) return listed
    return [...listed, fromEnvironment]
  }
  function listed(id: string): KnownConnection {
    const known = all().find((one) => one.id === id)
    if (known === undefined)
      throw new AppError(problem('not-found-here', 'This connection is not known any more.'))
    return known
  }
  const latest = (known: KnownConnection) => all().find(({ id }) => id === known.id) ?? known
  const libraries = createOpenLibraries({
    clock: parts.clock,
    open,
    report: (error) => log.error('closing a library', error),
    closed(known, library) {
      keys.delete(library.epoch)
      if (known.kind === 'embedded') service.stop()
    },
  })
  const service = createEmbeddedService({
    ...parts,
    dataFolder: path.join(parts.profile, 'service'),
    library: () => libraries.find(EMBEDDED_ID),
    raise: (text) => notices.raise({ tone: 'attention', text }),
  })
  /** How much waits in each library that was on screen in this run. */
  const waiting = new Map<string, number>()
  const closedOf = (known: KnownConnection) =>
    closedRecord(known, waiting.get(known.id) ?? 0, secrets.isLocked(known.id))
  const windows = createWindowHolds()
  let isOver = false
  const background = createBackgroundSending({
    clock: parts.clock,
    connections,
    onChange() {
      if (!isOver) active.library.settingsChanged()
    },
    report: (error) => log.error('sending in the background', error),
  })

  function credentialOf(known: KnownConnection, epoch: LibraryEpoch): Credential | undefined {
    const key = known.kind === 'embedded' ? service.key() : keys.get(epoch)
    return key === undefined ? undefined : { key, form: latest(known).form ?? keyFormOf(key) }
  }

  function open(known: KnownConnection, epoch: LibraryEpoch, key: string | undefined): OpenLibrary {
    if (key !== undefined) keys.set(epoch, key)
    const embedded = known.kind === 'embedded'
    const tell: OpenLibrary['tell'] = (name, payload) =>
      parts.emit(name, payload, EVENTS[name].scope === 'library' ? epoch : undefined)
    const opened = openWorkspace({
      folder: folderOf(parts.profile, known.id),
      known,
      now: () => ({ isLocked: secrets.isLocked(known.id), ...latest(known) }),
      address: embedded ? EMBEDDED_ADDRESS : known.address,
      credential: () => credentialOf(known, epoch),
      fetch: embedded ? createEmbeddedFetch(service.endpoint, parts.fetch) : parts.fetch,
      ...(embedded && { habits: OWN_HABITS }),
      clock: parts.clock,
      newUuid: parts.newUuid,
      random: parts.random,
      ...(parts.openDatabase && { openDatabase: parts.openDatabase }),
      emit(name, payload) {
        tell(name, payload)
        if (name !== 'outbox.changed') return
        const count = (payload as EventPayload<'outbox.changed'>).waiting
        waiting.set(known.id, count)
        background.waits(known.id, count)
      },
      raise: (notice) => notices.raise({ ...notice, library: epoch }),
      autosavePublished: () => parts.settings.get().autosavePublished,
      room: () => roomOf(parts.settings.get()),
      openTabs() {
        const { connectionId, openTabs, windows: others } = parts.settings.get()
        return connectionId === known.id ? openTabs : (others[known.id]?.openTabs ?? [])
      },
      report: (error) => log.error('workspace', error),
      ...(parts.openDatabase === undefined && {
        openWords: (files) => openWordsThread(files, (error) => log.error('search', error)),
      }),
    })
    return { ...opened, epoch, connectionId: known.id, tell }
  }

  /** The library with its key, so that it talks to its service. */
  async function holdWithKey(known: KnownConnection): Promise<Hold> {
    const key = known.kind === 'embedded' ? undefined : await secrets.get(known)
    const hold = await libraries.hold(known, key)
    if (known.kind === 'embedded') service.start()
    if (key !== undefined) useKey(hold.library, key)
    return hold
  }

  /** For a library that is open already, without a key or with an older one. */
  function useKey(library: OpenLibrary, key: string): void {
    if (keys.get(library.epoch) === key) return
    keys.set(library.epoch, key)
    library.keyChanged()
    library.retry()
    library.askAbilities()
  }

  /**
   * A library that cannot be opened must not keep the writer from all others: the embedded one is shown instead, or the
   * first that opens. The choice is kept, so that the library comes back once it can be opened.
   */
  async function begin(): Promise<{ readonly known: KnownConnection; readonly hold: Hold }> {
    const wanted = fromEnvironment ?? connections.active()
    const others = connections.all().filter(({ id }) => id !== wanted.id)
    const inOrder = [wanted, ...others.sort((a, b) => rankOf(a) - rankOf(b))]
    let failure: unknown
    for (const known of inOrder)
      try {
        const hold = await holdWithKey(known)
        if (known !== wanted)
          notices.raise({
            tone: 'attention',
            text: `“${wanted.name}” could not be opened, so “${known.name}” is shown. ${adviceOn(failure)}`,
          })
        return { known, hold }
      } catch (error) {
        failure ??= error
      }
    throw failure
  }

  let { known: current, hold: active } = await begin()
  swapWindowMemory(parts.settings, current.id)
  /** One switch after the other. */
  let switching: Promise<unknown> = Promise.resolve()
  /** Open beside the library on screen, for a move. */
  let besides: string | undefined

  /** What a move of an earlier run brought into other libraries goes on being sent. */
  async function sendOn(): Promise<void> {
    await parts.painted
    for (const known of connections.all().filter(({ sending }) => sending === true))
      try {
        if (!isOver) background.keep(known, await holdWithKey(known))
      } catch (error) {
        // It cannot be opened in this run: what waits there is sent after a start that opens it.
        if (error instanceof AppError) log.info(`sending in the background: ${error.message}`)
        else log.error('sending in the background', error)
      }
  }
  void sendOn()

  async function activate(id: string): Promise<void> {
    const known = listed(id)
    if (besides !== undefined && id !== current.id) throw underWay()
    const next = id === current.id ? active.share() : await holdWithKey(known)
    try {
      // It may have been removed while it was opened.
      listed(id)
      if (id !== fromEnvironment?.id) choose(id)
      if (id !== current.id) show(known, next.share())
    } finally {
      next.release()
    }
  }

  function choose(id: string): void {
    try {
      connections.activate(id)
    } catch (error) {
      throw storageError(error, 'the list of connections')
    }
  }

  function show(known: KnownConnection, next: Hold): void {
    const before = active
    waiting.set(current.id, before.library.record().waiting)
    ;[current, active] = [known, next]
    windows.switchOver(before.library.epoch, next)
    swapWindowMemory(parts.settings, known.id)
    parts.emit('settings.changed', parts.settings.get(), undefined)
    parts.emit('connection.switched', { connectionId: known.id, library: next.library.epoch }, undefined)
    before.release()
  }

  return {
    active: () => active.library,
    current: () => latest(current),
    open: libraries,
    list: () =>
      all().map((known) =>
        known.id === current.id
          ? active.library.record()
          : background.has(known.id)
            ? { ...(libraries.find(known.id)?.record() ?? closedOf(known)), sending: true }
            : closedOf(known),
      ),
    activate(id) {
      const switched = switching.catch(() => {}).then(() => activate(id))
      switching = switched
      return switched
    },
    join(window) {
      windows.begin(window, active)
      return { connectionId: current.id, library: active.library.epoch }
    },
    left: windows.left,
    windowGone: windows.gone,
    async recoverText({ library, ...words }) {
      const known = [...all(), ...connections.removed()].find(
        ({ id }) => id === libraries.connectionOf(library as LibraryEpoch),
      )
      if (known === undefined)
        throw new AppError(
          problem('not-found-here', 'The library of this text is not on this device any more.'),
        )
      const hold = await libraries.hold(known)
      try {
        hold.library.keepText(words)
      } finally {
        hold.release()
      }
    },
    async keyChanged(id) {
      const known = all().find((one) => one.id === id)
      const key = known && (await secrets.get(known))
      const library = libraries.find(id)
      if (key === undefined || library === undefined) return
      keys.set(library.epoch, key)
      library.keyChanged()
      library.retry()
    },
    async visit(known, ask) {
      const hold = await libraries.hold(known)
      try {
        return await ask(hold.library)
      } finally {
        hold.release()
      }
    },
    async beside(id, work) {
      const known = connections.all().find((one) => one.id === id && one.kind === 'service')
      if (known === undefined || id === current.id || besides !== undefined)
        throw new AppError(problem('not-allowed', 'This library cannot be moved there now.'))
      if ((await secrets.get(known)) === undefined)
        throw new AppError(
          problem('not-allowed', `The key of “${known.name}” is not at hand: open that library first.`),
        )
      besides = id
      try {
        const hold = await holdWithKey(known)
        try {
          return await work(hold.library)
        } finally {
          waiting.set(id, hold.library.record().waiting)
          background.keep(known, hold)
        }
      } finally {
        besides = undefined
      }
    },
    stopSending: background.stop,
    async close() {
      isOver = true
      await libraries.closeAll()
      await service.end()
    },
  }
}

const underWay = () =>
  new AppError(problem('not-allowed', 'A library is being moved. Wait for it, or cancel it.'))

const rankOf = ({ id }: KnownConnection): number => (id === EMBEDDED_ID ? 0 : 1)

/** Why a library could not be opened, and what helps. */
function adviceOn(error: unknown): string {
  if (!(error instanceof AppError)) return 'Its folder cannot be used.'
  const { code, message } = error.problem
  if (code === 'newer-version') return `${message} Install the newest version of Stet to open it.`
  if (code === 'storage-full') return `${message} Make room, then open it again.`
  return `${message} Nothing in it was changed.`
}

/** The same address is the same connection at the next start, whatever the key (C7 decides about another account). */
function environmentConnection(typed: string): KnownConnection {
  const address = normaliseAddress(typed)
  if (!address.ok)
    throw new AppError({
      ...address.problem,
      message: `STET_URL is not a usable address. ${address.problem.message}`,
    })
  const id = `env-${createHash('sha256').update(address.value).digest('hex').slice(0, 16)}`
  return { id, name: new URL(address.value).host, kind: 'service', address: address.value }
}
