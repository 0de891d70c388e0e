import { accountDeletion, unfinishedDeletions } from './account-deletion'
import { createAccountStore } from './accounts'
import { transaction, type Database } from './database'
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
  const everUsed = database.prepare(
    "SELECT 1 FROM sqlite_sequence WHERE name IN ('documents', 'folders', 'tags', 'files') AND seq > 0",
  )
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
    transaction: <T>(work: () => T): T => transaction(database, work),
    /** One step of deleting an account per `next()`. */
    deleteAccount: (accountId: number): Iterator<void> => accountDeletion(database, accountId),
    unfinishedDeletions: (): readonly number[] => unfinishedDeletions(database),
    close: (): void => database.close(),
  }
}
