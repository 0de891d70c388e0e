import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import {
  centralHead,
  DEFLATED,
  directoryEnd,
  LARGE,
  localHead,
  STORED,
  type ZipHead,
} from '../system/zip-heads'

/** A zip that is written to its file as data comes; memory holds one chunk. */
export interface ZipWriter {
  /**
   * Writes one entry. `source` opens its bytes. It is opened a second time where the entry would compress so well that
   * a reader takes the zip for a bomb: the bytes are then stored uncompressed.
   */
  add(
    name: string,
    source: () => AsyncIterable<Uint8Array>,
  ): Promise<{ readonly bytes: number; readonly sha256: string }>
  /** Writes the directory; the file is durable when this resolves. */
  end(): Promise<void>
  /** Closes an unfinished zip; its file is unusable. */
  abandon(): Promise<void>
}

/** Half the bound at which a reader refuses a zip (`RATIO_MAX` in `main/porting/zip-source.ts`). */
const RATIO_MAX = 100

/** Creates a zip. `large` is for tests: the format of a zip of gigabytes can be tested with a few bytes. */
export async function createZip(file: string, large = LARGE): Promise<ZipWriter> {
  const handle = await open(file, 'wx', 0o600)
  const entries: ZipHead[] = []
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
    // The compressed length is known only after the entry is written.
    await put(localHead({ name, method, crc: 0, packed: 0, bytes: 0, at }, true))
    const begin = end
    const packed = method === STORED ? counted() : deflated(counted())
    for await (const chunk of packed) await put(chunk)
    const written = { name, method, crc, packed: end - begin, bytes, at }
    await writeAt(handle, localHead(written, true), at)
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
