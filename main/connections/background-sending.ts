import type { Clock } from '../system/clock'
import type { ConnectionList, KnownConnection } from './connection-list'
import type { Hold } from './open-libraries'

/** Libraries that send in the background what a move brought them, until nothing waits there any more. */
export interface BackgroundSending {
  /** Keeps the library open while something waits in its outbox, also after the next start. Takes the hold over. */
  keep(known: KnownConnection, hold: Hold): void
  /** So many things wait in the outbox of this connection now. */
  waits(connectionId: string, waiting: number): void
  has(connectionId: string): boolean
  /** Keeps the library of this connection open no longer. */
  stop(connectionId: string): void
}

export interface BackgroundSendingParts {
  readonly clock: Clock
  readonly connections: Pick<ConnectionList, 'all' | 'put'>
  /** Told at most once a second while things are sent. */
  readonly onChange: () => void
  readonly report: (error: unknown) => void
}

const TOLD_EVERY_MS = 1_000

export function createBackgroundSending(parts: BackgroundSendingParts): BackgroundSending {
  const holds = new Map<string, Hold>()
  let isTelling = false

  function tell(): void {
    if (isTelling) return
    isTelling = true
    parts.clock.after(TOLD_EVERY_MS, () => {
      isTelling = false
      parts.onChange()
    })
  }

  /** The next start knows by this that something waits there. */
  function note(connectionId: string, isSending: boolean): void {
    const known = parts.connections.all().find(({ id }) => id === connectionId)
    if (known === undefined || (known.sending === true) === isSending) return
    const { sending: _sending, ...rest } = known
    try {
      parts.connections.put({ ...rest, ...(isSending && { sending: true }) })
    } catch (error) {
      // It is sent in this run all the same.
      parts.report(error)
    }
  }

  function stop(connectionId: string): void {
    const hold = holds.get(connectionId)
    if (hold === undefined) return
    holds.delete(connectionId)
    note(connectionId, false)
    hold.release()
    tell()
  }

  return {
    keep(known, hold) {
      if (holds.has(known.id) || hold.library.record().waiting === 0) {
        if (!holds.has(known.id)) note(known.id, false)
        hold.release()
      } else {
        holds.set(known.id, hold)
        note(known.id, true)
      }
      parts.onChange()
    },
    waits(connectionId, waiting) {
      if (!holds.has(connectionId)) return
      if (waiting === 0) stop(connectionId)
      else tell()
    },
    has: (connectionId) => holds.has(connectionId),
    stop,
  }
}
