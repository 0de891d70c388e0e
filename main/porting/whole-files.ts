import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as files from 'node:fs/promises'
import path from 'node:path'

/** What writing needs of a file system; a test has one that is full or may only be read. */
export type FileSystem = Pick<
  typeof files,
  'copyFile' | 'mkdir' | 'readFile' | 'rename' | 'rm' | 'stat' | 'writeFile'
>

export const realFiles: FileSystem = files

const halfOf = (file: string): string => `${file}.half`

/** All of it or nothing, in a folder that is made where there is none; nothing is written where the same is there already. */
export async function writeWhole(fs: FileSystem, file: string, content: string): Promise<void> {
  const same = (await fs.readFile(file, 'utf8').catch(() => undefined)) === content
  await put(fs, file, same, (half) => fs.writeFile(half, content))
}

/** The same for the bytes of another file. */
export async function copyWhole(fs: FileSystem, from: string, file: string): Promise<void> {
  const same = await isSameFile(fs, from, file)
  await put(fs, file, same, (half) => fs.copyFile(from, half))
}

async function put(
  fs: FileSystem,
  file: string,
  isThere: boolean,
  write: (half: string) => Promise<void>,
): Promise<void> {
  const half = halfOf(file)
  const clear = () => fs.rm(half, { force: true }).catch(() => {})
  // A process that was killed may have left one.
  if (isThere) return clear()
  await fs.mkdir(path.dirname(file), { recursive: true })
  try {
    await write(half)
    await fs.rename(half, file)
  } catch (error) {
    await clear()
    throw error
  }
}

async function isSameFile(fs: FileSystem, one: string, other: string): Promise<boolean> {
  const [size, otherSize] = await Promise.all(
    [one, other].map((file) =>
      fs.stat(file).then(
        (found) => (found.isFile() ? found.size : undefined),
        () => undefined,
      ),
    ),
  )
  if (size === undefined || size !== otherSize) return false
  const [hash, otherHash] = await Promise.all([one, other].map(hashOf))
  return hash === otherHash
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

/** Why this one place cannot be written while others can; undefined where the disk itself does not go on. */
export function placeTrouble(error: unknown): string | undefined {
  const code = String((error as { readonly code?: unknown } | null)?.code)
  return Object.hasOwn(PLACE_TROUBLES, code) ? PLACE_TROUBLES[code] : undefined
}

const NOT_ALLOWED = 'This place may not be written.'
const IN_THE_WAY = 'A file stands where its folder should be.'
const PLACE_TROUBLES: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EISDIR: 'A folder of this name stands in its place.',
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  ENAMETOOLONG: 'Its path is too long for this disk.',
  EBUSY: 'Another program is using it.',
}
