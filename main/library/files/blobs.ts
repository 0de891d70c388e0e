import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync, openAsBlob, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { syncFolderLater } from '../../../node/sync-folder'
import { storageError } from '../../system/storage-error'
import { DAY_MS } from '../../../shared/day'

/** The bytes of files in a folder of their own, each stored once, under a hash of its content. */
export interface Blobs {
  /**
   * Stores bytes, durable when this resolves; under their hash, or under `key` where they are not known to match it.
   * Throws an AppError where they cannot be stored.
   */
  add(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, key?: string): Promise<AddedBytes>
  /** The path of the bytes; `undefined` where they are not on this device. A call counts as a use. */
  file(key: string): string | undefined
  has(key: string): boolean
  /** The bytes for an upload, read from the disk as they are sent. */
  blob(key: string, type: string): Promise<Blob | undefined>
  /** The first bytes; empty where the file is not on this device. */
  start(key: string, bytes: number): Promise<Uint8Array>
  /** Removes the files used least recently until the rest is within the bound; `pinned` files stay. */
  shrink(maxBytes: number, pinned: ReadonlySet<string>): Promise<void>
}

interface AddedBytes {
  readonly key: string
  readonly sha256: string
  readonly size: number
}

/** The extension of a file that is being written; a crash may leave one behind. */
const HALF = '.half'
const HALF_KEPT_MS = DAY_MS
const USE_NOTED_MS = DAY_MS

/** The folder is created with the first file. */
export function openBlobs(folder: string): Blobs {
  const pathOf = (key: string) => path.join(folder, key)
  const has = (key: string) => existsSync(pathOf(key))
  const file = (key: string): string | undefined => {
    if (!has(key)) return undefined
    const now = Date.now()
    // A new file keeps its time: an upload that reads it would take another time for changed bytes.
    if (now - statSync(pathOf(key)).mtimeMs > USE_NOTED_MS)
      void utimes(pathOf(key), now / 1_000, now / 1_000).catch(() => {})
    return pathOf(key)
  }

  return {
    has,
    file,

    async add(bytes, key) {
      const half = pathOf(randomUUID() + HALF)
      const hash = createHash('sha256')
      let size = 0
      let handle: FileHandle | undefined
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        handle = await open(half, 'wx', 0o600)
        for await (const part of bytes) {
          hash.update(part)
          size += part.byteLength
          await handle.writeFile(part)
        }
        await handle.sync()
        await handle.close()
        handle = undefined
        const sha256 = hash.digest('hex')
        await rename(half, pathOf(key ?? sha256))
        await syncFolderLater(folder)
        return { key: key ?? sha256, sha256, size }
      } catch (error) {
        await handle?.close().catch(() => {})
        await rm(half, { force: true }).catch(() => {})
        throw storageError(error, folder)
      }
    },

    async blob(key, type) {
      return has(key) ? openAsBlob(pathOf(key), { type }).catch(() => undefined) : undefined
    },

    async start(key, bytes) {
      const found = file(key)
      if (found === undefined) return new Uint8Array()
      const parts: Buffer[] = []
      for await (const part of createReadStream(found, { end: bytes - 1 })) parts.push(part as Buffer)
      return Buffer.concat(parts)
    },

    async shrink(maxBytes, pinned) {
      const names = await readdir(folder).catch(() => [])
      const entries = await Promise.all(
        names.map(async (name) => ({ name, ...(await sizeAndUse(pathOf(name))) })),
      )
      const oldestFirst = entries.sort((a, b) => a.usedAt - b.usedAt)
      let total = entries.reduce((sum, { size }) => sum + size, 0)
      for (const { name, size, usedAt } of oldestFirst) {
        const isLeft = name.endsWith(HALF) && Date.now() - usedAt > HALF_KEPT_MS
        if (!isLeft && (total <= maxBytes || pinned.has(name) || name.endsWith(HALF))) continue
        await rm(pathOf(name), { force: true })
        total -= size
      }
    },
  }
}

async function sizeAndUse(file: string): Promise<{ readonly size: number; readonly usedAt: number }> {
  const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }))
  return { size, usedAt: mtimeMs }
}
