import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '../../shared/problem'
import { createArchive, openArchive } from '../store/archive'
import { createBlobStore } from '../store/blobs'
import { storageError } from '../store/database'
import { copyLibrary } from '../store/library-copy'
import { lockFolder } from '../store/lock'
import { issuedBy, renew } from '../store/renewal'
import { RESTORING, databaseIn, filesIn } from './library'

const DATABASE = 'content.sqlite'
const FILES = 'files/'
/** The name of an upload in a backup: `files/` and its SHA-256. */
const UPLOAD = /^files\/([0-9a-f]{64})$/

/**
 * Writes the whole library in `folder` to one file, while a service may be running on it: the database as it is at one
 * moment, and the uploads that it names. Returns remarks for a person. Throws an AppError with one sentence.
 */
export function backup(folder: string, target: string): string {
  if (existsSync(target)) throw refuse(`There is a file at ${target} already; it was left as it is.`)
  if (!existsSync(databaseIn(folder))) throw refuse(`There is no library in ${folder}.`)
  const partial = `${target}.partial`
  const copy = `${target}.database`
  try {
    for (const path of [partial, copy]) {
      rmSync(path, { force: true })
      // SQLite keeps the mode of the empty file, which must be private: it will contain every word of the library.
      closeSync(openSync(path, 'wx', 0o600))
    }
    const missing = pack(folder, copy, partial)
    renameSync(partial, target)
    const note = missing === 0 ? '' : ` ${missing} uploaded files could not be read and are not in it.`
    return `The library in ${folder} is kept in ${target}.${note}`
  } catch (error) {
    throw storageError(error, target)
  } finally {
    for (const path of [partial, copy, `${partial}-journal`]) rmSync(path, { force: true })
  }
}

/** Returns how many uploads that the library still names could not be read. */
function pack(folder: string, copyPath: string, partial: string): number {
  const copy = copyLibrary(databaseIn(folder), copyPath)
  const archive = createArchive(partial)
  const blobs = createBlobStore(filesIn(folder))
  let missing = 0
  try {
    for (const sha256 of copy.uploads) {
      try {
        archive.add(FILES + sha256, blobs.pathOf(sha256))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
        // If it was deleted since the copy was made, the backup represents the moment after that.
        if (copy.isStillNamed(sha256)) missing++
        copy.forget(sha256)
      }
    }
    copy.close()
    archive.add(DATABASE, copyPath)
    return missing
  } finally {
    copy.close()
    archive.close()
  }
}

/**
 * Restores the library of a backup into `folder`. An existing library is moved aside inside the folder, never deleted.
 * Every later revision and id is greater than any ever issued (requirement G1). No service may be running on the
 * folder.
 */
export function restore(source: string, folder: string, nowMs: number): string {
  if (!existsSync(source)) throw refuse(`There is no file at ${source}.`)
  const lock = lockFolder(folder, 0)
  try {
    const fresh = join(folder, RESTORING)
    const damaged = prepare(source, folder, fresh, nowMs)
    const aside = setAside(folder, nowMs)
    for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(folder, name))
    rmSync(fresh, { recursive: true })
    const notes = [
      ...(aside === undefined ? [] : [` What was there before is in ${aside}.`]),
      ...(damaged === 0 ? [] : [` ${damagedUploads(damaged)} in the backup and could not be restored.`]),
    ]
    return `The library of ${source} is in ${folder}.${notes.join('')} Keys that were revoked after the backup may work again: see "keys list".`
  } catch (error) {
    throw storageError(error, folder)
  } finally {
    lock.release()
  }
}

/** Unpacks the backup into `fresh`, which is removed where that fails. Returns how many uploads are damaged. */
function prepare(source: string, folder: string, fresh: string, nowMs: number): number {
  rmSync(fresh, { recursive: true, force: true })
  try {
    const damaged = unpack(source, fresh)
    renew(databaseIn(fresh), issuedBy(databaseIn(folder)), nowMs)
    return damaged
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
}

/**
 * Writes the database of a backup and every upload whose bytes match its hash. A backup comes from outside, so no name
 * in it determines a path. Returns how many uploads do not match and were left out.
 */
function unpack(source: string, folder: string): number {
  const archive = openArchive(source)
  if (archive === undefined) throw refuse(`${source} is no backup of this program, or it is damaged.`)
  try {
    if (!archive.isSound()) throw refuse(`The backup ${source} is damaged.`)
    const names = archive.names()
    const foreign = names.find((name) => name !== DATABASE && !UPLOAD.test(name))
    if (foreign !== undefined)
      throw refuse(
        `The backup ${source} holds “${foreign}”, which is no part of a library; nothing was restored.`,
      )
    if (!names.includes(DATABASE)) throw refuse(`The backup ${source} holds no library.`)
    archive.extract(DATABASE, databaseIn(folder))
    const blobs = createBlobStore(filesIn(folder))
    let damaged = 0
    for (const name of names) {
      const sha256 = UPLOAD.exec(name)?.[1]
      if (sha256 === undefined || archive.extract(name, blobs.pathOf(sha256)) === sha256) continue
      rmSync(blobs.pathOf(sha256), { force: true })
      damaged++
    }
    return damaged
  } finally {
    archive.close()
  }
}

const damagedUploads = (count: number) =>
  count === 1 ? '1 uploaded file is damaged' : `${count} uploaded files are damaged`

/** Moves everything in the folder aside, except the lock and files that were set aside earlier. */
function setAside(folder: string, nowMs: number): string | undefined {
  const names = readdirSync(folder).filter(
    (name) => name !== RESTORING && !name.startsWith('lock.sqlite') && !name.startsWith('before-restore-'),
  )
  if (names.length === 0) return undefined
  const aside = join(folder, `before-restore-${new Date(nowMs).toISOString().replaceAll(':', '-')}`)
  mkdirSync(aside)
  for (const name of names) renameSync(join(folder, name), join(aside, name))
  return aside
}

const refuse = (sentence: string) => appError('not-allowed', sentence)
