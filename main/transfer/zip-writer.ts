import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A zip that is written to its file as it comes; memory stays at one chunk. */
export interface ZipWriter {
  /**
   * Writes one entry. `source` is asked for its bytes, and asked again where packing would make so little of them that a
   * reader takes the zip for a bomb: then they are stored as they are.
   */
  add(
    name: string,
    source: () => AsyncIterable<Uint8Array>,
  ): Promise<{ readonly bytes: number; readonly sha256: string }>
  /** Writes the directory; the file is durable when this resolves. */
  end(): Promise<void>
  /** Closes what was begun; the file is of no use. */
  abandon(): Promise<void>
}

/** Entries larger than this, or beyond it, are told in the form of zip64. */
const LARGE = 0xffff_0000
/** A reader's bound is twice this (`RATIO_MAX` in `main/porting/zip-source.ts`). */
const RATIO_MAX = 100
const STORED = 0
const DEFLATED = 8
const NAMES_ARE_UTF8 = 0x0800
const VERSION = 45
const MADE_ON_UNIX = (3 << 8) | VERSION
/** A file that its owner reads and writes. */
const ATTRIBUTES = 0o100600 * 0x1_0000
/** 1980-01-01: the time of each entry says nothing. */
const DOS_DATE = 0x21

interface Written {
  readonly name: Buffer
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly bytes: number
  readonly at: number
}

/** `large` is for tests: what a zip of gigabytes does is seen with one of bytes. */
export async function createZip(file: string, large = LARGE): Promise<ZipWriter> {
  const handle = await open(file, 'wx', 0o600)
  const entries: Written[] = []
  let end = 0

  async function put(bytes: Uint8Array): Promise<void> {
    await writeAt(handle, bytes, end)
    end += bytes.byteLength
  }

  async function write(name: Buffer, source: AsyncIterable<Uint8Array>, method: number) {
    const at = end
    const sha = createHash('sha256')
    let crc = 0
    let bytes = 0
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        sha.update(chunk)
        crc = crc32(chunk, crc)
        bytes += chunk.byteLength
        yield chunk
      }
    }
    await put(localHead({ name, method, crc: 0, packed: 0, bytes: 0, at }))
    const begin = end
    const packed = method === STORED ? counted() : deflated(counted())
    for await (const chunk of packed) await put(chunk)
    const written = { name, method, crc, packed: end - begin, bytes, at }
    await writeAt(handle, localHead(written), at)
    return { written, sha256: sha.digest('hex') }
  }

  return {
    async add(name, source) {
      const at = end
      const named = Buffer.from(name)
      let { written, sha256 } = await write(named, source(), DEFLATED)
      if (written.bytes > written.packed * RATIO_MAX) {
        await handle.truncate(at)
        end = at
        ;({ written, sha256 } = await write(named, source(), STORED))
      }
      entries.push(written)
      return { bytes: written.bytes, sha256 }
    },
    async end() {
      const at = end
      for (const entry of entries) await put(centralHead(entry, large))
      await put(directoryEnd(entries.length, at, end - at, large))
      await handle.sync()
      await handle.close()
    },
    abandon: () => handle.close().catch(() => {}),
  }
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;)
    done += (await handle.write(bytes, done, bytes.byteLength - done, position + done)).bytesWritten
}

async function* deflated(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packing = createDeflateRaw({ level: 6 })
  const reading = Readable.from(source, { objectMode: false })
  reading.on('error', (error) => packing.destroy(error))
  for await (const chunk of reading.pipe(packing)) yield chunk as Uint8Array
}

/** The sizes stand in the part of zip64 always: how long an entry becomes is known only once it is written. */
function localHead({ name, method, crc, packed, bytes }: Written): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(NAMES_ARE_UTF8, 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt16LE(DOS_DATE, 12)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(0xffff_ffff, 18)
  head.writeUInt32LE(0xffff_ffff, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(20, 28)
  return Buffer.concat([head, name, zip64Part([bytes, packed])])
}

function centralHead({ name, method, crc, packed, bytes, at }: Written, large: number): Buffer {
  const isLarge = Math.max(packed, bytes, at) >= large
  const part = isLarge ? zip64Part([bytes, packed, at]) : Buffer.alloc(0)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(MADE_ON_UNIX, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(NAMES_ARE_UTF8, 8)
  head.writeUInt16LE(method, 10)
  head.writeUInt16LE(DOS_DATE, 14)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(isLarge ? 0xffff_ffff : packed, 20)
  head.writeUInt32LE(isLarge ? 0xffff_ffff : bytes, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(part.length, 30)
  head.writeUInt32LE(ATTRIBUTES, 38)
  head.writeUInt32LE(isLarge ? 0xffff_ffff : at, 42)
  return Buffer.concat([head, name, part])
}

function zip64Part(values: readonly number[]): Buffer {
  const part = Buffer.alloc(4 + 8 * values.length)
  part.writeUInt16LE(0x0001, 0)
  part.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, index) => part.writeBigUInt64LE(BigInt(value), 4 + 8 * index))
  return part
}

function directoryEnd(count: number, at: number, length: number, large: number): Buffer {
  const isLarge = count >= 0xffff || at + length >= large
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(isLarge ? 0xffff : count, 8)
  end.writeUInt16LE(isLarge ? 0xffff : count, 10)
  end.writeUInt32LE(isLarge ? 0xffff_ffff : length, 12)
  end.writeUInt32LE(isLarge ? 0xffff_ffff : at, 16)
  if (!isLarge) return end
  const large64 = Buffer.alloc(56)
  large64.writeUInt32LE(0x06064b50, 0)
  large64.writeBigUInt64LE(44n, 4)
  large64.writeUInt16LE(MADE_ON_UNIX, 12)
  large64.writeUInt16LE(VERSION, 14)
  large64.writeBigUInt64LE(BigInt(count), 24)
  large64.writeBigUInt64LE(BigInt(count), 32)
  large64.writeBigUInt64LE(BigInt(length), 40)
  large64.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(at + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large64, locator, end])
}
