import { CANCELLABLE_KINDS, DISCARDED, KINDS_OF_WORDS } from '../../../shared/terms'
import type { SyncLog } from '../../store/sync-log'
import type { Entry } from './outbox-entry'

const CANCELLED_AT_ONCE = 20

interface DiscardingParts {
  readonly entries: ReadonlyMap<string, Entry>
  readonly log: SyncLog
  /** Lets other work run. */
  readonly breathe: () => Promise<void>
  readonly isClosed: () => boolean
}

/** Discards what waits in the outbox, and brings it back again. */
export function createDiscarding({ entries, log, breathe, isClosed }: DiscardingParts) {
  /** The functions that bring back what was discarded, by the key of the entry. */
  const undos = new Map<string, () => boolean>()
  let cancelling: Promise<number> | undefined

  return {
    discard(key: string): boolean {
      const entry = entries.get(key)
      if (!entry || entry.isRunning) return false
      const thing = entry.of.describe(entry.id)
      const undo = entry.of.discard(entry.id)
      if (undo) undos.set(key, undo)
      else undos.delete(key)
      if (thing === undefined) return undo !== undefined
      const { documentId, what, kind } = thing
      const detail = documentId !== undefined && KINDS_OF_WORDS.has(kind) ? DISCARDED : 'Discarded.'
      log.note({ kind: 'told', what, detail, ...(documentId !== undefined && { documentId }) })
      return undo !== undefined
    },

    undoDiscard(key: string): boolean {
      const undo = undos.get(key)
      undos.delete(key)
      return undo?.() ?? false
    },

    /** Runs once at a time: a call during a run resolves with the result of that run. */
    cancelMany: (): Promise<number> => (cancelling ??= cancelAll().finally(() => (cancelling = undefined))),
  }

  async function cancelAll(): Promise<number> {
    const left = [...entries.values()].reverse()
    let count = 0
    while (left.length > 0 && !isClosed()) {
      for (const entry of left.splice(0, CANCELLED_AT_ONCE)) {
        if (entry.isRunning || entries.get(entry.key) !== entry) continue
        const thing = entry.of.describe(entry.id)
        if (thing?.canDiscard !== true || !CANCELLABLE_KINDS.has(thing.kind)) continue
        entry.of.discard(entry.id)
        count++
      }
      await breathe()
    }
    return count
  }
}
