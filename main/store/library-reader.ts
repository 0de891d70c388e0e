import type { Snapshot } from '../../shared/ipc/ipc-records'
import type { DocumentId, RemoteId } from '../../shared/terms'
import type { WorkingCopy } from '../documents/core/working-copy'
import type { Database } from './database'
import { createFacts } from './facts'
import { createJournalReader } from './journal/journal-reader'
import { openReadOnly } from './read-only'
import { createRows, type Rows } from './rows'
import { createSnapshotReader } from './snapshots.sqlite'
import { createVersionTexts } from './versions/version-texts'
import { attempt } from '../../shared/thrown'

/** A document in a library that is only read. */
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
  /** Increases with every change of its title or text. */
  readonly sequence: number
}

/** A library that is read and never written, whatever version of Stet has written it. */
export interface LibraryReader {
  /** All documents that are not deleted, ordered by title. Throws an AppError where this version cannot read them. */
  documents(): readonly ReadDocument[]
  /** The exact text, with unsent changes; `undefined` where it is not on this device or cannot be read. */
  text(id: DocumentId): string | undefined
  /** How many documents have changes to send or decide. Throws an AppError where this version cannot tell. */
  unsettledCount(): number
  /** Folders, tags and files, with their pending changes. */
  readonly items: Pick<Rows, 'all'>
  /** Other parts of the library that contain words; each throws an AppError where this version cannot read it. */
  readonly others: OtherWords
  close(): void
}

/** Words of a library that are not the text of a document. */
interface OtherWords {
  /** Documents with changes to send or decide, including those that are deleted here. */
  unsettled(): readonly WorkingCopy[]
  /** As in `SnapshotStore`. */
  snapshots(): readonly Snapshot[]
  snapshot(id: string): string | undefined
  /** Versions of the service whose texts are on this device, newest first for each document. */
  versions(): readonly ReadVersion[]
  version(documentId: DocumentId, versionId: string): string | undefined
  /** As in `Facts`. */
  fact(name: string): unknown
  /** All files that the library knows, whether or not their bytes are here. */
  files(): readonly ReadFile[]
}

interface ReadVersion {
  readonly documentId: DocumentId
  /** Absent where the document is not on the service, or is no longer known. */
  readonly remoteId?: RemoteId
  readonly versionId: string
  readonly title: string
  /** ISO 8601; empty where the service did not name the time. */
  readonly at: string
}

interface ReadFile {
  readonly id: string
  readonly remoteId?: RemoteId
  readonly name: string
  readonly content: { readonly sha256?: string }
}

/**
 * Opens a library for reading only. A newer version only adds to the schema of a library, so the parts that this
 * version knows can be read; where that fails, `documents` throws.
 */
export function openLibraryReader(file: string): LibraryReader {
  const { database, guarded } = openReadOnly(file)
  let journal: ReturnType<typeof createJournalReader> | undefined
  const rows = once(() => createRows(database))
  const found = (id: DocumentId) =>
    attempt(() => {
      journal ??= createJournalReader(database)
      const read = journal.read(id)
      return read?.kind === 'kept' ? read : undefined
    })
  return {
    documents: () => guarded(() => documentsIn(database)),
    text(id) {
      const read = found(id)
      return read && (read.typed ?? read.copy.mine.text)
    },
    unsettledCount: () =>
      guarded(() => {
        const row = database.prepare('SELECT count(*) AS count FROM documents WHERE pending = 1').get()
        return (row as { readonly count: number }).count
      }),
    items: { all: (kind) => guarded(() => rows().all(kind)) },
    others: otherWords(database, guarded, (id) => found(id)?.copy),
    close: () => database.close(),
  }
}

function otherWords(
  database: Database,
  guarded: <T>(work: () => T) => T,
  copy: (id: DocumentId) => WorkingCopy | undefined,
): OtherWords {
  const snapshots = once(() => createSnapshotReader(database))
  const versionTexts = once(() => createVersionTexts(database))
  return {
    unsettled: () =>
      guarded(() => {
        const rows = database.prepare('SELECT id FROM documents WHERE pending = 1 ORDER BY id').all()
        return (rows as { readonly id: DocumentId }[]).flatMap(({ id }) => copy(id) ?? [])
      }),
    snapshots: () => guarded(() => snapshots().list()),
    snapshot: (id) => attempt(() => snapshots().read(id)?.text),
    versions: () => guarded(() => versionsIn(database)),
    version: (documentId, versionId) => attempt(() => versionTexts().read(documentId, versionId)),
    fact: (name) => guarded(() => createFacts(database).read(name)),
    files: () => guarded(() => filesIn(database)),
  }
}

/** Makes a value at its first use, so that a failure of this version affects only the caller that needs it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

function versionsIn(database: Database): readonly ReadVersion[] {
  const rows = database
    .prepare(
      `SELECT v.document_id, v.version_id, v.at, coalesce(v.title, d.title, '') AS title, d.remote_id
       FROM versions v JOIN version_texts t ON t.document_id = v.document_id AND t.version_id = v.version_id
       LEFT JOIN documents d ON d.id = v.document_id
       ORDER BY d.title COLLATE NOCASE, v.document_id, v.place, v.version_id`,
    )
    .all() as {
    readonly document_id: DocumentId
    readonly version_id: string
    readonly at: string
    readonly title: string
    readonly remote_id: RemoteId | null
  }[]
  return rows.map(({ document_id: documentId, version_id: versionId, at, title, remote_id: remoteId }) => ({
    documentId,
    versionId,
    at,
    title,
    ...(remoteId !== null && { remoteId }),
  }))
}

function filesIn(database: Database): readonly ReadFile[] {
  const rows = database
    .prepare("SELECT id, remote_id, body FROM things WHERE kind = 'file' ORDER BY id")
    .all() as { readonly id: string; readonly remote_id: RemoteId | null; readonly body: string }[]
  return rows.map(({ id, remote_id: remoteId, body }) => {
    const { content } = JSON.parse(body) as { content?: { sha256?: unknown } }
    return {
      id,
      name: namedIn(body).name,
      content: typeof content?.sha256 === 'string' ? { sha256: content.sha256 } : {},
      ...(remoteId !== null && { remoteId }),
    }
  })
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

/** The path of a folder. A circle of parents, which no app writes, ends where it begins again. */
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
