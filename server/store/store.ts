import { accountDeletion, unfinishedDeletions } from './account-deletion'
import { createAccountStore } from './accounts'
import { checkpoint, transaction, type Database } from './database'
import { createDocumentStore } from './documents'
import { createFileStore } from './files'
import { createFolderStore } from './folders'
import { createIdempotencyStore } from './idempotency'
import { createQuotaStore } from './quota'
import { createTagStore } from './tags'
import { createVersionStore } from './versions'

export type Store = ReturnType<typeof createStore>

/** All data of the service, over one connection. */
export function createStore(database: Database) {
  // In a damaged file only the counter of ids may be lost.
  const everUsed = database.prepare(
    `SELECT 1 FROM sqlite_sequence WHERE name IN ('documents', 'folders', 'tags', 'files') AND seq > 0
     UNION ALL SELECT 1 FROM documents LIMIT 1`,
  )
  let isLogged = false
  let isResting = true
  return {
    accounts: createAccountStore(database),
    documents: createDocumentStore(database),
    versions: createVersionStore(database),
    folders: createFolderStore(database),
    tags: createTagStore(database),
    files: createFileStore(database),
    idempotency: createIdempotencyStore(database),
    quota: createQuotaStore(database),
    /** Whether nothing was ever written here, including data that was deleted since. */
    isUntouched: (): boolean => everUsed.get() === undefined,
    /** Runs one write transaction; data that is read in it stays valid until it ends. Does not nest. */
    transaction: <T>(work: () => T): T => {
      isLogged = true
      isResting = false
      return transaction(database, work)
    },
    /** Checkpoints the log if there was no write since the last call; meant to be called repeatedly. */
    tidyAtRest(): void {
      if (isLogged && isResting) checkpoint(database)
      if (isResting) isLogged = false
      isResting = true
    },
    /** Deletes an account, one step for each `next()`. */
    deleteAccount: (accountId: number): Iterator<void> => accountDeletion(database, accountId),
    unfinishedDeletions: (): readonly number[] => unfinishedDeletions(database),
    close: (): void => database.close(),
  }
}
