import { z } from 'zod'
import { idText } from './ipc-bounds'
import { documentId, snapshot, time } from './ipc-records'
import { appEvent, libraryCommand, libraryEvent, nothing } from './ipc-scope'
import { problemSchema } from '../problem'
import { ABILITIES, FIELDS } from '../terms'

/** What crosses the boundary about sending, and about the service itself. */

/** One waiting operation, in the outbox's words. */
const outboxItem = z.object({
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
  /** Two texts, or a deletion, wait for the writer's decision; nothing is sent before it (W12). */
  canDecide: z.boolean(),
  canRetry: z.boolean(),
  canDiscard: z.boolean(),
  /** What the writer may answer about a folder, a tag or a file: retrying keeps `mine`, discarding takes `theirs`. */
  choices: z.object({ mine: z.string(), theirs: z.string() }).optional(),
})
export type OutboxItem = Readonly<z.infer<typeof outboxItem>>

/** One line of the durable log. Never a key, never a text. */
const syncLogEntry = z.object({
  at: time,
  /** `told`: something that the writer may want to look up. */
  kind: z.enum(['sent', 'failed', 'told']),
  documentId: documentId.optional(),
  /** "Edit of “Essay”". */
  what: z.string(),
  detail: z.string(),
})
export type SyncLogEntry = Readonly<z.infer<typeof syncLogEntry>>

const sentItem = syncLogEntry.omit({ kind: true })
export type SentItem = Readonly<z.infer<typeof sentItem>>

export const outboxContents = z.object({
  waiting: z.array(outboxItem),
  /** How many wait besides those. */
  more: z.number().int(),
  sent: z.array(sentItem),
  paused: z.boolean(),
  /** While many things go in a row. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
})

const connectionState = z.enum([
  'online',
  'offline',
  'unauthorized',
  'throttled',
  'connecting',
  'paused',
  'account-deletion',
])

export const abilityKnowledge = z.record(z.enum(ABILITIES), z.enum(['yes', 'no', 'unknown']))

/** The renderer never sees a key; it knows `configured`. */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['embedded', 'service']),
  address: z.string(),
  configured: z.boolean(),
  /** The key is kept under a passphrase that was not given in this session yet. */
  locked: z.boolean(),
  /** The writer has said that the service answers for another account than the one whose library this is (C7). */
  otherAccount: z.boolean(),
  /** The service has nothing of what is here, and only the writer can tell whether it is the same account (C7). */
  asksAccount: z.boolean().optional(),
  state: connectionState,
  /** Milliseconds since the epoch: when a throttled connection goes on. */
  retryAt: z.number().optional(),
  problem: problemSchema.optional(),
  abilities: abilityKnowledge,
  /** Whether writes are guarded (requirement C6): it has refused a stale one, it takes any, or neither was seen yet. */
  guarded: z.enum(['seen', 'no', 'not-seen-yet']),
  /** Fields of a document that this service ignores on an update: their controls are disabled (requirement A18). */
  ignoredFields: z.array(z.enum(FIELDS)).optional(),
  /** What this service does differently, in words. */
  capabilities: z.array(z.string()),
  waiting: z.number().int(),
  /** It is not on screen, and what waits there is sent all the same: a move brought it, or the library was left with it. */
  sending: z.boolean().optional(),
  /** The first pull, while it runs. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
  /** The library was never read as a whole: what the service has may not be listed here. */
  unread: z.boolean().optional(),
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

/** What waits, and what was kept. */
export const SYNC_COMMANDS = {
  'outbox.list': libraryCommand(nothing, outboxContents),
  'outbox.retry': libraryCommand(z.object({ id: idText.optional() }), nothing),
  'outbox.pause': libraryCommand(z.object({ paused: z.boolean() }), nothing),
  /** Takes back the moves, tags and deletes that wait; what was typed goes on waiting. */
  'outbox.cancel-many': libraryCommand(nothing, z.object({ count: z.number().int() })),
  /** A snapshot is kept first. */
  'outbox.discard': libraryCommand(z.object({ id: idText }), z.object({ undoable: z.boolean() })),
  /** Puts the edit back as it was; not where the document has changed since: the snapshot has the text. */
  'outbox.undo-discard': libraryCommand(z.object({ id: idText }), z.object({ undone: z.boolean() })),
  'log.read': libraryCommand(
    z.object({
      /** Words that an entry contains. */
      query: z.string().max(200),
      kind: syncLogEntry.shape.kind.optional(),
      limit: z.number().int().min(1).max(1_000),
    }),
    /** Newest first. */
    z.array(syncLogEntry),
  ),
  'snapshots.list': libraryCommand(z.object({ documentId: documentId.optional() }), z.array(snapshot)),
  'snapshot.read': libraryCommand(
    z.object({ id: idText }),
    z.object({ title: z.string(), text: z.string() }),
  ),
  /** As a new draft; nothing is overwritten. */
  'snapshot.restore': libraryCommand(z.object({ id: idText }), z.object({ documentId })),
} as const

export const SYNC_EVENTS = {
  'outbox.changed': libraryEvent(z.object({ waiting: z.number().int() })),
  'connection.changed': appEvent(connection),
} as const
