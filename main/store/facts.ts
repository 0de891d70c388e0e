import { transaction, type Database } from './database'
import { attempt } from '../../shared/thrown'

/** Small facts about this connection, as JSON values. */
export interface Facts {
  /** The value; `undefined` where it was never written or cannot be read. */
  read(name: string): unknown
  write(name: string, value: unknown): void
}

export function createFacts(database: Database): Facts {
  const select = database.prepare('SELECT value FROM facts WHERE name = ?')
  const put = database.prepare('REPLACE INTO facts VALUES (?, ?)')
  return {
    read(name) {
      const row = select.get(name) as { value: string } | undefined
      return row && attempt((): unknown => JSON.parse(row.value))
    },
    write: (name, value) => void transaction(database, () => put.run(name, JSON.stringify(value))),
  }
}
