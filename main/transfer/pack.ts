import { createReadStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { appError } from '../../shared/problem'
import { carryLibrary, carryService } from '../store/carried-library'
import { syncFolder } from '../../node/sync-folder'
import { storageError } from '../system/storage-error'
import { BESIDE_LIBRARY, isKnownPath, MANIFEST, type Manifest } from './manifest'
import { createZip, type ZipWriter } from './zip-writer'

export interface PackJob {
  readonly target: string
  readonly profile: string
  /** A folder for copies of databases, on the disk of the profile; it is removed at the end. */
  readonly scratch: string
  readonly head: Omit<Manifest, 'files'>
  /**
   * The folder of each library, in the order of `head.libraries`, and that of the service that this app runs for it.
   */
  readonly folders: readonly { readonly library: string; readonly served?: string }[]
  /** `settings.json` for the transfer. */
  readonly settings: string
}

export interface Packed {
  readonly bytes: number
  /** The number of files that somebody deleted while this file was written. */
  readonly missing: number
}

/** The extension of the file until it is complete. */
export const UNFINISHED = '.part'
/** A note in the folder for copies: the name of the file that is being written. */
const BEGUN = 'begun'
const DATABASE_OF_SERVICE = 'content.sqlite'

/**
 * Writes everything of these libraries into one file, which `putInPlace` renames once all of it is durable.
 * `onProgress` is called with numbers of bytes. Throws an AppError with a sentence, and then leaves no file.
 */
export async function pack(job: PackJob, onProgress: (done: number, total: number) => void): Promise<Packed> {
  const unfinished = `${job.target}${UNFINISHED}`
  let zip: ZipWriter | undefined
  try {
    await rm(unfinished, { force: true })
    await mkdir(job.scratch, { recursive: true, mode: 0o700 })
    await writeFile(path.join(job.scratch, BEGUN), unfinished)
    zip = await createZip(unfinished)
    const missing = await write(job, zip, onProgress)
    await zip.end()
    zip = undefined
    return { bytes: (await stat(unfinished)).size, missing }
  } catch (error) {
    await zip?.abandon()
    await rm(unfinished, { force: true }).catch(() => {})
    throw storageError(error, job.target)
  } finally {
    await rm(job.scratch, { recursive: true, force: true }).catch(() => {})
  }
}

/** Removes the unfinished file of a run that was ended; returns whether one had been begun. */
export function clearPacking(scratch: string): boolean {
  if (!existsSync(scratch)) return false
  try {
    const unfinished = readFileSync(path.join(scratch, BEGUN), 'utf8')
    if (path.isAbsolute(unfinished) && unfinished.endsWith(UNFINISHED)) rmSync(unfinished, { force: true })
  } catch {
    // Its disk may be disconnected by now.
  }
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 })
  return true
}

/**
 * Renames the finished file, synchronously, in code that handles cancelling: a cancel comes before it, with nothing
 * changed, or has no effect.
 */
export function putInPlace(target: string): void {
  try {
    renameSync(target + UNFINISHED, target)
  } catch (error) {
    rmSync(target + UNFINISHED, { force: true })
    throw storageError(error, target)
  }
  syncFolder(path.dirname(target))
}

async function write(
  job: PackJob,
  zip: ZipWriter,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const { profile, scratch, head } = job
  const files: { path: string; bytes: number; sha256: string }[] = []
  const total = await sizeOf(job)
  let done = 0
  let missing = 0

  async function* counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      done += chunk.byteLength
      onProgress(Math.min(done, total), total)
      yield chunk
    }
  }

  async function add(name: string, source: () => AsyncIterable<Uint8Array>): Promise<void> {
    if (!isKnownPath(name)) throw appError('unexpected', `“${name}” has no place in the file.`)
    files.push({ path: name, ...(await zip.add(name, () => counted(source()))) })
  }
  const addFile = (name: string, file: string) => add(name, () => createReadStream(file))
  const addIfThere = (name: string, file: string) => (existsSync(file) ? addFile(name, file) : undefined)

  async function addCopy(name: string, file: string, copy: (file: string, target: string) => void) {
    const carried = path.join(scratch, 'copy.db')
    copy(file, carried)
    await addFile(name, carried)
    await rm(carried)
  }

  /**
   * Files may disappear while this runs, because they are removed or evicted; a file that disappeared before its turn
   * is left out.
   */
  async function addAll(into: string, folder: string): Promise<void> {
    for (const name of await namesIn(folder, into)) {
      const handle = await open(path.join(folder, name), 'r').catch(() => undefined)
      if (handle === undefined) missing += 1
      else
        try {
          await add(into + name, () => handle.createReadStream({ autoClose: false, start: 0 }))
        } finally {
          await handle.close()
        }
    }
  }

  for (const [index, { library, served }] of job.folders.entries()) {
    const into = `libraries/${index}/`
    // The service's database is copied later, so it contains everything that this device knows of it.
    await addCopy(`${into}library.db`, path.join(library, 'library.db'), carryLibrary)
    for (const name of BESIDE_LIBRARY) await addIfThere(into + name, path.join(library, name))
    await addAll(`${into}files/`, path.join(library, 'files'))
    if (served === undefined || !existsSync(path.join(served, DATABASE_OF_SERVICE))) continue
    await addCopy(
      `${into}service/${DATABASE_OF_SERVICE}`,
      path.join(served, DATABASE_OF_SERVICE),
      carryService,
    )
    await addAll(`${into}service/files/`, path.join(served, 'files'))
  }
  await add('settings.json', () => once(job.settings))
  await addIfThere('dictionary.json', path.join(profile, 'dictionary.json'))
  for (const folder of ['word-styles', 'covers', 'dictionaries'])
    await addAll(`${folder}/`, path.join(profile, folder))
  await zip.add(MANIFEST, () => once(JSON.stringify({ ...head, files } satisfies Manifest)))
  return missing
}

/** The files in the folder that have an allowed path under `into`. */
async function namesIn(folder: string, into: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => isKnownPath(into + name)).toSorted()
}

async function sizeOf({ folders }: PackJob): Promise<number> {
  const bytes = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0
  let sum = 0
  for (const { library, served } of folders)
    for (const folder of [library, served])
      if (folder !== undefined) {
        for (const name of ['library.db', DATABASE_OF_SERVICE]) sum += await bytes(path.join(folder, name))
        const files = path.join(folder, 'files')
        for (const name of await readdir(files).catch(() => [])) sum += await bytes(path.join(files, name))
      }
  return sum
}

const once = (text: string): AsyncIterable<Uint8Array> => Readable.from([Buffer.from(text)])
