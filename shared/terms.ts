/** The words both sides use. Types only, and the few constants that belong to them. */

/**
 * One opening of one library in this run of the app. Main makes a new one each time it opens a library, and never the
 * same twice; opaque to everybody else (rule W22).
 */
export type LibraryEpoch = string & { readonly __epoch: true }

/** A document on this device. Stable for its whole life here; a document that came from a service carries that service's id. */
export type DocumentId = string
/** A folder on this device; the same rule as for documents. */
export type FolderId = string
export type TagId = string
/** Stands for a folder that holds what has no place: folders in a circle, or under a parent that is not known. */
export const LOST_AND_FOUND: FolderId = 'lost-and-found'
/** An id as the service gave it, as text: numbers and strings alike, never interpreted (requirement F, "id types"). */
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

/** In the place of the save status, where the disk took nothing. */
export const ONLY_IN_MEMORY = 'Kept in memory only'

/** In the place of the save status, where the writer deleted the document on this device. */
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

/** Why the text is kept that was here before a merge: what a review of that merge is compared with. */
export const YOURS_BEFORE_MERGE = 'Yours, before a merge'

/** Why the text that a document was opened with is kept. */
export const WHEN_OPENED = 'When it was opened'

/** The fields of a document beside its text. All of them share the document's one ETag. */
export const FIELDS = ['title', 'folderId', 'tagIds', 'status'] as const
export type Field = (typeof FIELDS)[number]

/** An absent key means: unknown, the service does not show it (docs/sync-rules.md, "The working copy"). */
export interface Fields {
  readonly title?: string
  readonly folderId?: FolderId | null
  readonly tagIds?: readonly TagId[]
  readonly status?: DocumentStatus
}

/** What a paste or a drop may carry; larger files are chosen in the system's dialog and read by main. */
export const PASTED_BYTES_MAX = 64 * 1024 * 1024

/** What a key may do, as the API names it (content API, section 5). */
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

/** So much of the error by which a part of a window broke goes into the log: its message and the begin of its stack. */
export const BROKEN_ERROR_MAX = 4_000

export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`)
}

/** Whether an id can stand in a path: `.` and `..` mean another path, escaped or not. */
export const isPathSegment = (id: string): boolean => id !== '' && id !== '.' && id !== '..'

/** A title as a writer reads it, also where there is none. */
export const shownTitle = (title: string): string => (title === '' ? 'Untitled' : title)

/** The longest title that our service takes, in UTF-16 units (requirement F, "texts"). */
export const TITLE_LENGTH_MAX = 255

/** What a writer takes back of the outbox when a change of many documents is cancelled; what was typed is never among these. */
export const CANCELLABLE_KINDS: ReadonlySet<string> = new Set(['move', 'tags', 'delete'])

/** What is said to be done to many documents that are deleted. */
export const DELETING = 'Deleting'

/** What waits in the outbox of a document and was written: where it is discarded, the text is kept. */
export const KINDS_OF_WORDS: ReadonlySet<string> = new Set(['create', 'edit', 'rename'])

/** What the log says of a discard whose text can be shown. */
export const DISCARDED = 'Discarded. The text is in Recovered texts.'
