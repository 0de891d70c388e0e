import { NO_GOALS, NOTHING_WRITTEN, type Goals, type Written } from '../../shared/goals'
import { ChangeSet, type Text } from '@codemirror/state'
import type { FileSummary } from '../../shared/ipc/ipc-files'
import type { SavedSearch } from '../../shared/ipc/ipc-saved-searches'
import type { DictionaryRecord } from '../../shared/ipc/ipc-spelling'
import type {
  ConflictView,
  DocumentFilter,
  DocumentSort,
  DocumentStatusReport,
  DocumentSummary,
  EditorView,
  Snapshot,
  TextUpdate,
} from '../../shared/ipc/ipc-records'
import type { Settings } from '../../shared/ipc/ipc-settings'
import type { BackupState } from '../../shared/ipc/ipc-backups'
import type { UpdateState } from '../../shared/ipc/ipc-window'
import type { Connection, OutboxItem, SentItem, SyncLogEntry } from '../../shared/ipc/ipc-sync'
import type { Phase } from '../../shared/terms'
import { excerptOf } from '../../shared/text/excerpt'
import type { TextChange } from '../../shared/text/text-change'
import { toText } from '../editor/sync/text-steps'
import { SAMPLE_DOCUMENTS, SAMPLE_FILES, SAMPLE_FOLDERS, SAMPLE_SETTINGS, SAMPLE_TAGS } from './sample'

/** A document of the memory bridge; `text` is what main would have in its journal. */
export interface MemoryDocument {
  readonly id: string
  title: string
  /** Put together when it is read: a change of a long text does not copy it. */
  text: string
  change(changes: readonly TextChange[]): void
  /** The first characters of the text. */
  head(length: number): string
  folderId: string | null
  tagIds: readonly string[]
  status: string
  phase: Phase
  problem: DocumentStatusReport['problem']
  updatedAt: number
  deleted: boolean
  version: number
  steps: TextUpdate[]
  view: EditorView | undefined
  conflict: ConflictView | undefined
  readOnly: string | undefined
  /** Not on the service: made under a key that may not write. */
  isNew: boolean
}

export interface MemoryVersion {
  readonly id: string
  readonly at: string
  readonly title: string
  readonly status: string
  readonly text: string
}

/** Everything that the memory bridge knows; tests read and set it. */
interface MemoryFolder {
  id: string
  name: string
  parentId: string | null
  position: number
}

export interface MemoryRecords {
  readonly documents: Map<string, MemoryDocument>
  readonly folders: Map<string, MemoryFolder>
  /** Folders that are kept offline, as they were chosen. */
  readonly keptOffline: Set<string>
  /** Documents whose text is not on this device: they open while the service can be reached. */
  readonly withoutText: Set<string>
  /** Words that are captured and in no document yet. */
  captured: string
  goals: Goals
  written: Written
  /** What went with each of them. */
  readonly deletedFolders: Map<
    string,
    { readonly folders: readonly MemoryFolder[]; readonly documents: readonly MemoryDocument[] }
  >
  readonly tags: Map<string, { id: string; name: string }>
  readonly files: Map<string, FileSummary>
  outbox: {
    waiting: OutboxItem[]
    more?: number
    sent: SentItem[]
    paused: boolean
    progress?: { done: number; total: number }
  }
  /** Newest first. */
  log: SyncLogEntry[]
  snapshots: Snapshot[]
  /** Versions of the service by document, newest first; the sample's where none are set. */
  readonly versions: Map<string, MemoryVersion[]>
  readonly notes: Map<string, { name: string; starred: boolean }>
  savedSearches: readonly SavedSearch[]
  /** Every word is right but those, each with what may be meant; a bit for each language that has it, where not all have. */
  readonly spelling: {
    readonly misspelt: Map<string, readonly string[]>
    readonly languagesOf: Map<string, number>
    readonly ignored: Map<string, readonly string[]>
    dictionaries: readonly DictionaryRecord[]
    words: readonly string[]
    /** What is chosen in the system's dialog. */
    chosen: DictionaryRecord | null
  }
  connection: Connection
  /** Those whose library is not on screen. */
  otherConnections: readonly Connection[]
  removedConnections: readonly Connection[]
  /** Whether the system could keep a key. */
  keychain: boolean
  /** So many documents fit on the disk that an export goes to. */
  exportRoom: number
  settings: Settings
  update: UpdateState
  backups: BackupState
}

