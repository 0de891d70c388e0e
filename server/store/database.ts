import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { openDatabaseOf, type Database, type DatabaseKind } from '../../node/database'
import { CORRUPT, failureOf } from '../../node/storage-failure'
import { AppError, appError } from '../../shared/problem'
import { MIGRATIONS } from './migrations'
import { attempt } from '../../shared/thrown'

export { inTransaction as transaction, type Database, type Statement } from '../../node/database'

/** Only a burst of writes makes the log this long (32 MB) before `checkpoint` runs; then one of them waits for it. */
const LOG_PAGES_MAX = 8_000

const SERVICE: DatabaseKind = {
  // "Stet"
  applicationId: 0x53746574,
  migrations: MIGRATIONS,
  busyMs: 10_000,
  pragmas: `
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA trusted_schema = OFF;
    PRAGMA cache_size = -32000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA wal_autocheckpoint = ${LOG_PAGES_MAX};
  `,
  checkAlwaysBytes: 64 * 1024 * 1024,
  compareIndexesBytes: 8 * 1024 * 1024,
  comparesForm: true,
  damaged,
  newer: (path) =>
    appError(
      'newer-version',
      `${path} was written by a newer version of Stet and was left as it is; install the newest version.`,
    ),
  unusable: storageError,
}

interface OpenOptions extends Partial<Pick<DatabaseKind, 'migrations'>> {
  /** A second connection of the same process (a worker) skips the check of the pages. */
  readonly check?: boolean
}

/**
 * Opens the library's database, creates it where it does not exist, and migrates it. `:memory:` is for tests. Throws an
 * AppError with one sentence for a person (`damaged`, `newer-version`, `storage-full`, `storage-failed`); never deletes
 * or repairs a file.
 */
export function openDatabase(path: string, { check = true, ...other }: OpenOptions = {}): Database {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    throw storageError(error, path)
  }
  return openDatabaseOf({ ...SERVICE, ...other }, path, check ? 'needed' : 'none')
}

/**
 * Checkpoints the write-ahead log into the database, as far as readers allow. It costs as much as dozens of writes, so
 * no write should have to do it.
 */
export function checkpoint(database: Database): void {
  // A failure loses nothing, and the next write reports a fault of the disk.
  attempt(() => database.exec('PRAGMA wal_checkpoint(PASSIVE)'))
}

/** Throws the error of a damaged page where a text does not match its checksum. */
export function requireWhole(text: Uint8Array, checksum: number): void {
  if (crc32(text) !== checksum)
    throw Object.assign(new Error('a text is not what was written'), { sqliteCode: CORRUPT })
}

/** The failure as a sentence for a person; `path` names the file that could not be used. */
export function storageError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error
  const { kind, reason } = failureOf(error)
  if (kind === 'damaged') return damaged(path)
  if (kind === 'full') return appError('storage-full', `The disk that holds ${path} is full.`)
  return appError('storage-failed', `${path} ${FAILURES[kind] ?? `cannot be used: ${reason}.`}`)
}

const FAILURES: Readonly<Partial<Record<string, string>>> = {
  'read-only': 'lies on a disk that can only be read.',
  unwritable: "cannot be opened for writing; check the folder's permissions.",
  busy: 'is in use by another program, or its disk does not support locks, like some network disks.',
  unshared:
    'lies on a disk that lets no file be used by several connections at once, as some network disks do not.',
}

function damaged(path: string): AppError {
  return appError(
    'damaged',
    `The library at ${path} is damaged and was left untouched; restore a backup, or set it aside to start anew.`,
  )
}
