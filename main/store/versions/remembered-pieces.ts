import type { Pieces } from '../../../shared/diff/text-delta'

/** The bound of all pieces in memory: lines and parts of lines, most of them shared. */
const REMEMBERED_MAX = 4_000_000

/** Texts in pieces that were read or written recently; the least recently used are dropped first. */
export function createRememberedPieces() {
  /** The most recently used are at the end. */
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
