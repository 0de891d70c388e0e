import type { Database, Statement } from '../database'

/** The result of a write: the number of changed rows, and the id of the last inserted row. */
interface Written {
  readonly changes: number
  readonly id: number
}

export type Write = (...values: Parameters<Statement['run']>) => Written

/**
 * A write statement for databases with FTS5: its internal tables have row ids beyond a safe integer, and SQLite reports
 * the last of them after later writes too, so plain `run` would throw.
 */
export function prepareWrite(database: Database, sql: string): Write {
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return (...values) => {
    // These are big integers, whatever the package's types say.
    const { changes, lastInsertRowid } = statement.run(...values) as Record<string, unknown>
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }
}
