import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import * as files from 'node:fs/promises'
import path from 'node:path'

/** The functions of a file system that writing needs; a test replaces them with one that is full or read-only. */
export type FileSystem = Pick<
  typeof files,
  'appendFile' | 'copyFile' | 'mkdir' | 'readFile' | 'rename' | 'rm' | 'stat' | 'writeFile'
>

export const realFiles: FileSystem = files

const halfOf = (file: string): string => `${file}.half`

/** What is known of a path before a write. */
export interface Earlier {
  /** The SHA-256 digests that the file can have if nobody else has changed it. */
  readonly digests: readonly string[]
  /** Notes the digest that the file is about to get. */
  begin(sha256: string): Promise<void>
}

const NOTHING_EARLIER: Earlier = { digests: [], begin: async () => {} }

/** The state of a path after a write. */
export interface Written {
  readonly sha256: string
  /** The new name of a file that somebody else had changed. */
  readonly keptAs?: string
}

/**
 * Writes the whole file or nothing, and creates its folder where necessary; an identical file is not rewritten. A file
 * in its place that differs from what an earlier export wrote is kept under another name: "Diary (changed).md".
 */
export function writeAtomically(
  fs: FileSystem,
  file: string,
  content: string,
  earlier = NOTHING_EARLIER,
): Promise<Written> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  return put(fs, file, sha256, earlier, (half) => fs.writeFile(half, content))
}

/** Writes the bytes of another file in the same way. */
export async function copyWhole(
  fs: FileSystem,
  from: string,
  file: string,
  earlier = NOTHING_EARLIER,
): Promise<Written> {
  return put(fs, file, (await hashOf(from)) ?? '', earlier, (half) => fs.copyFile(from, half))
}

/** Writes a file that nobody else changes. */
export async function replaceWhole(fs: FileSystem, file: string, content: string): Promise<void> {
  const there = await hashOf(file)
  await writeAtomically(fs, file, content, {
    ...NOTHING_EARLIER,
    digests: there === undefined ? [] : [there],
  })
}

async function put(
  fs: FileSystem,
  file: string,
  sha256: string,
  earlier: Earlier,
  write: (half: string) => Promise<void>,
): Promise<Written> {
  const half = halfOf(file)
  const clear = () => fs.rm(half, { force: true }).catch(() => {})
  const there = await hashOf(file)
  if (there === sha256) {
    // A process that was killed may have left a temporary file.
    await clear()
    return { sha256 }
  }
  await fs.mkdir(path.dirname(file), { recursive: true })
  try {
    await write(half)
    await earlier.begin(sha256)
    const isOurs = there === undefined ? !(await isFile(fs, file)) : earlier.digests.includes(there)
    const keptAs = isOurs ? undefined : await keepAside(fs, file)
    await fs.rename(half, file)
    return { sha256, ...(keptAs !== undefined && { keptAs }) }
  } catch (error) {
    await clear()
    throw error
  }
}

const isFile = (fs: FileSystem, file: string): Promise<boolean> =>
  fs.stat(file).then(
    (found) => found.isFile(),
    () => false,
  )

/** Renames a file to a free name; returns that name. */
async function keepAside(fs: FileSystem, file: string): Promise<string> {
  const { dir, name, ext } = path.parse(file)
  for (let number = 1; ; number++) {
    const aside = `${name} (changed${number === 1 ? '' : ` ${number}`})${ext}`
    const isTaken = await fs.stat(path.join(dir, aside)).then(
      () => true,
      () => false,
    )
    if (isTaken) continue
    await fs.rename(file, path.join(dir, aside))
    return aside
  }
}

/** The digest of the file; `undefined` where it does not exist or cannot be read. */
async function hashOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array)
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

/** Why this one path cannot be written while others can; `undefined` where the disk itself is the cause. */
export function pathProblem(error: unknown): string | undefined {
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
