import { z } from 'zod'
import { broughtIn, takenBack, listed } from './ipc-porting'
import { abilityKnowledge } from './ipc-sync'
import { appCommand, libraryCommand, nothing } from './ipc-scope'

/** Moving a library to a service: what crosses the boundary between renderer and main; `ipc.ts` spreads this table in. */
const count = z.number().int()
/** The connection that it goes to. */
const to = z.object({ to: z.string().min(1).max(64) })

/** What a move would do; nothing is changed to find out. */
const moveReport = z.object({
  from: z.string(),
  to: z.string(),
  documents: count,
  /** Of these, so many are there already with the same title and text. */
  duplicates: count,
  /** Of these, so many are published, and are published there. */
  published: count,
  folders: count,
  tags: count,
  files: count,
  /** What cannot be moved now, and why; the first of them. */
  left: listed,
  leftCount: count,
  /** What the key over there may do. */
  abilities: abilityKnowledge,
  /** The source of an earlier move that can be taken back until this one begins. */
  endsMoveFrom: z.string().optional(),
})
export type MoveReport = Readonly<z.infer<typeof moveReport>>

/** What a move has made in the library on screen and may still be taken back. */
const movedHere = z.object({
  from: z.string(),
  isComplete: z.boolean(),
  documents: count,
  /** Documents that were changed since; they stay when it is taken back. */
  changed: count,
  folders: count,
  tags: count,
  files: count,
})
export type MovedHere = Readonly<z.infer<typeof movedHere>>

export const MOVING_COMMANDS = {
  'move.plan': libraryCommand(to, moveReport),
  /** Everything becomes ordinary documents and rows of the other library, which wait there to be sent. */
  'move.start': libraryCommand(to, broughtIn),
  'move.look': libraryCommand(nothing, movedHere.nullable()),
  /** It cannot be taken back any more. */
  'move.keep': libraryCommand(nothing, nothing),
  /** Deletes what the move made and nobody has changed or used since; each deletion waits in the outbox. */
  'move.take-back': libraryCommand(nothing, takenBack),
} as const

/** What would come in from another computer; all of it is checked, and nothing here is changed to find out. */
const transferReport = z.object({
  /** Names it for `transfer.bring-in`. */
  plan: count,
  /** The name of that computer. */
  computer: z.string(),
  /** ISO 8601. */
  writtenAt: z.string(),
  libraries: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['embedded', 'service']),
      /** Empty for a library that the app itself serves. */
      address: z.string(),
      documents: count,
      /** Documents with words or changes that its service does not have. */
      unsent: count,
      /** Recovered texts. */
      recovered: count,
      isRemoved: z.boolean().optional(),
      /** What it is called here, where it came in before. */
      cameBefore: z.string().optional(),
      /** A library of the same service that is here. */
      sameService: z.string().optional(),
    }),
  ),
  /** Settings that nobody has chosen here yet, and words that are not in the dictionary here. */
  settings: count,
  words: count,
})
export type TransferReport = Readonly<z.infer<typeof transferReport>>

export const TRANSFER_COMMANDS = {
  /**
   * Asks in the system's dialog where to, then writes the libraries of these connections, or all, with settings and words,
   * into one file; `null`: nowhere.
   */
  'transfer.pack': appCommand(
    z.object({ libraries: z.array(z.string().min(1).max(64)).max(1_000).nullable() }),
    z
      .object({
        file: z.string(),
        megabytes: count,
        libraries: count,
        /** Attached files that were deleted while it was written. */
        missing: count,
      })
      .nullable(),
  ),
  /** Asks for the file in the system's dialog, then unpacks and checks it; `null`: none was chosen. */
  'transfer.plan': appCommand(nothing, transferReport.nullable()),
  /** Brings in these libraries of what was planned, by their places in the list; all of them or none. */
  'transfer.bring-in': appCommand(
    z.object({
      plan: count,
      libraries: z.array(count.nonnegative()).max(1_000),
      withSettings: z.boolean(),
    }),
    z.object({ libraries: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ),
} as const
