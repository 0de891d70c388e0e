import { commonPrefix } from './common-ends'
import { numberOf } from './numbering'

/** How the lines of a text end: all alike, mixed, or not at all (a single line, or none). */
export type LineStyle = '\n' | '\r\n' | '\r' | 'mixed' | 'none'

/** How the lines of a text end. Quick where no carriage return occurs. */
export function lineStyleOf(text: string): LineStyle {
  let returns = 0
  let pairs = 0
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    returns++
    if (text.charCodeAt(at + 1) === 10) pairs++
  }
  if (returns === 0) return text.includes('\n') ? '\n' : 'none'
  let feeds = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) feeds++
  if (pairs === returns && feeds === pairs) return '\r\n'
  return feeds === 0 ? '\r' : 'mixed'
}

/** The lines of a text. Line i is text[starts[i]..starts[i + 1]), its end included; the last may have none. */
export type Lines = {
  readonly text: string
  /** One more than there are lines: the last is the length of the text. */
  readonly starts: readonly number[]
  /** A number for each line: equal for lines that are equal without their line ends, in whichever text. */
  readonly ids: Int32Array
}

/** Lines of several texts, numbered together. */
type LineTable = {
  readonly texts: readonly Lines[]
  /** All numbers are below this. */
  readonly ids: number
  /** Whether one of the texts mixes line ends. */
  readonly isMixed: boolean
}

/**
 * Splits texts into lines and numbers them. Line ends do not count, so that a text whose line ends were converted
 * still has the same lines; where one of the texts mixes them, a carriage return counts as part of its line.
 * With `exact` line ends count like any character.
 */
export function tabulate(texts: readonly string[], exact = false): LineTable {
  const ends = texts.map((text) => (exact ? 'mixed' : lineStyleOf(text)))
  const isMixed = ends.includes('mixed')
  const numbers = new Map<string, number>()
  const rows: Lines[] = []
  texts.forEach((text, index) => {
    const end = ends[index]!
    const split: Split = { end: isMixed || end === 'mixed' || end === 'none' ? '\n' : end, exact }
    const model = isMixed || end === ends[0] ? rows[0] : undefined
    rows.push(model ? numberAlong(model, text, split, numbers) : number(text, split, numbers))
  })
  return { texts: rows, ids: numbers.size, isMixed }
}

type Split = { readonly end: string; readonly exact: boolean }

/** The text of line `index` without its line end. */
export function lineContent(lines: Lines, index: number): string {
  return lines.text.slice(lines.starts[index], contentEnd(lines, index))
}

/** Where the content of line `index` ends and its line end begins. */
export function contentEnd({ text, starts }: Lines, index: number): number {
  let to = starts[index + 1]!
  const from = starts[index]!
  if (to > from && text.charCodeAt(to - 1) === 10) to--
  if (to > from && text.charCodeAt(to - 1) === 13) to--
  return to
}

/** Whether a line has nothing but white space. */
export function isBlank(lines: Lines, index: number): boolean {
  const from = lines.starts[index]!
  const to = contentEnd(lines, index)
  return from === to || lines.text.slice(from, to).trim() === ''
}

function number(text: string, split: Split, numbers: Map<string, number>): Lines {
  const starts: number[] = []
  const ids: number[] = []
  for (let from = 0; from < text.length;) {
    const to = lineTo(text, from, split)
    starts.push(from)
    ids.push(numberOf(text.slice(from, split.exact ? to.next : to.content), numbers))
    from = to.next
  }
  starts.push(text.length)
  return { text, starts, ids: Int32Array.from(ids) }
}

/**
 * Numbers the lines of a text that is mostly equal to `model`: runs of equal lines take its numbers without a lookup.
 * This is only an optimisation; the numbers are the same without it.
 */
function numberAlong(model: Lines, text: string, split: Split, numbers: Map<string, number>): Lines {
  const starts: number[] = []
  const ids: number[] = []
  const places = onlyPlaces(model, numbers.size)
  const count = model.ids.length
  let from = 0
  let line = 0
  while (from < text.length) {
    if (line < count) {
      const shift = from - model.starts[line]!
      const shared = commonPrefix(model.text, text, model.starts[line], from)
      const last = lastWithin(model, line, model.starts[line]! + shared, text, shift, split)
      for (; line < last; line++) {
        starts.push(model.starts[line]! + shift)
        ids.push(model.ids[line]!)
      }
      from = model.starts[line]! + shift
      if (from >= text.length) break
    }
    const to = lineTo(text, from, split)
    const id = numberOf(text.slice(from, split.exact ? to.next : to.content), numbers)
    starts.push(from)
    ids.push(id)
    from = to.next
    const place = id < places.length ? places[id]! : nowhere
    if (place !== several) line = (place === nowhere ? line : place) + 1
  }
  starts.push(text.length)
  return { text, starts, ids: Int32Array.from(ids) }
}

/** The first line from `line` on that ends beyond the shared run, or that continues in the text. */
function lastWithin(
  model: Lines,
  line: number,
  reach: number,
  text: string,
  shift: number,
  split: Split,
): number {
  const count = model.ids.length
  let low = line
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (model.starts[middle + 1]! <= reach) low = middle + 1
    else high = middle
  }
  const goesOn = low === count && model.text.length + shift < text.length
  return goesOn && low > line && !model.text.endsWith(split.end) ? low - 1 : low
}

const nowhere = -1
const several = -2

function lineTo(text: string, from: number, { end }: Split): { content: number; next: number } {
  const to = text.indexOf(end, from)
  return to < 0 ? { content: text.length, next: text.length } : { content: to, next: to + end.length }
}

/** For each number that only one line of the model has, the index of that line. */
function onlyPlaces(model: Lines, numbers: number): Int32Array {
  const places = new Int32Array(numbers).fill(nowhere)
  model.ids.forEach((id, line) => (places[id] = places[id] === nowhere ? line : several))
  return places
}
