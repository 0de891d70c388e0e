import type { DocumentId } from '../../../shared/terms'
import { transaction, type Database } from '../database'
import { createVersionPlaces } from './version-places'
import { createVersionTexts } from './version-texts'

export interface VersionRow {
  readonly versionId: string
  /** ISO 8601, as the service named it; empty where it did not. */
  readonly at: string
  readonly title?: string
  readonly status?: string
  readonly text?: string
}

export interface KnownVersion extends Omit<VersionRow, 'text'> {
  /** A digest of title and text, like that of a snapshot; absent where the text is not on this device. */
  readonly digest?: string
  /** Whether its text is on this device. */
  readonly isHere: boolean
}

/** Versions that were read from a service, stored so that history works offline. */
export interface VersionStore {
  /**
   * Stores rows that follow each other in the service's order, newest first. Known versions keep their position and
   * their text; the first row follows `after`. Where no known version links them, they count as newer than all others.
   */
  put(documentId: DocumentId, newestFirst: readonly VersionRow[], after?: string): Promise<void>
  /** Replaces a text that could not be read here and was fetched again. */
  mend(documentId: DocumentId, row: VersionRow): Promise<void>
  /** The versions, newest first in the service's order, whatever its clock says; without their texts. */
  list(documentId: DocumentId, limit?: number): readonly KnownVersion[]
  /** The version that the service lists last. */
  oldest(documentId: DocumentId): string | undefined
  /** The newest version that readers could see. */
  lastPublished(documentId: DocumentId): KnownVersion | undefined
  /** The next version older than `after`, or the newest of all, whose text is not on this device. */
  nextMissing(documentId: DocumentId, after?: string): string | undefined
  /** The time of the version according to the service. */
  timeOf(documentId: DocumentId, versionId: string): string | undefined
  /** How many versions are known, and how many of their texts are on this device. */
  count(documentId: DocumentId): { readonly known: number; readonly here: number }
  has(documentId: DocumentId, versionId: string): boolean
  /** The version; `undefined` where it was not read yet, or is damaged: the service has it. */
  read(documentId: DocumentId, versionId: string): VersionRow | undefined
  /** The text's lines, as `linesOf` returns them; similar texts share them. */
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
  const oldest = database.prepare(
    'SELECT version_id FROM versions WHERE document_id = ? ORDER BY place DESC, version_id DESC LIMIT 1',
  )
  const lastPublished = database.prepare(
    `SELECT ${columns} WHERE v.document_id = ? AND v.status = 'published' ORDER BY v.place, v.version_id LIMIT 1`,
  )
  const nextMissing = database.prepare(
    `SELECT v.version_id FROM versions v WHERE v.document_id = ?1
       AND (v.place, v.version_id) > (coalesce(
         (SELECT place FROM versions WHERE document_id = ?1 AND version_id = ?2), -9e18), coalesce(?2, ''))
       AND NOT EXISTS (SELECT 1 FROM version_texts t WHERE t.document_id = ?1 AND t.version_id = v.version_id)
     ORDER BY v.place, v.version_id LIMIT 1`,
  )
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

    oldest: (documentId) => idOf(oldest.get(documentId)),

    lastPublished(documentId) {
      const row = lastPublished.get(documentId) as Columns | undefined
      return row && knownOf(row)
    },

    nextMissing: (documentId, after) => idOf(nextMissing.get(documentId, after ?? null)),

    timeOf: (documentId, versionId) => known(documentId, versionId)?.at,

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

const idOf = (row: unknown) => (row as { readonly version_id: string } | undefined)?.version_id

const knownOf = ({ version_id, at, title, status, digest, is_here }: Columns): KnownVersion => ({
  versionId: version_id,
  at,
  isHere: is_here === 1,
  ...(title !== null && { title }),
  ...(status !== null && { status }),
  ...(digest !== null && { digest }),
})
