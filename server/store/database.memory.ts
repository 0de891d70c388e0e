import { DatabaseSync } from '@photostructure/sqlite'
import { openDatabase, type Database } from './database'

let empty: Uint8Array | undefined

/**
 * For tests: a database in memory with these bytes, or an empty one like that of `openDatabase`. The empty one is a
 * copy, because migrating takes far longer.
 */
export function openMemoryDatabase(bytes?: Uint8Array): Database {
  empty ??= openDatabase(':memory:').serialize()
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
  database.deserialize(bytes ?? empty)
  database.exec('PRAGMA trusted_schema = OFF')
  return database
}
