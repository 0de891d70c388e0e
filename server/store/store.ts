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

/** Everything the service keeps, over one connection. */
export function createStore(database: Database) {
  // A damaged file may have lost its count of ids and nothing else.
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
    /** Nobody ever wrote anything here, not even what was deleted since. */
    isUntouched: (): boolean => everUsed.get() === undefined,
    /** One write transaction; what is read in it stays true until it ends. Does not nest. */
    transaction: <T>(work: () => T): T => {
      isLogged = true
      isResting = false
      return transaction(database, work)
    },
    /** Tidies the log of writes if there was none since the last call; for calling again and again. */
    tidyAtRest(): void {
      if (isLogged && isResting) checkpoint(database)
      if (isResting) isLogged = false
      isResting = true
    },
    /** One step of deleting an account per `next()`. */
    deleteAccount: (accountId: number): Iterator<void> => accountDeletion(database, accountId),
    unfinishedDeletions: (): readonly number[] => unfinishedDeletions(database),
    close: (): void => database.close(),
  }
}
