import { z } from 'zod'
import { libraryCommand, libraryEvent, nothing } from './ipc-scope'

/** What crosses the boundary about versions; `ipc.ts` says which command carries which. */
const key = z.string().min(1).max(300)
const id = key
const count = z.number().int().nonnegative()

/** One state of a document: an entry of the service's history, a snapshot of this device (`snapshot:` and its id), or a file of a backup (`backup:` and its number). */
const versionSummary = z.object({
  id: key,
  /** ISO 8601; empty where the service does not say. */
  at: z.string(),
  title: z.string().optional(),
  status: z.string().optional(),
  origin: z.enum(['service', 'device']),
  /** A snapshot: why it was kept; a backup: `Backup`. */
  label: z.string(),
  /** Over title and text: entries with the same one are the same state. */
  digest: z.string().optional(),
  /** Its text is on this device. */
  here: z.boolean(),
  /** Given by the writer; on this device only. */
  name: z.string().optional(),
  starred: z.boolean(),
})
export type VersionSummary = Readonly<z.infer<typeof versionSummary>>

const versionList = z.object({
  /** The service's, newest first in its own order. */
  versions: z.array(versionSummary),
  /** Of this device, newest first in the order in which they were kept. */
  snapshots: z.array(versionSummary),
  /** Versions of the service that are known here, and of how many of them the text is on this device. */
  known: count,
  here: count,
})

const versionText = z.object({ title: z.string(), text: z.string() })

/** What asking the service came to. */
const lookReport = z.object({
  /** Something new is known. */
  changed: z.boolean(),
  /** The service has versions that are not known here. */
  more: z.boolean(),
  /** A sentence for the writer. */
  note: z.string().optional(),
})

/** Words that came and went with a version, against the one before it. */
const measure = z.object({ added: count, removed: count })

const lostWords = z.object({
  hits: z.array(
    z.object({
      versionId: key,
      at: z.string(),
      /** The sentence as it stood. */
      sentence: z.string(),
      /** Spans of it to mark. */
      marks: z.array(z.object({ from: count, to: count })),
    }),
  ),
  /** Versions that were searched, of those that are known. */
  searched: count,
  known: count,
})
export type LostWords = Readonly<z.infer<typeof lostWords>>

const passageHistory = z.object({
  /** Newest first: versions that brought the passage a change, with the passage as they left it. */
  steps: z.array(z.object({ versionId: key, at: z.string(), text: z.string() })),
  /** The oldest text on this device was reached, and the service has older ones. */
  goesOn: z.boolean(),
})

const provenance = z.object({
  /** Lines of the present text, in order: so many that came with a version; `null`: not saved yet. */
  runs: z.array(z.object({ lines: count, versionId: key.nullable() })),
  /** When each of these versions was made. */
  times: z.record(z.string(), z.string()),
  /** What came with the oldest version known may be older than that. */
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

/** Before an older text, or a passage of it, takes the place of what is there. */
const keepReason = z.enum(['restore', 'take-back'])

const ofDocument = z.object({ id })

export const HISTORY_COMMANDS = {
  /** What is known on this device; asks nobody. `limit`: so many of the service's newest ones. */
  'history.list': libraryCommand(z.object({ id, limit: z.number().int().min(1).max(5_000) }), versionList),
  /** Asks the service for what is new, or for older ones than are known. */
  'history.look': libraryCommand(z.object({ id, older: z.boolean() }), lookReport),
  'history.read': libraryCommand(z.object({ id, versionId: key }), versionText),
  /** A snapshot of what is there now; durable when it answers. */
  'history.keep': libraryCommand(z.object({ id, why: keepReason }), nothing),
  'history.note': libraryCommand(
    z.object({ id, versionId: key, name: z.string().max(200).optional(), starred: z.boolean().optional() }),
    nothing,
  ),
  'history.measures': libraryCommand(ofDocument, z.record(z.string(), measure)),
  /** Words that stand in some version and no longer in the text. */
  'history.lost': libraryCommand(
    z.object({ id, query: z.string().max(500), limit: z.number().int().min(1).max(100) }),
    lostWords,
  ),
  /** Offsets as an editor counts them. */
  'history.passage': libraryCommand(z.object({ id, from: count, to: count }), passageHistory),
  'history.provenance': libraryCommand(ofDocument, provenance),
  /** Reads every version onto this device; told by `history.fetched`. Answers when it has begun. */
  'history.fetch': libraryCommand(ofDocument, nothing),
  'history.stop': libraryCommand(ofDocument, nothing),
  /** What readers see: the last published text that is known. */
  'history.published': libraryCommand(ofDocument, versionText.extend({ at: z.string() }).nullable()),
} as const

export const HISTORY_EVENTS = {
  'history.fetched': libraryEvent(fetchProgress),
} as const
