import { numberOf } from './numbering'
import { diffSequences } from './sequence-diff'
import type { Hunk } from './sequence'

/** The lines of a text, each with its line feed; joined they are the text. A carriage return belongs to its line. */
export const linesOf = (text: string): readonly string[] => linesOfPieces([text])

/** The lines of a text that is given in pieces. A piece that is one line stays the same string. */
export function linesOfPieces(pieces: readonly string[]): readonly string[] {
  const lines: string[] = []
  /** The beginning of a line that continues in the next piece. */
  let begun = ''
  for (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      lines.push(begun + piece.slice(from, at + 1))
      begun = ''
      from = at + 1
    }
    begun += piece.slice(from)
  }
  if (begun !== '') lines.push(begun)
  return lines
}

/** The bound in comparison steps: beyond it hunks are larger than necessary, but never wrong. */
const WORK_MAX = 2_000_000

/** The hunks, in lines, that turn one list of lines into another. Quick where most of them are equal. */
export function lineHunks(a: readonly string[], b: readonly string[]): readonly Hunk[] {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a[head] === b[head]) head++
  let tail = 0
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  if (head + tail === a.length && head + tail === b.length) return []
  const numbers = new Map<string, number>()
  const part = (lines: readonly string[]) => ({
    ids: Int32Array.from({ length: lines.length - head - tail }, (_, index) =>
      numberOf(lines[head + index]!, numbers),
    ),
    textOf: (index: number) => lines[head + index]!,
  })
  const [from, to] = [part(a), part(b)]
  return diffSequences(from, to, numbers.size, { left: WORK_MAX }).map(({ aFrom, aTo, bFrom, bTo }) => ({
    aFrom: aFrom + head,
    aTo: aTo + head,
    bFrom: bFrom + head,
    bTo: bTo + head,
  }))
}
