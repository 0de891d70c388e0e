import { AppError, type Problem } from '../../../shared/problem'
import type { SendIntent } from '../../documents/core/events'
import { backOffMs, RETRIES_IN_A_ROW } from './back-off'
import type { Attempt, Sendable } from './sendable'

/**
 * Typing is sent this long after its last change and, while typing goes on, after its first (docs/sync-rules.md,
 * "When").
 */
const PAUSE_MS = 2_000
const LATEST_MS = 30_000
const LATEST_LARGE_MS = 60_000
const LARGE_CHARACTERS = 1_000_000
const UNDOABLE_MS = 5_000

/** One thing that waits in the outbox. Times are milliseconds since the epoch. */
export interface Entry {
  readonly key: string
  readonly of: Sendable
  readonly id: string
  intent: SendIntent
  /** When the first change was made that this intent is to send. */
  since: number
  dueAt: number
  /** After a failure the entry is not sent before this time, whatever is scheduled for it meanwhile. */
  restsUntil: number
  failures: number
  problem: Problem | undefined
  isRunning: boolean
  asked: boolean
  /** Words were typed into it: such entries go before changes of many documents at once. */
  hasWords: boolean
}

export const keyOf = ({ kind }: Sendable, id: string): string => `${kind}:${id}`

export const newEntry = (of: Sendable, id: string): Entry => ({
  key: keyOf(of, id),
  of,
  id,
  intent: { kind: 'none' },
  since: 0,
  dueAt: Infinity,
  restsUntil: 0,
  failures: 0,
  problem: undefined,
  isRunning: false,
  asked: false,
  hasWords: false,
})

/** Gives the entry a new intent and the time that belongs to it. Typing that goes on keeps the time of its first key. */
export function intend(entry: Entry, intent: SendIntent, now: number): void {
  const goesOn = entry.intent.kind === 'pause' && intent.kind === 'pause'
  entry.intent = intent
  entry.hasWords ||= intent.kind === 'pause'
  if (!goesOn) entry.since = now
  if (intent.kind === 'now' && intent.first) entry.restsUntil = 0
  entry.dueAt = Math.max(entry.restsUntil, dueAt(entry, now))
}

/** Clears the failure of the last attempt. */
export function clearFailure(entry: Entry): void {
  entry.failures = 0
  entry.problem = undefined
  entry.restsUntil = 0
}

/** Lets the entry go by its intent again, as if no attempt had failed. */
export function forgive(entry: Entry, now: number): void {
  clearFailure(entry)
  entry.dueAt = dueAt(entry, now)
}

/** Marks that the writer has asked for this very entry. */
export function ask(entry: Entry, now: number): void {
  if (entry.isRunning) return
  clearFailure(entry)
  entry.asked = true
  entry.dueAt = now
}

export function fail(entry: Entry, problem: Problem, now: number, random: () => number): void {
  entry.failures++
  entry.problem = problem
  if (entry.intent.kind === 'none') entry.intent = { kind: 'now', first: false }
  entry.restsUntil = now + restMs(entry, random)
  entry.dueAt = Math.max(entry.restsUntil, dueAt(entry, now))
}

/**
 * How long a failed entry rests. Where the time of the next useful try is known, the number of earlier failures does
 * not delay it.
 */
function restMs({ failures, problem }: Entry, random: () => number): number {
  const stated = problem?.retryAfterMs
  if (stated === undefined) return backOffMs(failures, random)
  return Math.max(stated, backOffMs(Math.min(failures, RETRIES_IN_A_ROW), random))
}

/** When the entry is due by its intent alone; `Infinity`: only when the writer asks for it. */
function dueAt({ intent, since }: Entry, now: number): number {
  switch (intent.kind) {
    case 'pause': {
      const latest = since + (intent.characters > LARGE_CHARACTERS ? LATEST_LARGE_MS : LATEST_MS)
      return Math.max(now, Math.min(now + PAUSE_MS, latest))
    }
    case 'undoable':
      return now + UNDOABLE_MS
    case 'now':
      return now
    case 'asked':
    case 'none':
      return Infinity
  }
}

/**
 * Whether the entry waits for exactly this intent already. Repeating the intent must neither move its time nor cost a
 * walk of the whole outbox, because folders and tags are scheduled again after every change of a document.
 */
export function hasIntent(entry: Entry | undefined, intent: SendIntent): boolean {
  switch (intent.kind) {
    case 'now':
      return entry?.intent.kind === 'now' && !entry.intent.first && !intent.first
    case 'undoable':
    case 'asked':
      return entry?.intent.kind === intent.kind
    case 'pause':
      return false
    case 'none':
      return entry === undefined
  }
}

/** Whether the entry is one that the writer asked for: those go before everything that nobody waits for. */
export function isFirst({ intent, asked }: Entry): boolean {
  return asked || (intent.kind === 'now' && intent.first)
}

/** Whether the entry goes only when the writer acts: a conflict, a refusal, or words that are held back. */
export const waitsForWriter = ({ intent, isRunning }: Entry): boolean => !isRunning && intent.kind === 'asked'

/**
 * The order of the list: entries that need the writer, then those that are being sent, then the rest in the order of
 * sending.
 */
export function byAttention(a: Entry, b: Entry): number {
  return rank(a) - rank(b) || byUrgency(a, b)
}

const rank = (entry: Entry) => (entry.isRunning ? 1 : waitsForWriter(entry) ? 0 : 2)

export function byUrgency(a: Entry, b: Entry): number {
  const urgency = (one: Entry) => (isFirst(one) ? 2 : one.hasWords ? 1 : 0)
  return urgency(b) - urgency(a) || a.dueAt - b.dueAt
}

/** The outcome of an attempt whose answer could not be stored on a full disk: it failed and is repeated. */
export function failedByDisk(error: unknown): Attempt {
  if (!(error instanceof AppError)) throw error
  return { kind: 'failed', problem: error.problem }
}
