import { z } from 'zod'
import { problemSchema } from './problem'
import { RECOVERED_FOR_GOOD, TEXTS_ALL } from './room'
import { ABILITIES, PHASES } from './terms'

/** The shapes that cross the boundary between renderer and main; `ipc.ts` says which command carries which. */
const key = z.string().min(1).max(200)
export const documentId = key
export const folderId = key
export const tagId = key
export const phase = z.enum(PHASES)
export const time = z.string()

export const textChange = z.object({
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  insert: z.string(),
})

export const folder = z.object({
  id: folderId,
  name: z.string(),
  parentId: folderId.nullable(),
  position: z.number(),
  /** Documents directly in it. */
  documents: z.number().int(),
  /** Something about the folder itself is still to be sent. */
  waiting: z.boolean(),
  /** Its texts are always on this device: because it was chosen, or because it lies in one that was. */
  offline: z.enum(['chosen', 'within']).optional(),
})
export type Folder = Readonly<z.infer<typeof folder>>

export const tag = z.object({
  id: tagId,
  name: z.string(),
  documents: z.number().int(),
  waiting: z.boolean(),
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
})
export type DocumentSummary = Readonly<z.infer<typeof documentSummary>>

export const documentFilter = z.object({
  smart: z
    .enum(['all', 'recent', 'drafts', 'published', 'edited-since-published', 'needs-you', 'untagged'])
    .optional(),
  /** Directly in this folder; `null`: in no folder. */
  folderId: folderId.nullable().optional(),
  /** All of these. */
  tagIds: z.array(tagId).max(50).optional(),
  status: z.string().max(50).optional(),
  /** Words that title or text contain. */
  text: z.string().max(500).optional(),
})
export type DocumentFilter = z.infer<typeof documentFilter>

export const documentSort = z.enum(['updated', 'created', 'title'])
export type DocumentSort = z.infer<typeof documentSort>

/** What the status line says of one document (house.md, phases). */
export const documentStatus = z.object({
  id: documentId,
  phase,
  /** Why it waits or was refused, in words for the writer. */
  problem: problemSchema.optional(),
  /** Milliseconds since the epoch at which it is tried again. */
  retryAt: z.number().optional(),
  /** Fields that the service refused; shown, left out of sends until edited again (W2). */
  parked: z.array(z.string()),
  /** A published document with edits that readers do not see yet (C8). */
  notYetPublished: z.boolean(),
})
export type DocumentStatusReport = Readonly<z.infer<typeof documentStatus>>

/** Where the writer was: kept by main, given back at the next opening. */
export const editorView = z.object({
  anchor: z.number().int().nonnegative(),
  head: z.number().int().nonnegative(),
  scrollTop: z.number().nonnegative(),
  /** The editor's undo history as JSON; opaque to main, bounded. */
  history: z.string().max(4_000_000).optional(),
})
export type EditorView = Readonly<z.infer<typeof editorView>>

/**
 * An open document. Offsets count a line break as one; `lineEnd` says what a break is in the stored text, so that no
 * byte moves before a key is pressed (stack.md, "editor"). A text of mixed line ends has `\n` and keeps its `\r`s.
 */
export const openDocument = z.object({
  id: documentId,
  title: z.string(),
  /** With `\n` between lines. */
  text: z.string(),
  lineEnd: z.enum(['\n', '\r\n']),
  /** Counts the changes of the text in this run of the app; every change names the one it is based on (W14). */
  version: z.number().int(),
  folderId: folderId.nullable(),
  tagIds: z.array(tagId),
  status: z.string(),
  createdAt: time.optional(),
  updatedAt: time.optional(),
  state: documentStatus,
  view: editorView.optional(),
  /** Why the text cannot be edited (a key without documents:write), if so. */
  readOnly: z.string().optional(),
  mergeNotice: z.object({ changes: z.number().int(), undoable: z.boolean() }).optional(),
})
export type OpenDocument = Readonly<z.infer<typeof openDocument>>

