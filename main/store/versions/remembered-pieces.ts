import type { Pieces } from '../../../shared/diff/text-delta'

/** Pieces kept in memory, over all texts: lines and parts of lines, most of them shared. */
const REMEMBERED_MAX = 4_000_000

/** Texts in pieces that were read or written lately; those used longest ago go first. */
export function createRememberedPieces() {
  /** The last used are the last. */
  const remembered = new Map<string, Pieces>()
  let size = 0

  function forget(identity: string): void {
    size -= remembered.get(identity)?.length ?? 0
    remembered.delete(identity)
  }

  return {
    get: (identity: string) => remembered.get(identity),
    forget,
    keep(identity: string, pieces: Pieces): void {
      forget(identity)
      size += pieces.length
      remembered.set(identity, pieces)
      for (const oldest of remembered.keys()) {
        if (size <= REMEMBERED_MAX || oldest === identity) break
        forget(oldest)
      }
    },
  }
}
