import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { DocumentId } from '../../shared/terms'
import { bytesOf, rowCheck } from './checksum'
import { transaction, type Database } from './database'

export interface VersionRow {
  readonly versionId: string
  /** ISO 8601, as the service said; empty where it did not. */
  readonly at: string
  readonly title?: string
  readonly status?: string
  readonly text?: string
}

/** Versions that were read from a service, kept so that history works offline. */
export interface VersionStore {
  /** In the service's order, newest first; without their texts. What is known already gains what is new about it. */
  put(documentId: DocumentId, newestFirst: readonly VersionRow[]): Promise<void>
  /** Newest first, without their texts. */
  list(documentId: DocumentId): readonly VersionRow[]
  has(documentId: DocumentId, versionId: string): boolean
  /** `undefined`: not read yet, or damaged; the service has it. */
  read(documentId: DocumentId, versionId: string): Promise<VersionRow | undefined>
}

const pack = promisify<Uint8Array, Buffer>(deflateRaw)
const unpack = promisify<Uint8Array, Buffer>(inflateRaw)

interface Columns {
  readonly version_id: string
  readonly at: string
  readonly title: string | null
  readonly status: string | null
  readonly row_check: number | null
  readonly body: Uint8Array | null
}

export function createVersionStore(database: Database): VersionStore {
  const first = database.prepare(
    'SELECT coalesce(min(place), 0) AS place FROM versions WHERE document_id = ?',
  )
  const put = database.prepare(
    `INSERT INTO versions (document_id, version_id, place, at, title, status, row_check, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (document_id, version_id) DO UPDATE SET
       row_check = coalesce(excluded.row_check, row_check), body = coalesce(excluded.body, body)`,
  )
  const list = database.prepare(
    'SELECT version_id, at, title, status FROM versions WHERE document_id = ? ORDER BY at DESC, place',
  )
  const one = database.prepare(
    'SELECT version_id, at, title, status, row_check, body FROM versions WHERE document_id = ? AND version_id = ?',
  )
  const identityOf = (documentId: DocumentId, versionId: string) => `version ${documentId} ${versionId}`

  return {
    async put(documentId, newestFirst) {
      const packed = await Promise.all(
        newestFirst.map(({ text }) => (text === undefined ? undefined : pack(Buffer.from(text, 'utf8')))),
      )
      transaction(database, () => {
        const { place } = first.get(documentId) as { place: number }
        newestFirst.forEach((row, index) => {
          const body = packed[index]
          const check = body ? rowCheck(identityOf(documentId, row.versionId), body) : null
          const before = place - newestFirst.length + index
          put.run(
            documentId,
            row.versionId,
            before,
            row.at,
            row.title ?? null,
            row.status ?? null,
            check,
            body ?? null,
          )
        })
      })
    },

    list: (documentId) => (list.all(documentId) as Columns[]).map(rowOf),

    has: (documentId, versionId) => one.get(documentId, versionId) !== undefined,

    async read(documentId, versionId) {
      const columns = one.get(documentId, versionId) as Columns | undefined
      if (!columns?.body) return undefined
      const body = bytesOf(columns.body)
      if (rowCheck(identityOf(documentId, versionId), body) !== columns.row_check) return undefined
      try {
        return { ...rowOf(columns), text: (await unpack(body)).toString('utf8') }
      } catch {
        return undefined
      }
    },
  }
}

const rowOf = ({ version_id, at, title, status }: Columns): VersionRow => ({
  versionId: version_id,
  at,
  ...(title !== null && { title }),
  ...(status !== null && { status }),
})
