import { applyChanges, textChanges } from '../text/text-change'
import { lineHunks, linesOf } from './line-hunks'

/**
 * What turns one text into another: from line `at` on `count` lines become other ones. They are told as a text or,
 * where that is shorter, as changes within the lines that they replace.
 */
export type LineDelta = readonly (readonly [at: number, count: number, becomes: Becomes])[]
type Becomes = string | readonly (readonly [from: number, to: number, insert: string])[]

/** The delta from `a` to `b`, both as `linesOf` gives them. */
export function lineDelta(a: readonly string[], b: readonly string[]): LineDelta {
  return lineHunks(a, b).map(({ aFrom, aTo, bFrom, bTo }) => {
    const after = b.slice(bFrom, bTo).join('')
    return [aFrom, aTo - aFrom, shorter(a.slice(aFrom, aTo).join(''), after)] as const
  })
}

function shorter(before: string, after: string): Becomes {
  if (before === '' || after === '') return after
  const changes = textChanges(before, after)
  const length = changes.reduce((sum, { insert }) => sum + insert.length + 16, 0)
  return length < after.length ? changes.map(({ from, to, insert }) => [from, to, insert] as const) : after
}

/** The lines after the delta. Throws a RangeError where it does not fit. */
export function applyDelta(lines: readonly string[], delta: LineDelta): readonly string[] {
  const result: string[] = []
  let at = 0
  for (const [from, count, becomes] of delta) {
    if (from < at || from + count > lines.length) throw new RangeError(`no line ${from} to change`)
    for (; at < from; at++) result.push(lines[at]!)
    for (const line of linesOf(textAfter(lines.slice(from, from + count), becomes))) result.push(line)
    at = from + count
  }
  for (; at < lines.length; at++) result.push(lines[at]!)
  return result
}

function textAfter(before: readonly string[], becomes: Becomes): string {
  if (typeof becomes === 'string') return becomes
  return applyChanges(
    before.join(''),
    becomes.map(([from, to, insert]) => ({ from, to, insert })),
  )
}
