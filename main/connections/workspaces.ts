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

/** The connections of this profile, one of which is on screen. Each has its own database and works offline. */
export interface Workspaces {
  /** The library on screen. */
  active(): OpenLibrary
  /** The connection of the library on screen, listed or from the environment. */
  current(): KnownConnection
  /** The connection with this id, listed or from the environment; throws an AppError where it is neither. */
  listed(id: string): KnownConnection
  list(): readonly ConnectionRecord[]
  /** Every open library: the one on screen, and those that windows or unwritten words still need. */
  readonly open: Pick<OpenLibraries, 'of' | 'all' | 'whenClosed'>
  /**
   * Brings another library on screen. It is opened first: where that fails, or the choice cannot be stored, nothing
   * changes. The library that is left stays open until each window that showed it has left it too.
   */
  activate(id: string): Promise<void>
  /** Notes that a page has begun in this window; it works with the library on screen from now on. */
  join(window: number): Bootstrap['onScreen']
  /** Notes that this window has handed over all its words of a library. */
  left(window: number, library: LibraryEpoch): void
  /**
   * Notes whether a window has the focus, and whether one is visible: the library on screen then polls its service more
   * often.
   */
  attend(attention: Attention): void
  /** What each window shows of each library, by window. */
  readonly memories: WindowMemories
  /** Notes that this window was closed, or its process ended. */
  windowGone(window: number): void
  /** Keeps words of a library that is no longer open among that library's recovered texts. */
  recoverText(input: CommandInput<'library.recover-text'>): Promise<void>
  /** Handles a changed or newly available key of a connection; the key of a removed connection is gone. */
  keyChanged(id: string): Promise<void>
  /**
   * Runs `ask` with the library of a connection. It is opened for that where it is not open; nothing is sent meanwhile.
   */
  visit<T>(known: KnownConnection, ask: (workspace: OpenLibrary) => T | Promise<T>): Promise<T>
  /**
   * Opens a service's library beside the one on screen, with its key, so that both reach their services. Only one can
   * be open at a time; no switch happens meanwhile.
   */
  withSecondLibrary<T>(id: string, work: (workspace: OpenLibrary) => Promise<T>): Promise<T>
  /** Stops background sending of this library until it was on screen again. */
  stopSending(id: string): void
  /** Closes every library, then stops the embedded service. No function may be called afterwards. */
  close(): Promise<void>
}

/** Opens the library that was on screen last, or the one that the environment names, without waiting for a service. */
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

  /** The last switch: switches run one after another. */
  let switching: Promise<unknown> = Promise.resolve()

  async function activate(id: string): Promise<void> {
    const known = listed(id)
    if (second.isOpen() && !isOnScreen(id)) throw underWay()
    const next = isOnScreen(id) ? screen.hold().share() : await holdWithKey(known)
    try {
      // The connection may have been removed while it was opened.
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
