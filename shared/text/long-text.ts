import { applyChanges, type TextChange } from './text-change'

/**
 * A text in pieces, so that a change in one of many megabytes neither copies nor reads all of it. It is immutable. No
 * piece ends between `\r` and `\n`, or between the halves of a surrogate pair.
 */
export interface LongText {
  readonly length: number
  readonly pieces: readonly Piece[]
}

interface Piece {
  readonly text: string
  /** The number of `\r\n` in it. */
  readonly pairs: number
}

const PIECE = 1 << 14
/** From this many changes on, applying them to the whole text is cheaper than one by one. */
const MANY_CHANGES = 64

export function longText(text: string): LongText {
  return { length: text.length, pieces: cut(text) }
}

/** The whole text as one string, which is a copy. */
export function wholeText(text: LongText): string {
  return text.pieces.length === 1 ? text.pieces[0]!.text : text.pieces.map((piece) => piece.text).join('')
}

export function sliceText(text: LongText, from: number, to: number): string {
  let result = ''
  let start = 0
  for (const piece of text.pieces) {
    if (start >= to) break
    const end = start + piece.text.length
    if (end > from) result += piece.text.slice(Math.max(0, from - start), to - start)
    start = end
  }
  return result
}

/** The text after the changes; throws a RangeError like `applyChanges`. */
export function changedText(text: LongText, changes: readonly TextChange[]): LongText {
  if (changes.length > MANY_CHANGES) return longText(applyChanges(wholeText(text), changes))
  let end = text.length
  const pieces = [...text.pieces]
  let length = text.length
  for (const change of [...changes].reverse()) {
    if (change.from < 0 || change.to < change.from || change.to > end)
      throw new RangeError(`change ${change.from}..${change.to} does not fit a text of ${text.length}`)
    end = change.from
    splice(pieces, change)
    length += change.insert.length - (change.to - change.from)
  }
  return { length, pieces }
}

/**
 * Converts an offset that counts `\r\n` as one to an offset in the stored text. An offset past the end becomes the end.
 */
export function storedOffset(text: LongText, inEditor: number): number {
  let stored = 0
  let left = inEditor
  for (const { text: piece, pairs } of text.pieces) {
    if (left >= piece.length - pairs) {
      stored += piece.length
      left -= piece.length - pairs
      continue
    }
    let at = left
    for (let pair = piece.indexOf('\r\n'); pair >= 0 && pair < at; pair = piece.indexOf('\r\n', pair + 2))
      at++
    return stored + at
  }
  return stored
}

/** Converts an offset in the stored text to one that counts `\r\n` as one. Reverses `storedOffset`. */
export function editorOffset(text: LongText, inStored: number): number {
  let editor = 0
  let left = inStored
  for (const { text: piece, pairs } of text.pieces) {
    if (left >= piece.length) {
      editor += piece.length - pairs
      left -= piece.length
      continue
    }
    return editor + left - pairsIn(piece, 0, left)
  }
  return editor
}

function splice(pieces: Piece[], { from, to, insert }: TextChange): void {
  // At a seam the piece before it is split at the front and the piece after it at the end, so that the outer seams do
  // not change.
  let first = 0
  let start = 0
  while (first < pieces.length - 1 && start + pieces[first]!.text.length < from)
    start += pieces[first++]!.text.length
  let last = first
  let lastStart = start
  while (last < pieces.length - 1 && lastStart + pieces[last]!.text.length <= to)
    lastStart += pieces[last++]!.text.length
  const front = pieces[first]?.text.slice(0, from - start) ?? ''
  const back = pieces[last]?.text.slice(to - lastStart) ?? ''
  pieces.splice(first, last - first + 1, ...cut(front + insert + back))
}

function cut(text: string): Piece[] {
  const pieces: Piece[] = []
  for (let from = 0; from < text.length;) {
    let to = text.length - from <= 2 * PIECE ? text.length : from + PIECE
    if (to < text.length && isPair(text, to)) to++
    pieces.push({ text: text.slice(from, to), pairs: pairsIn(text, from, to) })
    from = to
  }
  return pieces
}

function isPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  return (before === 0x0d && after === 0x0a) || (isHigh(before) && isLow(after))
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

function pairsIn(text: string, from: number, to: number): number {
  let pairs = 0
  const piece = text.slice(from, to)
  for (let at = piece.indexOf('\r\n'); at >= 0; at = piece.indexOf('\r\n', at + 2)) pairs++
  return pairs
}
