import type { OutboxItem } from '../../../shared/ipc/ipc-sync'
import { CANCELLABLE_KINDS, DISCARDED } from '../../../shared/terms'
import type { CommandOutput } from '../../../shared/ipc/ipc'
import type { Clock } from '../../system/clock'
import type { Facts } from '../../store/facts'
import type { SyncLog } from '../../store/sync-log'
import { backOffMs, RETRIES_IN_A_ROW } from './back-off'
import { createBatch } from './batch'
import type { Connection } from '../service/connection'
import type { ConnectionState } from '../service/connection-state'
import {
  byAttention,
  byUrgency,
  dueAt,
  failedByDisk,
  isFirst,
  newEntry,
  stands,
  type Entry,
} from './outbox-entry'
import { itemOf } from './outbox-words'
import type { SendIntent } from '../../documents/core/events'
import type { Attempt, Sendable, SendScheduler } from './sendable'

export interface OutboxParts {
  readonly clock: Clock
  /** A random number from 0 to 1. */
  readonly random: () => number
  readonly connection: Connection
  readonly log: SyncLog
  readonly facts: Facts
  /** Called with the number of waiting things after each change. */
  readonly onChange: (waiting: number) => void
}

/** Decides when waiting things are sent: after pauses, with back-off, a few at a time, and none blocks another. */
export interface Outbox extends SendScheduler {
  /** Schedules many things that are new here with the same intent. */
  scheduleAll(of: Sendable, ids: readonly string[], intent: SendIntent): void
  /** The first waiting things, in the order in which they are sent, and how many there are. */
  list(): CommandOutput<'outbox.list'>
  /** Tries an item again now; without an id, all that wait for time or the network. */
  retry(id?: string): void
  pause(paused: boolean): void
  /** Discards what waits on one thing; true where `undoDiscard` can bring it back in this session. */
  discard(id: string): boolean
  /** Brings back what was discarded; false where the thing has changed since. */
  undoDiscard(id: string): boolean
  /**
   * Takes back the moves, tags and deletes that wait; typed text goes on waiting. Resolves with the number of changes
   * taken back.
   */
  cancelMany(): Promise<number>
  /** When the thing is tried again, if it waits for a time. */
  retryAt(of: Sendable, id: string): number | undefined
  waiting(): number
  /** How many of them go only when the writer says so: decisions, refusals, and what is held back. */
  waitingForWriter(): number
  close(): void
}

/** How many sends run at once; one of them is reserved for what the writer asked for. */
const PARALLEL = 4
const SENT_LISTED = 100
/** The list has no more items than this, because each is read from the journal; the others are counted only. */
const WAITING_LISTED = 200
const CANCELLED_AT_ONCE = 20

const keyOf = ({ kind }: Sendable, id: string): string => `${kind}:${id}`

