import type { DocumentId } from '../../shared/terms'

/** The documents visited, as in the history of a browser, and the current position. */
export interface NavigationHistory {
  readonly entries: readonly DocumentId[]
  readonly index: number
}

export const EMPTY_HISTORY: NavigationHistory = { entries: [], index: -1 }
const ENTRIES_MAX = 100

/**
 * The history after `id` has come on screen. The documents ahead are dropped, unless `id` was reached by going back or
 * forward.
 */
export function visit(before: NavigationHistory, id: DocumentId): NavigationHistory {
  if (before.entries[before.index] === id) return before
  const entries = [...before.entries.slice(0, before.index + 1), id].slice(-ENTRIES_MAX)
  return { entries, index: entries.length - 1 }
}

export const canGo = ({ entries, index }: NavigationHistory, step: 1 | -1): boolean =>
  entries[index + step] !== undefined
