import type { DocumentId } from '../../shared/terms'
import type { WordsIndex } from '../store/words-index'
import type { WordsSource } from '../store/words-source'
import { indexed } from './query'

export interface WordsParts {
  readonly index: WordsIndex
  readonly source: WordsSource
  readonly nowMs: () => number
  /** Called for each document that cannot be searched for words; all others can. */
  readonly report: (error: unknown) => void
}

export interface Words {
  readonly title: string
  readonly text: string
}

const PORTION = 200
/** Text beyond this length is not searched for words. */
const CHARACTERS_MAX = 2_000_000
/** A text longer than this is indexed less often while it is being written. */
export const LONG = 200_000
const LONG_EVERY_MS = 30_000

/**
 * The result of `work` for a document; `undefined` where that throws, so that one document does not end a search of the
 * others.
 */
type Reading = <T>(id: DocumentId, work: (words: Words) => T) => T | undefined

export function createReading({ source, report }: WordsParts): Reading {
  /** Documents that were reported as not searchable. */
  const told = new Set<DocumentId>()
  return (id, work) => {
    try {
      const words = source.read(id)
      return words && work(words)
    } catch (error) {
      if (!told.has(id)) report(new Error(`document ${id} is not searched: ${String(error)}`))
      told.add(id)
      return undefined
    }
  }
}

/** Indexes changes, for at most a given time; true where all are indexed. */
export function createCatchUp(
  { index, source, nowMs }: WordsParts,
  ofOne: Reading,
): (forMs: number) => boolean {
  /** When long texts were last indexed, and long texts that are not due yet, with their change. */
  const longAt = new Map<DocumentId, number>()
  const aside = new Map<DocumentId, number>()
  let reached = index.until()
  let isTidy = false

  /** A rebuilt library counts from the start again; documents that left it are removed from the index. */
  function tidy(): void {
    isTidy = true
    if (source.lastSequence() < reached) {
      index.clear()
      reached = 0
    } else {
      const gone = source.gone(index.ids())
      if (gone.length > 0) index.forget(gone)
    }
  }

  function take(id: DocumentId, sequence: number) {
    aside.delete(id)
    const words = ofOne(id, ({ title, text }) => {
      const isLong = text.length > LONG
      if (isLong && nowMs() - (longAt.get(id) ?? -Infinity) < LONG_EVERY_MS) {
        aside.set(id, sequence)
        return undefined
      }
      if (isLong) longAt.set(id, nowMs())
      return { id, title: indexed(title), body: indexed(text.slice(0, CHARACTERS_MAX)) }
    })
    return aside.has(id) ? undefined : (words ?? { id, title: '', body: '' })
  }

  return (forMs) => {
    if (!isTidy) tidy()
    const end = nowMs() + forMs
    const back = [...aside].filter(([id]) => nowMs() - (longAt.get(id) ?? 0) >= LONG_EVERY_MS)
    let waiting = back.map(([id, sequence]) => ({ id, sequence }))
    for (;;) {
      const moved = [...waiting, ...source.movedSince(reached, PORTION)]
      waiting = []
      if (moved.length === 0) return true
      const taken = []
      for (const { id, sequence } of moved) {
        if (taken.length > 0 && nowMs() >= end) break
        const words = take(id, sequence)
        if (words) taken.push(words)
        reached = Math.max(reached, sequence)
      }
      index.put(taken, Math.min(reached, ...[...aside.values()].map((sequence) => sequence - 1)))
      if (nowMs() >= end) return source.movedSince(reached, 1).length === 0
    }
  }
}
