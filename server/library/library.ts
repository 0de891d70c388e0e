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

/** A data folder in use: the database, its uploads, and whoever serves it. */
export interface Library {
  readonly database: Database
  readonly store: Store
  readonly blobs: BlobStore
  /** Present where its database was damaged. */
  readonly recovered?: Recovered
  close(): void
}

/** Where a restore prepares a library before it takes its place. */
export const RESTORING = 'restoring'

/** Where a library keeps its uploads. */
export const filesIn = (folder: string): string => join(folder, 'files')
/** Where a library keeps everything else but its search indexes. */
export const databaseIn = (folder: string): string => join(folder, 'content.sqlite')
/** Holds nothing that cannot be made again from the documents. */
export const searchFolderIn = (folder: string): string => join(folder, 'search')

/**
 * Opens the folder for the one process that serves it. Throws an AppError with one sentence. `recoverFor`: what can be
 * read of a damaged database is taken into a new one, for this account; without it such a database is left to a person.
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
 * The app's key for this run, with every ability; those of earlier runs are revoked. It is never stored in clear.
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

/** A key with every ability when nobody but the app ever had one; `null` later (requirement G2). */
export function makeFirstKey(store: Store, account: string, clock: Clock, random: Random): string | null {
  return store.transaction(() => {
    const accountId = store.accounts.ensureAccount(account, clock())
    if (store.accounts.listKeys().some((key) => key.name !== KEY_NAME_OF_APP)) return null
    const key = makeKey(random)
    store.accounts.addKey(accountId, 'first', hashed(key), ABILITIES, clock())
    return key
  })
}

/** A key as the store knows it. */
export const hashed = (key: string): Uint8Array => Buffer.from(hashKey(key), 'hex')
