import type { CommandInput } from '../../shared/ipc/ipc'
import type { Bootstrap } from '../../shared/ipc/ipc-window'
import type { Connection as ConnectionRecord } from '../../shared/ipc/ipc-sync'
import { appError } from '../../shared/problem'
import type { LibraryEpoch } from '../../shared/terms'
import type { ConnectedLibrariesParts } from './connected-libraries'
import type { KnownConnection } from './list/connection-list'
import { openFirst } from './first-library'
import { openKnownConnections, type KnownConnectionsParts } from './list/known-connections'
import { createLibraryPool, createSecondLibrary } from './library-pool'
import { createOnScreen } from './on-screen'
import type { OpenLibraries, OpenLibrary } from './open-libraries'
import type { Attention } from '../sync/pull/timetable'
import { createWindowMemories, type WindowMemories } from '../app/windows/window-memory'

export type WorkspacesParts = Omit<ConnectedLibrariesParts, 'latest' | 'tabs' | 'freed' | 'waits'> &
  KnownConnectionsParts

/** The connections of this profile, one of them on screen. Each keeps its own database and works offline. */
export interface Workspaces {
  /** The library on screen. */
  active(): OpenLibrary
  /** The connection of the library on screen, listed or from the environment. */
  current(): KnownConnection
  /** The connection with this id, listed or from the environment; throws an AppError where it is neither. */
  listed(id: string): KnownConnection
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
  attend(attention: Attention): void
  /** What each window shows of each library. */
  readonly memories: WindowMemories
  /** This window was closed, or its process ended. */
  windowGone(window: number): void
  /** Keeps words of a library that is not open any more among its recovered texts. */
  recoverText(input: CommandInput<'library.recover-text'>): Promise<void>
  /** The key of a connection has changed or is at hand again; of one that was removed it is there no more. */
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
  const { connections, secrets } = parts
  const { fromEnvironment, all, listed, latest } = await openKnownConnections(parts)
  const memories = createWindowMemories(parts.settings)
  const pool = createLibraryPool({
    ...parts,
    latest,
    tabs: memories.tabs,
    onChange: () => screen.hold().library.settingsChanged(),
  })
  const { libraries, holdWithKey } = pool
  const wanted = fromEnvironment ?? connections.active()
  const first = await openFirst(wanted, connections.all(), holdWithKey, parts.notices)
  const screen = createOnScreen(first, { ...parts, switched: pool.switched })
  const isOnScreen = (id: string) => id === screen.current().id
  const second = createSecondLibrary({
    connections,
    secrets,
    hold: holdWithKey,
    isOnScreen,
    ended: pool.moved,
  })
  void parts.painted.then(() => pool.countWaiting(isOnScreen)).then(() => pool.resumeSending(isOnScreen))

  /** One switch after the other. */
  let switching: Promise<unknown> = Promise.resolve()

  async function activate(id: string): Promise<void> {
    const known = listed(id)
    if (second.isOpen() && !isOnScreen(id)) throw underWay()
    const next = isOnScreen(id) ? screen.hold().share() : await holdWithKey(known)
    try {
      // It may have been removed while it was opened.
      listed(id)
      if (id !== fromEnvironment?.id) connections.activate(id)
      if (!isOnScreen(id)) screen.show(known, next.share())
    } finally {
      next.release()
    }
  }

  return {
    active: () => screen.hold().library,
    current: () => latest(screen.current()),
    listed,
    open: libraries,
    list: () =>
      all().map((known) => (isOnScreen(known.id) ? screen.hold().library.record() : pool.recordOf(known))),
    activate(id) {
      const switched = switching.catch(() => {}).then(() => activate(id))
      switching = switched
      return switched
    },
    join: screen.join,
    attend: screen.attend,
    memories,
    left: screen.windows.left,
    windowGone: screen.windows.gone,
    async recoverText({ library, ...words }) {
      const id = libraries.connectionOf(library as LibraryEpoch)
      const known = [...all(), ...connections.removed()].find((one) => one.id === id)
      if (known === undefined)
        throw appError('not-found-here', 'The library of this text is not on this device any more.')
      await pool.visit(known, (opened) => opened.keepText(words))
    },
    async keyChanged(id) {
      const known = all().find((one) => one.id === id)
      const key = known && (await secrets.get(known))
      const library = libraries.find(id)
      if (library !== undefined && (known === undefined || key !== undefined)) pool.takeKey(library, key)
    },
    visit: pool.visit,
    withSecondLibrary: second.with,
    stopSending: pool.stopSending,
    close: pool.close,
  }
}

const underWay = () => appError('not-allowed', 'A library is being moved. Wait for it, or cancel it.')
