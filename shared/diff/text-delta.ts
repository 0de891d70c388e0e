import { commonPrefix, commonSuffix } from './common-ends'

/**
 * The delta that turns one text into another, piece by piece: a range of the earlier text, by its offset and length in
 * UTF-16 units, or new text. It survives JSON.
 */
export type TextDelta = readonly (string | readonly [from: number, length: number])[]

/** The pieces of a text in order. A chain of deltas is applied to them without building the texts in between. */
export type Pieces = readonly string[]

/** Shorter matches cost more to store than they save. */
const BLOCK = 24
const PRIME = 0x01000193

/** The delta from `before` to `after`. Time and memory are linear in the two texts. */
export function textDelta(before: string, after: string): TextDelta {
  const head = commonPrefix(before, after)
  const tail = commonSuffix(before, after, Math.min(before.length, after.length) - head)
  return [
    ...copy(0, head),
    ...middle(before, head, before.length - tail, after, head, after.length - tail),
    ...copy(before.length - tail, tail),
  ]
}

const copy = (from: number, length: number): TextDelta => (length === 0 ? [] : [[from, length]])
const insert = (text: string): TextDelta => (text === '' ? [] : [text])

/** The parts between the common ends: blocks of `before` are found in `after` by a rolling hash. */
function* middle(
  before: string,
  beforeStart: number,
  beforeEnd: number,
  after: string,
  start: number,
  end: number,
): Generator<TextDelta[number]> {
  const blockAt = blocksOf(before, beforeStart, beforeEnd)
  let weight = 1
  for (let i = 1; i < BLOCK; i++) weight = Math.imul(weight, PRIME)

  /** Everything before this offset is covered. */
  let told = start
  let at = start
  let hash = hashOf(after, at)
  while (at + BLOCK <= end) {
    const found = blockAt(hash)
    if (found >= 0 && commonPrefix(before, after, found, at, BLOCK) === BLOCK) {
      let [from, to] = [found, at]
      while (to > told && from > beforeStart && before.charCodeAt(from - 1) === after.charCodeAt(to - 1)) {
        from--
        to--
      }
      const length = commonPrefix(before, after, from, to, Math.min(beforeEnd - from, end - to))
      yield* insert(after.slice(told, to))
      yield [from, length]
      told = at = to + length
      hash = hashOf(after, at)
    } else {
      const without = hash - Math.imul(after.charCodeAt(at), weight)
      hash = (Math.imul(without, PRIME) + after.charCodeAt(at + BLOCK)) | 0
      at++
    }
  }
  yield* insert(after.slice(told, end))
}

/** Returns a function that finds the first block that may have this hash; -1 where none has. */
function blocksOf(text: string, start: number, end: number): (hash: number) => number {
  const blocks = Math.floor((end - start) / BLOCK)
  const bits = Math.max(4, Math.ceil(Math.log2(blocks * 2)))
  const places = new Int32Array(1 << bits).fill(-1)
  const slot = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - bits)
  for (let block = blocks - 1; block >= 0; block--) {
    const at = start + block * BLOCK
    places[slot(hashOf(text, at))] = at
  }
  return (hash) => places[slot(hash)]!
}

function hashOf(text: string, at: number): number {
  let hash = 0
  for (let i = 0; i < BLOCK; i++) hash = (Math.imul(hash, PRIME) + text.charCodeAt(at + i)) | 0
  return hash
}

/**
 * The text after the delta. A piece that is copied whole stays the same string. Throws a RangeError where the delta
 * does not fit.
 */
export function applyDelta(before: Pieces, delta: TextDelta): Pieces {
  const after: string[] = []
  let index = 0
  /** The offset of the present piece in the text. */
  let start = 0
  for (const step of delta) {
    if (typeof step === 'string') {
      after.push(step)
      continue
    }
    let [from, left] = step
    while (from < start && index > 0) start -= before[--index]!.length
    while (left > 0) {
      const piece = before[index]
      if (piece === undefined) throw new RangeError('a delta copies past the end')
      const part = piece.slice(from - start, from - start + left)
      if (part !== '') after.push(part)
      from += part.length
      left -= part.length
      if (left === 0) break
      start += piece.length
      index++
    }
  }
  return after
}
