import { DatabaseSync } from '@photostructure/sqlite'
import { openDatabase, type Database } from './database'

let empty: Uint8Array | undefined

/** An empty database in memory, as `openDatabase` makes it: a copy, because to migrate one takes far longer. For tests. */
export function openMemoryDatabase(): Database {
  empty ??= openDatabase(':memory:').serialize()
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
  database.deserialize(empty)
  database.exec('PRAGMA trusted_schema = OFF')
  return database
}
