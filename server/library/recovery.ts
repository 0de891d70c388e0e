import { constants, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { openDamaged } from '../../node/damaged-rows'
import { syncFolder } from '../../node/sync-folder'
import { AppError, appError } from '../../shared/problem'
import { openDatabase, storageError, type Database } from '../store/database'
import { issuedBy, renew } from '../store/renewal'
import { salvage } from '../store/salvage'

export interface Recovered {
  /** The present name of the damaged file, which is unchanged. */
  readonly aside: string
  /** How many documents could be read. */
  readonly documents: number
}

export interface Opened {
  readonly database: Database
  /** Present where the old file was damaged. */
  readonly recovered?: Recovered
}

const ENDS = ['', '-wal', '-shm'] as const
/** The new database is completed under this name before anything is moved. */
const NEXT = '.recovered'
const READ = '.read'

/** The files from which a library is rebuilt, and its place. */
interface Place {
  readonly file: string
  readonly searchFolder: string
  /** The account that gets everything where no account can be read. */
  readonly account: string
}

/**
 * Opens the database of a library. A damaged one is renamed to a name that says so, and its readable part is copied
 * into a new one, which never repeats an id or a revision (requirement G1). Where nothing can be read, nothing is
 * changed. Throws an AppError with one sentence. A kill at any moment leaves either the old database or the new one.
 */
export function openOrRecover(place: Place, now: number): Opened {
  const { file } = place
  // A kill came between the renames: the new database is complete.
  if (!existsSync(file) && existsSync(file + NEXT)) replaceBy(file + NEXT, file, now)
  requireFilled(place)
  try {
    return { database: openDatabase(file) }
  } catch (error) {
    if (!(error instanceof AppError) || error.problem.code !== 'damaged') throw error
  }
  try {
    const recovered = recover(place, now)
    return { database: openDatabase(file), recovered }
  } catch (error) {
    throw storageError(error, file)
  } finally {
    for (const end of ENDS) rmSync(file + READ + end, { force: true })
  }
}

/** Opens the database as it is; throws where it is damaged. */
export function openWhole(place: Pick<Place, 'file' | 'searchFolder'>): Database {
  requireFilled(place)
  return openDatabase(place.file)
}

/**
 * Throws for an empty file that was a library once: its log or its search index is beside it. SQLite would silently
 * take it for a new one, and delete the log.
 */
function requireFilled({ file, searchFolder }: Pick<Place, 'file' | 'searchFolder'>): void {
  const isThere = existsSync(file)
  if (isThere && statSync(file).size > 0) return
  if (existsSync(`${file}-wal`) || (isThere && existsSync(searchFolder)))
    throw appError(
      'damaged',
      `The library at ${file} is empty, though it was not always so. Quit Stet and ${TO_DO}`,
    )
}

const TO_DO = 'put back a copy of it, or move that file away to begin anew.'

function recover({ file, searchFolder, account }: Place, now: number): Recovered {
  const next = file + NEXT
  for (const end of ENDS) rmSync(next + end, { force: true })
  // Reading would checkpoint the log into the file.
  for (const end of ['', '-wal'])
    if (existsSync(file + end)) copyFileSync(file + end, file + READ + end, constants.COPYFILE_FICLONE)
  const documents = readInto(next, file + READ, account)
  if (documents === 0) {
    rmSync(next, { force: true })
    throw appError(
      'damaged',
      `The library at ${file} is damaged, and no text can be read from it; it was left as it is. Quit Stet and ${TO_DO}`,
    )
  }
  renew(next, issuedBy(file + READ), now)
  rmSync(searchFolder, { recursive: true, force: true })
  return { aside: replaceBy(next, file, now), documents }
}

/** Moves a library aside and puts another file into its place. Returns the new name of the old one. */
function replaceBy(next: string, file: string, now: number): string {
  const aside = nameAside(file, now)
  // The log moves too: SQLite would take it for the new database's.
  for (const end of ENDS) if (existsSync(file + end)) renameSync(file + end, aside + end)
  renameSync(next, file)
  syncFolder(dirname(file))
  return aside
}

function readInto(next: string, file: string, account: string): number {
  const fresh = openDatabase(next)
  try {
    const damaged = openDamaged(file)
    try {
      return salvage(damaged, fresh, account)
    } finally {
      damaged.close()
    }
  } catch (error) {
    const found = storageError(error, next)
    // Not a single page can be read.
    if (found.problem.code === 'damaged') return 0
    throw found
  } finally {
    fresh.close()
  }
}

function nameAside(file: string, now: number): string {
  const aside = `${file}.damaged-${new Date(now).toISOString().slice(0, 10)}`
  const names = readdirSync(dirname(file))
  const isTaken = (name: string) =>
    ENDS.some((end) => names.some((one) => `${dirname(file)}/${one}` === name + end))
  let number = 1
  while (isTaken(number === 1 ? aside : `${aside}-${number}`)) number++
  return number === 1 ? aside : `${aside}-${number}`
}
