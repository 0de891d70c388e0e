import { z } from 'zod'
import { writtenText } from './ipc-bounds'
import { problemSchema } from '../problem'
import { PHASES } from '../terms'

/** The shapes that cross the boundary between renderer and main; `ipc.ts` says which command carries which. */
const key = z.string().min(1).max(200)
export const documentId = key
export const folderId = key
export const tagId = key
/** The id that a window gives to a folder or tag that it makes: of this device, and of nothing else. */
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
  /** Documents directly in it. */
  documents: z.number().int(),
  /** Its texts are always on this device: because it was chosen, or because it lies in one that was. */
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
  /** Published, and the working copy differs from what readers see (requirement C8). */
  editedSincePublished: z.boolean(),
  /** Its last words could not be written to the disk yet. */
  onlyInMemory: z.boolean().optional(),
  /** Its text is not on this device. */
  textElsewhere: z.boolean().optional(),
})
export type DocumentSummary = Readonly<z.infer<typeof documentSummary>>

/** A part of the document list. */
export const documentPage = z.object({
  items: z.array(documentSummary),
  total: z.number().int(),
  /** The filter's words let more through than are shown. */
  isMore: z.boolean().optional(),
  /** Of the whole list, in its order; present where it was asked to be divided. */
  groups: z.array(z.object({ key: z.string(), count: z.number().int() })).optional(),
})

/** What the sidebar shows of a library. */
export const libraryContents = z.object({
  folders: z.array(folder),
  tags: z.array(tag),
  counts: z.record(z.string(), z.number()),
  /** Documents whose text is not on this device; all their titles are. */
  withoutText: z.number().int(),
})

export const documentFilter = z.object({
  smart: z
    .enum(['all', 'recent', 'drafts', 'published', 'edited-since-published', 'needs-you', 'untagged'])
    .optional(),
  /** Directly in this folder; `null`: in no folder. */
  folderId: folderId.nullable().optional(),
  /** In the folders below that one, too. */
  subfolders: z.boolean().optional(),
  /** All of these. */
  tagIds: z.array(tagId).max(50).optional(),
  status: z.string().max(50).optional(),
  /** Changed at or after this time. */
  since: time.max(100).optional(),
  /** Words that title or text contain. */
  text: z.string().max(500).optional(),
})
export type DocumentFilter = z.infer<typeof documentFilter>

export const documentSort = z.enum(['updated', 'created', 'title'])
export type DocumentSort = z.infer<typeof documentSort>

/** What the status line says of one document (docs/sync-rules.md, "Phases"). */
export const documentStatus = z.object({
  id: documentId,
  phase,
  /** Why it waits or was refused, in words for the writer. */
  problem: problemSchema.optional(),
  /** The newest words are in memory alone: they could not be written to the disk. */
  onlyInMemory: z.boolean().optional(),
  /** Milliseconds since the epoch at which it is tried again. */
  retryAt: z.number().optional(),
  /** Fields that the service refused; shown, left out of sends until edited again (W2). */
  parked: z.array(z.string()),
  /** A published document with edits that readers do not see yet (C8). */
  notYetPublished: z.boolean(),
  /** What the writer published waits to be sent, or is on its way; `earlier`: without what was written since. */
  publishing: z.enum(['all', 'earlier']).optional(),
  /** The service does not have the document yet: it is created with the fields that it has here. */
  isNew: z.boolean().optional(),
  /** The writer deleted it on this device: it is nobody else’s deed, and can be brought back. */
  deletedHere: z.boolean().optional(),
  /** Why the document cannot be edited now (a key without documents:write), if so. */
  readOnly: z.string().optional(),
})
export type DocumentStatusReport = Readonly<z.infer<typeof documentStatus>>

/** Done to each of many documents but those that stayed as they were, with the first reason. */
export const eachDone = z.object({
  left: z.object({ ids: z.array(documentId), problem: problemSchema }).optional(),
})
export type EachDone = Readonly<z.infer<typeof eachDone>>

/** Where the writer was: kept by main, given back at the next opening. */
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
  /** With `\n` between lines. */
  text: z.string(),
  /** Counts the changes of the text in this run of the app; every change names the one it is based on (W14). */
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
  /** The window that typed it, or `null`: from elsewhere (a merge, a restore); kept out of the undo history. */
  clientId: z.string().nullable(),
  changes: z.array(textChange),
  /** What the writer decided about two texts: a step of undo in every window. */
  isDecision: z.literal(true).optional(),
})
export type TextUpdate = Readonly<z.infer<typeof textUpdate>>

export const changeAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accepted'), version: z.number().int() }),
  /** Others were first: apply these, rebase, send again. */
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

/** What a window does to many documents, in the words that it is said with. */
export const batchUnderWay = z.object({ doing: z.string().max(100), total: z.number().int().positive() })

/** What the conflict view shows. `reviewed` names the theirs on screen; a resolution carries it back (W15). */
export const conflictView = z.object({
  id: documentId,
  kind: z.enum(['text', 'fields', 'deleted-there', 'deleted-here', 'past', 'too-large', 'not-taken']),
  reviewed: z.string(),
  /** Last common text; absent when none is known. */
  base: z.string().optional(),
  mine: z.string(),
  theirs: z.string().optional(),
  regions: z.array(mergeRegion),
  /** By index of the clash. */
  decisions: z.record(z.string(), decision),
  /** What the writer has typed for a clash, by its index; kept whatever is decided. */
  texts: z.record(z.string(), z.string()),
  fields: z.array(fieldClash),
  /** Words were typed for a clash that has other texts by now: the writer has not seen these beside them. */
  typedBefore: z.boolean().optional(),
  /** The merged text as it was changed by hand; it is finished with its own `reviewed` (W15). */
  draft: z.object({ text: z.string(), reviewed: z.string() }).optional(),
  mineSince: time.optional(),
  theirsSince: time.optional(),
})
export type ConflictView = Readonly<z.infer<typeof conflictView>>

export const resolution = z.discriminatedUnion('kind', [
  /** Base becomes the theirs that was reviewed, then a guarded write (W3). */
  z.object({ kind: z.literal('keep-mine') }),
  z.object({ kind: z.literal('take-theirs') }),
  /** Mine stays as a new document, theirs takes this one's place. */
  z.object({ kind: z.literal('keep-both') }),
  z.object({ kind: z.literal('merged'), text: writtenText }),
  /** Deleted there: let it go, with a snapshot. */
  z.object({ kind: z.literal('let-go') }),
  /** Deleted there: create it anew from mine. */
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
  /** Of its document, as far as that is known. */
  folderId: folderId.nullable().optional(),
  /** It was kept without a reason to fear for it, and the history of its document, which is there, has it too. */
  inHistory: z.boolean().optional(),
})
export type Snapshot = Readonly<z.infer<typeof snapshot>>

/** Something the writer is told once: what is true, and what can be done. */
export const notice = z.object({
  id: z.string(),
  tone: z.enum(['info', 'attention']),
  text: z.string(),
  documentId: documentId.optional(),
  /** Notices of one kind that come together are said as one, with their number. */
  kind: z.enum(['deleted-elsewhere', 'decision']).optional(),
  /** The connection whose library the notice is about; what it offers is done in that library alone. Absent: the app. */
  connectionId: z.string().optional(),
  /** A command the notice offers. */
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
        'move-library',
        'restore',
        'none',
      ]),
    })
    .optional(),
})
export type Notice = Readonly<z.infer<typeof notice>>

/** Leads to the texts that are kept of what went. */
export const SHOW_RECOVERED = { label: 'Show recovered texts', kind: 'show-recovered' } as const
