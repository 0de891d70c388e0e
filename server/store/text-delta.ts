/**
 * Deltas between two texts as bytes. A delta is a list of steps in LEB128 numbers: `length * 2, offset` copies from the
 * text before; `length * 2 + 1, bytes` inserts. Work and memory are linear in the two texts.
 */

/** Shorter matches than this cost more to write down than they save. */
const BLOCK = 24
const PRIME = 0x01000193

/** What leads from `before` to `after`. */
export function encodeDelta(before: Uint8Array, after: Uint8Array): Uint8Array {
  const most = Math.min(before.length, after.length)
  const head = commonHead(before, after, most)
  const tail = commonTail(before, after, most - head)
  const out = createWriter()
  out.copy(0, head)
  encodeMiddle(before, head, before.length - tail, after, head, after.length - tail, out)
  out.copy(before.length - tail, tail)
  return out.finish()
}

/** So many bytes are compared at once, which is many times as fast as one by one. */
const STRIDE = 4096

function commonHead(a: Uint8Array, b: Uint8Array, most: number): number {
  let head = 0
  while (head + STRIDE <= most && areEqual(a, head, b, head)) head += STRIDE
  while (head < most && a[head] === b[head]) head++
  return head
}

function commonTail(a: Uint8Array, b: Uint8Array, most: number): number {
  let tail = 0
  const fits = () => tail + STRIDE <= most
  while (fits() && areEqual(a, a.length - tail - STRIDE, b, b.length - tail - STRIDE)) tail += STRIDE
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return tail
}

const areEqual = (a: Uint8Array, aAt: number, b: Uint8Array, bAt: number): boolean =>
  Buffer.compare(a.subarray(aAt, aAt + STRIDE), b.subarray(bAt, bAt + STRIDE)) === 0

/** The parts between the common head and tail: blocks of `before` are found in `after` by a rolling hash. */
function encodeMiddle(
  before: Uint8Array,
  beforeStart: number,
  beforeEnd: number,
  after: Uint8Array,
  start: number,
  end: number,
  out: Writer,
): void {
  if (end - start < BLOCK || beforeEnd - beforeStart < BLOCK) return out.insert(after, start, end)
  const blocks = Math.floor((beforeEnd - beforeStart) / BLOCK)
  const bits = Math.max(4, Math.ceil(Math.log2(blocks * 2)))
  const table = new Int32Array(1 << bits).fill(-1)
  const slot = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - bits)
  for (let block = blocks - 1; block >= 0; block--) {
    const at = beforeStart + block * BLOCK
    table[slot(hashOf(before, at))] = at
  }
  let top = 1
  for (let i = 1; i < BLOCK; i++) top = Math.imul(top, PRIME)

  let pending = start
  let at = start
  let hash = hashOf(after, at)
  while (at + BLOCK <= end) {
    const candidate = table[slot(hash)] ?? -1
    if (candidate >= 0 && isEqual(before, candidate, after, at)) {
      let from = candidate
      let to = at
      while (to > pending && from > beforeStart && before[from - 1] === after[to - 1]) {
        from--
        to--
      }
      let length = at - to + BLOCK
      while (to + length < end && from + length < beforeEnd && before[from + length] === after[to + length])
        length++
      out.insert(after, pending, to)
      out.copy(from, length)
      at = to + length
      pending = at
      if (at + BLOCK <= end) hash = hashOf(after, at)
      continue
    }
    if (at + BLOCK < end)
      hash = (Math.imul(hash - Math.imul(byte(after, at), top), PRIME) + byte(after, at + BLOCK)) | 0
    at++
  }
  out.insert(after, pending, end)
}

const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0

function hashOf(bytes: Uint8Array, at: number): number {
  let hash = 0
  for (let i = 0; i < BLOCK; i++) hash = (Math.imul(hash, PRIME) + byte(bytes, at + i)) | 0
  return hash
}

function isEqual(a: Uint8Array, aAt: number, b: Uint8Array, bAt: number): boolean {
  for (let i = 0; i < BLOCK; i++) if (a[aAt + i] !== b[bAt + i]) return false
  return true
}

type Writer = ReturnType<typeof createWriter>

function createWriter() {
  let bytes = new Uint8Array(256)
  let size = 0
  const reserve = (more: number) => {
    if (size + more <= bytes.length) return
    const larger = new Uint8Array(Math.max(bytes.length * 2, size + more))
    larger.set(bytes.subarray(0, size))
    bytes = larger
  }
  const number = (value: number) => {
    reserve(8)
    let rest = value
    while (rest >= 0x80) {
      bytes[size++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    bytes[size++] = rest
  }
  return {
    copy(offset: number, length: number): void {
      if (length === 0) return
      number(length * 2)
      number(offset)
    },
    insert(source: Uint8Array, start: number, end: number): void {
      if (end <= start) return
      number((end - start) * 2 + 1)
      reserve(end - start)
      bytes.set(source.subarray(start, end), size)
      size += end - start
    },
    finish: (): Uint8Array => bytes.slice(0, size),
  }
}

/** A text as pieces of other texts, so that a chain of deltas is followed without building the texts between. */
export interface Pieces {
  readonly length: number
  readonly parts: readonly { readonly at: number; readonly bytes: Uint8Array }[]
}

/** A text in one piece. */
export const piecesOf = (bytes: Uint8Array): Pieces => ({
  length: bytes.length,
  parts: bytes.length === 0 ? [] : [{ at: 0, bytes }],
})

/** The text after `delta`. Throws a RangeError where the delta does not fit. */
export function applyDelta(before: Pieces, delta: Uint8Array): Pieces {
  const parts: { at: number; bytes: Uint8Array }[] = []
  let length = 0
  const add = (bytes: Uint8Array) => {
    parts.push({ at: length, bytes })
    length += bytes.length
  }
  let position = 0
  const number = (): number => {
    let value = 0
    let scale = 1
    for (;;) {
      const next = delta[position++]
      if (next === undefined) throw new RangeError('a delta ends early')
      value += (next & 0x7f) * scale
      if (next < 0x80) return value
      scale *= 0x80
    }
  }
  while (position < delta.length) {
    const head = number()
    const size = Math.floor(head / 2)
    if (head % 2 === 1) {
      if (position + size > delta.length) throw new RangeError('a delta ends early')
      add(delta.subarray(position, position + size))
      position += size
    } else copyPieces(before, number(), size, add)
  }
  return { length, parts }
}

function copyPieces(from: Pieces, offset: number, size: number, add: (bytes: Uint8Array) => void): void {
  if (offset + size > from.length) throw new RangeError('a delta copies past the end')
  let low = 0
  let high = from.parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((from.parts[middle]?.at ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  let rest = size
  let at = offset
  for (let index = low; rest > 0; index++) {
    const part = from.parts[index]
    if (part === undefined) throw new RangeError('a delta copies past the end')
    const start = at - part.at
    const taken = Math.min(rest, part.bytes.length - start)
    add(part.bytes.subarray(start, start + taken))
    rest -= taken
    at += taken
  }
}

/** The text that the pieces are. */
export const join = (pieces: Pieces): Buffer =>
  Buffer.concat(
    pieces.parts.map((part) => part.bytes),
    pieces.length,
  )
