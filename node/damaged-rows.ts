import { attempt } from '../shared/thrown'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Database } from './database'

/** Opens a damaged database to read its readable part. The file is not changed. */
export function openDamaged(file: string): Database {
  // Without these two settings SQLite reads nothing from a file that is shorter than its header states.
  const damaged = new DatabaseSync(file, { defensive: false })
  damaged.exec('PRAGMA writable_schema = ON; PRAGMA query_only = ON; PRAGMA cell_size_check = ON')
  return damaged
}

/** After an unreadable page, up to this many row ids are tried one by one; beyond that the steps double. */
const CLOSE_STEPS = 1_000
const ROW_ID_MAX = 2 ** 52

/** The rows of a table; an unreadable page is skipped, up to the next readable row. */
export function* rowsOf<Row>(
  damaged: Database,
  table: string,
  columns: string,
): Generator<Row & { readonly at: number }> {
  const next = attempt(() =>
    damaged.prepare(`SELECT rowid AS at, ${columns} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT 1`),
  )
  if (!next) return
  const after = (at: number) => {
    const found = attempt(() => ({ row: next.get(at) as (Row & { readonly at: number }) | undefined }))
    // A damaged tree may lead back to an earlier row.
    return found?.row !== undefined && found.row.at <= at ? undefined : found
  }
  for (let at = -1; ;) {
    let found = after(at)
    for (let step = 1; !found && step < ROW_ID_MAX; step += step < CLOSE_STEPS ? 1 : step)
      found = after(at + step)
    if (!found?.row) return
    at = found.row.at
    yield found.row
  }
}
