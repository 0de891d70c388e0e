import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Over a row's identity and its words, so that a row which stands in another one's place does not pass either. */
export function rowCheck(identity: string, body: Uint8Array): number {
  const start = crc32(identity)
  // zlib starts anew when it is given an empty buffer without an address, which is what SQLite gives for no bytes.
  return body.length === 0 ? start : crc32(body, start)
}

export function bytesOf(column: unknown): Buffer {
  if (!(column instanceof Uint8Array)) throw new TypeError('a column of words holds no bytes')
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength)
}

/** Over a title and a text in UTF-8: a version and a snapshot of the same words have the same. */
export function stateDigest(title: string, text: Uint8Array): string {
  return createHash('sha256').update(title).update('\0').update(text).digest('hex')
}
