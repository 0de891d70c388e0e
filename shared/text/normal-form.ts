import { commonPrefix } from '../diff/common-ends'

/** The text with every line end as one LF. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

/**
 * The normal form: trimmed ends, LF line ends, NFC. A service may make these changes without storing another text (W4).
 */
export function normalForm(text: string): string {
  return withLineFeeds(text.trim()).normalize('NFC')
}

/**
 * The result of `normalForm(a) === normalForm(b)`, but cheap: equal and plainly different texts are decided by
 * comparing, because texts of many megabytes are compared on each key. Only where the first difference is one of
 * composition is the rest normalised.
 */
export function sameNormalForm(a: string, b: string): boolean {
  if (a === b) return true
  const left = a.trim()
  const right = b.trim()
  let i = 0
  let j = 0
  for (;;) {
    const shared = commonPrefix(left, right, i, j)
    i += shared
    j += shared
    if (i === left.length && j === right.length) return true
    const step = overLineEnd(left, i, right, j)
    if (step === undefined) break
    i += step.left
    j += step.right
  }
  const leftFrom = beforeMarks(left, i)
  const rightFrom = beforeMarks(right, j)
  if (plainlyDiffer(left, leftFrom, right, rightFrom)) return false
  return normalForm(`.${left.slice(leftFrom)}`) === normalForm(`.${right.slice(rightFrom)}`)
}

/** How far each side moves where both are at or within one line end, written in two ways. */
function overLineEnd(
  a: string,
  i: number,
  b: string,
  j: number,
): { left: number; right: number } | undefined {
  if (a[i - 1] === '\r' && b[j - 1] === '\r') {
    // The carriage return was shared; its line feed exists on one side only.
    if (a[i] === '\n') return { left: 1, right: 0 }
    if (b[j] === '\n') return { left: 0, right: 1 }
  }
  const left = lineEndLength(a, i)
  const right = lineEndLength(b, j)
  return left > 0 && right > 0 ? { left, right } : undefined
}

function lineEndLength(text: string, at: number): number {
  if (text[at] === '\n') return 1
  if (text[at] !== '\r') return 0
  return text[at + 1] === '\n' ? 2 : 1
}

const mark = /\p{M}/u

/** The start of the character, with its combining marks, that is before or at `at`. */
function beforeMarks(text: string, at: number): number {
  let from = at
  do from = from > 1 && isLowSurrogate(text.charCodeAt(from - 1)) ? from - 2 : from - 1
  while (from > 0 && mark.test(String.fromCodePoint(text.codePointAt(from)!)))
  return Math.max(0, from)
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/**
 * Whether the decomposed forms differ within the next few characters. Decomposition works character by character, and
 * only adjacent marks change places, so the part before the last character that is not a mark is final.
 */
function plainlyDiffer(a: string, i: number, b: string, j: number): boolean {
  const left = settled(a, i)
  const right = settled(b, j)
  const shared = commonPrefix(left.text, right.text)
  if (shared < left.text.length && shared < right.text.length) return true
  return (
    (left.whole && left.text.length < right.text.length) ||
    (right.whole && right.text.length < left.text.length)
  )
}

const reach = 64

function settled(text: string, from: number): { text: string; whole: boolean } {
  const whole = from + reach >= text.length
  const decomposed = withLineFeeds(text.slice(from, from + reach)).normalize('NFD')
  if (whole) return { text: decomposed, whole }
  const last = /[^\p{M}]\p{M}*$/u.exec(decomposed)
  return { text: decomposed.slice(0, last?.index ?? 0), whole }
}
