import type { OutboxItem } from '../../../shared/ipc/ipc-sync'
import type { CommandOutput } from '../../../shared/ipc/ipc'
import type { Clock } from '../../system/clock'
import type { Facts } from '../../store/facts'
import type { SyncLog } from '../../store/sync-log'
import { createBatch, type Batch } from './batch'
import type { Connection } from '../service/connection'
import type { ConnectionState } from '../service/connection-state'
import { createDiscarding } from './discarding'
import {
  ask,
  byAttention,
  intend,
  keyOf,
  newEntry,
  hasIntent,
  waitsForWriter,
  type Entry,
} from './outbox-entry'
import { itemOf } from './outbox-messages'
import type { SendIntent } from '../../documents/core/events'
import type { Sendable, SendScheduler } from './sendable'
import { createSendLoop } from './send-loop'

interface OutboxParts {
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
  /** Schedules many things that are new on this device with the same intent. */
  scheduleAll(of: Sendable, ids: readonly string[], intent: SendIntent): void
  /** The first waiting things, in the order in which they are sent, and how many there are. */
  list(): CommandOutput<'outbox.list'>
  /** Tries one item again now; without an id, all items that wait for time or the network. */
  retry(id?: string): void
  pause(paused: boolean): void
  /** Discards the pending changes of one thing; true where `undoDiscard` can bring them back in this session. */
  discard(id: string): boolean
  /** Brings discarded changes back; false where the thing has changed since. */
  undoDiscard(id: string): boolean
  /**
   * Takes back the moves, tags and deletes that wait; typed text goes on waiting. Resolves with the number of changes
   * taken back.
   */
  cancelMany(): Promise<number>
  /** When the thing is tried again; `undefined` if it does not wait for a time. */
  retryAt(of: Sendable, id: string): number | undefined
  waiting(): number
  /**
   * Notes that the writer typed words into the thing, `now` or `before` this start: these words go before changes of
   * many documents. The code that receives typing calls this, because not all typing is sent: that into a published
   * text is not.
   */
  noteWords(of: Sendable, id: string, when: 'now' | 'before'): void
  /** Whether words were typed a moment ago: then work that nobody waits for leaves most of the time to keys. */
  isWriterTyping(): boolean
  /** How many waiting things go only when the writer acts: conflicts, refusals, and held-back words. */
  waitingForWriter(): number
  close(): void
}

/** For this long after her last words the writer counts as typing. */
const TYPES_MS = 2_000
const SENT_LISTED = 100
/** The list has no more items than this, because each is read from the journal; the others are counted only. */
const WAITING_LISTED = 200
/**
 * In a change of many documents the list has only a screenful, because windows request its progress again and again.
 */
const MANY_LISTED = 40

export function createOutbox(parts: OutboxParts): Outbox {
  const { clock, connection, facts, log } = parts
  const entries = new Map<string, Entry>()
  const batch = createBatch()
  connection.setPaused(facts.read('paused') === true)
  const waitingForWriter = () => countOf(entries.values(), waitsForWriter)
  const tell = oncePerMoment(() => {
    if (loop.isClosed()) return
    batch.waits(entries.size - waitingForWriter())
    parts.onChange(entries.size)
  })
  let typedAt = -Infinity
  const isWriterTyping = () => clock.now() - typedAt < TYPES_MS
  const loop = createSendLoop({ ...parts, entries, batch, isWriterTyping, tell })
  const pumpSoon = oncePerMoment(() => loop.changed())
  const breathe = () => new Promise<void>((next) => void clock.after(0, next))

  function enter(of: Sendable, id: string, intent: SendIntent): void {
    const known = entries.get(keyOf(of, id))
    if (intent.kind === 'none' && !known?.isRunning) return void entries.delete(keyOf(of, id))
    const entry = known ?? newEntry(of, id)
    if (intent.kind === 'none') entry.intent = intent
    else intend(entry, intent, clock.now())
    entries.set(entry.key, entry)
  }

  return {
    schedule(of, id, intent) {
      if (hasIntent(entries.get(keyOf(of, id)), intent)) return
      enter(of, id, intent)
      tell()
      if (intent.kind !== 'none') pumpSoon()
    },
    scheduleAll(of, ids, intent) {
      for (const id of ids) enter(of, id, intent)
      tell()
      loop.changed()
    },
    list: () => contentsOf([...entries.values()], connection.current(), { log, batch, now: clock.now() }),
    retry(id) {
      for (const entry of entries.values())
        if (id === undefined ? entry.intent.kind !== 'asked' : entry.key === id) ask(entry, clock.now())
      connection.retryNow()
      tell()
      loop.changed()
    },
    pause(paused) {
      facts.write('paused', paused)
      connection.setPaused(paused)
    },
    ...createDiscarding({ entries, log, breathe, isClosed: loop.isClosed }),
    retryAt(of, id) {
      const entry = entries.get(keyOf(of, id))
      const state = connection.current()
      if (!entry || entry.isRunning || waitsForWriter(entry)) return undefined
      if (state.retryAt !== undefined) return state.retryAt
      return entry.failures > 0 && state.reach === 'online' ? entry.dueAt : undefined
    },
    waiting: () => entries.size,
    noteWords(of, id, when) {
      if (when === 'now') typedAt = clock.now()
      const entry = entries.get(keyOf(of, id))
      if (entry === undefined || entry.hasWords) return
      entry.hasWords = true
      loop.orderChanged()
    },
    isWriterTyping,
    waitingForWriter,
    close: loop.close,
  }
}

interface ListParts {
  readonly log: SyncLog
  readonly batch: Batch
  readonly now: number
}

function contentsOf(
  inOrder: Entry[],
  state: ConnectionState,
  { log, batch, now }: ListParts,
): CommandOutput<'outbox.list'> {
  const progress = batch.progress()
  const most = inOrder.length > WAITING_LISTED ? MANY_LISTED : WAITING_LISTED
  if (inOrder.length > most) inOrder.sort(byAttention)
  const waiting = itemsOf(inOrder.slice(0, most), state, now)
  const sent = log.read({ kind: 'sent', limit: SENT_LISTED }).map(({ at, documentId, what, detail }) => ({
    at: new Date(at).toISOString(),
    ...(documentId !== undefined && { documentId }),
    what,
    detail,
  }))
  const more = Math.max(0, inOrder.length - most)
  return { waiting, more, sent, paused: state.paused, ...(progress !== undefined && { progress }) }
}

function countOf(all: Iterable<Entry>, is: (entry: Entry) => boolean): number {
  let count = 0
  for (const entry of all) if (is(entry)) count++
  return count
}

function itemsOf(some: readonly Entry[], state: ConnectionState, now: number): OutboxItem[] {
  return some.flatMap((entry) => {
    const thing = entry.of.describe(entry.id)
    return thing === undefined ? [] : [itemOf(entry.key, thing, entry, state, now)]
  })
}

/** Runs a function once for all calls of the same moment. */
function oncePerMoment(run: () => void): () => void {
  let isAsked = false
  return () => {
    if (isAsked) return
    isAsked = true
    queueMicrotask(() => {
      isAsked = false
      run()
    })
  }
}
