import type { DocumentId } from '../../shared/terms'
import { transaction, type Database } from './database'
import { createVersionPlaces } from './version-places'
import { createVersionTexts } from './version-texts'

export interface VersionRow {
  readonly versionId: string
  /** ISO 8601, as the service said; empty where it did not. */
  readonly at: string
  readonly title?: string
  readonly status?: string
  readonly text?: string
}

export interface KnownVersion extends Omit<VersionRow, 'text'> {
  /** Over title and text, as that of a snapshot; absent where the text is not on this device. */
  readonly digest?: string
  /** Its text is on this device. */
  readonly isHere: boolean
}

/** Versions that were read from a service, kept so that history works offline. */
export interface VersionStore {
  /**
   * Rows that follow each other in the service's order, newest first. What is known already keeps its place and its
   * text; the first of them follows `after`. Where nothing tells, they are newer than all that is known.
   */
  put(documentId: DocumentId, newestFirst: readonly VersionRow[], after?: string): Promise<void>
  /** A text that could not be read here and was fetched again takes its place. */
  mend(documentId: DocumentId, row: VersionRow): Promise<void>
  /** Newest first in the service's order, whatever its clock says; without their texts. */
  list(documentId: DocumentId, limit?: number): readonly KnownVersion[]
  /** How many are known, and of how many the text is on this device. */
  count(documentId: DocumentId): { readonly known: number; readonly here: number }
  has(documentId: DocumentId, versionId: string): boolean
  /** `undefined`: not read yet, or damaged; the service has it. */
  read(documentId: DocumentId, versionId: string): VersionRow | undefined
  /** The text as `linesOf` gives it; shared with texts that are like it. */
  lines(documentId: DocumentId, versionId: string): readonly string[] | undefined
}

interface Columns {
  readonly version_id: string
  readonly at: string
  readonly title: string | null
  readonly status: string | null
  readonly digest: string | null
  readonly is_here: number
}

export function createVersionStore(database: Database): VersionStore {
  const places = createVersionPlaces(database)
  const texts = createVersionTexts(database)
  const insert = database.prepare(
    `INSERT INTO versions (document_id, version_id, place, at, title, status) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (document_id, version_id) DO NOTHING`,
  )
  const columns = `v.version_id, v.at, v.title, v.status, t.digest, t.version_id IS NOT NULL AS is_here
     FROM versions v LEFT JOIN version_texts t ON t.document_id = v.document_id AND t.version_id = v.version_id`
  const list = database.prepare(
    `SELECT ${columns} WHERE v.document_id = ? ORDER BY v.place, v.version_id LIMIT ?`,
  )
  const one = database.prepare(`SELECT ${columns} WHERE v.document_id = ? AND v.version_id = ?`)
  const count = database.prepare(
    `SELECT (SELECT count(*) FROM versions WHERE document_id = ?1) AS known,
       (SELECT count(*) FROM version_texts WHERE document_id = ?1) AS here`,
  )
  const known = (documentId: DocumentId, versionId: string) =>
    one.get(documentId, versionId) as Columns | undefined

  return {
    async put(documentId, newestFirst, after) {
      transaction(database, () => {
        const given = places.placesFor(
          documentId,
          newestFirst.map(({ versionId }) => versionId),
          after,
        )
        newestFirst.forEach(({ versionId, at, title, status }, index) =>
          insert.run(documentId, versionId, given[index]!, at, title ?? null, status ?? null),
        )
      })
      await texts.put(
        documentId,
        newestFirst.flatMap(({ versionId, title = '', text }) =>
          text === undefined || texts.has(documentId, versionId) ? [] : [{ versionId, title, text }],
        ),
      )
    },

    async mend(documentId, { versionId, title = '', text = '' }) {
      if (known(documentId, versionId)) await texts.putWhole(documentId, { versionId, title, text })
    },

    list: (documentId, limit = -1) => (list.all(documentId, limit) as unknown as Columns[]).map(knownOf),

    count: (documentId) => count.get(documentId) as { known: number; here: number },

    has: (documentId, versionId) => known(documentId, versionId) !== undefined,

    read(documentId, versionId) {
      const row = known(documentId, versionId)
      const text = row && texts.read(documentId, versionId)
      if (!row || text === undefined) return undefined
      const { digest: _digest, isHere: _isHere, ...shown } = knownOf(row)
      return { ...shown, text }
    },

    lines: (documentId, versionId) => texts.lines(documentId, versionId),
  }
}

const knownOf = ({ version_id, at, title, status, digest, is_here }: Columns): KnownVersion => ({
  versionId: version_id,
  at,
  isHere: is_here === 1,
  ...(title !== null && { title }),
  ...(status !== null && { status }),
  ...(digest !== null && { digest }),
})
