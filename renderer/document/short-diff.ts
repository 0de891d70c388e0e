import { useEffect, useState } from 'react'
import type { WordPiece } from '../../shared/text/words/diff-words'
import type { Comparison } from '../history/comparison'
import { useCompare } from '../history/use-comparison'

/** The differences between two texts; `undefined` until they are computed, empty if there are none. */
export function useWordDiff(before: string | undefined, after: string | undefined) {
  const compare = useCompare()
  const [pieces, setPieces] = useState<readonly WordPiece[]>()
  useEffect(() => {
    if (before === undefined || after === undefined) return
    let isOver = false
    void compare(before, after).then((comparison) => {
      if (!isOver) setPieces(piecesOf(comparison))
    })
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `compare` does the same each time
  }, [before, after])
  return pieces
}

function piecesOf({ text, changes }: Comparison): readonly WordPiece[] {
  if (changes.length === 0) return []
  const pieces: WordPiece[] = []
  let at = 0
  const push = (kind: WordPiece['kind'], to: number) => {
    if (to > at) pieces.push({ kind, text: text.slice(at, to) })
    at = to
  }
  for (const { removed, added } of changes) {
    push('same', removed.from)
    push('removed', removed.to)
    push('added', added.to)
  }
  push('same', text.length)
  return pieces
}

const AROUND = 80
const PIECES_MAX = 400

/** The changes, each with a few words of context, up to `PIECES_MAX`. */
export function shortened(pieces: readonly WordPiece[]): readonly WordPiece[] {
  return pieces.slice(0, PIECES_MAX).map((piece, index) => {
    const { kind, text } = piece
    const isFirst = index === 0
    const isLast = index === pieces.length - 1
    if (kind !== 'same' || text.length <= AROUND * (isFirst || isLast ? 1 : 2) + 3) return piece
    if (isFirst) return { kind, text: `…${text.slice(-AROUND)}` }
    if (isLast) return { kind, text: `${text.slice(0, AROUND)}…` }
    return { kind, text: `${text.slice(0, AROUND)} … ${text.slice(-AROUND)}` }
  })
}
