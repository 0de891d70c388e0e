import { crc32, deflateRawSync } from 'node:zlib'
import { centralHead, DEFLATED, directoryEnd, localHead, STORED } from '../system/zip-heads'

export interface ZipEntry {
  /** The path in ASCII, with `/` between folders. */
  readonly name: string
  /** A function is called when its turn comes, so that only one entry is in memory at a time. */
  readonly data: string | Uint8Array | (() => Uint8Array)
  /**
   * Whether the data is stored uncompressed: it is compressed already, such as a picture, or the format requires it.
   */
  readonly isStored?: boolean
}

/**
 * A zip, piece by piece. Sizes precede the data, as streaming readers require; the streams of fflate write them after
 * it.
 */
export function* zipped(entries: Iterable<ZipEntry>): Generator<Uint8Array> {
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const data = bytesOf(entry.data)
    const packed = entry.isStored === true ? data : deflateRawSync(data)
    const name = Buffer.from(entry.name)
    const method = entry.isStored === true ? STORED : DEFLATED
    const head = { name, method, crc: crc32(data), packed: packed.length, bytes: data.length, at }
    const local = localHead(head, false)
    yield local
    yield packed
    directory.push(centralHead(head))
    at += local.length + packed.length
  }
  if (directory.length > MOST) throw new Error('A file holds at most 65,535 pictures and chapters.')
  yield* directory
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield directoryEnd(directory.length, at, size)
}

const MOST = 65_535

const bytesOf = (data: ZipEntry['data']): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data) : typeof data === 'function' ? data() : data
