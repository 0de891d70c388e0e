import type { DocumentId, FolderId, Phase, TagId } from '../../shared/terms'
import { transaction, type Database } from './database'
import { recencyOf, type DocumentRow, type DocumentTable } from './document-table'

interface Columns {
  readonly id: string
  readonly remote_id: string | null
  readonly title: string
  readonly excerpt: string
  readonly folder_id: string | null
  readonly status: string
  readonly phase: string
  readonly hidden: number
  readonly edited_since_published: number
  readonly pending: number
  readonly has_text: number
  readonly text_bytes: number
  readonly content_key: string | null
  readonly etag: string | null
  readonly seen_digest: string | null
  readonly remote_created_at: string | null
  readonly remote_updated_at: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly tag_ids: string
}

const SELECT = `SELECT *, (SELECT json_group_array(tag_id) FROM document_tags WHERE document_id = documents.id) AS tag_ids
  FROM documents`

/** What the writer touched last counts most. */
const RECENCY = "max(updated_at, coalesce(opened_at, ''))"

const INSERT = `INSERT INTO documents (id, remote_id, title, excerpt, folder_id, status, phase, hidden,
    edited_since_published, pending, has_text, etag, seen_digest, remote_created_at, remote_updated_at, created_at,
    updated_at, text_bytes, content_key, words_sequence)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export function createDocumentTable(database: Database): DocumentTable {
  const insert = database.prepare(`${INSERT} ON CONFLICT (id) DO NOTHING`)
  const upsert = database.prepare(
    `${INSERT}
     ON CONFLICT (id) DO UPDATE SET remote_id = excluded.remote_id, title = excluded.title, excerpt = excluded.excerpt,
       folder_id = excluded.folder_id, status = excluded.status, phase = excluded.phase, hidden = excluded.hidden,
       edited_since_published = excluded.edited_since_published, pending = excluded.pending,
       has_text = excluded.has_text, etag = excluded.etag, seen_digest = excluded.seen_digest,
       remote_created_at = excluded.remote_created_at, remote_updated_at = excluded.remote_updated_at,
       created_at = excluded.created_at, updated_at = excluded.updated_at,
       text_bytes = excluded.text_bytes, content_key = excluded.content_key,
       words_sequence = iif(?, excluded.words_sequence, words_sequence)`,
  )
  const byId = database.prepare(`${SELECT} WHERE id = ?`)
  const byRemote = database.prepare(`${SELECT} WHERE remote_id = ?`)
  const byRemotes = database.prepare(`${SELECT} WHERE remote_id IN (SELECT value FROM json_each(?))`)
  const otherRemotes = database.prepare(
    // Along the index of these ids: after a walk of the whole list hardly a row is left to be looked at.
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
  const allPending = database.prepare(`${SELECT} WHERE pending = 1 ORDER BY rowid`)
  const others = database.prepare(
    `SELECT remote_id FROM documents WHERE hidden = 0 AND remote_id IS NOT NULL AND remote_id <> ?
     ORDER BY updated_at DESC LIMIT 3`,
  )
  const gone = database.prepare(
    "SELECT id FROM documents WHERE phase = 'deleted' AND remote_id IS NULL AND updated_at < ?",
  )
  const ofFolder = database.prepare('SELECT id FROM documents WHERE folder_id = ?')
  const ofTag = database.prepare('SELECT document_id AS id FROM document_tags WHERE tag_id = ?')
  // As the index compares titles; what differs in case is left out below.
  const ofTitle = database.prepare(
    `${SELECT} WHERE hidden = 0 AND title = ? COLLATE NOCASE AND folder_id IS ? ORDER BY id`,
  )
  const dropTags = database.prepare('DELETE FROM document_tags WHERE document_id = ?')
  const addTag = database.prepare('INSERT OR IGNORE INTO document_tags VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM documents WHERE id = ?')
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
    remoteExcept: (remoteIds) =>
      (otherRemotes.all(JSON.stringify([...remoteIds])) as { remote_id: string }[]).map(
        (row) => row.remote_id,
      ),
    *remote() {
      for (const columns of allRemote.all()) yield rowOf(columns)!
    },
    movedSince: (since, limit) => moved.all(since, limit).map((columns) => rowOf(columns)!),
    forgetEtags: () => void transaction(database, () => forgetEtags.run()),
    pending: () => allPending.all().map((columns) => rowOf(columns)!),
    controlDocuments: (except) => (others.all(except) as { remote_id: string }[]).map((row) => row.remote_id),
    goneBefore: (iso) => (gone.all(iso) as { id: DocumentId }[]).map((row) => row.id),
    inFolder: (id: FolderId) => (ofFolder.all(id) as { id: DocumentId }[]).map((row) => row.id),
    withTag: (id: TagId) => (ofTag.all(id) as { id: DocumentId }[]).map((row) => row.id),
    titled: (title, folderId) =>
      ofTitle
        .all(title, folderId)
        .map((columns) => rowOf(columns)!)
        .filter((row) => row.title === title),
    remove: (id) => void transaction(database, () => remove.run(id)),
    heldBytes: () => (held.get() as { bytes: number }).bytes,
    leastRecent: (outside, limit, after) =>
      oldest.all(JSON.stringify(outside), after?.at ?? '', after?.id ?? '', limit).map((columns) => {
        const row = rowOf(columns)!
        const { opened_at: openedAt } = columns as { opened_at: string | null }
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

/** All columns but the last, in the order of `INSERT`. */
const valuesOf = (row: DocumentRow) =>
  [
    row.id,
    row.remoteId ?? null,
    row.title,
    row.excerpt,
    row.folderId,
    row.status,
    row.phase,
    Number(row.hidden),
    Number(row.editedSincePublished),
    Number(row.pending),
    Number(row.hasText),
    row.etag ?? null,
    row.seenDigest ?? null,
    row.remoteCreatedAt ?? null,
    row.remoteUpdatedAt ?? null,
    row.createdAt,
    row.updatedAt,
    row.hasText ? (row.textBytes ?? 0) : 0,
    row.contentKey ?? null,
  ] as const

function rowOf(value: unknown): DocumentRow | undefined {
  if (value === undefined || value === null) return undefined
  const columns = value as Columns
  return {
    id: columns.id,
    title: columns.title,
    excerpt: columns.excerpt,
    folderId: columns.folder_id,
    tagIds: JSON.parse(columns.tag_ids) as string[],
    status: columns.status,
    phase: columns.phase as Phase,
    hidden: columns.hidden === 1,
    editedSincePublished: columns.edited_since_published === 1,
    pending: columns.pending === 1,
    hasText: columns.has_text === 1,
    textBytes: columns.text_bytes,
    createdAt: columns.created_at,
    updatedAt: columns.updated_at,
    ...(columns.remote_id !== null && { remoteId: columns.remote_id }),
    ...(columns.content_key !== null && { contentKey: columns.content_key }),
    ...(columns.etag !== null && { etag: columns.etag }),
    ...(columns.seen_digest !== null && { seenDigest: columns.seen_digest }),
    ...(columns.remote_created_at !== null && { remoteCreatedAt: columns.remote_created_at }),
    ...(columns.remote_updated_at !== null && { remoteUpdatedAt: columns.remote_updated_at }),
  }
}
