import type { Clock } from '../../system/clock'
import type { Connection } from '../service/connection'
import type { ConnectionState } from '../service/connection-state'
import { backOffMs } from './back-off'
import type { Batch } from './batch'
import { createDueQueue } from './due-queue'
import { clearFailure, fail, failedByDisk, forgive, isFirst, type Entry } from './outbox-entry'

interface SendLoopParts {
  readonly clock: Clock
  readonly random: () => number
  readonly connection: Connection
  /** The waiting entries by key; an entry that was sent is removed. */
  readonly entries: Map<string, Entry>
  readonly batch: Batch
  readonly isWriterTyping: () => boolean
  /** Reports that an entry has changed. */
  readonly tell: () => void
}

/** How many sends run at once; one of them is reserved for entries that the writer asked for. */
const PARALLEL = 4
/**
 * The pause between sends that nobody waits for, while the writer types. They run one at a time, because each costs
 * main several writes to the disk, for which a key would wait.
 */
const REST_MS = 100
const MANY = 20

/** After one of these failures a change of the connection is reason enough to try at once. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'throttled',
  'unauthorized',
  'missing-ability',
])

/** Sends due entries, a few at a time and as far as the connection allows. */
export function createSendLoop(parts: SendLoopParts) {
  const { clock, connection, entries, batch, tell } = parts
  const queue = createDueQueue(entries)
  let running = 0
  const timer = createTimer(clock, () => pump())
  const offline = createHoldingOff(parts)
  let restsUntil = 0
  let isClosed = false
  const unsubscribe = connection.subscribe(connectionChanged)

  function connectionChanged(now: ConnectionState, before: ConnectionState): void {
    const isBack = now.reach === 'online' && before.reach !== 'online'
    if (now.reach === 'offline' && before.reach !== 'offline') offline.holdOff()
    if (isBack || now.keyGeneration !== before.keyGeneration || now.paused !== before.paused) {
      offline.isOver()
      for (const entry of entries.values())
        if (entry.problem && OF_THE_WAY.has(entry.problem.code)) forgive(entry, clock.now())
    }
    tell()
    changed()
  }

  /** Handles a change of the waiting entries: one was added, removed, or has another time. */
  function changed(): void {
    queue.changed()
    pump()
  }

  /** Starts the sends that are due, as far as the connection allows, and sets the timer for the next one. */
  function pump(): void {
    timer.cancel()
    if (isClosed) return
    const now = clock.now()
    const state = connection.current()
    if (state.paused || connection.refusal('documents.update') !== undefined) return
    const { entries: due, isAsked, next } = queue.at(now, PARALLEL)
    const isOffline = state.reach === 'offline'
    if (isOffline && now < offline.until() && !isAsked) return timer.wakeAt(offline.until())
    const isGentle = entries.size >= MANY && parts.isWriterTyping()
    const isResting = isGentle && now < restsUntil
    let free = (isOffline ? 1 : isGentle ? 2 : PARALLEL) - running
    for (const entry of due) {
      const isReserved = !isOffline && free === 1
      if (free <= 0 || ((isReserved || isResting) && !isFirst(entry))) break
      free--
      void run(entry)
    }
    const wake = isResting ? Math.min(next, restsUntil) : next
    if (wake < Infinity) timer.wakeAt(isOffline ? Math.max(wake, offline.until()) : wake)
  }

  async function run(entry: Entry): Promise<void> {
    const { asked } = entry
    const wasOffline = connection.current().reach === 'offline'
    running++
    entry.isRunning = true
    entry.asked = false
    entry.intent = { kind: 'none' }
    tell()
    const attempt = await entry.of.send(entry.id, asked).catch(failedByDisk)
    entry.isRunning = false
    running--
    restsUntil = clock.now() + REST_MS
    if (isClosed) return
    if (wasOffline && attempt.kind === 'failed' && connection.current().reach === 'offline') offline.holdOff()
    if (attempt.kind === 'failed') fail(entry, attempt.problem, clock.now(), parts.random)
    else {
      clearFailure(entry)
      if (entry.intent.kind === 'none' && entries.delete(entry.key)) batch.sent()
    }
    if (entries.has(entry.key)) queue.changed()
    tell()
    pump()
  }

  return {
    changed,
    /** Handles a change of the order where no further entry has become due. */
    orderChanged: queue.changed,
    isClosed: () => isClosed,
    close() {
      isClosed = true
      timer.cancel()
      unsubscribe()
    },
  }
}

/** Delays the next try while there is no network: one thing at a time is tried, with growing pauses. */
function createHoldingOff({ clock, random }: Pick<SendLoopParts, 'clock' | 'random'>) {
  let tries = 0
  let until = 0
  return {
    until: () => until,
    holdOff() {
      tries++
      until = clock.now() + backOffMs(tries, random)
    },
    isOver() {
      tries = 0
      until = 0
    },
  }
}

function createTimer(clock: Clock, run: () => void) {
  let cancel = () => {}
  return {
    cancel: () => cancel(),
    wakeAt(at: number) {
      cancel()
      cancel = clock.after(Math.max(0, at - clock.now()), run)
    },
  }
}
