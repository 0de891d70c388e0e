import { DatabaseSync } from '@photostructure/sqlite'
import { storageError } from '../system/storage-error'
import type { Database } from './database'

/** A database that is read and never written. */
interface ReadOnly {
  readonly database: Database
  /** Runs the work; an error that it throws becomes an AppError that names the file. */
  readonly guarded: <T>(work: () => T) => T
}

/** Opens a database for reading only, whatever version of Stet has written it. Throws an AppError where that fails. */
export function openReadOnly(file: string): ReadOnly {
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw storageError(error, file)
    }
  }
  const database = guarded(() => {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    opened.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8000')
    return opened
  })
  return { database, guarded }
}
