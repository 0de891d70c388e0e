/** The terms that both sides use: types, and the few constants that belong to them. */

/**
 * Identifies one opening of one library in this run of the app. Main makes a new one each time it opens a library, and
 * never the same twice; opaque to everybody else (rule W22).
 */
export type LibraryEpoch = string & { readonly __epoch: true }

/**
 * The id of a document on this device. It never changes here; for a document that came from a service it is that
 * service's id.
 */
export type DocumentId = string
/** The id of a folder on this device; the same rule as for documents. */
export type FolderId = string
export type TagId = string
/** The id of a folder for items without a place: folders in a circle, or under an unknown parent. */
export const LOST_AND_FOUND: FolderId = 'lost-and-found'
/** An id of the service, as text: numbers and strings alike, never interpreted (requirement F, "id types"). */
export type RemoteId = string
/** Opaque; compared and sent back exactly as read, quotes included; never parsed (requirement C3). */
export type ETag = string
/** ISO 8601 UTC. */
export type Timestamp = string

/** Values seen by the content API are `draft` and `published`; any other is kept and shown untouched (A2). */
type DocumentStatus = string

export const PHASES = [
  'clean',
  'dirty',
  'saving',
  'queued',
  'reconciling',
  'conflicted',
  'rejected',
  'deleted',
] as const
export type Phase = (typeof PHASES)[number]

/** Shown in place of the save status where no disk took the words. */
export const ONLY_IN_MEMORY = 'Kept in memory only'

/** Shown in place of the save status where the writer deleted the document on this device. */
export const DELETED_HERE = 'Deleted'

/** The eight words a writer reads for the eight phases (docs/sync-rules.md, "The working copy"). */
export const SAVE_STATUS: Readonly<Record<Phase, string>> = {
  clean: 'Saved',
  dirty: 'Edited',
  saving: 'Saving…',
  queued: 'On this device',
  reconciling: 'Checking',
  conflicted: 'Needs your decision',
  rejected: 'Not accepted',
  deleted: 'Deleted elsewhere',
}

/** The reason of a snapshot of this device's text before a merge; reviewing that merge compares with it. */
export const YOURS_BEFORE_MERGE = 'Yours, before a merge'

/** The reason of a snapshot of a text as it was when it was opened. */
export const WHEN_OPENED = 'When it was opened'

/** The fields of a document besides its text. All of them share the document's one ETag. */
export const FIELDS = ['title', 'folderId', 'tagIds', 'status'] as const
export type Field = (typeof FIELDS)[number]

/**
 * A missing key means that the value is unknown, because the service does not show it (docs/sync-rules.md, "The working
 * copy").
 */
export interface Fields {
  readonly title?: string
  readonly folderId?: FolderId | null
  readonly tagIds?: readonly TagId[]
  readonly status?: DocumentStatus
}

/** The most bytes of a paste or a drop; larger files are chosen in the system's dialog and read by main. */
export const PASTED_BYTES_MAX = 64 * 1024 * 1024

/** The abilities of a key, as the API names them (content API, section 5). */
export const ABILITIES = [
  'documents:read',
  'documents:write',
  'folders:read',
  'folders:write',
  'tags:read',
  'tags:write',
  'files:read',
  'files:write',
  'rag:read',
] as const
export type Ability = (typeof ABILITIES)[number]

/** The part of an error of a window that is logged, in characters: its message and the beginning of its stack. */
export const BROKEN_ERROR_MAX = 4_000

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}

/** Whether an id can stand in a path: `.` and `..` mean another path, escaped or not. */
export const isPathSegment = (id: string): boolean => id !== '' && id !== '.' && id !== '..'

/** A title as a writer reads it, with a word for an empty one. */
export const shownTitle = (title: string): string => (title === '' ? 'Untitled' : title)

/** The longest title that our service accepts, in UTF-16 units (requirement F, "texts"). */
export const TITLE_LENGTH_MAX = 255

/** The outbox items that are discarded when a change of many documents is cancelled; typed text is never among them. */
export const CANCELLABLE_KINDS: ReadonlySet<string> = new Set(['move', 'tags', 'delete'])

/** The names of the operations that delete many documents, and that replace words in them. */
export const DELETING = 'Deleting'
export const REPLACING = 'Replacing in'

/** The outbox items with written words: where one is discarded, its text is kept. */
export const KINDS_OF_WORDS: ReadonlySet<string> = new Set(['create', 'edit', 'rename'])

/** The log entry of a discard whose text can be shown. */
export const DISCARDED = 'Discarded. The text is in Recovered texts.'
