import { appError } from '../../shared/problem'
import type { LibraryEpoch } from '../../shared/terms'
import type { Clock } from '../system/clock'
import type { KnownConnection } from './list/connection-list'
import type { Emit } from '../documents/engine/window-events'
import type { Workspace } from './workspace/workspace'

/** An open library, and the epoch that messages about it carry (rule W22). */
export interface OpenLibrary extends Workspace {
  readonly epoch: LibraryEpoch
  readonly connectionId: string
  /** Tells the windows something about this library. */
  readonly tell: Emit
}

/** A reason for a library to be open. */
export interface Hold {
  readonly library: OpenLibrary
  /** Adds another reason for the same library to be open. */
  share(): Hold
  /** Ends this reason, at its first call; the library closes when no reason is left. */
  release(): void
}

/** Every library that is open in this app: one for each connection, so that no database is ever opened twice. */
export interface OpenLibraries {
  of(epoch: LibraryEpoch): OpenLibrary | undefined
  /** The connection of a library that is open, or was open in this run. */
  connectionOf(epoch: LibraryEpoch): string | undefined
  find(connectionId: string): OpenLibrary | undefined
  all(): readonly OpenLibrary[]
  /**
   * Opens the library, with a key for its service, or returns the one that is open; throws an AppError where it cannot
   * be opened.
   */
  hold(known: KnownConnection, key?: string): Promise<Hold>
  /** Resolves when the library of this connection is not open any more. */
  whenClosed(connectionId: string): Promise<void>
  /** Closes all libraries, even those that are still held; none can be opened afterwards. */
  closeAll(): Promise<void>
}

interface OpenLibrariesParts {
  readonly clock: Clock
  /** Opens a workspace whose events go out with this epoch. */
  readonly open: (known: KnownConnection, epoch: LibraryEpoch, key: string | undefined) => OpenLibrary
  /**
   * Called when nobody needs the library any more and every word is on the disk: it closes, unless the callback takes a
   * hold.
   */
  readonly freed?: (known: KnownConnection, hold: () => Hold) => void
  readonly closed: (known: KnownConnection, library: OpenLibrary) => void
  readonly report: (error: unknown) => void
}

interface Entry {
  readonly known: KnownConnection
  readonly library: OpenLibrary
  holds: number
  closing: Promise<void> | undefined
}

/** How often an unneeded library whose words no disk has taken yet is checked again. */
const UNWRITTEN_AGAIN_MS = 2_000

export function createOpenLibraries(parts: OpenLibrariesParts): OpenLibraries {
  const entries = new Map<string, Entry>()
  const connections = new Map<LibraryEpoch, string>()
  const waiting = new Map<string, (() => void)[]>()
  let opened = 0
  let isOver = false

  function open(known: KnownConnection, key: string | undefined): Entry {
    const epoch = `${known.id}:${++opened}` as LibraryEpoch
    const entry: Entry = { known, library: parts.open(known, epoch, key), holds: 0, closing: undefined }
    entries.set(known.id, entry)
    connections.set(epoch, known.id)
    return entry
  }

  function take(entry: Entry): Hold {
    entry.holds += 1
    let isReleased = false
    return {
      library: entry.library,
      share: () => take(entry),
      release() {
        if (isReleased) return
        isReleased = true
        entry.holds -= 1
        closeIfFree(entry)
      },
    }
  }

  /**
   * Closes a library that nobody needs. While some of its words are only in memory it stays open, until a disk has
   * them.
   */
  function closeIfFree(entry: Entry): void {
    if (isOver || entry.holds > 0 || entry.closing !== undefined) return
    if (entry.library.documents.unwritten().length > 0)
      parts.clock.after(UNWRITTEN_AGAIN_MS, () => closeIfFree(entry))
    else {
      parts.freed?.(entry.known, () => take(entry))
      if (entry.holds === 0) void close(entry)
    }
  }

  function close(entry: Entry): Promise<void> {
    entry.closing ??= entry.library
      .close()
      .catch(parts.report)
      .finally(() => {
        entries.delete(entry.known.id)
        parts.closed(entry.known, entry.library)
        for (const resolve of waiting.get(entry.known.id) ?? []) resolve()
        waiting.delete(entry.known.id)
      })
    return entry.closing
  }

  const openNow = (entry: Entry | undefined) => (entry?.closing === undefined ? entry : undefined)

  return {
    of: (epoch) => {
      const library = openNow(entries.get(connections.get(epoch) ?? ''))?.library
      return library?.epoch === epoch ? library : undefined
    },
    connectionOf: (epoch) => connections.get(epoch),
    find: (connectionId) => openNow(entries.get(connectionId))?.library,
    all: () =>
      [...entries.values()].filter(({ closing }) => closing === undefined).map(({ library }) => library),
    async hold(known, key) {
      for (;;) {
        if (isOver) throw appError('not-allowed', 'The app is closing.')
        const entry = entries.get(known.id)
        if (entry?.closing === undefined) return take(entry ?? open(known, key))
        await entry.closing
      }
    },
    async whenClosed(connectionId) {
      if (!entries.has(connectionId)) return
      await new Promise<void>((resolve) => {
        waiting.set(connectionId, [...(waiting.get(connectionId) ?? []), resolve])
      })
    },
    async closeAll() {
      isOver = true
      await Promise.all([...entries.values()].map(close))
    },
  }
}
