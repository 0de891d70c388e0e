import type { RemoteId } from '../../shared/terms'
import { transaction, type Database } from './database'
import { attempt } from '../../shared/thrown'

const ROW_KINDS = ['folder', 'tag', 'file', 'upload'] as const
type RowKind = (typeof ROW_KINDS)[number]

/** A folder, tag or file, with its pending changes. The body is a plain JSON value. */
export interface Row {
  readonly kind: RowKind
  readonly id: string
  readonly remoteId?: RemoteId
  readonly body: unknown
}

export interface Rows {
  /** Rows whose body is not JSON are counted, left in place, and not returned. */
  all(kind: RowKind): { readonly rows: readonly Row[]; readonly unreadable: number }
  /**
   * Writes a row: durable when this returns, or part of the surrounding transaction. `instead`: a row of this kind that
   * is deleted with it.
   */
  write(row: Row, instead?: string): void
  remove(kind: RowKind, id: string): void
}

export function createRows(database: Database): Rows {
  const all = database.prepare('SELECT id, remote_id, body FROM things WHERE kind = ? ORDER BY id')
  const write = database.prepare(
    `INSERT INTO things (kind, id, remote_id, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET remote_id = excluded.remote_id, body = excluded.body`,
  )
  const remove = database.prepare('DELETE FROM things WHERE kind = ? AND id = ?')

  return {
    all(kind) {
      const rows: Row[] = []
      let unreadable = 0
      for (const { id, remote_id, body } of all.all(kind) as {
        id: string
        remote_id: string | null
        body: string
      }[]) {
        const value = attempt((): unknown => JSON.parse(body))
        if (value === undefined) unreadable++
        else rows.push({ kind, id, body: value, ...(remote_id !== null && { remoteId: remote_id }) })
      }
      return { rows, unreadable }
    },
    write({ kind, id, remoteId, body }, instead) {
      transaction(database, () => {
        if (instead !== undefined) remove.run(kind, instead)
        write.run(kind, id, remoteId ?? null, JSON.stringify(body))
      })
    },
    remove(kind, id) {
      transaction(database, () => remove.run(kind, id))
    },
  }
}
