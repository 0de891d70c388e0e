import type { EachDone } from '../../../shared/ipc/ipc-records'
import { AppError } from '../../../shared/problem'
import type { DocumentId } from '../../../shared/terms'
import type { Engine } from './engine'
import type { Live } from './live'

interface ManyChangesParts {
  readonly engine: Engine
  /** Reads the text where it is not on this device; rejects with an AppError where it cannot be read. */
  readonly have: (id: DocumentId) => Promise<void>
  /** Pauses between portions; made anew for each change of many. */
  readonly newPace: () => () => Promise<void>
}

export type ManyChanges = (ids: readonly DocumentId[], work: (live: Live) => void) => Promise<EachDone>

/** The number of documents written in one transaction: a key waits for no more than these. */
const CHANGED_AT_ONCE = 10

/**
 * Works on many documents in portions, so that keys are handled between them. A document that cannot be read does not
 * stop the others; the answer names the documents that were not changed.
 */
export function createManyChanges({ engine, have, newPace }: ManyChangesParts): ManyChanges {
  return async (ids, work) => {
    const left: DocumentId[] = []
    let why: AppError | undefined
    const pause = newPace()
    for (let at = 0; at < ids.length; at += CHANGED_AT_ONCE) {
      if (at > 0) await pause()
      const part = ids.slice(at, at + CHANGED_AT_ONCE)
      const outcomes = await Promise.allSettled(part.map(have))
      outcomes.forEach((outcome, index) => {
        if (outcome.status === 'fulfilled') return
        if (!(outcome.reason instanceof AppError)) throw outcome.reason
        why ??= outcome.reason
        left.push(part[index]!)
      })
      engine.together(part, work)
    }
    if (why === undefined) return {}
    if (left.length === ids.length) throw why
    return { left: { ids: left, problem: why.problem } }
  }
}
