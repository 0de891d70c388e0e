import { lineHunks } from '../../shared/diff/line-hunks'
import type { Hunk } from '../../shared/diff/sequence'
import { wordHunks } from '../../shared/diff/word-hunks'
import type { Span } from '../../shared/text/span'

interface PassageText {
  readonly key: string
  readonly lines: readonly string[]
}

interface PassageStep {
  readonly key: string
  /** The passage in this text. */
  readonly text: string
}

/**
 * Follows a passage from the present text back through older ones (newest first), and returns the texts that changed
 * it, each with the passage after the change. `reached`: the oldest text still contains it, so that it may be older.
 */
export function passageTrail(
  now: readonly string[],
  passage: Span,
  older: Iterable<PassageText>,
): { readonly steps: readonly PassageStep[]; readonly reached: boolean } {
  const steps: PassageStep[] = []
  let lines = now
  let span: Span = passage
  let key: string | undefined
  for (const text of older) {
    const before = textOf(lines, span)
    const mapped = mappedBack(lines, text.lines, span)
    const after = textOf(text.lines, mapped)
    // Changes between the newest version and the present text are in no version yet.
    if (after !== before && key !== undefined) steps.push({ key, text: before })
    lines = text.lines
    span = mapped
    key = text.key
    if (after === '') return { steps, reached: false }
  }
  if (key !== undefined) steps.push({ key, text: textOf(lines, span) })
  return { steps, reached: true }
}

function textOf(lines: readonly string[], { from, to }: Span): string {
  let at = 0
  let text = ''
  for (const line of lines) {
    if (at >= to) break
    if (at + line.length > from) text += line.slice(Math.max(0, from - at), to - at)
    at += line.length
  }
  return text
}

/** The position of the passage in an older text; words inserted at its edges are not part of it. */
function mappedBack(newer: readonly string[], older: readonly string[], { from, to }: Span): Span {
  const hunks = lineHunks(newer, older)
  const [a, b] = [offsets(newer), offsets(older)]
  const inText = hunks.map((hunk) => ({
    aFrom: a[hunk.aFrom]!,
    aTo: a[hunk.aTo]!,
    bFrom: b[hunk.bFrom]!,
    bTo: b[hunk.bTo]!,
  }))
  /** The words of a hunk in which an edge of the passage lies. */
  const within = (index: number) =>
    wordHunks(
      newer.slice(hunks[index]!.aFrom, hunks[index]!.aTo).join(''),
      older.slice(hunks[index]!.bFrom, hunks[index]!.bTo).join(''),
      { left: 1_000_000 },
    )
  const start = placeBefore(inText, from, 'start', within)
  return { from: start, to: Math.max(start, placeBefore(inText, to, 'end', within)) }
}

function offsets(lines: readonly string[]): readonly number[] {
  const starts = [0]
  for (const line of lines) starts.push(starts.at(-1)! + line.length)
  return starts
}

/** Maps an edge within a change: to the position of the same words, or else to the outer edge of the earlier words. */
function placeBefore(
  hunks: readonly Hunk[],
  at: number,
  edge: 'start' | 'end',
  within?: (index: number) => readonly Hunk[],
): number {
  let shift = 0
  for (const [index, { aFrom, aTo, bFrom, bTo }] of hunks.entries()) {
    // The empty edge of a hunk is not part of the passage.
    const isPast = edge === 'start' ? aTo <= at : aTo < at
    if (isPast) shift = bTo - aTo
    else if (edge === 'start' ? aFrom > at : aFrom >= at) break
    else if (within) return bFrom + placeBefore(within(index), at - aFrom, edge)
    else return edge === 'start' ? bFrom : bTo
  }
  return at + shift
}
