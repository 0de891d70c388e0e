import type { DocumentId, FolderId, TagId } from '../../shared/terms'
import { transaction, type Database } from './database'
import { recencyOf, type DocumentRow, type DocumentTable } from './document-table'

/**
 * The columns of a row except its tags, the key first, each with its field: stored as it is, as 0 or 1, or as NULL
 * where the field is absent.
 */
const COLUMNS = [
  ['id', 'id', 'value'],
  ['remote_id', 'remoteId', 'optional'],
  ['title', 'title', 'value'],
  ['excerpt', 'excerpt', 'value'],
  ['folder_id', 'folderId', 'value'],
  ['status', 'status', 'value'],
  ['phase', 'phase', 'value'],
  ['hidden', 'hidden', 'flag'],
  ['edited_since_published', 'editedSincePublished', 'flag'],
  ['pending', 'pending', 'flag'],
  ['has_text', 'hasText', 'flag'],
  ['text_bytes', 'textBytes', 'value'],
  ['content_key', 'contentKey', 'optional'],
  ['etag', 'etag', 'optional'],
  ['seen_digest', 'seenDigest', 'optional'],
  ['remote_created_at', 'remoteCreatedAt', 'optional'],
  ['remote_updated_at', 'remoteUpdatedAt', 'optional'],
  ['created_at', 'createdAt', 'value'],
  ['updated_at', 'updatedAt', 'value'],
] as const satisfies readonly (readonly [string, Exclude<keyof DocumentRow, 'tagIds'>, string])[]
const NAMES = COLUMNS.map(([column]) => column)

const SELECT = `SELECT ${COLUMNS.map(([column, field]) => `${column} AS ${field}`).join(', ')}, opened_at AS openedAt,
    (SELECT json_group_array(tag_id) FROM document_tags WHERE document_id = documents.id) AS tagIds
  FROM documents`

/** The time that orders documents by use: that of the last change or opening. */
const RECENCY = "max(updated_at, coalesce(opened_at, ''))"

const INSERT = `INSERT INTO documents (${NAMES.join(', ')}, words_sequence) VALUES (${'?, '.repeat(NAMES.length)}?)`

/** All columns except the key. */
const CHANGED = NAMES.slice(1)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')

export function createDocumentTable(database: Database): DocumentTable {
  const insert = database.prepare(`${INSERT} ON CONFLICT (id) DO NOTHING`)
  const upsert = database.prepare(
    `${INSERT}
     ON CONFLICT (id) DO UPDATE SET ${CHANGED},
       words_sequence = iif(?, excluded.words_sequence, words_sequence)`,
  )
  const byId = database.prepare(`${SELECT} WHERE id = ?`)
  const byRemote = database.prepare(`${SELECT} WHERE remote_id = ?`)
  const byRemotes = database.prepare(`${SELECT} WHERE remote_id IN (SELECT value FROM json_each(?))`)
  const allPending = database.prepare(`${SELECT} WHERE pending = 1 ORDER BY rowid`)
  const ofFolder = database.prepare('SELECT id FROM documents WHERE folder_id = ?')
  const ofTag = database.prepare('SELECT document_id AS id FROM document_tags WHERE tag_id = ?')
  // The index compares titles without case; titles that differ in case are removed below.
  const ofTitle = database.prepare(
    `${SELECT} WHERE hidden = 0 AND title = ? COLLATE NOCASE AND folder_id IS ? ORDER BY id`,
  )
  const dropTags = database.prepare('DELETE FROM document_tags WHERE document_id = ?')
  const addTag = database.prepare('INSERT OR IGNORE INTO document_tags VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM documents WHERE id = ?')
  const last = database.prepare('SELECT max(words_sequence) AS last FROM documents')
  let lastSequence = (last.get() as { last: number | null }).last ?? 0

  return {
    put(row, newWords, before) {
      transaction(database, () => {
        if (newWords) lastSequence++
        upsert.run(...valuesOf(row), lastSequence, Number(newWords))
        const wanted = new Set(row.tagIds)
        if (before?.tagIds.length === wanted.size && before.tagIds.every((tag) => wanted.has(tag))) return
        dropTags.run(row.id)
        for (const tag of wanted) addTag.run(tag, row.id)
      })
    },
    add: (row) =>
      transaction(database, () => {
        if (insert.run(...valuesOf(row), lastSequence + 1).changes === 0) return false
        lastSequence++
        for (const tag of new Set(row.tagIds)) addTag.run(tag, row.id)
        return true
      }),
    get: (id) => rowOf(byId.get(id)),
    byRemoteId: (remoteId) => rowOf(byRemote.get(remoteId)),
    byRemoteIds(remoteIds) {
      const one = remoteIds.length === 1 ? rowOf(byRemote.get(remoteIds[0]!)) : undefined
      if (remoteIds.length <= 1) return one ? [one] : []
      return byRemotes.all(JSON.stringify(remoteIds)).map((columns) => rowOf(columns)!)
    },
    pending: () => allPending.all().map((columns) => rowOf(columns)!),
    inFolder: (id: FolderId) => (ofFolder.all(id) as { id: DocumentId }[]).map((row) => row.id),
    withTag: (id: TagId) => (ofTag.all(id) as { id: DocumentId }[]).map((row) => row.id),
    titled: (title, folderId) =>
      ofTitle
        .all(title, folderId)
        .map((columns) => rowOf(columns)!)
        .filter((row) => row.title === title),
    remove: (id) => void transaction(database, () => remove.run(id)),
    ...documentsThere(database),
    ...textsHere(database),
  }
}

