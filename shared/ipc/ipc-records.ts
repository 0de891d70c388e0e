import { z } from 'zod'
import { writtenText } from './ipc-bounds'
import { problemSchema } from '../problem'
import { PHASES } from '../terms'

/** The shapes that cross the boundary between renderer and main; `ipc.ts` says which command carries which. */
const key = z.string().min(1).max(200)
export const documentId = key
export const folderId = key
export const tagId = key
/** The id that a window gives to a folder or tag that it creates: unique to this device. */
export const newItemId = z
  .string()
  .max(40)
  .regex(/^new:[0-9a-f-]{36}$/)
const phase = z.enum(PHASES)
export const time = z.string()

export const textChange = z.object({
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  insert: writtenText,
})

const folder = z.object({
  id: folderId,
  name: z.string(),
  parentId: folderId.nullable(),
  position: z.number(),
  /** How many documents are directly in it. */
  documents: z.number().int(),
  /** Why its texts are always on this device: it was chosen, or it is in a folder that was. */
  offline: z.enum(['chosen', 'within']).optional(),
})
export type Folder = Readonly<z.infer<typeof folder>>

const tag = z.object({
  id: tagId,
  name: z.string(),
  documents: z.number().int(),
})
export type Tag = Readonly<z.infer<typeof tag>>

/** One line of the document list. */
export const documentSummary = z.object({
  id: documentId,
  title: z.string(),
  excerpt: z.string(),
  folderId: folderId.nullable(),
  tagIds: z.array(tagId),
  status: z.string(),
  updatedAt: time,
  phase,
  /** Whether it is published and the working copy differs from the published words (requirement C8). */
  editedSincePublished: z.boolean(),
  /** Whether its last words could not be written to the disk yet. */
  onlyInMemory: z.boolean().optional(),
  /** Whether its text is not on this device. */
  textElsewhere: z.boolean().optional(),
})
export type DocumentSummary = Readonly<z.infer<typeof documentSummary>>

/** A page of the document list. */
export const documentPage = z.object({
  items: z.array(documentSummary),
  total: z.number().int(),
  /** Whether more documents match the filter's words than are shown. */
  isMore: z.boolean().optional(),
  /** The groups of the whole list, in its order; present where a division was requested. */
  groups: z.array(z.object({ key: z.string(), count: z.number().int() })).optional(),
})

/** The data of the sidebar. */
export const libraryContents = z.object({
  folders: z.array(folder),
  tags: z.array(tag),
  counts: z.record(z.string(), z.number()),
  /** How many documents have no text on this device; all titles are here. */
  withoutText: z.number().int(),
})

export const documentFilter = z.object({
  smart: z
    .enum(['all', 'recent', 'drafts', 'published', 'edited-since-published', 'needs-you', 'untagged'])
    .optional(),
  /** Documents directly in this folder; `null`: in no folder. */
  folderId: folderId.nullable().optional(),
  /** Whether documents in its subfolders are included. */
  subfolders: z.boolean().optional(),
  /** Documents with all of these tags. */
  tagIds: z.array(tagId).max(50).optional(),
  status: z.string().max(50).optional(),
  /** Changed at or after this time. */
  since: time.max(100).optional(),
  /** Words that the title or the text must contain. */
  text: z.string().max(500).optional(),
})
export type DocumentFilter = z.infer<typeof documentFilter>

export const documentSort = z.enum(['updated', 'created', 'title'])
export type DocumentSort = z.infer<typeof documentSort>

/** The status of one document, as the status line shows it (docs/sync-rules.md, "Phases"). */
export const documentStatus = z.object({
  id: documentId,
  phase,
  /** Why it waits or was refused, in words for the writer. */
  problem: problemSchema.optional(),
  /** Whether the newest words are only in memory, because they could not be written to the disk. */
  onlyInMemory: z.boolean().optional(),
  /** When it is tried again, in milliseconds since the epoch. */
  retryAt: z.number().optional(),
  /** Fields that the service refused; they are shown, and left out of sends until they are edited again (W2). */
  parked: z.array(z.string()),
  /** Whether it is published with edits that readers do not see yet (C8). */
  notYetPublished: z.boolean(),
  /** Present where the published words wait to be sent, or are in flight; `earlier`: without words written since. */
  publishing: z.enum(['all', 'earlier']).optional(),
  /** Whether the service does not have the document yet: it is created with its present fields. */
  isNew: z.boolean().optional(),
  /** Whether the writer deleted it on this device: the delete can be undone, and is not shown as somebody else's. */
  deletedHere: z.boolean().optional(),
  /** Why the document cannot be edited now (a key without documents:write); absent where it can. */
  readOnly: z.string().optional(),
})
export type DocumentStatusReport = Readonly<z.infer<typeof documentStatus>>

/** The result of a change of many documents: those that were not changed, with the first reason. */
export const eachDone = z.object({
  left: z.object({ ids: z.array(documentId), problem: problemSchema }).optional(),
})
export type EachDone = Readonly<z.infer<typeof eachDone>>

/** The writer's last position in a document: main stores it and returns it when the document is opened again. */
export const editorView = z.object({
  anchor: z.number().int().nonnegative(),
  head: z.number().int().nonnegative(),
  scrollTop: z.number().nonnegative(),
  /** The editor's undo history as JSON; opaque to main, bounded. */
  history: z.string().max(4_000_000).optional(),
})
export type EditorView = Readonly<z.infer<typeof editorView>>

/** An open document. Offsets count a line break as one; a text of mixed line ends keeps its `\r`s. */

