import type { Clock } from '../system/clock'
import { transaction, type Database } from './database'
import type { DocumentTable } from './document-table'
import { createDocumentTable } from './document-table.sqlite'
import { createFacts, type Facts } from './facts'
import type { Journal } from './journal/journal'
import { createJournal } from './journal/journal.sqlite'
import type { SnapshotStore } from './snapshots'
import { createSnapshotStore } from './snapshots.sqlite'
import { createSyncLog, type SyncLog } from './sync-log'
import { createViews, type Views } from './views'

/**
 * Everything that documents and the outbox store, in one database: changes that belong together become durable
 * together.
 */
export interface Store {
  /**
   * All of `work` is durable when this returns, or none of it has happened. Within another transaction it becomes a
   * part of that.
   */
  transaction<T>(work: () => T): T
  readonly journal: Journal
  readonly table: DocumentTable
  readonly views: Views
  readonly snapshots: SnapshotStore
  readonly log: SyncLog
  readonly facts: Facts
}

export function createStore(database: Database, clock: Clock): Store {
  const snapshots = createSnapshotStore(database, clock)
  return {
    transaction: (work) => transaction(database, work),
    journal: createJournal(database, snapshots),
    table: createDocumentTable(database),
    views: createViews(database),
    snapshots,
    log: createSyncLog(database, clock),
    facts: createFacts(database),
  }
}
