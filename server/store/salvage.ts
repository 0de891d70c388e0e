import { crc32 } from 'node:zlib'
import { attempt } from '../../shared/thrown'
import { rowsOf } from '../../node/damaged-rows'
import { inTransaction, type Database } from '../../node/database'
import { createVersionStore } from './versions'

/** The tables whose rows name their account; a row that belonged to two accounts would be shown to both. */
const ROWS = ['accounts', 'keys', 'folders', 'documents', 'tags', 'versions', 'files'] as const

interface VersionRow {
  readonly id: number
  readonly created_at: number
  readonly title: string
  readonly status: string
}

/**
 * Copies the readable part of a damaged library into a new one, with the same ids. A text that does not match its
 * checksum is replaced by its last readable version; references to missing rows are removed. Returns how many documents
 * the new library has. `account`: the account that gets everything where no account can be read.
 */
export function salvage(damaged: Database, fresh: Database, account: string): number {
  fresh.exec('PRAGMA foreign_keys = OFF')
  return inTransaction(fresh, () => {
    for (const table of ROWS) copyRows(damaged, fresh, table)
    reviveDocuments(fresh)
    nameAccounts(fresh, account)
    fresh.exec(LOOSEN)
    copyTags(damaged, fresh)
    for (const { id } of fresh.prepare('SELECT id FROM documents').all() as { id: number }[])
      makeReadable(fresh, id)
    return (fresh.prepare('SELECT count(*) AS n FROM documents').get() as { n: number }).n
  })
}

const columnsOf = (database: Database, table: string): string[] =>
  (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name)

function copyRows(damaged: Database, fresh: Database, table: string): void {
  const old = attempt(() => columnsOf(damaged, table)) ?? []
  const columns = columnsOf(fresh, table).filter((name) => old.includes(name))
  if (columns.length === 0) return
  const places = columns.map(() => '?').join(', ')
  const put = fresh.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  for (const row of rowsOf<Record<string, string | number | null | Uint8Array>>(
    damaged,
    table,
    columns.join(', '),
  )) {
    const { content, checksum } = row
    if (table === 'documents' && !(content instanceof Uint8Array && crc32(content) === checksum)) continue
    // The count of a tag is derived from its documents.
    const values = columns.map((name) => (name === 'documents_count' ? 0 : (row[name] ?? null)))
    // A row that violates a constraint of its table is damaged.
    attempt(() => put.run(...values))
  }
}

/** Restores documents of which only versions are left; deleting a document also deletes its versions. */
function reviveDocuments(fresh: Database): void {
  const versions = createVersionStore(fresh)
  const add = fresh.prepare(
    `INSERT INTO documents
       (id, account_id, title, status, revision, created_at, updated_at, published_at, checksum, content)
     VALUES (?, ifnull((SELECT min(id) FROM accounts), 1), ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const lost = fresh
    .prepare(
      'SELECT DISTINCT document_id AS id FROM versions WHERE document_id NOT IN (SELECT id FROM documents)',
    )
    .all() as { id: number }[]
  const ofOne = fresh.prepare(
    'SELECT id, created_at, title, status FROM versions WHERE document_id = ? ORDER BY id',
  )
  for (const { id } of lost) {
    const all = ofOne.all(id) as unknown as VersionRow[]
    for (const last of all.toReversed()) {
      const text = attempt(() => versions.text(id, last.id))
      if (text === undefined) continue
      const published = last.status === 'published' ? last.created_at : null
      const [created, updated] = [all[0]?.created_at ?? last.created_at, last.created_at]
      add.run(id, last.title, last.status, last.id, created, updated, published, crc32(text), text)
      break
    }
  }
}

function nameAccounts(fresh: Database, account: string): void {
  const add = fresh.prepare('INSERT INTO accounts (id, name, created_at) VALUES (?, ?, 0)')
  const isTaken = fresh.prepare('SELECT 1 FROM accounts WHERE name = ?')
  const unnamed = fresh
    .prepare(
      `SELECT account_id AS id FROM documents UNION SELECT account_id FROM folders
       EXCEPT SELECT id FROM accounts ORDER BY 1`,
    )
    .all() as { id: number }[]
  for (const { id } of unnamed) add.run(id, isTaken.get(account) === undefined ? account : `recovered ${id}`)
}

/** Moves folders that are not reachable from the top to the top, and the contents of missing folders as well. */
const LOOSEN = /* sql */ `
WITH RECURSIVE reached(id) AS (
  SELECT id FROM folders WHERE parent_id IS NULL
  UNION SELECT f.id FROM folders f JOIN reached r ON f.parent_id = r.id)
UPDATE folders SET parent_id = NULL WHERE id NOT IN (SELECT id FROM reached);
UPDATE documents SET folder_id = NULL WHERE folder_id NOT IN (SELECT id FROM folders);
DELETE FROM keys WHERE account_id NOT IN (SELECT id FROM accounts);
DELETE FROM tags WHERE account_id NOT IN (SELECT id FROM accounts);
DELETE FROM files WHERE account_id NOT IN (SELECT id FROM accounts);
DELETE FROM versions WHERE document_id NOT IN (SELECT id FROM documents);
`

function copyTags(damaged: Database, fresh: Database): void {
  const put = fresh.prepare(
    `INSERT OR IGNORE INTO document_tags (document_id, tag_id, folder_id, status, title, created_at, updated_at)
     SELECT d.id, t.id, d.folder_id, d.status, d.title, d.created_at, d.updated_at
     FROM documents d JOIN tags t ON t.account_id = d.account_id WHERE d.id = ? AND t.id = ?`,
  )
  const idsOf = (table: string) => fresh.prepare(`SELECT id FROM ${table}`).all() as { id: number }[]
  const byDocument = attempt(() =>
    damaged.prepare('SELECT tag_id AS id FROM document_tags WHERE document_id = ?'),
  )
  let isWhole = byDocument !== undefined
  for (const { id } of idsOf('documents')) {
    const tags = attempt(() => byDocument?.all(id) as { id: number }[] | undefined)
    isWhole &&= tags !== undefined
    for (const tag of tags ?? []) put.run(id, tag.id)
  }
  if (isWhole) return
  // An index of the table contains the same data a second time.
  const byTag = attempt(() =>
    damaged.prepare(
      'SELECT document_id AS id FROM document_tags INDEXED BY document_tags_by_update WHERE tag_id = ?',
    ),
  )
  for (const { id } of idsOf('tags'))
    for (const document of attempt(() => byTag?.all(id) as { id: number }[] | undefined) ?? [])
      put.run(document.id, id)
}

/**
 * Makes the remaining versions readable, and the last one the text of the document, because the next delta is based on
 * it.
 */
function makeReadable(fresh: Database, documentId: number): void {
  const versions = createVersionStore(fresh)
  const remove = fresh.prepare('DELETE FROM versions WHERE id = ?')
  const count = versions.count(documentId)
  let last: Buffer | undefined
  const unreadable: number[] = []
  for (const { id } of versions.page(documentId, count, 0).toReversed()) {
    const text = attempt(() => versions.text(documentId, id))
    if (text === undefined) unreadable.push(id)
    last = text
  }
  for (const id of unreadable) remove.run(id)
  const document = fresh
    .prepare('SELECT revision, title, status, updated_at AS updatedAt, content FROM documents WHERE id = ?')
    .get(documentId) as {
    revision: number
    title: string
    status: string
    updatedAt: number
    content: Uint8Array
  }
  if (last?.equals(document.content) === true) return
  const { revision, title, status, updatedAt, content } = document
  versions.add({ documentId, revision, title, status, createdAt: updatedAt }, content, undefined)
}
