import type { Connection as ConnectionRecord } from '../../shared/ipc/ipc-sync'
import { appError } from '../../shared/problem'
import { createBackgroundSending, resumeSending } from './background-sending'
import { createConnectedLibraries, type ConnectedLibrariesParts } from './connected-libraries'
import { folderOf, type ConnectionList, type KnownConnection } from './list/connection-list'
import type { Hold, OpenLibrary } from './open-libraries'
import type { Secrets } from './keys/secrets'
import { waitingIn } from './workspace/waiting-in'
import { unknownAbilities } from '../sync/service/connection-state'

interface LibraryPoolParts extends Omit<ConnectedLibrariesParts, 'freed' | 'waits'> {
  readonly connections: ConnectionList
  /** Called when the state of a library that is not on screen has changed. */
  readonly onChange: () => void
}

/** All open libraries, including those that are not on screen and still send. */
export function createLibraryPool(parts: LibraryPoolParts) {
  /** How many things wait in each library: the count at the start, or when the library was last open. */
  const waiting = new Map<string, number>()
  /** Libraries that were on screen in this run and no longer are. */
  const left = new Set<string>()
  let isOver = false
  const background = createBackgroundSending({ ...parts, onChange: () => isOver || parts.onChange() })
  const connected = createConnectedLibraries({
    ...parts,
    freed(known, hold) {
      if (left.delete(known.id)) background.keepLeft(parts.latest(known), hold())
    },
    waits(id, count) {
      waiting.set(id, count)
      background.waits(id, count)
    },
  })
  const { libraries, holdWithKey } = connected

  return {
    libraries,
    holdWithKey,
    takeKey: connected.takeKey,

    /** Notes that another library is on screen from now on. */
    switched(from: KnownConnection, library: OpenLibrary, to: KnownConnection): void {
      waiting.set(from.id, library.record().waiting)
      left.add(from.id)
      left.delete(to.id)
      background.shown(to.id)
    },

    /** Keeps sending the changes that a move brought. Takes over the hold. */
    moved(known: KnownConnection, hold: Hold): void {
      waiting.set(known.id, hold.library.record().waiting)
      background.keep(known, hold)
    },

    /** Counts the waiting things of libraries that are not on screen, from their files on the disk. */
    async countWaiting(isOnScreen: (id: string) => boolean): Promise<void> {
      for (const { id } of parts.connections.all()) {
        // Windows are served between one library and the next.
        await new Promise((resolve) => setImmediate(resolve))
        if (isOver) return
        if (isOnScreen(id) || waiting.has(id) || libraries.find(id) !== undefined) continue
        try {
          waiting.set(id, waitingIn(folderOf(parts.profile, id)))
        } catch (error) {
          parts.log.error('counting what waits', error)
        }
      }
      if ([...waiting.values()].some((count) => count > 0)) parts.onChange()
    },

    resumeSending: (isOnScreen: (id: string) => boolean) =>
      resumeSending(background, parts, holdWithKey, { isOnScreen, isOver: () => isOver }),
    stopSending: background.stop,

    async visit<T>(known: KnownConnection, ask: (library: OpenLibrary) => T | Promise<T>): Promise<T> {
      const hold = await libraries.hold(known)
      try {
        return await ask(hold.library)
      } finally {
        hold.release()
      }
    },

    /** The connection record of a library that is not on screen. */
    recordOf(known: KnownConnection): ConnectionRecord {
      const closed = closedRecord(known, waiting.get(known.id) ?? 0, parts.secrets.isLocked(known.id))
      if (!background.has(known.id)) return closed
      return { ...(libraries.find(known.id)?.record() ?? closed), sending: true }
    },

    async close(): Promise<void> {
      isOver = true
      await libraries.closeAll()
      await connected.endServices()
    },
  }
}

interface SecondLibraryParts {
  readonly connections: ConnectionList
  readonly secrets: Secrets
  readonly hold: (known: KnownConnection) => Promise<Hold>
  readonly isOnScreen: (id: string) => boolean
  /** Called when the work is over; takes over the hold of the library. */
  readonly ended: (known: KnownConnection, hold: Hold) => void
}

/** Opens a service's library beside the one on screen, for a move. Only one can be open at a time. */
export function createSecondLibrary({ connections, secrets, hold, isOnScreen, ended }: SecondLibraryParts) {
  let isOpen = false

  return {
    isOpen: () => isOpen,

    async with<T>(id: string, work: (workspace: OpenLibrary) => Promise<T>): Promise<T> {
      const known = connections.all().find((one) => one.id === id && one.kind === 'service')
      if (known === undefined || isOnScreen(id) || isOpen)
        throw appError('not-allowed', 'This library cannot be moved there now.')
      if ((await secrets.get(known)) === undefined)
        throw appError('not-allowed', `The key of “${known.name}” is not available: open that library first.`)
      isOpen = true
      try {
        const held = await hold(known)
        try {
          return await work(held.library)
        } finally {
          ended(known, held)
        }
      } finally {
        isOpen = false
      }
    },
  }
}

/** The record of a connection whose library is not open. */
function closedRecord(known: KnownConnection, waiting: number, locked: boolean): ConnectionRecord {
  return {
    id: known.id,
    name: known.name,
    kind: known.kind,
    address: known.kind === 'embedded' ? '' : known.address,
    configured: true,
    locked,
    state: 'offline',
    abilities: unknownAbilities,
    otherAccount: false,
    guarded: 'not-seen-yet',
    capabilities: [],
    waiting,
  }
}