/** One step of an open text; every window applies the same steps in the same order. */
export const textUpdate = z.object({
  /** The window that typed it, or `null`: from elsewhere (a merge, a restore); kept out of the undo history. */
  clientId: z.string().nullable(),
  changes: z.array(textChange),
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
export const mergeRegion = z.object({
  kind: z.enum(['same', 'mine', 'theirs', 'both', 'clash']),
  base: span,
  mine: span,
  theirs: span,
})

export const decision = z.union([z.enum(['mine', 'theirs', 'both']), z.object({ text: z.string() })])
export type Decision = z.infer<typeof decision>

export const fieldClash = z.object({
  field: z.enum(['title', 'folderId', 'tagIds', 'status']),
  base: z.unknown(),
  mine: z.unknown(),
  theirs: z.unknown(),
  decision: z.enum(['mine', 'theirs']).optional(),
})
export type FieldClash = Readonly<z.infer<typeof fieldClash>>

/** What the conflict view shows. `reviewed` names the theirs on screen; a resolution carries it back (W15). */
export const conflictView = z.object({
  id: documentId,
  kind: z.enum(['text', 'fields', 'deleted-there', 'deleted-here', 'past', 'too-large']),
  reviewed: z.string(),
  /** Last common text; absent when none is known. */
  base: z.string().optional(),
  mine: z.string(),
  theirs: z.string().optional(),
  regions: z.array(mergeRegion),
  /** By index of the clash. */
  decisions: z.record(z.string(), decision),
  fields: z.array(fieldClash),
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
  z.object({ kind: z.literal('merged'), text: z.string() }),
  /** Deleted there: let it go, with a snapshot. */
  z.object({ kind: z.literal('let-go') }),
  /** Deleted there: create it anew from mine. */
  z.object({ kind: z.literal('keep-as-new') }),
])
export type Resolution = z.infer<typeof resolution>

/** One waiting operation, in the outbox's words. */
export const outboxItem = z.object({
  id: z.string(),
  documentId: documentId.optional(),
  /** "Edit of “Essay”", "Rename “Draft” → “Chapter 3”", ... */
  what: z.string(),
  kind: z.enum([
    'create',
    'edit',
    'rename',
    'move',
    'tags',
    'status',
    'delete',
    'folder',
    'tag',
    'file',
    'upload',
  ]),
  /** "Waits for the network", "The service asked to wait", ... Until when is `retryAt`. */
  why: z.string(),
  state: z.enum(['waiting', 'sending', 'needs-you', 'blocked', 'paused']),
  retryAt: z.number().optional(),
  canRetry: z.boolean(),
  canDiscard: z.boolean(),
})
export type OutboxItem = Readonly<z.infer<typeof outboxItem>>

/** One line of the durable log. Never a key, never a text. */
export const syncLogEntry = z.object({
  at: time,
  /** `told`: something that the writer may want to look up. */
  kind: z.enum(['sent', 'failed', 'told']),
  documentId: documentId.optional(),
  /** "Edit of “Essay”". */
  what: z.string(),
  detail: z.string(),
})
export type SyncLogEntry = Readonly<z.infer<typeof syncLogEntry>>

export const sentItem = z.object({
  at: time,
  documentId: documentId.optional(),
  what: z.string(),
  detail: z.string(),
})
export type SentItem = Readonly<z.infer<typeof sentItem>>

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
})
export type Snapshot = Readonly<z.infer<typeof snapshot>>

export const connectionState = z.enum([
  'online',
  'offline',
  'unauthorized',
  'throttled',
  'connecting',
  'paused',
  'account-deletion',
])

export const abilityKnowledge = z.record(z.enum(ABILITIES), z.enum(['yes', 'no', 'unknown']))

/** The renderer never sees a key; it knows `configured` (house.md, "Processes"). */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['embedded', 'service']),
  address: z.string(),
  configured: z.boolean(),
  /** The key is kept under a passphrase that was not given in this session yet. */
  locked: z.boolean(),
  /** The service answers for another account than the one whose library this is (requirement C7). */
  otherAccount: z.boolean(),
  state: connectionState,
  /** Milliseconds since the epoch: when a throttled connection goes on. */
  retryAt: z.number().optional(),
  problem: problemSchema.optional(),
  abilities: abilityKnowledge,
  /** `seen`: it has answered a 412 or a 428 once (requirement C6). */
  guarded: z.enum(['seen', 'not-seen-yet']),
  /** What this service does differently, in words. */
  habits: z.array(z.string()),
  waiting: z.number().int(),
  /** The first pull, while it runs. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
  /** The first pull was ended by the writer: not all of the library is on this device. */
  readingStopped: z.boolean().optional(),
  rate: z.object({ limit: z.number(), remaining: z.number() }).optional(),
  searchQuota: z.object({ limit: z.number(), remaining: z.number() }).optional(),
  /** The one folder that every search is tied to (B9); empty where that folder is not known any more. */
  fixedFolder: z.string().optional(),
  /** A library was moved here from the one of this name, and can be taken back until that is kept. */
  movedFrom: z.string().optional(),
})
export type Connection = Readonly<z.infer<typeof connection>>

