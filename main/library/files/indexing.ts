import { AppError } from '../../../shared/problem'
import type { DocumentId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { FileUses, NamedFiles } from '../../store/file-uses'
import type { MovedWords } from '../../store/words-source'
import { sqliteCode } from '../../../node/storage-failure'

interface IndexingParts {
  readonly uses: FileUses
  readonly clock: Clock
  /** The document as it is on this device, with unsent changes; `undefined` where its text is not here. */
  readonly read: (id: DocumentId) => { readonly text: string } | undefined
  readonly filesIn: (text: string) => readonly string[]
  /** Called when all changes are indexed. */
  readonly onReached?: () => void
}

/** Keeps the index of files in texts up to date while texts change, in small portions between other work. */
interface Indexing {
  /** Notes that a text has changed. */
  wake(): void
  /** Indexes waiting changes now, for at most this long; true where none is left. */
  catchUp(forMs: number): boolean
  stop(): void
}

const QUIET_MS = 400
const PORTION = 20
/** A portion ends after this long, so that a key is never kept waiting for long. */
const PORTION_MS = 15
/** The pause between portions, in which other work runs. */
const BETWEEN_MS = 5
/** After a full disk, the next attempt waits this long. */
const AGAIN_MS = 2_000
/** A text longer than this is indexed less often while it is being written. */
const LONG = 200_000
const LONG_EVERY_MS = 30_000

export function createIndexing({ uses, clock, read, filesIn, onReached }: IndexingParts): Indexing {
  /** When long texts were last indexed. */
  const longAt = new Map<DocumentId, number>()
  /** Long texts that are not due yet, with their change that is not indexed yet. */
  const aside = new Map<DocumentId, number>()
  let reached = uses.until()
  let isTidy = false
  let cancel: (() => void) | undefined

  /** Indexes up to one portion; false where no more may be indexed now. */
  function portion(hasTime: () => boolean, isPatient: boolean): boolean {
    const moved = uses.movedSince(reached, PORTION)
    const back = [...aside]
      .filter(([id]) => !isPatient || isTime(id))
      .map(([id, sequence]) => ({ id, sequence }))
    const taken: NamedFiles[] = []
    for (const one of [...back, ...moved]) {
      if (taken.length > 0 && !hasTime()) break
      const words = take(one, isPatient)
      if (words) taken.push(words)
      reached = Math.max(reached, one.sequence)
    }
    if (taken.length > 0 || moved.length > 0)
      put(taken, Math.min(reached, ...[...aside.values()].map((sequence) => sequence - 1)))
    return uses.movedSince(reached, 1).length > 0
  }

  /** Stores a portion. One that a full disk does not take is indexed again later. */
  function put(taken: readonly NamedFiles[], until: number): void {
    try {
      uses.put(taken, until)
    } catch (error) {
      reached = uses.until()
      throw error
    }
  }

  function take({ id, sequence }: MovedWords, isPatient: boolean) {
    const words = read(id)
    // A text that was evicted keeps its entries.
    if (words === undefined) {
      aside.delete(id)
      return undefined
    }
    const isLong = words.text.length > LONG
    if (isLong && isPatient && !isTime(id)) {
      aside.set(id, sequence)
      return undefined
    }
    aside.delete(id)
    if (isLong) longAt.set(id, clock.now())
    return { id, files: filesIn(words.text) }
  }

  const isTime = (id: DocumentId) => clock.now() - (longAt.get(id) ?? -Infinity) >= LONG_EVERY_MS

  function later(delayMs: number): void {
    cancel ??= clock.after(delayMs, () => {
      cancel = undefined
      const until = clock.now() + PORTION_MS
      try {
        if (!isTidy) uses.tidy()
        isTidy = true
        if (portion(() => clock.now() < until, true)) return later(BETWEEN_MS)
        onReached?.()
        if (aside.size > 0) later(LONG_EVERY_MS)
      } catch (error) {
        if (sqliteCode(error) === undefined && !(error instanceof AppError)) throw error
        later(AGAIN_MS)
      }
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
      const hasTime = () => clock.now() < until
      while (portion(hasTime, false)) if (!hasTime()) return false
      return true
    },
    stop: () => cancel?.(),
  }
}
