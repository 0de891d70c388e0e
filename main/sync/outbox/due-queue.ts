import { byUrgency, type Entry } from './outbox-entry'

/** What is due, the most urgent first, without a walk through all that waits for each thing that is sent. */
interface DueQueue {
  /** Those that are due now, at least `count` where there are so many, and when the next one will be. */
  at(now: number, count: number): Due
  /** Something else than the sending itself has changed what is due, or its order. */
  changed(): void
}

interface Due {
  readonly entries: readonly Entry[]
  /** `Infinity`: nothing has a time. */
  readonly next: number
  /** The writer has asked for one of all that wait. */
  readonly isAsked: boolean
}

const NOTHING: Due = { entries: [], next: -Infinity, isAsked: false }

/** So many are found in one walk: ten thousand may wait, and each answer asks for the next one. */
const AT_ONCE = 64

export function createDueQueue(waiting: ReadonlyMap<string, Entry>): DueQueue {
  let known = NOTHING
  /** Of those that were known, some are due that are not listed. */
  let isCut = false

  function walk(now: number): Due {
    const due: Entry[] = []
    let [isAsked, next] = [false, Infinity]
    isCut = false
    for (const entry of waiting.values()) {
      if (entry.isRunning) continue
      isAsked ||= entry.asked
      if (entry.dueAt > now) {
        next = Math.min(next, entry.dueAt)
        continue
      }
      const last = due.at(-1)
      const isFull = due.length === AT_ONCE
      isCut ||= isFull
      if (isFull && last !== undefined && byUrgency(entry, last) >= 0) continue
      const at = due.findIndex((other) => byUrgency(entry, other) < 0)
      due.splice(at < 0 ? due.length : at, 0, entry)
      if (isFull) due.pop()
    }
    return { entries: due, next, isAsked }
  }

  return {
    at(now, count) {
      const left = known.entries.filter(
        (entry) => !entry.isRunning && entry.dueAt <= now && waiting.get(entry.key) === entry,
      )
      known =
        now >= known.next || known.isAsked || (isCut && left.length < count)
          ? walk(now)
          : { ...known, entries: left }
      return known
    },
    changed: () => void (known = NOTHING),
  }
}
