import { messageOf } from '../shared/thrown'

/** SQLITE_CORRUPT */
export const CORRUPT = 11
/**
 * SQLite's code for an I/O failure. It also reports a full disk this way, with ENOSPC as the cause, when the log could
 * not grow.
 */
const IO_FAILURE = 10
/**
 * The I/O failures of locks, and of the memory that connections of one database share (SQLITE_IOERR_RDLOCK, _LOCK,
 * _CHECKRESERVEDLOCK, _SHMOPEN, _SHMLOCK, _SHMMAP), which some network disks do not support.
 */
const UNSHARED: ReadonlySet<number> = new Set([9, 14, 15, 18, 20, 21].map((kind) => IO_FAILURE | (kind << 8)))
/** ENOSPC, EFBIG, EDQUOT */
const FULL_ERRNOS: ReadonlySet<unknown> = new Set([28, 27, 122])

/** SQLite's primary result code, where `error` came from SQLite (`SQLITE_FULL` is 13). */
export function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('sqliteCode' in error)) return undefined
  return typeof error.sqliteCode === 'number' ? error.sqliteCode & 0xff : undefined
}

interface StorageFailure {
  readonly kind:
    'damaged' | 'full' | 'read-only' | 'unwritable' | 'unshared' | 'busy' | 'missing' | 'folder' | 'other'
  /** The original message. */
  readonly reason: string
  /** Whether the error came from SQLite, not from the system. */
  readonly isOfDatabase: boolean
}

const SQLITE_KINDS: ReadonlyMap<number | undefined, StorageFailure['kind']> = new Map([
  [CORRUPT, 'damaged'],
  [26, 'damaged'], // SQLITE_NOTADB
  [13, 'full'], // SQLITE_FULL
  [IO_FAILURE, 'full'],
  [8, 'unwritable'], // SQLITE_READONLY
  [14, 'unwritable'], // SQLITE_CANTOPEN
  [5, 'busy'], // SQLITE_BUSY
  [6, 'busy'], // SQLITE_LOCKED
])

const SYSTEM_KINDS: ReadonlyMap<string, StorageFailure['kind']> = new Map([
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

/** The kind of failure where a file or a database cannot be used. */
export function failureOf(error: unknown): StorageFailure {
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

/** On a read-only disk Node reports that folders do not exist when it is asked to create several at once. */
const isReadOnlyDisk = (code: string, syscall: string | undefined): boolean =>
  code === 'ENOENT' && syscall === 'mkdir' && process.platform !== 'win32'
