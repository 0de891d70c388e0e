import type { DocumentId } from '../../../shared/terms'
import { transaction, type Database } from '../database'
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
  /** The one that the service lists last. */
  oldest(documentId: DocumentId): string | undefined
  /** The newest that readers could see. */
  lastPublished(documentId: DocumentId): KnownVersion | undefined
  /** The next older one than `after`, or than none, whose text is not on this device. */
  nextMissing(documentId: DocumentId, after?: string): string | undefined
  /** When the service says that it was made. */
  timeOf(documentId: DocumentId, versionId: string): string | undefined
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
