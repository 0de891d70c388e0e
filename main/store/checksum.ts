import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A checksum of a row's identity and its words, so that a row in the place of another one does not pass either. */
export function rowCheck(identity: string, body: Uint8Array): number {
  const start = crc32(identity)
  // zlib restarts its sum for an empty buffer without an address, which is what SQLite gives for an empty value.
  return body.length === 0 ? start : crc32(body, start)
}

export function bytesOf(column: unknown): Buffer {
  if (!(column instanceof Uint8Array)) throw new TypeError('a column of words holds no bytes')
  return Buffer.from(column.buffer, column.byteOffset, column.byteLength)
}

/** A digest of a title and a text in UTF-8: a version and a snapshot of the same words have the same digest. */
export function stateDigest(title: string, text: Uint8Array): string {
  return createHash('sha256').update(title).update('\0').update(text).digest('hex')
}