export function sampleRecords(nowMs: number): MemoryRecords {
  return {
    documents: new Map(
      SAMPLE_DOCUMENTS.map(({ minutesAgo, ...document }) => [
        document.id,
        newDocument({ ...document, updatedAt: nowMs - minutesAgo * 60_000 }),
      ]),
    ),
    files: new Map(SAMPLE_FILES.map((file) => [file.id, file])),
    keptOffline: new Set(),
    spelling: {
      misspelt: new Map([
        ['teh', ['the', 'tech']],
        ['harbor', ['harbour']],
      ]),
      languagesOf: new Map(),
      ignored: new Map(),
      dictionaries: [
        { id: 'de-DE', source: 'system', isBroken: false },
        { id: 'en-US', source: 'bundled', isBroken: false },
        { id: 'fr', source: 'system', isBroken: false },
      ],
      words: [],
      chosen: null,
    },
    withoutText: new Set(),
    captured: '',
    goals: NO_GOALS,
    written: NOTHING_WRITTEN,
    folders: new Map(SAMPLE_FOLDERS.map((folder) => [folder.id, { ...folder }])),
    deletedFolders: new Map(),
    tags: new Map(SAMPLE_TAGS.map((tag) => [tag.id, { ...tag }])),
    outbox: { waiting: [], sent: [], paused: false },
    log: [],
    snapshots: [
      {
        id: 's-1',
        documentId: 'd-low',
        title: 'Low water',
        excerpt: 'At low water you could walk to the island.',
        at: new Date(nowMs - 3_600_000).toISOString(),
        reason: 'Before a merge',
        kind: 'snapshot',
        bytes: 62,
      },
    ],
    versions: new Map(),
    notes: new Map(),
    savedSearches: [],
    connection: {
      id: 'c-1',
      name: 'Harbour Press',
      kind: 'embedded',
      address: 'http://127.0.0.1',
      configured: true,
      locked: false,
      otherAccount: false,
      state: 'online',
      abilities: {
        'documents:read': 'yes',
        'documents:write': 'yes',
        'folders:read': 'yes',
        'folders:write': 'yes',
        'tags:read': 'yes',
        'tags:write': 'yes',
        'files:read': 'yes',
        'files:write': 'yes',
        'rag:read': 'yes',
      },
      guarded: 'seen',
      capabilities: [],
      waiting: 0,
    },
    otherConnections: [],
    removedConnections: [],
    keychain: true,
    exportRoom: Infinity,
    settings: SAMPLE_SETTINGS,
    update: { kind: 'none' },
    backups: { folder: '/home/writer/Stet backups', isRunning: false, lastAt: null, trouble: null },
  }
}

export function newDocument(
  fields: Pick<
    MemoryDocument,
    'id' | 'title' | 'text' | 'folderId' | 'tagIds' | 'status' | 'phase' | 'updatedAt'
  >,
): MemoryDocument {
  const { text, ...others } = fields
  let whole: string | undefined = text
  let lines: Text | undefined
  return {
    get text() {
      return (whole ??= lines!.toString())
    },
    set text(next) {
      whole = next
      lines = undefined
    },
    change(changes) {
      lines ??= toText(whole ?? '')
      const inserts = changes.map(({ from, to, insert }) => ({ from, to, insert: toText(insert) }))
      lines = ChangeSet.of(inserts, lines.length).apply(lines)
      whole = undefined
    },
    head: (length) => whole?.slice(0, length) ?? lines!.sliceString(0, length, '\n'),
    ...others,
    problem: undefined,
    deleted: false,
    version: 0,
    steps: [],
    view: undefined,
    conflict: undefined,
    readOnly: undefined,
    isNew: false,
  }
}

export function summaryOf(document: MemoryDocument, isElsewhere: boolean): DocumentSummary {
  return {
    id: document.id,
    title: document.title,
    // The start alone: a list of long texts must not cost what reading them all would.
    excerpt: excerptOf(document.head(4_000)),
    folderId: document.folderId,
    tagIds: [...document.tagIds],
    status: document.status,
    updatedAt: new Date(document.updatedAt).toISOString(),
    phase: document.phase,
    editedSincePublished: document.status === 'published' && document.phase === 'dirty',
    ...(isElsewhere && { textElsewhere: true }),
  }
}

export function statusOf(document: MemoryDocument): DocumentStatusReport {
  return {
    id: document.id,
    phase: document.phase,
    ...(document.problem === undefined ? {} : { problem: document.problem }),
    parked: [],
    notYetPublished: document.status === 'published' && document.phase === 'dirty',
    ...(document.readOnly === undefined ? {} : { readOnly: document.readOnly }),
    ...(document.isNew && { isNew: true }),
    ...(document.deleted && { deletedHere: true }),
  }
}

/** The documents that a filter lets through, in the order asked for. */
export function listOf(
  records: MemoryRecords,
  filter: DocumentFilter,
  sort: DocumentSort,
  descending: boolean,
): readonly MemoryDocument[] {
  const order = (a: MemoryDocument, b: MemoryDocument) =>
    sort === 'title' ? a.title.localeCompare(b.title) : a.updatedAt - b.updatedAt
  return [...records.documents.values()]
    .filter((document) => !document.deleted && matches(document, filter, records))
    .sort((a, b) => order(a, b) * (descending ? -1 : 1))
}

function matches(document: MemoryDocument, filter: DocumentFilter, { folders }: MemoryRecords): boolean {
  const { smart, folderId, tagIds, status, since, text } = filter
  let at = document.folderId
  while (filter.subfolders === true && at !== null && at !== folderId) at = folders.get(at)?.parentId ?? null
  if (folderId !== undefined && at !== folderId) return false
  if (tagIds !== undefined && !tagIds.every((tag) => document.tagIds.includes(tag))) return false
  if (status !== undefined && document.status !== status) return false
  if (since !== undefined && document.updatedAt < Date.parse(since)) return false
  if (text !== undefined && !`${document.title} ${document.text}`.toLowerCase().includes(text.toLowerCase()))
    return false
  return smart === undefined || isIn(document, smart)
}

/** Of a list that says itself what is in it. */
export function isIn(document: MemoryDocument, smart: NonNullable<DocumentFilter['smart']>): boolean {
  if (smart === 'drafts') return document.status === 'draft'
  if (smart === 'published') return document.status === 'published'
  if (smart === 'needs-you') return document.phase === 'conflicted' || document.phase === 'rejected'
  if (smart === 'edited-since-published') return document.status === 'published' && document.phase === 'dirty'
  if (smart === 'untagged') return document.tagIds.length === 0
  return true
}
