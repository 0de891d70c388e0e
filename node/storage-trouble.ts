import { messageOf } from '../shared/thrown'

/** SQLITE_CORRUPT */
export const CORRUPT = 11
/** SQLite's code for a disk that is full, as it comes from an I/O failure whose cause is ENOSPC: the log could not grow. */
const IO_FAILURE = 10
/**
 * The I/O failures of locks, and of the memory that connections of one database share (SQLITE_IOERR_RDLOCK, _LOCK,
 * _CHECKRESERVEDLOCK, _SHMOPEN, _SHMLOCK, _SHMMAP): what some network disks do not have.
 */
const UNSHARED: ReadonlySet<number> = new Set([9, 14, 15, 18, 20, 21].map((kind) => IO_FAILURE | (kind << 8)))
/** ENOSPC, EFBIG, EDQUOT */
const FULL_ERRNOS: ReadonlySet<unknown> = new Set([28, 27, 122])

/** What SQLite said, where `error` came from it: its primary result code (`SQLITE_FULL` is 13). */
export function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('sqliteCode' in error)) return undefined
  return typeof error.sqliteCode === 'number' ? error.sqliteCode & 0xff : undefined
}

interface StorageTrouble {
  readonly kind:
    'damaged' | 'full' | 'read-only' | 'unwritable' | 'unshared' | 'busy' | 'missing' | 'folder' | 'other'
  /** As it was thrown. */
  readonly reason: string
  /** SQLite said so, not the system. */
  readonly isOfDatabase: boolean
}

const SQLITE_KINDS: ReadonlyMap<number | undefined, StorageTrouble['kind']> = new Map([
  [CORRUPT, 'damaged'],
  [26, 'damaged'], // SQLITE_NOTADB
  [13, 'full'], // SQLITE_FULL
  [IO_FAILURE, 'full'],
  [8, 'unwritable'], // SQLITE_READONLY
  [14, 'unwritable'], // SQLITE_CANTOPEN
  [5, 'busy'], // SQLITE_BUSY
  [6, 'busy'], // SQLITE_LOCKED
])

const SYSTEM_KINDS: ReadonlyMap<string, StorageTrouble['kind']> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EACCES', 'unwritable'],
  ['EPERM', 'unwritable'],
  ['EROFS', 'read-only'],
  ['ENOTDIR', 'unwritable'],
  ['EEXIST', 'unwritable'],
  ['ENOENT', 'missing'],
  ['EISDIR', 'folder'],
])

/** What is wrong where a file or a database cannot be used. */
export function troubleOf(error: unknown): StorageTrouble {
  const reason = messageOf(error)
  const said = isUnshared(error) ? 'unshared' : SQLITE_KINDS.get(sqliteCode(error))
  if (said !== undefined) return { kind: said, reason, isOfDatabase: true }
  const { code = '', syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  const kind = isReadOnlyDisk(code, syscall) ? 'read-only' : (SYSTEM_KINDS.get(code) ?? 'other')
  return { kind, reason, isOfDatabase: false }
}

function isUnshared(error: unknown): boolean {
  const { sqliteCode: code, systemErrno } = (error ?? {}) as { sqliteCode?: unknown; systemErrno?: unknown }
  return typeof code === 'number' && UNSHARED.has(code) && !FULL_ERRNOS.has(systemErrno)
}

/** On a disk that can only be read Node says of folders that it is to make all at once that they are not there. */
const isReadOnlyDisk = (code: string, syscall: string | undefined): boolean =>
  code === 'ENOENT' && syscall === 'mkdir' && process.platform !== 'win32'
