import { inflateRawSync } from 'node:zlib'
import { applyDelta, type Pieces, type TextDelta } from '../shared/diff/text-delta'

/** The bits of a version's kind: the encoding of its body. Without them the body is the whole text. */
export const DEFLATED_BIT = 1
export const DELTA_BIT = 2

/** A text in more pieces than this is joined into one. */
const PIECES_MAX = 2_000

/** A version as the embedded service stores it. */
export interface VersionBody {
  readonly kind: number
  readonly body: Uint8Array
  /** The CRC-32 of the text. */
  readonly checksum: number
}

/** The text of the last of these versions, the first of which is whole, and its expected checksum. */
export function textOfBodies(bodies: Iterable<VersionBody>): {
  readonly text: Buffer
  readonly checksum: number
} {
  let pieces: Pieces = []
  let checksum = 0
  for (const row of bodies) {
    const body = stringOf(row.kind & DEFLATED_BIT ? inflateRawSync(row.body) : row.body)
    pieces = row.kind & DELTA_BIT ? applyDelta(pieces, JSON.parse(body) as TextDelta) : [body]
    if (pieces.length > PIECES_MAX) pieces = [pieces.join('')]
    checksum = row.checksum
  }
  return { text: Buffer.from(pieces.join('')), checksum }
}

/** Decodes the bytes without a copy; `toString` of a `Uint8Array` would list its numbers. */
export const stringOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString()
