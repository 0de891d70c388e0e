import { open } from 'node:fs/promises'

/** Enough to know the type of a picture by. */
const BEGINNING = 4_096

/** The first bytes of a file. */
export async function readBeginning(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(BEGINNING), 0, BEGINNING, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
