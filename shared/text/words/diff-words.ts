import { trimEndOf } from '../trim'
import type { Hunk, Work } from '../../diff/sequence'
import { wordHunks } from '../../diff/word-hunks'

export type WordPiece = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** The bound in comparison steps: about a fifth of a second on a machine of the year 2020. */
const WORK_MAX = 10_000_000

/**
 * The changes from one text to another, for reading: the pieces `same` and `removed` form `before`, the pieces `same`
 * and `added` form `after`. Small common words between larger changes are shown as changed, because a whole changed
 * sentence is easier to read than scattered words. Bounded in steps (`work`); beyond them `bounded` is true and changes
 * are larger than necessary, but never wrong.
 */
export function diffWords(
  before: string,
  after: string,
  options: { readonly work?: number } = {},
): { readonly pieces: readonly WordPiece[]; readonly bounded: boolean } {
  const work: Work = { left: options.work ?? WORK_MAX }
  const pieces: WordPiece[] = []
  const push = (kind: WordPiece['kind'], text: string): void => {
    const last = pieces.at(-1)
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text }
    else if (text !== '') pieces.push({ kind, text })
  }
  let at = 0
  for (const { aFrom, aTo, bFrom, bTo } of readable(wordHunks(before, after, work), before, after)) {
    push('same', before.slice(at, aFrom))
    push('removed', before.slice(aFrom, aTo))
    push('added', after.slice(bFrom, bTo))
    at = aTo
  }
  push('same', before.slice(at))
  return { pieces, bounded: work.left < 0 }
}

/** Joins changes that are separated only by less text than either of them, or by no word at all. */
function readable(hunks: readonly Hunk[], before: string, after: string): readonly Hunk[] {
  const joined: Hunk[] = []
  for (let hunk of hunks) {
    for (let last = joined.at(-1); last && joins(last, hunk, before, after); last = joined.at(-1)) {
      joined.pop()
      hunk = { aFrom: last.aFrom, aTo: hunk.aTo, bFrom: last.bFrom, bTo: hunk.bTo }
    }
    joined.push(hunk)
  }
  return joined
}

const longestNoise = 40

function joins(left: Hunk, right: Hunk, before: string, after: string): boolean {
  const length = right.aFrom - left.aTo
  // A completely added or removed sentence or paragraph is a change of its own, even where it touches the next one.
  if (length === 0) return !isWhole(left, before, after) && !isWhole(right, before, after)
  if (length > longestNoise) return false
  const between = before.slice(left.aTo, right.aFrom)
  if (/[\r\n]/.test(between)) return false
  if (!/[\p{L}\p{N}]/u.test(between)) return true
  return length < Math.min(size(left), size(right)) / 2
}

const ENDS = '.!?。！？…'
const CLOSING = '"\'”’»)]*_'

function isWhole({ aFrom, aTo, bFrom, bTo }: Hunk, before: string, after: string): boolean {
  if (aFrom < aTo && bFrom < bTo) return false
  const text = aFrom < aTo ? before.slice(aFrom, aTo) : after.slice(bFrom, bTo)
  const words = text.trimEnd()
  if (text.slice(words.length).includes('\n')) return true
  return ENDS.includes(trimEndOf(words, CLOSING).at(-1) ?? ' ')
}

/** The visible size of a change. */
function size({ aFrom, aTo, bFrom, bTo }: Hunk): number {
  return Math.max(aTo - aFrom, bTo - bFrom)
}
