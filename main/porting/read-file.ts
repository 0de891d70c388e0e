import fs from 'node:fs'
import { promisify } from 'node:util'
import { tooLarge } from './source'

// Raw descriptors are used because the handles of fs/promises cost twice as much, and an import reads tens of thousands
// of files. Opening and reading may wait for a disk and are asynchronous; fstat and close are synchronous, because a
// trip through the thread pool costs main more time than they do.
const open = promisify(fs.open)
const read = (descriptor: number, into: Uint8Array, offset: number): Promise<number> =>
  new Promise((resolve, reject) =>
    fs.read(descriptor, into, offset, into.length - offset, null, (error, count) =>
      error ? reject(error) : resolve(count),
    ),
  )

/**
 * The bytes that a file has when it is opened. Throws an AppError where it has more than `maxBytes`, or cannot be read.
 */
export async function readWithin(file: string, maxBytes: number): Promise<Uint8Array> {
  const descriptor = await open(file, 'r')
  try {
    const { size } = fs.fstatSync(descriptor)
    if (size > maxBytes) throw tooLarge(maxBytes)
    const bytes = Buffer.allocUnsafeSlow(size)
    let filled = 0
    while (filled < size) {
      const count = await read(descriptor, bytes, filled)
      if (count === 0) break
      filled += count
    }
    return bytes.subarray(0, filled)
  } finally {
    fs.closeSync(descriptor)
  }
}
