import { inflateRawSync } from 'node:zlib'
import { applyDelta, type Pieces, type TextDelta } from '../shared/diff/text-delta'

/** The bits of a version's kind: what its body is. Without them it is the whole text as it is. */
export const DEFLATED_BIT = 1
export const DELTA_BIT = 2

/** A text in more pieces than these is joined into one. */
const PIECES_MAX = 2_000

/** A version as the embedded service stores it. */
export interface VersionBody {
  readonly kind: number
  readonly body: Uint8Array
  /** Of the text, CRC-32. */
  readonly checksum: number
}

/** The text of the last of these versions, the first of which is whole, and the checksum that it should have. */
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

/** `toString` of the bytes themselves, without a copy; that of a `Uint8Array` would list its numbers. */
export const stringOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString()
