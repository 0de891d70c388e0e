import type { DocumentId } from '../../shared/terms'
import type { Clock } from '../clock'
import type { WordsIndex } from '../store/words-index'
import { indexed } from './query'

export interface IndexingParts {
  readonly index: WordsIndex
  readonly clock: Clock
  /** As it is on this device, with what is not sent yet; `undefined` where its text is not here. */
  readonly read: (id: DocumentId) => { readonly title: string; readonly text: string } | undefined
}

/** Keeps the index of words up with what is typed, in small portions between other work. */
export interface Indexing {
  /** Something has moved. */
  wake(): void
  /** Takes in what waits, now, for so long at most; true where that was all. */
  catchUp(forMs: number): boolean
  stop(): void
}

const QUIET_MS = 400
const PORTION = 20
/** A portion ends after this long, so that a key is never kept waiting for long. */
const PORTION_MS = 15
/** What is beyond this is not searched for words. */
const CHARACTERS_MAX = 2_000_000
/** A long text that is being written is taken in once in a while. */
const LONG = 200_000
const LONG_EVERY_MS = 30_000

export function createIndexing({ index, clock, read }: IndexingParts): Indexing {
  const longAt = new Map<DocumentId, number>()
  let cancel: (() => void) | undefined

  /** True where more is waiting that may be taken in now. */
  function portion(hasTime: () => boolean, isPatient: boolean): boolean {
    const waiting = index.waiting(PORTION)
    let taken = 0
    for (const { id, sequence } of waiting) {
      if (!hasTime()) return true
      const words = read(id)
      const isLong = (words?.text.length ?? 0) > LONG
      if (isPatient && isLong && clock.now() - (longAt.get(id) ?? -Infinity) < LONG_EVERY_MS) continue
      if (isLong) longAt.set(id, clock.now())
      index.put(id, sequence, {
        title: indexed(words?.title ?? ''),
        body: indexed((words?.text ?? '').slice(0, CHARACTERS_MAX)),
      })
      taken++
    }
    return taken > 0 && waiting.length === PORTION
  }

  function later(delayMs: number): void {
    cancel ??= clock.after(delayMs, () => {
      cancel = undefined
      const until = clock.now() + PORTION_MS
      const isMore = portion(() => clock.now() < until, true)
      if (isMore) later(0)
      else if (index.waiting(1).length > 0) later(LONG_EVERY_MS)
    })
  }

  return {
    wake() {
      cancel?.()
      cancel = undefined
      later(QUIET_MS)
    },
    catchUp(forMs) {
      const until = clock.now() + forMs
      while (portion(() => clock.now() < until, false)) if (clock.now() >= until) return false
      return true
    },
    stop: () => cancel?.(),
  }
}