export const testReport = z.object({
  ok: z.boolean(),
  /** Sentences for the writer, in order. */
  lines: z.array(z.string()),
  abilities: abilityKnowledge,
  /** In which form the service took the key (requirement D1). */
  form: z.enum(['bearer', 'header']).optional(),
  problem: problemSchema.optional(),
})
export type TestReport = Readonly<z.infer<typeof testReport>>

/** The document of the other side of a split view, and the side that the writer is in; null: not split. */
const split = z.object({ beside: z.string(), side: z.enum(['left', 'right']) }).nullable()

/** What a window shows of one connection's library, so that it comes back as it was left. */
export const windowMemory = z.object({
  expandedFolders: z.array(z.string()).max(10_000),
  openTabs: z.array(z.string()).max(100),
  activeTab: z.string().nullable(),
  /** Documents whose conflict is to be finished later. */
  postponed: z.array(z.string()).max(1_000),
  listFilter: documentFilter,
  split: split.optional(),
})

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark', 'sepia']),
  textFont: z.enum(['literata', 'quattro', 'mono', 'system']),
  textSize: z.number().int().min(12).max(32),
  measure: z.number().int().min(420).max(1200),
  spelling: z.boolean(),
  focusMode: z.enum(['off', 'sentence', 'paragraph']),
  typewriter: z.boolean(),
  sourceMode: z.boolean(),
  /** Autosave published documents too (requirement C8; off by default). */
  autosavePublished: z.boolean(),
  /** What was searched for, the latest first; kept on this device alone, and only where the writer lets it be kept. */
  recentSearches: z.array(z.string().max(1_000)).max(50),
  keepsRecentSearches: z.boolean(),
  /** So many million bytes of text (UTF-8) of each library are on this device; `TEXTS_ALL`: all of them. */
  textsMegabytes: z.number().int().min(1).max(TEXTS_ALL),
  /** How long recovered texts are kept, and how much of them; `RECOVERED_FOR_GOOD`: until the room is used up. */
  recoveredDays: z.number().int().min(1).max(RECOVERED_FOR_GOOD),
  recoveredMegabytes: z.number().int().min(10).max(1_000_000),
  panes: z.object({
    sidebar: z.object({ open: z.boolean(), width: z.number() }),
    list: z.object({ open: z.boolean(), width: z.number() }),
    panel: z.object({
      open: z.enum(['none', 'outline', 'history', 'search', 'outbox', 'files', 'links', 'related', 'info']),
      width: z.number(),
    }),
  }),
  /** How much of a split writing area the left side has. */
  splitShare: z.number().min(0).max(1),
  ...windowMemory.shape,
  split,
  listSort: documentSort,
  shortcuts: z.record(z.string(), z.string()),
  /** Colours of tags, by their names: kept on this device, the service knows none. */
  tagColours: z.record(z.string(), z.number().int().min(0).max(7)),
  /** The connection that tabs, list and folders above belong to. */
  connectionId: z.string(),
  /** The same of the other connections. */
  windows: z.record(z.string(), windowMemory),
})
export type Settings = Readonly<z.infer<typeof settings>>

/** Something the writer is told once: what is true, and what can be done. */
export const notice = z.object({
  id: z.string(),
  tone: z.enum(['info', 'attention']),
  text: z.string(),
  documentId: documentId.optional(),
  /** A command the notice offers. */
  action: z
    .object({
      label: z.string(),
      kind: z.enum(['undo-delete', 'undo-merge', 'review', 'show-recovered', 'show-settings', 'none']),
    })
    .optional(),
})
export type Notice = Readonly<z.infer<typeof notice>>
