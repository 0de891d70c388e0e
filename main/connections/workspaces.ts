import { createHash } from 'node:crypto'
import type { CommandInput } from '../../shared/ipc/ipc'
import type { Bootstrap } from '../../shared/ipc/ipc-bootstrap'
import type { Connection as ConnectionRecord } from '../../shared/ipc/ipc-sync'
import { AppError, problem } from '../../shared/problem'
import type { LibraryEpoch } from '../../shared/terms'
import { createBackgroundSending } from './background-sending'
import { closedRecord } from './closed-record'
import { createConnectedLibraries, type ConnectedLibrariesParts } from './connected-libraries'
import { EMBEDDED_ID, withoutRemoval, type ConnectionList, type KnownConnection } from './connection-list'
import type { Hold, OpenLibraries, OpenLibrary } from './open-libraries'
import { normaliseAddress } from '../sync/http/address'
import { createWindowHolds } from './window-holds'
import { createWindowMemories, swapWindowMemory, type WindowMemories } from '../app/window-memory'

export interface WorkspacesParts extends Omit<
  ConnectedLibrariesParts,
  'latest' | 'tabs' | 'freed' | 'waits'
> {
  readonly connections: ConnectionList
  /** From the environment: connect to this instead, its key for this session only. */
  readonly service: { readonly address: string; readonly key: string } | undefined
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
  join(window: number): Bootstrap['onScreen']
  /** This window has handed over all that it had of a library. */
  left(window: number, library: LibraryEpoch): void
  /** Whether a window has the focus, and whether one can be seen: the library on screen asks its service more often then. */
  attend(isFocused: boolean, isVisible: boolean): void
  /** What each window shows of each library. */
  readonly memories: WindowMemories
  /** This window was closed, or its process ended. */
  windowGone(window: number): void
  /** Keeps words of a library that is not open any more among its recovered texts. */
  recoverText(input: CommandInput<'library.recover-text'>): Promise<void>
  /** The key of a connection has changed or is at hand again. */
  keyChanged(id: string): Promise<void>
  /** Asks the library of a connection, which is opened for that where it is not open; nothing is sent meanwhile. */
  visit<T>(known: KnownConnection, ask: (workspace: OpenLibrary) => T | Promise<T>): Promise<T>
  /** Opens a service's library beside the one on screen, with its key: both talk to their services. One at a time; nothing is switched meanwhile. */
  withSecondLibrary<T>(id: string, work: (workspace: OpenLibrary) => Promise<T>): Promise<T>
  /** Nothing of this library is sent in the background any more, until it was on screen again. */
  stopSending(id: string): void
  /** Closes every library, then ends the embedded service. Nothing may be asked afterwards. */
  close(): Promise<void>
}

/** Opens the library that was on screen last, or the one that the environment names. Nothing here waits for a service. */
export async function openWorkspaces(parts: WorkspacesParts): Promise<Workspaces> {
  const { connections, secrets, log, notices } = parts
  const fromEnvironment =
    parts.service === undefined ? undefined : environmentConnection(parts.service.address)
  const isFromEnvironment = ({ id }: KnownConnection) => id === fromEnvironment?.id
  if (fromEnvironment !== undefined) {
    await secrets.set(fromEnvironment, parts.service?.key ?? '', 'session')
    // What is written in from now on must not be deleted when the time of its removal is over.
    const removed = connections.removed().find(isFromEnvironment)
    if (removed !== undefined) connections.put(withoutRemoval(removed))
  }
  const all = () => {
    const kept = connections.all()
    const isListed = [...kept, ...connections.removed()].some(isFromEnvironment)
    return fromEnvironment === undefined || isListed ? kept : [...kept, fromEnvironment]
  }
  function listed(id: string): KnownConnection {
    const known = all().find((one) => one.id === id)
    if (known === undefined)
      throw new AppError(problem('not-found-here', 'This connection is not known any more.'))
    return known
  }
  const latest = (known: KnownConnection) => all().find(({ id }) => id === known.id) ?? known
  /** How much waits in each library that was on screen in this run. */
  const waiting = new Map<string, number>()
  const closedOf = (known: KnownConnection) =>
    closedRecord(known, waiting.get(known.id) ?? 0, secrets.isLocked(known.id))
  /** Libraries that were on screen in this run, and are not any more. */
  const left = new Set<string>()
  const windows = createWindowHolds()
  const memories = createWindowMemories(parts.settings)
  let isOver = false
  const background = createBackgroundSending({
    clock: parts.clock,
    connections,
    onChange() {
      if (!isOver) active.library.settingsChanged()
    },
    report: (error) => log.error('sending in the background', error),
  })

  const { libraries, holdWithKey, takeKey, endService } = createConnectedLibraries({
    ...parts,
    latest,
    tabs: memories.tabs,
    freed(known, hold) {
      if (left.delete(known.id)) background.keepLeft(latest(known), hold())
    },
    waits(id, count) {
      waiting.set(id, count)
      background.waits(id, count)
    },
  })

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
  let secondLibrary: string | undefined

  /** What libraries sent in the background when an earlier run ended goes on being sent. */
  async function sendOn(): Promise<void> {
    await parts.painted
    for (const known of connections.all().filter(({ sending }) => sending !== undefined))
      try {
        if (isOver) continue
        const hold = await holdWithKey(known)
        if (known.sending === true) background.keep(known, hold)
        else if (known.id !== current.id) background.keepLeft(known, hold)
        else {
          hold.release()
          background.shown(known.id)
        }
      } catch (error) {
        // It cannot be opened in this run: what waits there is sent after a start that opens it.
        if (error instanceof AppError) log.info(`sending in the background: ${error.message}`)
        else log.error('sending in the background', error)
      }
  }
  void sendOn()

  async function activate(id: string): Promise<void> {
    const known = listed(id)
    if (secondLibrary !== undefined && id !== current.id) throw underWay()
    const next = id === current.id ? active.share() : await holdWithKey(known)
    try {
      // It may have been removed while it was opened.
      listed(id)
      if (id !== fromEnvironment?.id) connections.activate(id)
      if (id !== current.id) show(known, next.share())
    } finally {
      next.release()
    }
  }

  let attention: readonly [isFocused: boolean, isVisible: boolean] = [false, false]

  function show(known: KnownConnection, next: Hold): void {
    const before = active
    before.library.attend(false, false)
    next.library.attend(...attention)
    waiting.set(current.id, before.library.record().waiting)
    left.add(current.id)
    left.delete(known.id)
    background.shown(known.id)
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
    attend(...now) {
      attention = now
      active.library.attend(...now)
    },
    memories,
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
      if (key !== undefined && library !== undefined) takeKey(library, key)
    },
    async visit(known, ask) {
      const hold = await libraries.hold(known)
      try {
        return await ask(hold.library)
      } finally {
        hold.release()
      }
    },
    async withSecondLibrary(id, work) {
      const known = connections.all().find((one) => one.id === id && one.kind === 'service')
      if (known === undefined || id === current.id || secondLibrary !== undefined)
        throw new AppError(problem('not-allowed', 'This library cannot be moved there now.'))
      if ((await secrets.get(known)) === undefined)
        throw new AppError(
          problem('not-allowed', `The key of “${known.name}” is not at hand: open that library first.`),
        )
      secondLibrary = id
      try {
        const hold = await holdWithKey(known)
        try {
          return await work(hold.library)
        } finally {
          waiting.set(id, hold.library.record().waiting)
          background.keep(known, hold)
        }
      } finally {
        secondLibrary = undefined
      }
    },
    stopSending: background.stop,
    async close() {
      isOver = true
      await libraries.closeAll()
      await endService()
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