export const openDocument = z.object({
  id: documentId,
  title: z.string(),
  /** The text, with `\n` between lines. */
  text: z.string(),
  /**
   * Counts the changes of the text in this run of the app; every change names the version on which it is based (W14).
   */
  version: z.number().int(),
  folderId: folderId.nullable(),
  tagIds: z.array(tagId),
  status: z.string(),
  state: documentStatus,
  view: editorView.optional(),
  mergeNotice: z.object({ changes: z.number().int(), undoable: z.boolean() }).optional(),
})
export type OpenDocument = Readonly<z.infer<typeof openDocument>>

/** One step of an open text; every window applies the same steps in the same order. */
export const textUpdate = z.object({
  /**
   * The window in which it was typed, or `null` for changes from elsewhere (a merge), which stay out of the undo
   * history.
   */
  clientId: z.string().nullable(),
  changes: z.array(textChange),
  /** True for what the writer decided, restored or replaced: a step of undo in every window. */
  isUndoStep: z.literal(true).optional(),
})
export type TextUpdate = Readonly<z.infer<typeof textUpdate>>

export const changeAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), version: z.number().int() }),
  /** Other changes were first: apply these, rebase, send again. */
  z.object({ kind: z.literal('behind'), updates: z.array(textUpdate), version: z.number().int() }),
  /** Too far behind, or not open any more: open again and rebase by text. */
  z.object({ kind: z.literal('reopen') }),
])
export type ChangeAnswer = z.infer<typeof changeAnswer>

export const span = z.object({ from: z.number().int(), to: z.number().int() })
const mergeRegion = z.object({
  kind: z.enum(['same', 'mine', 'theirs', 'both', 'clash']),
  base: span,
  mine: span,
  theirs: span,
})

export const decision = z.union([z.enum(['mine', 'theirs', 'both']), z.object({ text: writtenText })])
export type Decision = z.infer<typeof decision>

const fieldClash = z.object({
  field: z.enum(['title', 'folderId', 'tagIds', 'status']),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
  decision: z.enum(['mine', 'theirs']).optional(),
})
export type FieldClash = Readonly<z.infer<typeof fieldClash>>

/** A window's operation on many documents, with the words in which it is reported. */
export const batchUnderWay = z.object({
  doing: z.string().max(100),
  done: z.number().int().nonnegative(),
  total: z.number().int().positive(),
})

/** The data of the conflict view. `reviewed` identifies the theirs on screen; a resolution sends it back (W15). */
export const conflictView = z.object({
  id: documentId,
  kind: z.enum(['text', 'fields', 'deleted-there', 'deleted-here', 'past', 'too-large', 'not-taken']),
  reviewed: z.string(),
  /** The last common text; absent where none is known. */
  base: z.string().optional(),
  mine: z.string(),
  theirs: z.string().optional(),
  regions: z.array(mergeRegion),
  /** Decisions by index of the clash. */
  decisions: z.record(z.string(), decision),
  /** The writer's words for each clash, by its index; they are kept whatever is decided. */
  texts: z.record(z.string(), z.string()),
  fields: z.array(fieldClash),
  /**
   * Whether words were typed for a clash whose texts have changed since: the writer has not seen the new texts beside
   * them.
   */
  typedBefore: z.boolean().optional(),
  /** The merged text as it was changed by hand; finishing it sends its own `reviewed` (W15). */
  draft: z.object({ text: z.string(), reviewed: z.string() }).optional(),
  mineSince: time.optional(),
  theirsSince: time.optional(),
})
export type ConflictView = Readonly<z.infer<typeof conflictView>>

export const resolution = z.discriminatedUnion('kind', [
  /** Makes the reviewed theirs the base, then sends a guarded write (W3). */
  z.object({ kind: z.literal('keep-mine') }),
  z.object({ kind: z.literal('take-theirs') }),
  /** Keeps mine as a new document; theirs takes this one's place. */
  z.object({ kind: z.literal('keep-both') }),
  z.object({ kind: z.literal('merged'), text: writtenText }),
  /** For a document deleted elsewhere: accepts the deletion, with a snapshot. */
  z.object({ kind: z.literal('let-go') }),
  /** For a document deleted elsewhere: creates it anew from mine. */
  z.object({ kind: z.literal('keep-as-new') }),
])
export type Resolution = z.infer<typeof resolution>

export const snapshot = z.object({
  id: z.string(),
  documentId: documentId.optional(),
  title: z.string(),
  excerpt: z.string(),
  at: time,
  /** Why it was kept: before a merge, a resolution, a restore, a delete; quarantined; deleted elsewhere; discarded. */
  reason: z.string(),
  kind: z.enum(['snapshot', 'quarantine', 'recently-deleted']),
  bytes: z.number(),
  /** The folder of its document, as far as that is known. */
  folderId: folderId.nullable().optional(),
  /** True where it was kept as a mere precaution, and the history of its existing document has the text too. */
  inHistory: z.boolean().optional(),
})
export type Snapshot = Readonly<z.infer<typeof snapshot>>

/** A message that the writer gets once: the facts, and the possible actions. */
export const notice = z.object({
  id: z.string(),
  tone: z.enum(['info', 'attention']),
  text: z.string(),
  documentId: documentId.optional(),
  /** Several notices of one kind at the same time are shown as one, with their number. */
  kind: z.enum(['deleted-elsewhere', 'decision']).optional(),
  /** The connection whose library the notice is about; its action applies to that library only. Absent: the app. */
  connectionId: z.string().optional(),
  /** A command that the notice offers. */
  action: z
    .object({
      label: z.string(),
      kind: z.enum([
        'undo-delete',
        'undo-merge',
        'review',
        'show-recovered',
        'show-settings',
        'import',
        'export',
        'move-library',
        'restore',
        'none',
      ]),
    })
    .optional(),
})
export type Notice = Readonly<z.infer<typeof notice>>

/** The action that shows the recovered texts. */
export const SHOW_RECOVERED = { label: 'Show recovered texts', kind: 'show-recovered' } as const