/** The documents that the service is known to have, or to have had. */
function documentsThere(
  database: Database,
): Pick<
  DocumentTable,
  'remoteExcept' | 'remote' | 'movedSince' | 'forgetEtags' | 'controlDocuments' | 'goneBefore'
> {
  const otherRemotes = database.prepare(
    // This walks along the index of these ids: after a walk of the whole list hardly any row is left to examine.
    `SELECT remote_id FROM documents WHERE phase <> 'deleted' AND remote_id IN (
       SELECT remote_id FROM documents WHERE remote_id IS NOT NULL EXCEPT SELECT value FROM json_each(?)
     ) ORDER BY id`,
  )
  const allRemote = database.prepare(`${SELECT} WHERE remote_id IS NOT NULL ORDER BY id`)
  const moved = database.prepare(
    `${SELECT} WHERE remote_id IS NOT NULL AND phase <> 'deleted' AND remote_updated_at >= ?
     ORDER BY remote_updated_at DESC LIMIT ?`,
  )
  const forgetEtags = database.prepare('UPDATE documents SET etag = NULL WHERE etag IS NOT NULL')
  const others = database.prepare(
    `SELECT remote_id FROM documents WHERE hidden = 0 AND remote_id IS NOT NULL AND remote_id <> ?
     ORDER BY updated_at DESC LIMIT 3`,
  )
  const gone = database.prepare(
    "SELECT id FROM documents WHERE phase = 'deleted' AND remote_id IS NULL AND updated_at < ?",
  )
  return {
    remoteExcept: (remoteIds) =>
      (otherRemotes.all(JSON.stringify([...remoteIds])) as { remote_id: string }[]).map(
        (row) => row.remote_id,
      ),
    *remote() {
      for (const columns of allRemote.all()) yield rowOf(columns)!
    },
    movedSince: (since, limit) => moved.all(since, limit).map((columns) => rowOf(columns)!),
    forgetEtags: () => void transaction(database, () => forgetEtags.run()),
    controlDocuments: (except) => (others.all(except) as { remote_id: string }[]).map((row) => row.remote_id),
    goneBefore: (iso) => (gone.all(iso) as { id: DocumentId }[]).map((row) => row.id),
  }
}

/** Which texts are on this device, and which are not. */
function textsHere(
  database: Database,
): Pick<DocumentTable, 'heldBytes' | 'leastRecent' | 'withoutText' | 'countWithoutText' | 'opened'> {
  const held = database.prepare('SELECT total(text_bytes) AS bytes FROM documents')
  const oldest = database.prepare(
    `${SELECT} WHERE has_text = 1 AND pending = 0 AND hidden = 0 AND remote_id IS NOT NULL
       AND (folder_id IS NULL OR folder_id NOT IN (SELECT value FROM json_each(?1)))
       AND (${RECENCY}, id) > (?2, ?3)
     ORDER BY ${RECENCY}, id LIMIT ?4`,
  )
  const WITHOUT = `has_text = 0 AND hidden = 0 AND remote_id IS NOT NULL
    AND (?1 IS NULL OR folder_id IN (SELECT value FROM json_each(?1)))`
  const without = database.prepare(`${SELECT} WHERE ${WITHOUT} ORDER BY updated_at DESC, id LIMIT ?2`)
  const countWithout = database.prepare(`SELECT count(*) AS n FROM documents WHERE ${WITHOUT}`)
  const open = database.prepare('UPDATE documents SET opened_at = ? WHERE id = ?')
  return {
    heldBytes: () => (held.get() as { bytes: number }).bytes,
    leastRecent: (outside, limit, after) =>
      oldest.all(JSON.stringify(outside), after?.at ?? '', after?.id ?? '', limit).map((columns) => {
        const row = rowOf(columns)!
        const { openedAt } = columns as { openedAt: string | null }
        return { ...row, recency: recencyOf(row, openedAt ?? undefined) }
      }),
    withoutText: (folders, limit) =>
      without
        .all(folders === undefined ? null : JSON.stringify(folders), limit)
        .map((columns) => rowOf(columns)!),
    countWithoutText: (folders) =>
      (countWithout.get(folders === undefined ? null : JSON.stringify(folders)) as { n: number }).n,
    opened: (id, iso) => void transaction(database, () => open.run(iso, id)),
  }
}

/** The values in the order of `COLUMNS`. */
const valuesOf = (row: DocumentRow) =>
  COLUMNS.map(([, field, kept]) => {
    if (field === 'textBytes') return row.hasText ? (row.textBytes ?? 0) : 0
    const value = row[field] ?? null
    return kept === 'flag' ? Number(value) : (value as string | null)
  })

function rowOf(found: unknown): DocumentRow | undefined {
  if (found === undefined || found === null) return undefined
  const values = found as Readonly<Record<string, unknown>>
  const row: Record<string, unknown> = { tagIds: JSON.parse(values['tagIds'] as string) }
  for (const [, field, kept] of COLUMNS) {
    const value = values[field]
    if (kept !== 'optional' || value !== null) row[field] = kept === 'flag' ? value === 1 : value
  }
  return row as unknown as DocumentRow
}
