import type { Database, Statement } from '../database'

/** What a write changed: how many rows, and the id of the last row that was inserted. */
interface Written {
  readonly changes: number
  readonly id: number
}

export type Write = (...values: Parameters<Statement['run']>) => Written

/**
 * A statement that writes, for databases with FTS5 in them: its inner tables have row ids beyond what a number can hold,
 * and SQLite reports the last of them after later writes too, so plain `run` would throw.
 */
export function prepareWrite(database: Database, sql: string): Write {
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return (...values) => {
    // Big integers, whatever the package's types say.
    const { changes, lastInsertRowid } = statement.run(...values) as Record<string, unknown>
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }
}
