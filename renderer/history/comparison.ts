import type { WordPiece } from '../../shared/text/words/diff-words'
import type { Span } from '../../shared/text/span'
import type { TextChange } from '../../shared/text/text-change'

/** A place at which two texts differ, as ranges in the older one, in the newer one, and in the combined text. */
export interface Change {
  readonly before: Span
  readonly after: Span
  /** The older words, followed by the newer ones. */
  readonly removed: Span
  readonly added: Span
}

/** Two texts combined: common parts once, different parts in both forms. */
export interface Comparison {
  readonly before: string
  readonly after: string
  readonly text: string
  readonly changes: readonly Change[]
}

export function comparisonOf(before: string, after: string, compared: readonly WordPiece[]): Comparison {
  const pieces = drawable(compared)
  const changes: Change[] = []
  const parts: string[] = []
  let [b, a, at] = [0, 0, 0]
  for (let index = 0; index < pieces.length; index++) {
    const { kind, text } = pieces[index]!
    parts.push(text)
    if (kind === 'same') {
      ;[b, a, at] = [b + text.length, a + text.length, at + text.length]
      continue
    }
    const gone = kind === 'removed' ? text.length : 0
    const next = pieces[index + 1]
    const follows = kind === 'removed' && next?.kind === 'added' ? next : undefined
    if (follows) {
      parts.push(follows.text)
      index++
    }
    const come = kind === 'added' ? text.length : (follows?.text.length ?? 0)
    changes.push({
      before: { from: b, to: b + gone },
      after: { from: a, to: a + come },
      removed: { from: at, to: at + gone },
      added: { from: at + gone, to: at + gone + come },
    })
    ;[b, a, at] = [b + gone, a + come, at + gone + come]
  }
  return { before, after, text: parts.join(''), changes }
}

/**
 * The maximum number of pieces rendered in a line. Each needs two or more elements, and thousands block a window for
 * seconds.
 */
const PIECES_IN_LINE_MAX = 500

/** Reduces the pieces to a number that can be rendered: in a line with too many, neighbouring changes are joined. */
function drawable(pieces: readonly WordPiece[]): readonly WordPiece[] {
  const drawn: WordPiece[] = []
  let line: WordPiece[] = []
  const finishLine = () => {
    drawn.push(...coarser(line))
    line = []
  }
  for (const piece of pieces) {
    const isBreak = piece.kind === 'same' && piece.text.includes('\n')
    if (isBreak) finishLine()
    ;(isBreak ? drawn : line).push(piece)
  }
  finishLine()
  return drawn
}

function coarser(line: readonly WordPiece[]): readonly WordPiece[] {
  if (line.length <= PIECES_IN_LINE_MAX) return line
  const together = Math.ceil((line.length / PIECES_IN_LINE_MAX) * 3)
  const result: WordPiece[] = []
  const textOf = (group: readonly WordPiece[], without: WordPiece['kind']) =>
    group.map(({ kind, text }) => (kind === without ? '' : text)).join('')
  for (let at = 0; at < line.length; at += together) {
    const group = line.slice(at, at + together)
    const removed = textOf(group, 'added')
    const added = textOf(group, 'removed')
    if (removed !== '') result.push({ kind: 'removed', text: removed })
    if (added !== '') result.push({ kind: 'added', text: added })
  }
  return result
}

/** The edits that put the older words of these changes into the newer text. */
export function takeBack(comparison: Comparison, changes: readonly Change[]): readonly TextChange[] {
  return changes.map(({ before, after }) => ({
    from: after.from,
    to: after.to,
    insert: comparison.before.slice(before.from, before.to),
  }))
}

/**
 * Adjusts the edits to a text that has changed since. `undefined` if one of the places was changed again, so that no
 * later words are lost.
 */
export function carried(
  wanted: readonly TextChange[],
  since: readonly Change[],
): readonly TextChange[] | undefined {
  const result: TextChange[] = []
  for (const { from, to, insert } of wanted) {
    let shift = 0
    for (const { before, after } of since) {
      if (before.to < from || (before.to === from && before.from < from && from < to))
        shift = after.to - before.to
      else if (before.from > to || (before.from === to && from < to)) break
      else return undefined
    }
    result.push({ from: from + shift, to: to + shift, insert })
  }
  return result
}

/** The changes that overlap a range of the combined text. */
export function changesIn(changes: readonly Change[], { from, to }: Span): readonly Change[] {
  return changes.filter(({ removed, added }) => removed.from < to && added.to > from)
}

/** The position in one combined text that best matches a position in another: the nearest equal line. */
export function sameLine(from: string, at: number, to: string): number {
  const start = from.lastIndexOf('\n', at - 1) + 1
  for (const line of [lineAt(from, start), lineAt(from, nextLine(from, start))]) {
    if (line.trim() === '') continue
    const after = to.indexOf(line, at)
    const before = to.lastIndexOf(line, at)
    if (after < 0 && before < 0) continue
    return before < 0 || (after >= 0 && after - at < at - before) ? after : before
  }
  return Math.min(at, to.length)
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? text.length : end)
}

function nextLine(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end < 0 ? text.length : end + 1
}
