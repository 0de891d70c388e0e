import { z } from 'zod'
import { broughtIn, takenBack, listed } from './ipc-porting'
import { abilityKnowledge } from './ipc-sync'
import { appCommand, libraryCommand, nothing } from './ipc-scope'

/** Moving a library to a service: what crosses the boundary between renderer and main; `ipc.ts` spreads this table in. */
const count = z.number().int()
/** The target connection. */
const to = z.object({ to: z.string().min(1).max(64) })

/** The effect that a move would have; planning changes nothing. */
const moveReport = z.object({
  from: z.string(),
  to: z.string(),
  documents: count,
  /** How many of these the target has already, with the same title and text. */
  duplicates: count,
  /** How many of these are published; they will be published there. */
  published: count,
  folders: count,
  tags: count,
  /** The files that none of these duplicates names. */
  files: count,
  /** Items that cannot be moved now, and the reasons; the first of them. */
  left: listed,
  leftCount: count,
  /** The abilities of the target's key. */
  abilities: abilityKnowledge,
  /** The source of an earlier move that can be undone until this one begins. */
  endsMoveFrom: z.string().optional(),
})
export type MoveReport = Readonly<z.infer<typeof moveReport>>

/** The items that a move has made in the library on screen and that may still be removed. */
const movedHere = z.object({
  from: z.string(),
  isComplete: z.boolean(),
  documents: count,
  /** Documents that were changed since; they stay when the move is undone. */
  changed: count,
  folders: count,
  tags: count,
  files: count,
})
export type MovedHere = Readonly<z.infer<typeof movedHere>>

export const MOVING_COMMANDS = {
  'move.plan': libraryCommand(to, moveReport),
  /** Copies all items into the other library, where they wait to be sent. */
  'move.start': libraryCommand(to, broughtIn),
  'move.look': libraryCommand(nothing, movedHere.nullable()),
  /** Keeps the move: it can no longer be undone. */
  'move.keep': libraryCommand(nothing, nothing),
  /** Deletes the items that the move made and nobody has changed or used since; each deletion waits in the outbox. */
  'move.take-back': libraryCommand(nothing, takenBack),
} as const

/** The contents of a file from another computer; the file is checked completely, and nothing on this device changes. */
const transferReport = z.object({
  /** Identifies the plan for `transfer.bring-in`. */
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
      /** The name of this library on this device, where it was brought in before. */
      cameBefore: z.string().optional(),
      /** A library of the same service on this device. */
      sameService: z.string().optional(),
    }),
  ),
  /** How many settings nobody has chosen here yet, and how many words are missing in the dictionary here. */
  settings: count,
  words: count,
})
export type TransferReport = Readonly<z.infer<typeof transferReport>>

export const TRANSFER_COMMANDS = {
  /**
   * Asks for a place in the system's dialog, then writes the libraries of these connections, or all, with settings and
   * words, into one file; `null`: none was chosen.
   */
  'transfer.pack': appCommand(
    z.object({ libraries: z.array(z.string().min(1).max(64)).max(1_000).nullable() }),
    z
      .object({
        file: z.string(),
        bytes: count,
        libraries: count,
        /** Attached files that were deleted while the file was written. */
        missing: count,
      })
      .nullable(),
  ),
  /** Asks for the file in the system's dialog, then unpacks and checks it; `null`: none was chosen. */
  'transfer.plan': appCommand(nothing, transferReport.nullable()),
  /** Brings in these libraries of the plan, by their indexes; all of them or none. */
  'transfer.bring-in': appCommand(
    z.object({
      plan: count,
      libraries: z.array(count.nonnegative()).max(1_000),
      withSettings: z.boolean(),
    }),
    z.object({ libraries: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ),
} as const
