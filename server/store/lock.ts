import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { appError } from '../../shared/problem'
import { storageError } from './database'
import { sqliteCode, failureOf } from '../../node/storage-failure'

interface Lock {
  release(): void
}

/**
 * Locks the folder for one running service. The lock is an exclusive transaction on a database of its own, so the
 * system releases it when the process dies, in whatever way. Waits `patienceMs` for a service that is just ending.
 */
export function lockFolder(folder: string, patienceMs = 3_000): Lock {
  const file = join(folder, 'lock.sqlite')
  try {
    mkdirSync(folder, { recursive: true })
    try {
      return take(file, patienceMs)
    } catch (error) {
      if (failureOf(error).kind !== 'damaged') throw error
      // Nobody holds the lock, and the file is empty.
      rmSync(file)
      return take(file, patienceMs)
    }
  } catch (error) {
    if (sqliteCode(error) === 5)
      throw appError('storage-failed', `Another service is running on the library in ${folder}.`)
    throw storageError(error, folder)
  }
}

function take(file: string, patienceMs: number): Lock {
  const database = new DatabaseSync(file, { timeout: patienceMs })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    throw error
  }
  return { release: () => database.close() }
}
