import { z } from 'zod'
import { idText } from './ipc-bounds'
import { documentId, snapshot, time } from './ipc-records'
import { appEvent, libraryCommand, libraryEvent, nothing } from './ipc-scope'
import { problemSchema } from '../problem'
import { ABILITIES, FIELDS } from '../terms'

/** Types for commands about sending, and about the service itself. */

/** One waiting operation, in the outbox's words. */
const outboxItem = z.object({
  id: z.string(),
  documentId: documentId.optional(),
  /** Such as "Edit of “Essay”" or "Rename “Draft” → “Chapter 3”". */
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
  /** Such as "Waits for the network" or "The service asked to wait". `retryAt` gives the time. */
  why: z.string(),
  state: z.enum(['waiting', 'sending', 'needs-you', 'blocked', 'paused']),
  retryAt: z.number().optional(),
  /** Whether two texts, or a deletion, wait for the writer's decision; nothing is sent before it (W12). */
  canDecide: z.boolean(),
  canRetry: z.boolean(),
  canDiscard: z.boolean(),
  /** The writer's choices about a folder, a tag or a file: retrying keeps `mine`, discarding takes `theirs`. */
  choices: z.object({ mine: z.string(), theirs: z.string() }).optional(),
})
export type OutboxItem = Readonly<z.infer<typeof outboxItem>>

/** One line of the durable log. It never contains a key or a text. */
const syncLogEntry = z.object({
  at: time,
  /** `told`: an event that the writer may want to look up. */
  kind: z.enum(['sent', 'failed', 'told']),
  documentId: documentId.optional(),
  /** Such as "Edit of “Essay”". */
  what: z.string(),
  detail: z.string(),
})
export type SyncLogEntry = Readonly<z.infer<typeof syncLogEntry>>

const sentItem = syncLogEntry.omit({ kind: true })
export type SentItem = Readonly<z.infer<typeof sentItem>>

export const outboxContents = z.object({
  waiting: z.array(outboxItem),
  /** How many more items wait. */
  more: z.number().int(),
  sent: z.array(sentItem),
  paused: z.boolean(),
  /** Present while a series of many sends is in progress. */
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

/** A connection. The renderer never sees its key; it only knows whether one is `configured`. */
export const connection = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['embedded', 'service']),
  address: z.string(),
  configured: z.boolean(),
  /** Whether the key is stored under a passphrase that was not given in this session yet. */
  locked: z.boolean(),
  /** Whether the writer has said that the service answers for an account other than this library's (C7). */
  otherAccount: z.boolean(),
  /**
   * Whether the service shows none of the known records, so that only the writer can tell whether it is the same
   * account (C7).
   */
  asksAccount: z.boolean().optional(),
  state: connectionState,
  /** When a throttled connection continues, in milliseconds since the epoch. */
  retryAt: z.number().optional(),
  problem: problemSchema.optional(),
  abilities: abilityKnowledge,
  /**
   * Whether writes are guarded (requirement C6): the service has refused a stale write, accepts any, or has shown
   * neither so far.
   */
  guarded: z.enum(['seen', 'no', 'not-seen-yet']),
  /** Fields of a document that this service ignores on an update: their controls are disabled (requirement A18). */
  ignoredFields: z.array(z.enum(FIELDS)).optional(),
  /** How this service differs from the API, as sentences. */
  capabilities: z.array(z.string()),
  waiting: z.number().int(),
  /**
   * Whether the library sends its waiting changes although it is not on screen: a move brought them, or the writer left
   * the library with them.
   */
  sending: z.boolean().optional(),
  /** The progress of the first pull, while it runs. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
  /** Whether the library was never read completely, so that lists may lack documents of the service. */
  unread: z.boolean().optional(),
  /** Whether the writer has ended the first pull, so that a part of the library is missing on this device. */
  readingStopped: z.boolean().optional(),
  rate: z.object({ limit: z.number(), remaining: z.number() }).optional(),
  searchQuota: z.object({ limit: z.number(), remaining: z.number() }).optional(),
  /** The one folder to which searches are limited (B9); empty where that folder is not known any more. */
  fixedFolder: z.string().optional(),
  /** The name of the library that was moved here; the move can be undone until it is kept. */
  movedFrom: z.string().optional(),
})
export type Connection = Readonly<z.infer<typeof connection>>

export const testReport = z.object({
  ok: z.boolean(),
  /** Sentences for the writer, in order. */
  lines: z.array(z.string()),
  abilities: abilityKnowledge,
  /** The form in which the service accepted the key (requirement D1). */
  form: z.enum(['bearer', 'header']).optional(),
  problem: problemSchema.optional(),
})
export type TestReport = Readonly<z.infer<typeof testReport>>

/** Commands about waiting changes and recovered texts. */
export const SYNC_COMMANDS = {
  'outbox.list': libraryCommand(nothing, outboxContents),
  'outbox.retry': libraryCommand(z.object({ id: idText.optional() }), nothing),
  'outbox.pause': libraryCommand(z.object({ paused: z.boolean() }), nothing),
  /** Discards the waiting moves, tags and deletes; typed text goes on waiting. */
  'outbox.cancel-many': libraryCommand(nothing, z.object({ count: z.number().int() })),
  /** Discards an item; a snapshot is kept first. */
  'outbox.discard': libraryCommand(z.object({ id: idText }), z.object({ undoable: z.boolean() })),
  /** Undoes a discard, unless the document has changed since: then the snapshot has the text. */
  'outbox.undo-discard': libraryCommand(z.object({ id: idText }), z.object({ undone: z.boolean() })),
  'log.read': libraryCommand(
    z.object({
      /** Words that an entry must contain. */
      query: z.string().max(200),
      kind: syncLogEntry.shape.kind.optional(),
      limit: z.number().int().min(1).max(1_000),
    }),
    /** The entries, newest first. */
    z.array(syncLogEntry),
  ),
  'snapshots.list': libraryCommand(z.object({ documentId: documentId.optional() }), z.array(snapshot)),
  'snapshot.read': libraryCommand(
    z.object({ id: idText }),
    z.object({ title: z.string(), text: z.string() }),
  ),
  /** Restores the text as a new draft; nothing is overwritten. */
  'snapshot.restore': libraryCommand(z.object({ id: idText }), z.object({ documentId })),
} as const

export const SYNC_EVENTS = {
  'outbox.changed': libraryEvent(z.object({ waiting: z.number().int() })),
  'connection.changed': appEvent(connection),
} as const
