import fs from 'node:fs'
import { promisify } from 'node:util'
import { tooLarge } from './source'

// On bare descriptors: the handles of fs/promises cost twice as much, and an import reads files by the ten thousand.
// What may wait for a disk, opening and reading, is not waited for; each way through the thread pool costs main more than
// the size of an open file and letting go of it do.
const open = promisify(fs.open)
const read = (descriptor: number, into: Uint8Array, offset: number): Promise<number> =>
  new Promise((resolve, reject) =>
    fs.read(descriptor, into, offset, into.length - offset, null, (error, count) =>
      error ? reject(error) : resolve(count),
    ),
  )

/** The bytes of a file as it is when it is opened. Throws an AppError where it has more than that, or cannot be read. */
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
