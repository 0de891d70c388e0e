import { AppError } from '../../shared/problem'
import type { Clock } from '../system/clock'
import type { Log } from '../system/log'
import type { ConnectionList, KnownConnection } from './list/connection-list'
import type { Hold, OpenLibrary } from './open-libraries'

/** Libraries that are not on screen and send what waits in their outboxes. */
interface BackgroundSending {
  /** Keeps a library that a move brought something open while anything waits in it, also after the next start. Takes the hold over. */
  keep(known: KnownConnection, hold: Hold): void
  /**
   * The same for a library that the writer has left, while its work goes by itself: not without a key, and no longer
   * than until the first answer that is not clean. Nothing is asked.
   */
  keepLeft(known: KnownConnection, hold: Hold): void
  /** So many things wait in the outbox of this connection now. */
  waits(connectionId: string, waiting: number): void
  has(connectionId: string): boolean
  /** The library of this connection is on screen: it sends by itself. */
  shown(connectionId: string): void
  /** Stops, and does not begin again before the library was on screen. */
  stop(connectionId: string): void
}

interface BackgroundSendingParts {
  readonly clock: Clock
  readonly connections: Pick<ConnectionList, 'all' | 'put' | 'removed'>
  /** Told at most once a second while things are sent. */
  readonly onChange: () => void
  readonly log: Log
}

interface Sending {
  readonly hold: Hold
  /** Of a library that was left: what waited for the writer then. Absent for what a move brought. */
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

  /** Also while another library is moved into it. */
  const isRemoved = (connectionId: string) =>
    parts.connections.removed().some(({ id }) => id === connectionId)

  /** The next start knows by this that something waits there. */
  function note(connectionId: string, sending: KnownConnection['sending']): void {
    const known = listed(connectionId)
    if (known === undefined || known.sending === sending) return
    const { sending: _sending, ...rest } = known
    try {
      parts.connections.put({ ...rest, ...(sending !== undefined && { sending }) })
    } catch (error) {
      // It is sent in this run all the same.
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

/** Goes on with the libraries that sent in the background when an earlier run ended. */
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
      // It cannot be opened in this run: what waits there is sent after a start that opens it.
      if (error instanceof AppError) log.info(`${AREA}: ${error.message}`)
      else log.error(AREA, error)
    }
}

/** What a move brought is sent to its end; of a library that was left only what meets no question and no refusal. */
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
