import { createHash } from 'node:crypto'
import type { BlobStore } from './blobs'

/** A blob store in memory, for tests. */
export function createMemoryBlobStore(): BlobStore {
  const kept = new Map<string, Buffer>()
  return {
    async receive(source, maxBytes) {
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of source) {
        size += chunk.byteLength
        if (size > maxBytes) return undefined
        chunks.push(chunk)
      }
      const bytes = Buffer.concat(chunks)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return {
        sha256,
        size,
        keep: () => void kept.set(sha256, bytes),
        discard: () => Promise.resolve(),
      }
    },
    open(sha256) {
      const bytes = kept.get(sha256)
      return Promise.resolve(
        bytes && {
          size: bytes.length,
          stream: (start, end) =>
            new ReadableStream({
              start(controller) {
                controller.enqueue(new Uint8Array(bytes.subarray(start, end + 1)))
                controller.close()
              },
            }),
          close: () => Promise.resolve(),
        },
      )
    },
    remove: (sha256) => void kept.delete(sha256),
    clearIncoming() {},
    sweep(isNamed) {
      for (const sha256 of kept.keys()) if (!isNamed(sha256)) kept.delete(sha256)
    },
  }
}
