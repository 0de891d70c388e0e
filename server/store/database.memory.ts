import { DatabaseSync } from '@photostructure/sqlite'
import { openDatabase, type Database } from './database'

let empty: Uint8Array | undefined

/**
 * A database in memory with these bytes, or an empty one as `openDatabase` makes it: a copy, because to migrate one takes
 * far longer. For tests.
 */
export function openMemoryDatabase(bytes?: Uint8Array): Database {
  empty ??= openDatabase(':memory:').serialize()
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
  database.deserialize(bytes ?? empty)
  database.exec('PRAGMA trusted_schema = OFF')
  return database
}
