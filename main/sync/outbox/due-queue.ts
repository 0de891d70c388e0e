import { byUrgency, type Entry } from './outbox-entry'

/** The due entries, the most urgent first, without a walk through all waiting entries for each send. */
interface DueQueue {
  /**
   * The entries that are due now, at least `count` of them where that many are, and the time when the next one is due.
   */
  at(now: number, count: number): Due
  /** Must be called when anything other than a send has changed which entries are due, or their order. */
  changed(): void
}

interface Due {
  readonly entries: readonly Entry[]
  /** When the next entry is due; `Infinity`: no entry has a time. */
  readonly next: number
  /** Whether the writer has asked for one of the waiting entries. */
  readonly isAsked: boolean
}

const NOTHING: Due = { entries: [], next: -Infinity, isAsked: false }

/** How many entries one walk finds: ten thousand may wait, and each answer asks for the next one. */
const AT_ONCE = 64

export function createDueQueue(waiting: ReadonlyMap<string, Entry>): DueQueue {
  let known = NOTHING
  /** Whether more known entries are due than are listed. */
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
