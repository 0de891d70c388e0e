import { AppError } from '../../../shared/problem'
import type { DocumentId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { FileUses, NamedFiles } from '../../store/file-uses'
import type { MovedWords } from '../../store/words-source'
import { sqliteCode } from '../../../node/storage-trouble'

interface IndexingParts {
  readonly uses: FileUses
  readonly clock: Clock
  /** As it is on this device, with what is not sent yet; `undefined` where its text is not here. */
  readonly read: (id: DocumentId) => { readonly text: string } | undefined
  readonly filesIn: (text: string) => readonly string[]
  /** All that had moved is taken in. */
  readonly onReached?: () => void
}

/** Keeps up with the files that texts name while they are typed, in small portions between other work. */
interface Indexing {
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
/** Other work goes first. */
const BETWEEN_MS = 5
/** Until a disk that was full is tried again. */
const AGAIN_MS = 2_000
/** A long text that is being written is taken in once in a while. */
const LONG = 200_000
const LONG_EVERY_MS = 30_000

export function createIndexing({ uses, clock, read, filesIn, onReached }: IndexingParts): Indexing {
  /** Long texts: when they were last taken in. */
  const longAt = new Map<DocumentId, number>()
  /** Long texts that wait for their time: the move that is not taken in yet. */
  const aside = new Map<DocumentId, number>()
  let reached = uses.until()
  let isTidy = false
  let cancel: (() => void) | undefined

  /** Takes in up to a portion; false where nothing more may be taken in now. */
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

  /** What a full disk did not take is taken in another time. */
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
    // What a text that was let go of names is not forgotten with it.
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
