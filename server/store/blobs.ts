import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { syncFolder } from '../../node/sync-folder'

/** Received bytes that are durable under a temporary name. */
export interface Received {
  readonly sha256: string
  readonly size: number
  /**
   * Moves them into their place, synchronously, so that no other request comes between this and the row that names
   * them.
   */
  keep(): void
  discard(): Promise<void>
}

/** An open file of `size` bytes, which stay readable even if its name is removed. */
interface Blob {
  readonly size: number
  /** Bytes `start` to `end`, both included. */
  stream(start: number, end: number): ReadableStream
  close(): Promise<void>
}

export interface BlobStore {
  /**
   * Receives bytes; `undefined`: there were more than `maxBytes`. Nothing is kept then, nor where reading or writing
   * failed.
   */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Received | undefined>
  /** `undefined`: there are no such bytes. */
  open(sha256: string): Promise<Blob | undefined>
  remove(sha256: string): void
  /** Removes bytes that no row names. */
  sweep(isNamed: (sha256: string) => boolean): void
  /** Removes incomplete uploads that a kill left; only at a start, before any upload. */
  clearIncoming(): void
}

const CHUNK_BYTES = 256 * 1024

/**
 * Stores uploads as files named by their SHA-256, in `folder`, which is created at the first upload. `pathOf`: the path
 * of a file.
 */
export function createBlobStore(folder: string): BlobStore & { pathOf(sha256: string): string } {
  const incoming = join(folder, 'incoming')
  const shelfOf = (sha256: string) => join(folder, sha256.slice(0, 2))
  const pathOf = (sha256: string) => join(shelfOf(sha256), sha256)

  return {
    pathOf,

    async receive(source, maxBytes) {
      mkdirSync(incoming, { recursive: true })
      const path = join(incoming, randomUUID())
      const file = await open(path, 'wx')
      let received: Omit<Received, 'keep' | 'discard'> | undefined
      try {
        received = await write(source, file, maxBytes)
        if (received !== undefined) await file.sync()
      } finally {
        await file.close()
        if (received === undefined) await rm(path, { force: true })
      }
      if (received === undefined) return undefined
      const { sha256 } = received
      return {
        ...received,
        keep() {
          mkdirSync(shelfOf(sha256), { recursive: true })
          renameSync(path, pathOf(sha256))
          syncFolder(shelfOf(sha256))
          syncFolder(folder)
        },
        discard: () => rm(path, { force: true }),
      }
    },

    async open(sha256) {
      let file: FileHandle
      try {
        file = await open(pathOf(sha256), 'r')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
      const { size } = await file.stat()
      return {
        size,
        stream: (start, end) =>
          Readable.toWeb(file.createReadStream({ start, end, highWaterMark: CHUNK_BYTES })),
        close: () => file.close(),
      }
    },

    remove(sha256) {
      rmSync(pathOf(sha256), { force: true })
    },

    clearIncoming() {
      rmSync(incoming, { recursive: true, force: true })
    },

    sweep(isNamed) {
      for (const shelf of namesIn(folder).filter((name) => /^[0-9a-f]{2}$/.test(name)))
        for (const name of namesIn(join(folder, shelf)))
          if (/^[0-9a-f]{64}$/.test(name) && !isNamed(name)) rmSync(pathOf(name), { force: true })
    },
  }
}

async function write(source: AsyncIterable<Uint8Array>, file: FileHandle, maxBytes: number) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > maxBytes) return undefined
    hash.update(chunk)
    for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten
  }
  return { sha256: hash.digest('hex'), size }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
