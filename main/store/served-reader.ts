import { crc32 } from 'node:zlib'
import { DELTA_BIT, textOfBodies, type VersionBody } from '../../node/version-bodies'
import type { RemoteId } from '../../shared/terms'
import { attempt } from '../../shared/thrown'
import { openReadOnly } from './read-only'

/** A version of a document in the embedded service; its ids are those of the service. */
interface ServedVersion {
  readonly documentId: RemoteId
  readonly versionId: string
  readonly title: string
  /** ISO 8601. */
  readonly at: string
}

/** The database of the embedded service, read and never written, whatever version of Stet has written it. */
export interface ServedReader {
  /** The versions of every document, newest first for each. Throws an AppError where this version cannot read them. */
  versions(): readonly ServedVersion[]
  /** The text of a version; `undefined` where it cannot be read. */
  text(documentId: RemoteId, versionId: string): string | undefined
  close(): void
}

/** Opens the only place on this device with the earlier versions of a library that the app serves itself. */
export function openServedReader(file: string): ServedReader {
  const { database, guarded } = openReadOnly(file)
  return {
    versions: () =>
      guarded(() => {
        const rows = database
          .prepare(
            `SELECT v.document_id, v.id, v.title, v.created_at FROM versions v JOIN documents d ON d.id = v.document_id
             ORDER BY d.title COLLATE NOCASE, d.id, v.id DESC`,
          )
          .all() as {
          readonly document_id: number
          readonly id: number
          readonly title: string
          readonly created_at: number
        }[]
        return rows.map(({ document_id, id, title, created_at }) => ({
          documentId: String(document_id),
          versionId: String(id),
          title,
          at: new Date(created_at).toISOString(),
        }))
      }),
    text: (documentId, versionId) =>
      attempt(() => {
        const rows = database
          .prepare(
            `SELECT kind, body, checksum FROM versions WHERE document_id = ?1 AND id <= ?2 AND id >=
               (SELECT max(id) FROM versions WHERE document_id = ?1 AND id <= ?2 AND kind & ${DELTA_BIT} = 0)
             ORDER BY id`,
          )
          .all(Number(documentId), Number(versionId)) as unknown as readonly VersionBody[]
        const { text, checksum } = textOfBodies(rows)
        if (rows.length === 0 || crc32(text) !== checksum) throw new Error('a text is not what was written')
        return text.toString('utf8')
      }),
    close: () => database.close(),
  }
}
