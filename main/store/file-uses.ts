import type { DocumentId } from '../../shared/terms'
import type { Database } from './database'

/** Which documents name which files; written with the index of words. */
export interface FileUses {
  /** Documents that are in a list and name it. */
  of(target: string): readonly { readonly documentId: DocumentId; readonly title: string }[]
  /** How many such documents each file has; files without one are left out. */
  counts(): ReadonlyMap<string, number>
  /** Targets that begin so, with the documents that name them. */
  startingWith(prefix: string): readonly { readonly target: string; readonly documentId: DocumentId }[]
}

export function createFileUses(database: Database): FileUses {
  const of = database.prepare(
    `SELECT documents.id AS documentId, title FROM file_uses JOIN documents ON documents.id = document_id
     WHERE target = ? AND hidden = 0 ORDER BY title COLLATE NOCASE`,
  )
  const counts = database.prepare(
    `SELECT target, count(*) AS n FROM file_uses JOIN documents ON documents.id = document_id
     WHERE hidden = 0 GROUP BY target`,
  )
  const startingWith = database.prepare(
    `SELECT target, document_id AS documentId FROM file_uses JOIN documents ON documents.id = document_id
     WHERE target >= ? AND target < ? AND hidden = 0`,
  )
  return {
    of: (target) => of.all(target) as { documentId: DocumentId; title: string }[],
    counts: () =>
      new Map((counts.all() as { target: string; n: number }[]).map(({ target, n }) => [target, n])),
    startingWith: (prefix) =>
      startingWith.all(prefix, `${prefix}\u{10FFFF}`) as { target: string; documentId: DocumentId }[],
  }
}
