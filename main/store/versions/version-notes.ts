import type { DocumentId } from '../../../shared/terms'
import { transaction, type Database } from '../database'

interface VersionNote {
  /** Empty where the writer gave no name. */
  readonly name: string
  readonly starred: boolean
}

/** Names and stars that the writer gave to versions and snapshots; they are stored on this device only. */
export interface VersionNotes {
  /** The notes by version id. */
  list(documentId: DocumentId): ReadonlyMap<string, VersionNote>
  /** Stores a note; one with neither name nor star is deleted. */
  put(documentId: DocumentId, versionId: string, note: VersionNote): void
}

export function createVersionNotes(database: Database): VersionNotes {
  const list = database.prepare('SELECT version_id, name, starred FROM version_notes WHERE document_id = ?')
  const put = database.prepare('REPLACE INTO version_notes VALUES (?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM version_notes WHERE document_id = ? AND version_id = ?')
  return {
    list(documentId) {
      const rows = list.all(documentId) as { version_id: string; name: string; starred: number }[]
      return new Map(
        rows.map(({ version_id, name, starred }) => [version_id, { name, starred: starred === 1 }]),
      )
    },
    put(documentId, versionId, { name, starred }) {
      transaction(database, () =>
        name === '' && !starred
          ? remove.run(documentId, versionId)
          : put.run(documentId, versionId, name, Number(starred)),
      )
    },
  }
}
