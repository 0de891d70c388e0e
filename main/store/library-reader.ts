import { DatabaseSync } from '@photostructure/sqlite'
import type { DocumentId } from '../../shared/terms'
import { storageError } from '../system/storage-error'
import type { Database } from './database'
import { createJournalReader } from './journal/journal-reader'
import { attempt } from '../../shared/thrown'

/** A document of a library that is only read. */
export interface ReadDocument {
  readonly id: DocumentId
  readonly title: string
  /** Names of its folders, the outermost first. */
  readonly folders: readonly string[]
  readonly tags: readonly string[]
  readonly status: string
  /** ISO 8601. */
  readonly updatedAt: string
  /** Whether its text is on this device. */
  readonly hasText: boolean
  /** Grows with every change of its title or text. */
  readonly sequence: number
}

/** A library that is read and never written, whatever version of Stet has written it. */
export interface LibraryReader {
  /** All that are not deleted, in the order of their titles. Throws an AppError where this version cannot read them. */
  documents(): readonly ReadDocument[]
  /** Byte for byte, with what is not sent yet; undefined where the text is not on this device or cannot be read. */
  text(id: DocumentId): string | undefined
  close(): void
}

/**
 * Opens a library for reading only. A newer version adds to the form of a library, so what this version knows of it can
 * be read; where that is not so, `documents` throws.
 */
export function openLibraryReader(file: string): LibraryReader {
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw storageError(error, file)
    }
  }
  const database = guarded(() => {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
    opened.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8000')
    return opened
  })
  let journal: ReturnType<typeof createJournalReader> | undefined
  return {
    documents: () => guarded(() => documentsIn(database)),
    text: (id) =>
      attempt(() => {
        journal ??= createJournalReader(database)
        const found = journal.read(id)
        return found?.kind === 'kept' ? (found.typed ?? found.copy.mine.text) : undefined
      }),
    close: () => database.close(),
  }
}

interface DocumentRow {
  readonly id: DocumentId
  readonly title: string
  readonly folder_id: string | null
  readonly status: string
  readonly updated_at: string
  readonly has_text: number
  readonly words_sequence: number
}

function documentsIn(database: Database): readonly ReadDocument[] {
  const rows = database
    .prepare(
      `SELECT id, title, folder_id, status, updated_at, has_text, words_sequence FROM documents
       WHERE hidden = 0 ORDER BY title COLLATE NOCASE, id`,
    )
    .all() as unknown as readonly DocumentRow[]
  const folders = thingsOf(database, 'folder')
  const tags = thingsOf(database, 'tag')
  const tagsOf = database.prepare('SELECT tag_id FROM document_tags WHERE document_id = ? ORDER BY tag_id')
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    folders: pathTo(row.folder_id, folders),
    tags: (tagsOf.all(row.id) as { tag_id: string }[]).flatMap(({ tag_id: id }) => tags.get(id)?.name ?? []),
    status: row.status,
    updatedAt: row.updated_at,
    hasText: row.has_text === 1,
    sequence: row.words_sequence,
  }))
}

interface Named {
  readonly name: string
  readonly parentId: string | undefined
}

function thingsOf(database: Database, kind: 'folder' | 'tag'): ReadonlyMap<string, Named> {
  const rows = database.prepare('SELECT id, body FROM things WHERE kind = ?').all(kind) as {
    readonly id: string
    readonly body: string
  }[]
  return new Map(rows.map(({ id, body }) => [id, namedIn(body)]))
}

function namedIn(body: string): Named {
  const { mine } = JSON.parse(body) as { mine?: { name?: unknown; parentId?: unknown } }
  return {
    name: typeof mine?.name === 'string' ? mine.name : '',
    parentId: typeof mine?.parentId === 'string' ? mine.parentId : undefined,
  }
}

/** A ring of parents, which no app writes, ends where it begins again. */
function pathTo(folderId: string | null, folders: ReadonlyMap<string, Named>): readonly string[] {
  const names: string[] = []
  const seen = new Set<string>()
  for (let id = folderId ?? undefined; id !== undefined && !seen.has(id);) {
    seen.add(id)
    const folder = folders.get(id)
    if (folder !== undefined) names.unshift(folder.name)
    id = folder?.parentId
  }
  return names
}
