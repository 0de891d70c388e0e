import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Entry, ZipFile } from 'yauzl'
import { AppError, appError } from '../../shared/problem'
import { isLink, nameOf, openEntries } from '../porting/zip-source'
import { checkCarriedService, readCarriedLibrary, type Carried } from '../store/carried-library'
import { storageError } from '../system/storage-error'
import {
  damagedPart,
  foreign,
  isKnownPath,
  JSON_BYTES_MAX,
  MANIFEST,
  MANIFEST_BYTES_MAX,
  newer,
  readManifest,
  type Manifest,
} from './manifest'

export interface UnpackJob {
  readonly file: string
  /** A folder made for this file; the caller removes it where unpacking fails. */
  readonly folder: string
  /** The version of this Stet. */
  readonly version: string
}

export interface Unpacked {
  readonly head: Omit<Manifest, 'files'>
  /** The contents of each library, in the order of `head.libraries`. */
  readonly libraries: readonly Carried[]
}

/** The disk space that must stay free after unpacking. */
const FREE_BYTES = 64 * 1024 * 1024

/**
 * Unpacks a file from another computer into a folder of its own, and checks all of it: every name, size and hash, every
 * page and the schema of each database. Throws an AppError with a sentence where anything differs from the manifest.
 */
export async function unpack(
  { file, folder, version }: UnpackJob,
  onProgress: (done: number, total: number) => void,
): Promise<Unpacked> {
  const { zip, entries } = await openEntries(file).catch((error: unknown) => {
    throw error instanceof AppError && error.problem.code === 'damaged'
      ? foreign()
      : storageError(error, file)
  })
  try {
    const byName = namesOf(entries)
    const said = byName.get(MANIFEST)
    if (said === undefined || said.uncompressedSize > MANIFEST_BYTES_MAX) throw foreign()
    const { files, ...head } = readManifest(await wholeOf(zip, said))
    requireAlike(files, byName)
    requireLibraries(head, files)
    if (isNewer(head.version, version)) throw newer(head.version)
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await requireRoom(folder, total)
    let done = 0
    for (const { path: name, sha256 } of files) {
      const hash = await extract(zip, byName.get(name)!, path.join(folder, ...name.split('/')), (bytes) => {
        done += bytes
        onProgress(done, total)
      })
      if (hash !== sha256) throw damagedPart(`“${name}” is not what was written`)
    }
    return { head, libraries: head.libraries.map((one, index) => checked(folder, one.name, index)) }
  } finally {
    zip.close()
  }
}

function namesOf(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const byName = new Map<string, Entry>()
  for (const entry of entries) {
    const name = nameOf(entry)
    if (isLink(entry) || byName.has(name)) throw foreign()
    byName.set(name, entry)
  }
  return byName
}

/** Requires that the zip contains exactly the files in the manifest, and that each name has an allowed path. */
function requireAlike(files: Manifest['files'], byName: ReadonlyMap<string, Entry>): void {
  const named = new Set(files.map(({ path: name }) => name))
  const strange = [...byName.keys(), ...named].find((name) => name !== MANIFEST && !isKnownPath(name))
  if (strange !== undefined)
    throw damagedPart(`it holds “${strange.slice(0, 100)}”, which is no part of a library`)
  const missing = files.find(({ path: name, bytes }) => byName.get(name)?.uncompressedSize !== bytes)
  if (missing !== undefined) throw damagedPart(`“${missing.path}” is missing or has another size`)
  const large = files.find(({ path: name, bytes }) => name.endsWith('.json') && bytes > JSON_BYTES_MAX)
  if (large !== undefined) throw damagedPart(`“${large.path}” is too large`)
  if (named.size !== files.length || byName.size !== files.length + 1) throw foreign()
}

function requireLibraries({ libraries }: Pick<Manifest, 'libraries'>, files: Manifest['files']): void {
  const databases = files.flatMap(({ path: name }) => /^libraries\/(\d+)\/library\.db$/.exec(name)?.[1] ?? [])
  const folders = new Set(files.flatMap(({ path: name }) => /^libraries\/(\d+)\//.exec(name)?.[1] ?? []))
  const expected = libraries.map((_one, index) => String(index))
  if (databases.length !== libraries.length || folders.size !== libraries.length) throw foreign()
  if (!expected.every((index) => databases.includes(index))) throw foreign()
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + FREE_BYTES)
    throw appError(
      'storage-full',
      `The contents of this file need ${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB, and the disk has less. Nothing was changed. Make room first.`,
    )
}

/** Returns the SHA-256; the stream fails where its length differs from the entry's. */
async function extract(
  zip: ZipFile,
  entry: Entry,
  target: string,
  onBytes: (count: number) => void,
): Promise<string> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const handle = await open(target, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    for await (const chunk of await streamOf(zip, entry)) {
      hash.update(chunk)
      await handle.writeFile(chunk)
      onBytes(chunk.byteLength)
    }
    await handle.sync()
    return hash.digest('hex')
  } catch (error) {
    if (isOfDisk(error)) throw storageError(error, target)
    throw damagedPart(`“${nameOf(entry)}” cannot be read`)
  } finally {
    await handle.close()
  }
}

const isOfDisk = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'].includes((error as { readonly code?: string }).code ?? '')

async function streamOf(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod)) throw foreign()
  return (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>
}

async function wholeOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of await streamOf(zip, entry)) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch {
    throw foreign()
  }
}

function checked(folder: string, name: string, index: number): Carried {
  const of = (...parts: string[]) => path.join(folder, 'libraries', String(index), ...parts)
  try {
    const carried = readCarriedLibrary(of('library.db'))
    const served = of('service', 'content.sqlite')
    if (existsSync(served)) checkCarriedService(served)
    return carried
  } catch (error) {
    const { code } = storageError(error, name).problem
    if (code === 'newer-version') throw newer()
    if (code === 'storage-full') throw error
    throw damagedPart(`the library “${name.slice(0, 100)}” in it cannot be used`)
  }
}

/** Compares the three numbers of two versions; an unreadable version is not newer. */
export function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) => (/^(\d+)\.(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number)
  const [theirs, ours] = [numbers(version), numbers(than)]
  const at = theirs.findIndex((number, index) => number !== ours[index])
  return at >= 0 && ours.length === 3 && (theirs[at] ?? 0) > (ours[at] ?? 0)
}
