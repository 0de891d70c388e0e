import { crc32, deflateRawSync } from 'node:zlib'

/** A file in a zip. */
export interface ZipEntry {
  /** With `/` between folders; of ASCII. */
  readonly name: string
  /** As a function: read when its turn comes, so that no two are in memory together. */
  readonly data: string | Uint8Array | (() => Uint8Array)
  /** What is packed already, such as pictures, or has to stand as it is. */
  readonly isStored?: boolean
}

/**
 * A zip, piece by piece. Its sizes stand before the data, where readers look for them that take a file as it comes; the
 * streams of fflate write them behind.
 */
export function* zipped(entries: Iterable<ZipEntry>): Generator<Uint8Array> {
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const data = bytesOf(entry.data)
    const packed = entry.isStored === true ? data : deflateRawSync(data)
    const name = Buffer.from(entry.name)
    const about = aboutEntry(entry.isStored === true ? STORED : DEFLATED, data, packed, name)
    const local = Buffer.concat([signed(0x04034b50), VERSION, about, name])
    yield local
    yield packed
    directory.push(Buffer.concat([signed(0x02014b50), VERSION, VERSION, about, placeOf(at), name]))
    at += local.length + packed.length
  }
  if (directory.length > MOST) throw new Error('A file holds at most 65,535 pictures and chapters.')
  yield* directory
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  yield endOf(directory.length, size, at)
}

const MOST = 65_535
const STORED = 0
const DEFLATED = 8
/** 2.0, the first with folders and this way to pack. */
const VERSION = Buffer.from([20, 0])
/** The first day that a zip can name, so that the same texts are the same file. */
const FIRST_DAY = 0x21

const bytesOf = (data: ZipEntry['data']): Uint8Array =>
  typeof data === 'string' ? Buffer.from(data) : typeof data === 'function' ? data() : data

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}

/** What both headers of a file say, from its flags to the length of its extra field. */
function aboutEntry(method: number, data: Uint8Array, packed: Uint8Array, name: Buffer): Buffer {
  const bytes = Buffer.alloc(24)
  bytes.writeUInt16LE(method, 2)
  bytes.writeUInt16LE(FIRST_DAY, 6)
  bytes.writeUInt32LE(crc32(data), 8)
  bytes.writeUInt32LE(packed.length, 12)
  bytes.writeUInt32LE(data.length, 16)
  bytes.writeUInt16LE(name.length, 20)
  return bytes
}

/** The end of a header in the directory: no comment, no attributes, and where the file begins. */
function placeOf(at: number): Buffer {
  const bytes = Buffer.alloc(14)
  bytes.writeUInt32LE(at, 10)
  return bytes
}

function endOf(count: number, size: number, at: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50)
  bytes.writeUInt16LE(count, 8)
  bytes.writeUInt16LE(count, 10)
  bytes.writeUInt32LE(size, 12)
  bytes.writeUInt32LE(at, 16)
  return bytes
}