/** After one of these failures a change of the connection is reason enough to try at once. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'throttled',
  'unauthorized',
  'missing-ability',
])

export function createOutbox(parts: OutboxParts): Outbox {
  const { clock, connection, facts, log } = parts
  const entries = new Map<string, Entry>()
  let cancelTimer = () => {}
  let offlineTries = 0
  let offlineUntil = 0
  let isTelling = false
  let isClosed = false
  const batch = createBatch()
  /** The functions that bring back what was discarded, by the key of the entry. */
  const undos = new Map<string, () => boolean>()

  connection.setPaused(facts.read('paused') === true)
  const unsubscribe = connection.subscribe(connectionChanged)

  function connectionChanged(now: ConnectionState, before: ConnectionState): void {
    const isBack = now.reach === 'online' && before.reach !== 'online'
    if (now.reach === 'offline' && before.reach !== 'offline') holdOff()
    if (isBack || now.keyGeneration !== before.keyGeneration || now.paused !== before.paused) {
      offlineTries = 0
      offlineUntil = 0
      for (const entry of entries.values())
        if (entry.problem && OF_THE_WAY.has(entry.problem.code)) forgive(entry)
    }
    tell()
    pump()
  }

  /** Delays the next try while there is no network: one thing at a time is tried, with growing pauses. */
  function holdOff(): void {
    offlineTries++
    offlineUntil = clock.now() + backOffMs(offlineTries, parts.random)
  }

  function forgive(entry: Entry): void {
    entry.failures = 0
    entry.problem = undefined
    entry.restsUntil = 0
    entry.dueAt = dueAt(entry, clock.now())
  }

  function schedule(of: Sendable, id: string, intent: SendIntent): void {
    if (stands(entries.get(keyOf(of, id)), intent)) return
    enter(of, id, intent)
    tell()
    if (intent.kind !== 'none') pump()
  }

  function enter(of: Sendable, id: string, intent: SendIntent): void {
    const key = keyOf(of, id)
    const known = entries.get(key)
    if (intent.kind === 'none') {
      if (known?.isRunning) known.intent = intent
      else entries.delete(key)
      return
    }
    const entry = known ?? newEntry(key, of, id, intent, clock.now())
    const goesOn = known !== undefined && known.intent.kind === 'pause' && intent.kind === 'pause'
    entry.intent = intent
    if (!goesOn) entry.since = clock.now()
    if (intent.kind === 'now' && intent.first) entry.restsUntil = 0
    entry.dueAt = Math.max(entry.restsUntil, dueAt(entry, clock.now()))
    entries.set(key, entry)
  }

  /** Starts the sends that are due, as far as the connection allows, and sets the timer for the next one. */
  function pump(): void {
    cancelTimer()
    cancelTimer = () => {}
    if (isClosed) return
    const now = clock.now()
    const state = connection.current()
    if (state.paused || connection.refusal('documents.update') !== undefined) return
    const { due, running, isAsked, next } = glance(now)
    const isOffline = state.reach === 'offline'
    if (isOffline && now < offlineUntil && !isAsked) return wakeAt(offlineUntil)
    let free = (isOffline ? 1 : PARALLEL) - running
    for (const entry of due) {
      const isReserved = !isOffline && free === 1 && !isFirst(entry)
      if (free <= 0 || isReserved) break
      free--
      void run(entry)
    }
    if (next < Infinity) wakeAt(isOffline ? Math.max(next, offlineUntil) : next)
  }

  /**
   * The counts and the most urgent due entries, in one walk: this runs after each answer while ten thousand things may
   * wait.
   */
  function glance(now: number) {
    const due: Entry[] = []
    let [running, isAsked, next] = [0, false, Infinity]
    for (const entry of entries.values()) {
      if (entry.isRunning) {
        running++
        continue
      }
      isAsked ||= entry.asked
      if (entry.dueAt > now) {
        next = Math.min(next, entry.dueAt)
        continue
      }
      const at = due.findIndex((other) => byUrgency(entry, other) < 0)
      if (at >= 0) due.splice(at, 0, entry)
      else if (due.length < PARALLEL) due.push(entry)
      if (due.length > PARALLEL) due.pop()
    }
    return { due, running, isAsked, next }
  }

  function wakeAt(at: number): void {
    cancelTimer()
    cancelTimer = clock.after(Math.max(0, at - clock.now()), pump)
  }

  async function run(entry: Entry): Promise<void> {
    const { asked } = entry
    const wasOffline = connection.current().reach === 'offline'
    entry.isRunning = true
    entry.asked = false
    entry.intent = { kind: 'none' }
    tell()
    const attempt = await entry.of.send(entry.id, asked).catch(failedByDisk)
    entry.isRunning = false
    if (isClosed) return
    if (wasOffline && attempt.kind === 'failed' && connection.current().reach === 'offline') holdOff()
    ended(entry, attempt)
    tell()
    pump()
  }

  function ended(entry: Entry, attempt: Attempt): void {
    if (attempt.kind === 'failed') {
      entry.failures++
      entry.problem = attempt.problem
      if (entry.intent.kind === 'none') entry.intent = { kind: 'now', first: false }
      entry.restsUntil = clock.now() + restMs(entry)
      entry.dueAt = Math.max(entry.restsUntil, dueAt(entry, clock.now()))
      return
    }
    entry.failures = 0
    entry.problem = undefined
    entry.restsUntil = 0
    if (entry.intent.kind !== 'none') return
    entries.delete(entry.key)
    batch.sent()
  }

  /**
   * How long a failed entry rests. Where the time of the next useful try is known, the number of earlier failures does
   * not delay it.
   */
  function restMs({ failures, problem }: Entry): number {
    const stated = problem?.retryAfterMs
    if (stated === undefined) return backOffMs(failures, parts.random)
    return Math.max(stated, backOffMs(Math.min(failures, RETRIES_IN_A_ROW), parts.random))
  }

  /** Calls `onChange` once for all changes of the same moment. */
  function tell(): void {
    if (isTelling || isClosed) return
    isTelling = true
    queueMicrotask(() => {
      isTelling = false
      if (isClosed) return
      batch.waits(byThemselves())
      parts.onChange(entries.size)
    })
  }

  function byThemselves(): number {
    let count = 0
    for (const { intent, isRunning } of entries.values()) if (isRunning || intent.kind !== 'asked') count++
    return count
  }

  function itemsOf(some: readonly Entry[], state: ConnectionState): OutboxItem[] {
    const now = clock.now()
    return some.flatMap((entry) => {
      const thing = entry.of.describe(entry.id)
      return thing === undefined ? [] : [itemOf(entry.key, thing, entry, state, now)]
    })
  }

  function ask(entry: Entry): void {
    if (entry.isRunning) return
    forgive(entry)
    entry.asked = true
    entry.dueAt = clock.now()
  }

  return {
    schedule,
    scheduleAll(of, ids, intent) {
      for (const id of ids) enter(of, id, intent)
      tell()
      pump()
    },
    list() {
      const state = connection.current()
      const progress = batch.progress()
      const inOrder = [...entries.values()]
      if (inOrder.length > WAITING_LISTED) inOrder.sort(byAttention)
      const waiting = itemsOf(inOrder.slice(0, WAITING_LISTED), state)
      const sent = log.read({ kind: 'sent', limit: SENT_LISTED }).map(({ at, documentId, what, detail }) => ({
        at: new Date(at).toISOString(),
        ...(documentId !== undefined && { documentId }),
        what,
        detail,
      }))
      const more = Math.max(0, inOrder.length - WAITING_LISTED)
      return { waiting, more, sent, paused: state.paused, ...(progress !== undefined && { progress }) }
    },
    retry(id) {
      for (const entry of entries.values())
        if (id === undefined ? entry.intent.kind !== 'asked' : entry.key === id) ask(entry)
      connection.retryNow()
      tell()
      pump()
    },
    pause(paused) {
      facts.write('paused', paused)
      connection.setPaused(paused)
    },
    discard(id) {
      const entry = entries.get(id)
      if (!entry || entry.isRunning) return false
      const thing = entry.of.describe(entry.id)
      const undo = entry.of.discard(entry.id)
      if (undo) undos.set(id, undo)
      else undos.delete(id)
      if (thing === undefined) return undo !== undefined
      const { documentId, what } = thing
      const detail = documentId === undefined ? 'Discarded.' : DISCARDED
      log.note({ kind: 'told', what, detail, ...(documentId !== undefined && { documentId }) })
      return undo !== undefined
    },
    undoDiscard(id) {
      const undo = undos.get(id)
      undos.delete(id)
      return undo?.() ?? false
    },
    async cancelMany() {
      const left = [...entries.values()].reverse()
      let count = 0
      while (left.length > 0 && !isClosed) {
        for (const entry of left.splice(0, CANCELLED_AT_ONCE)) {
          if (entry.isRunning || entries.get(entry.key) !== entry) continue
          const thing = entry.of.describe(entry.id)
          if (thing?.canDiscard !== true || !CANCELLABLE_KINDS.has(thing.kind)) continue
          entry.of.discard(entry.id)
          count++
        }
        await new Promise<void>((next) => void clock.after(0, next))
      }
      return count
    },
    retryAt(of, id) {
      const entry = entries.get(keyOf(of, id))
      const state = connection.current()
      if (!entry || entry.isRunning || entry.intent.kind === 'asked') return undefined
      if (state.retryAt !== undefined) return state.retryAt
      return entry.failures > 0 && state.reach === 'online' ? entry.dueAt : undefined
    },
    waiting: () => entries.size,
    waitingForWriter: () => entries.size - byThemselves(),
    close() {
      isClosed = true
      cancelTimer()
      unsubscribe()
    },
  }
}
