import type { diffWords, WordPiece } from '../../shared/text/words/diff-words'
import { lineHunks, linesOf } from '../../shared/diff/line-hunks'

export interface DiffQuestion {
  readonly id: number
  readonly before: string
  readonly after: string
}

export interface DiffAnswer {
  readonly id: number
  /** Whether only the first screens are compared word by word yet; the full comparison follows. */
  readonly isFirst: boolean
  readonly pieces: readonly WordPiece[]
}

/** The number of changed characters that are compared word by word at once. */
const AT_ONCE = 60_000
/** The work done in about a second on a computer from 2020. */
const WORK_MAX = 40_000_000

/**
 * Compares two texts word by word. After large changes a first answer comes quickly: the first changes by word, the
 * others by line.
 */
export function* diffInSteps(
  { id, before, after }: DiffQuestion,
  diff: typeof diffWords,
): Generator<DiffAnswer> {
  const [a, b] = [linesOf(before), linesOf(after)]
  const hunks = lineHunks(a, b)
  const join = (lines: readonly string[], from: number, to: number) => lines.slice(from, to).join('')
  const size = hunks.reduce((sum, { aFrom, aTo, bFrom, bTo }) => sum + aTo - aFrom + bTo - bFrom, 0)
  if (size > 0 && before.length + after.length > AT_ONCE) {
    const pieces: WordPiece[] = []
    let left = AT_ONCE
    let at = 0
    for (const { aFrom, aTo, bFrom, bTo } of hunks) {
      if (aFrom > at) pieces.push({ kind: 'same', text: join(a, at, aFrom) })
      const [gone, come] = [join(a, aFrom, aTo), join(b, bFrom, bTo)]
      left -= gone.length + come.length
      if (left > 0) pieces.push(...diff(gone, come).pieces)
      else {
        if (gone !== '') pieces.push({ kind: 'removed', text: gone })
        if (come !== '') pieces.push({ kind: 'added', text: come })
      }
      at = aTo
    }
    if (at < a.length) pieces.push({ kind: 'same', text: join(a, at, a.length) })
    yield { id, isFirst: left <= 0, pieces: merged(pieces) }
    if (left > 0) return
  }
  yield { id, isFirst: false, pieces: diff(before, after, { work: WORK_MAX }).pieces }
}

/** Joins consecutive pieces of one kind. */
function merged(pieces: readonly WordPiece[]): readonly WordPiece[] {
  const result: WordPiece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (last?.kind === piece.kind)
      result[result.length - 1] = { kind: piece.kind, text: last.text + piece.text }
    else result.push(piece)
  }
  return result
}
