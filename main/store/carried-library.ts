import { chmodSync, rmSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { appError } from '../../shared/problem'
import { storageError } from '../system/storage-error'
import { openDatabase } from './database'
import { attempt } from '../../shared/thrown'

/** The contents of a library that is carried to another computer. */
export interface Carried {
  readonly documents: number
  /** How many documents have changes that their service does not have. */
  readonly unsent: number
  /** How many recovered texts were kept before merges, restores and deletes, and are not pruned yet. */
  readonly recovered: number
}

/** The id in the header of the embedded service's database (`server/store/database.ts`). */
const APPLICATION_ID_OF_SERVICE = 0x53746574

/**
 * Makes the copy forget its key, so that the next key counts as another one and the account is proved before anything
 * is sent (C7). The copy is opened by another device, whose drafts the first device may send as well, and for another
 * connection.
 */
const LIBRARY_WITHOUT_KEY = `UPDATE facts SET value = json_set(value, '$.mark', 'carried')
  WHERE name = 'key' AND json_valid(value);
  DELETE FROM facts WHERE name = 'connection';
  INSERT OR IGNORE INTO facts VALUES ('device', '"carried"')`
const SERVICE_WITHOUT_KEYS = 'DELETE FROM keys'

/**
 * Copies the library in `file` as it is at one moment, while it may be written to; everything about a key is left out.
 */
export const carryLibrary = (file: string, target: string): void => carry(file, target, LIBRARY_WITHOUT_KEY)

/** Copies the database of the embedded service, which makes a key of its own at each start. */
export const carryService = (file: string, target: string): void => carry(file, target, SERVICE_WITHOUT_KEYS)

function carry(file: string, target: string, emptied: string): void {
  try {
    rmSync(target, { force: true })
    const source = new DatabaseSync(file, { timeout: 10_000 })
    try {
      source.prepare('VACUUM INTO ?').run(target)
    } finally {
      source.close()
    }
    chmodSync(target, 0o600)
    const copy = new DatabaseSync(target, { enableForeignKeyConstraints: false })
    try {
      // Deleted data is overwritten: no trace of it stays in the file.
      copy.exec(`PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON; ${emptied}`)
    } finally {
      copy.close()
    }
  } catch (error) {
    throw storageError(error, file)
  }
}

/** Checks every page and the schema of a library that comes from outside, and migrates it. Throws an AppError. */
export function readCarriedLibrary(file: string): Carried {
  const database = openDatabase(file, { isForeign: true })
  try {
    const count = (of: string) =>
      (database.prepare(`SELECT count(*) AS n FROM ${of}`).get() as { n: number }).n
    return {
      documents: count('documents WHERE hidden = 0'),
      unsent: count('documents WHERE hidden = 0 AND pending = 1'),
      recovered: count('snapshots'),
    }
  } catch (error) {
    throw storageError(error, file)
  } finally {
    database.close()
  }
}

/** Checks every page of a service's database that comes from outside; the service checks its schema. */
export function checkCarriedService(file: string): void {
  const isWhole = attempt(() => {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      database.exec('PRAGMA trusted_schema = OFF')
      const { application_id: owner } = database.prepare('PRAGMA application_id').get() as {
        application_id: number
      }
      const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as {
        integrity_check: string
      }
      return owner === APPLICATION_ID_OF_SERVICE && found === 'ok'
    } finally {
      database.close()
    }
  })
  if (isWhole !== true) throw appError('damaged', `The library at ${file} is damaged.`)
}
