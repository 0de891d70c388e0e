import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '../../shared/problem'
import { ABILITIES } from '../../shared/terms'
import { hashKey, makeKey } from '../http/auth'
import type { Clock, Random } from '../http/settings'
import { createBlobStore, type BlobStore } from '../store/blobs'
import type { Database } from '../store/database'
import { lockFolder } from '../store/lock'
import { createStore, type Store } from '../store/store'
import { openOrRecover, openWhole, type Opened, type Recovered } from './recovery'

/** An open data folder: the database, its uploads, and its lock. */
export interface Library {
  readonly database: Database
  readonly store: Store
  readonly blobs: BlobStore
  /** Present where its database was damaged. */
  readonly recovered?: Recovered
  close(): void
}

/** The folder in which a restore prepares a library before moving it into place. */
export const RESTORING = 'restoring'

/** The folder of a library's uploads. */
export const filesIn = (folder: string): string => join(folder, 'files')
/** The file with all data of a library except uploads and search indexes. */
export const databaseIn = (folder: string): string => join(folder, 'content.sqlite')
/** The folder of search indexes, which can all be rebuilt from the documents. */
export const searchFolderIn = (folder: string): string => join(folder, 'search')

/**
 * Opens the folder for the one process that serves it. Throws an AppError with one sentence. `recoverFor`: the readable
 * part of a damaged database is copied into a new one, for this account; without it a damaged database is left to a
 * person.
 */
export function openLibrary(folder: string, recoverFor?: string): Library {
  const lock = lockFolder(folder)
  try {
    if (existsSync(join(folder, RESTORING)))
      throw appError(
        'not-allowed',
        `A restore into ${folder} was cut short; run it again, nothing of it is lost.`,
      )
    const { database, recovered } = openOrSay(folder, recoverFor)
    const store = createStore(database)
    const blobs = createBlobStore(filesIn(folder))
    blobs.clearIncoming()
    blobs.sweep(store.files.isNamed)
    return {
      database,
      store,
      blobs,
      ...(recovered && { recovered }),
      close() {
        store.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function openOrSay(folder: string, account: string | undefined): Opened {
  const place = { file: databaseIn(folder), searchFolder: searchFolderIn(folder) }
  if (account === undefined) return { database: openWhole(place) }
  return openOrRecover({ ...place, account }, Date.now())
}

const KEY_NAME_OF_APP = 'app'

/**
 * Makes the app's key for this run, with every ability; those of earlier runs are revoked. The key is never stored in
 * clear text.
 */
export function makeKeyOfApp(store: Store, account: string, clock: Clock, random: Random): string {
  const key = makeKey(random)
  store.transaction(() => {
    const accountId = store.accounts.ensureAccount(account, clock())
    store.accounts.revokeKeysNamed(accountId, KEY_NAME_OF_APP, clock())
    store.accounts.addKey(accountId, KEY_NAME_OF_APP, hashed(key), ABILITIES, clock())
  })
  return key
}

/** Makes a key with every ability if only the app ever had one; `null` otherwise (requirement G2). */
export function makeFirstKey(store: Store, account: string, clock: Clock, random: Random): string | null {
  return store.transaction(() => {
    const accountId = store.accounts.ensureAccount(account, clock())
    if (store.accounts.listKeys().some((key) => key.name !== KEY_NAME_OF_APP)) return null
    const key = makeKey(random)
    store.accounts.addKey(accountId, 'first', hashed(key), ABILITIES, clock())
    return key
  })
}

/** The stored form of a key. */
export const hashed = (key: string): Uint8Array => Buffer.from(hashKey(key), 'hex')
