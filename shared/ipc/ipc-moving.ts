import { z } from 'zod'
import { listed } from './ipc-porting'
import { documentId } from './ipc-records'
import { abilityKnowledge } from './ipc-sync'
import { libraryCommand } from './ipc-scope'

/** Moving a library to a service: what crosses the boundary between renderer and main; `ipc.ts` spreads this table in. */
const nothing = z.void()
const count = z.number().int()
/** The connection that it goes to. */
const to = z.object({ to: z.string().min(1).max(64) })

/** What a move would do; nothing is changed to find out. */
export const moveReport = z.object({
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
export const movedHere = z.object({
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
  'move.start': libraryCommand(
    to,
    z.object({
      documents: count,
      duplicates: count,
      files: count,
      failed: listed,
      failedCount: count,
      /** `false`: it was cancelled; moving again goes on. */
      isComplete: z.boolean(),
    }),
  ),
  'move.look': libraryCommand(nothing, movedHere.nullable()),
  /** It cannot be taken back any more. */
  'move.keep': libraryCommand(nothing, nothing),
  /** Deletes what the move made and nobody has changed or used since; each deletion waits in the outbox. */
  'move.take-back': libraryCommand(
    nothing,
    z.object({
      /** The documents that are deleted now. */
      ids: z.array(documentId),
      documents: count,
      folders: count,
      tags: count,
      files: count,
      changed: count,
    }),
  ),
} as const
