import { AppError } from '../../shared/problem'
import type { Clock } from '../system/clock'
import type { Log } from '../system/log'
import type { ConnectionList, KnownConnection } from './list/connection-list'
import type { Hold, OpenLibrary } from './open-libraries'

/** Sends the waiting changes of libraries that are not on screen. */
interface BackgroundSending {
  /**
   * Keeps a library that received a move open while changes wait in it, even after the next start. Takes over the hold.
   */
  keep(known: KnownConnection, hold: Hold): void
  /**
   * Keeps a library that the writer has left open while its changes are sent without her help: never without a key, and
   * only until an answer refuses a change or asks for a decision. The writer is not asked anything. Takes over the
   * hold.
   */
  keepLeft(known: KnownConnection, hold: Hold): void
  /** Reports how many things wait in the outbox of this connection now. */
  waits(connectionId: string, waiting: number): void
  has(connectionId: string): boolean
  /** Notes that the library of this connection is on screen, where it sends in the normal way. */
  shown(connectionId: string): void
  /** Stops sending; it does not start again before the library was on screen. */
  stop(connectionId: string): void
}

interface BackgroundSendingParts {
  readonly clock: Clock
  readonly connections: Pick<ConnectionList, 'all' | 'put' | 'removed'>
  /** Called at most once a second while changes are sent. */
  readonly onChange: () => void
  readonly log: Log
}

interface Sending {
  readonly hold: Hold
  /** Only for a library that the writer has left: how many things waited for the writer at that time. */
  readonly waitedForWriter?: number
}

const TOLD_EVERY_MS = 1_000
const AREA = 'sending in the background'

export function createBackgroundSending(parts: BackgroundSendingParts): BackgroundSending {
  const sendings = new Map<string, Sending>()
  const stopped = new Set<string>()
  let isTelling = false

  function tell(): void {
    if (isTelling) return
    isTelling = true
    parts.clock.after(TOLD_EVERY_MS, () => {
      isTelling = false
      parts.onChange()
    })
  }

  const listed = (connectionId: string) => parts.connections.all().find(({ id }) => id === connectionId)

  /** Whether the writer has removed the connection; it may still be the target of a move. */
  const isRemoved = (connectionId: string) =>
    parts.connections.removed().some(({ id }) => id === connectionId)

  /** Records in the list that the library has waiting changes, for the next start. */
  function note(connectionId: string, sending: KnownConnection['sending']): void {
    const known = listed(connectionId)
    if (known === undefined || known.sending === sending) return
    const { sending: _sending, ...rest } = known
    try {
      parts.connections.put({ ...rest, ...(sending !== undefined && { sending }) })
    } catch (error) {
      // The changes are sent in this run all the same.
      parts.log.error(AREA, error)
    }
  }

  function end(connectionId: string): void {
    const sending = sendings.get(connectionId)
    if (sending === undefined) return
    sendings.delete(connectionId)
    note(connectionId, undefined)
    sending.hold.release()
    tell()
  }

  function keep(known: KnownConnection, hold: Hold): void {
    stopped.delete(known.id)
    const before = sendings.get(known.id)
    if (hold.library.record().waiting === 0 || isRemoved(known.id)) {
      if (before === undefined) note(known.id, undefined)
      hold.release()
    } else {
      sendings.set(known.id, { hold })
      note(known.id, true)
      before?.hold.release()
    }
    parts.onChange()
  }

  function keepLeft(known: KnownConnection, hold: Hold): void {
    const sending = { hold, waitedForWriter: hold.library.outbox.waitingForWriter() }
    if (isRemoved(known.id) || stopped.has(known.id) || sendings.has(known.id) || !goesOn(sending)) {
      if (listed(known.id)?.sending === 'left') note(known.id, undefined)
      hold.release()
      return
    }
    sendings.set(known.id, sending)
    note(known.id, 'left')
    tell()
  }

  function shown(connectionId: string): void {
    stopped.delete(connectionId)
    if (sendings.get(connectionId)?.waitedForWriter !== undefined) end(connectionId)
    else if (listed(connectionId)?.sending === 'left') note(connectionId, undefined)
  }

  return {
    keep,
    keepLeft,
    shown,
    waits(connectionId, waiting) {
      const sending = sendings.get(connectionId)
      if (sending === undefined) return
      if (waiting === 0 || !goesOn(sending)) end(connectionId)
      else tell()
    },
    has: (connectionId) => sendings.has(connectionId),
    stop(connectionId) {
      stopped.add(connectionId)
      end(connectionId)
    },
  }
}

/** Resumes background sending for the libraries that still sent when an earlier run ended. */
export async function resumeSending(
  background: BackgroundSending,
  { connections, log }: Pick<BackgroundSendingParts, 'connections' | 'log'>,
  hold: (known: KnownConnection) => Promise<Hold>,
  { isOnScreen, isOver }: { isOnScreen: (id: string) => boolean; isOver: () => boolean },
): Promise<void> {
  for (const known of connections.all().filter(({ sending }) => sending !== undefined))
    try {
      if (isOver()) return
      const opened = await hold(known)
      if (known.sending === true) background.keep(known, opened)
      else if (!isOnScreen(known.id)) background.keepLeft(known, opened)
      else {
        opened.release()
        background.shown(known.id)
      }
    } catch (error) {
      // The library cannot be opened in this run: its changes are sent after a start that opens it.
      if (error instanceof AppError) log.info(`${AREA}: ${error.message}`)
      else log.error(AREA, error)
    }
}

/**
 * Whether the library may go on sending. One that received a move sends everything; one that the writer left stops at
 * the first change that is refused or needs a decision.
 */
function goesOn({ hold: { library }, waitedForWriter }: Sending): boolean {
  if (waitedForWriter === undefined) return true
  const waiting = library.outbox.waitingForWriter()
  return library.outbox.waiting() > waiting && waiting <= waitedForWriter && mayWrite(library)
}

const REFUSING: ReadonlySet<string> = new Set(['unauthorized', 'account-deletion', 'paused'])

function mayWrite(library: OpenLibrary): boolean {
  const { configured, locked, otherAccount, asksAccount, state, abilities } = library.record()
  const isKnown = configured && !locked && !otherAccount && asksAccount !== true
  return isKnown && !REFUSING.has(state) && abilities['documents:write'] !== 'no'
}
