import { AppError, appError } from '../../shared/problem'
import { messageOf } from '../../shared/message-of'

/** What SQLite said, where `error` came from it: its primary result code. */
export function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('sqliteCode' in error)) return undefined
  return typeof error.sqliteCode === 'number' ? error.sqliteCode & 0xff : undefined
}

/** SQLite's code for a disk that is full, as it comes from an I/O failure whose cause is ENOSPC. */
const IO_FAILURE = 10

/** The failure as a sentence for a person; `file` names what could not be used. An AppError stays as it is. */
export function storageError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error
  const systemCode =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  switch (sqliteCode(error)) {
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return appError('damaged', `The library at ${file} is damaged.`)
    case 13: // SQLITE_FULL
    case IO_FAILURE: // what a disk without room answers while the log grows
      return full()
    case 8: // SQLITE_READONLY
    case 14: // SQLITE_CANTOPEN
      return unwritable(file)
    case 5: // SQLITE_BUSY
    case 6: // SQLITE_LOCKED
      return appError('storage-failed', `Another program uses ${file}.`)
  }
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(systemCode)) return full(file)
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(systemCode)) return unwritable(file)
  const reason = messageOf(error)
  return appError('storage-failed', `Stet cannot use ${file}: ${reason}.`)
}

/** The writer did not choose where the library lies, so only a `folder` of her choice is named. */
const full = (folder?: string) =>
  appError(
    'storage-full',
    folder === undefined
      ? 'The disk is full, or does not take what is written.'
      : `The disk that holds ${folder} is full, or does not take what is written.`,
  )

const unwritable = (file: string) =>
  appError('storage-failed', `Stet cannot write to ${file}. Check the permissions of its folder.`)
