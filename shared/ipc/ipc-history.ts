import { z } from 'zod'
import { libraryCommand, libraryEvent, nothing } from './ipc-scope'

/** Types for commands about versions; `ipc.ts` maps them to commands. */
const key = z.string().min(1).max(300)
const id = key
const count = z.number().int().nonnegative()

/** One state of a document: an entry of the service's history, a snapshot of this device (`snapshot:` and its id), or a file of a backup (`backup:` and its number). */
const versionSummary = z.object({
  id: key,
  /** ISO 8601; empty where the service does not name the time. */
  at: z.string(),
  title: z.string().optional(),
  status: z.string().optional(),
  origin: z.enum(['service', 'device']),
  /** For a snapshot: why it was kept; for a backup: `Backup`. */
  label: z.string(),
  /** A digest of title and text: entries with the same digest are the same state. */
  digest: z.string().optional(),
  /** Whether its text is on this device. */
  here: z.boolean(),
  /** Given by the writer; on this device only. */
  name: z.string().optional(),
  starred: z.boolean(),
})
export type VersionSummary = Readonly<z.infer<typeof versionSummary>>

const versionList = z.object({
  /** The service's versions, newest first in its own order. */
  versions: z.array(versionSummary),
  /** The snapshots of this device, newest first in the order in which they were kept. */
  snapshots: z.array(versionSummary),
  /** How many versions of the service are known here, and of how many of them the text is on this device. */
  known: count,
  here: count,
})

const versionText = z.object({ title: z.string(), text: z.string() })

/** The result of asking the service. */
const lookReport = z.object({
  /** Whether something new is known. */
  changed: z.boolean(),
  /** Whether the service has versions that are not known here. */
  more: z.boolean(),
  /** A sentence for the writer. */
  note: z.string().optional(),
})

/** How many words a version added and removed, compared with the version before it. */
const measure = z.object({ added: count, removed: count })

const lostWords = z.object({
  hits: z.array(
    z.object({
      versionId: key,
      at: z.string(),
      /** The sentence as it was. */
      sentence: z.string(),
      /** The spans to mark in it. */
      marks: z.array(z.object({ from: count, to: count })),
    }),
  ),
  /** How many of the known versions were searched. */
  searched: count,
  known: count,
})
export type LostWords = Readonly<z.infer<typeof lostWords>>

const passageHistory = z.object({
  /** The versions that changed the passage, newest first, each with the passage after the change. */
  steps: z.array(z.object({ versionId: key, at: z.string(), text: z.string() })),
  /** Whether the oldest text on this device was reached while the service has older ones. */
  goesOn: z.boolean(),
})

const provenance = z.object({
  /** The lines of the present text, in order: how many came with a version; `null`: not saved yet. */
  runs: z.array(z.object({ lines: count, versionId: key.nullable() })),
  /** The times of these versions. */
  times: z.record(z.string(), z.string()),
  /** The oldest known version: its lines may be older than it. */
  oldest: key.optional(),
})
export type Provenance = Readonly<z.infer<typeof provenance>>

const fetchProgress = z.object({
  id,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: count,
  total: count,
  note: z.string().optional(),
})
export type FetchProgress = Readonly<z.infer<typeof fetchProgress>>

/** Why the present text is kept before an older text, or a passage of it, replaces it. */
const keepReason = z.enum(['restore', 'take-back'])

const ofDocument = z.object({ id })

export const HISTORY_COMMANDS = {
  /**
   * The history as it is known on this device, without asking the service. `limit`: how many of the service's newest
   * versions.
   */
  'history.list': libraryCommand(z.object({ id, limit: z.number().int().min(1).max(5_000) }), versionList),
  /** Asks the service for new versions, or for older ones than are known. */
  'history.look': libraryCommand(z.object({ id, older: z.boolean() }), lookReport),
  'history.read': libraryCommand(z.object({ id, versionId: key }), versionText),
  /** Keeps a snapshot of the present text; durable when this resolves. */
  'history.keep': libraryCommand(z.object({ id, why: keepReason }), nothing),
  'history.note': libraryCommand(
    z.object({ id, versionId: key, name: z.string().max(200).optional(), starred: z.boolean().optional() }),
    nothing,
  ),
  'history.measures': libraryCommand(ofDocument, z.record(z.string(), measure)),
  /** Words that an earlier version contains and the present text does not. */
  'history.lost': libraryCommand(
    z.object({ id, query: z.string().max(500), limit: z.number().int().min(1).max(100) }),
    lostWords,
  ),
  /** Offsets as an editor counts them. */
  'history.passage': libraryCommand(z.object({ id, from: count, to: count }), passageHistory),
  'history.provenance': libraryCommand(ofDocument, provenance),
  /** Reads every version onto this device; `history.fetched` reports progress. Resolves when it has begun. */
  'history.fetch': libraryCommand(ofDocument, nothing),
  'history.stop': libraryCommand(ofDocument, nothing),
  /** The words that readers see: the last published text that is known. */
  'history.published': libraryCommand(ofDocument, versionText.extend({ at: z.string() }).nullable()),
} as const

export const HISTORY_EVENTS = {
  'history.fetched': libraryEvent(fetchProgress),
} as const
