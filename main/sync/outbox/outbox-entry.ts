import { AppError, type Problem } from '../../../shared/problem'
import type { Attempt, Sendable, SendIntent } from './sendable'

/** Typing is sent so long after its last change, and while it goes on after its first (docs/sync-rules.md, "When"). */
const PAUSE_MS = 2_000
const LATEST_MS = 30_000
const LATEST_LARGE_MS = 60_000
const LARGE_CHARACTERS = 1_000_000
const UNDOABLE_MS = 5_000

/** One waiting thing, as the outbox keeps it. Times are milliseconds since the epoch. */
export interface Entry {
  readonly key: string
  readonly of: Sendable
  readonly id: string
  intent: SendIntent
  /** When the first change was made that this intent is to send. */
  since: number
  dueAt: number
  /** After a failure the thing rests until then, whatever is scheduled for it meanwhile. */
  restsUntil: number
  failures: number
  problem: Problem | undefined
  isRunning: boolean
  asked: boolean
}

export function newEntry(key: string, of: Sendable, id: string, intent: SendIntent, now: number): Entry {
  return {
    key,
    of,
    id,
    intent: intent,
    since: now,
    dueAt: now,
    restsUntil: 0,
    failures: 0,
    problem: undefined,
    isRunning: false,
    asked: false,
  }
}

/** When the thing is to go by its intent alone; `Infinity`: only when the writer asks for it. */
export function dueAt({ intent, since }: Entry, now: number): number {
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
 * It waits for just that already: saying so again must neither move its time nor cost a walk of all that waits, because
 * folders and tags are looked at again after every change of a document.
 */
export function stands(entry: Entry | undefined, intent: SendIntent): boolean {
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

/** What the writer asked for goes before all that nobody waits for. */
export function isFirst({ intent, asked }: Entry): boolean {
  return asked || (intent.kind === 'now' && intent.first)
}

/** What needs the writer first, then what is on its way, then the rest as it goes. */
export function byAttention(a: Entry, b: Entry): number {
  return rank(a) - rank(b) || byUrgency(a, b)
}

const rank = ({ intent, isRunning }: Entry) => (isRunning ? 1 : intent.kind === 'asked' ? 0 : 2)

export function byUrgency(a: Entry, b: Entry): number {
  return Number(isFirst(b)) - Number(isFirst(a)) || a.dueAt - b.dueAt
}

/** What a full disk did not take of an answer is asked for again. */
export function failedByDisk(error: unknown): Attempt {
  if (!(error instanceof AppError)) throw error
  return { kind: 'failed', problem: error.problem }
}
