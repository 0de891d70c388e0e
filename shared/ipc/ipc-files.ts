import { z } from 'zod'
import { documentId } from './ipc-records'
import { PASTED_BYTES_MAX } from '../terms'
import { libraryCommand, libraryEvent, nothing } from './ipc-scope'

/** Files (attachments): what crosses the boundary between renderer and main; `ipc.ts` spreads these tables in. */
const fileId = z.string().min(1).max(200)
const fileSummary = z.object({
  id: fileId,
  name: z.string(),
  alt: z.string(),
  /** Absent where the service does not state it. */
  bytes: z.number().int().optional(),
  /** The present address of links to it in texts: `stet-file:…` until it is uploaded, then the service's path. */
  link: z.string(),
  isImage: z.boolean(),
  /** Whether its bytes are on this device. */
  isHere: z.boolean(),
  /** How many documents use it. */
  uses: z.number().int(),
  state: z.enum(['stored', 'waiting', 'failed']),
  /** Why it was not accepted, in words. */
  problem: z.string().optional(),
  /** Its id in the outbox. */
  outboxId: z.string(),
})
export type FileSummary = Readonly<z.infer<typeof fileSummary>>

/** A file that was added: durable on this device, waiting for its upload. */
const addedFile = z.object({
  id: fileId,
  name: z.string(),
  /** The link for the text: `stet-file:<uuid>`. */
  link: z.string(),
  isImage: z.boolean(),
})
export type AddedFile = Readonly<z.infer<typeof addedFile>>

export const FILE_COMMANDS = {
  'file.add': libraryCommand(
    z.object({
      name: z.string().min(1).max(255),
      bytes: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= PASTED_BYTES_MAX, {
        message: 'A file that is pasted or dropped has at most 64 MB.',
      }),
    }),
    addedFile,
  ),
  /** Asks in the system's dialog; empty where none was chosen. */
  'file.choose': libraryCommand(nothing, z.array(addedFile)),
  'files.list': libraryCommand(nothing, z.array(fileSummary)),
  'file.uses': libraryCommand(z.object({ id: fileId }), z.array(z.object({ documentId, title: z.string() }))),
  /** Why a picture in a text cannot be shown, as a sentence; absent where its bytes are here and are a picture. */
  'file.missing': libraryCommand(
    z.object({ link: z.string().max(2_000) }),
    /** `isAway`: the service cannot be reached now. */
    z.object({ why: z.string().optional(), isAway: z.boolean().optional() }),
  ),
  'file.edit': libraryCommand(
    z.object({
      id: fileId,
      name: z.string().min(1).max(255).optional(),
      alt: z.string().max(2_000).optional(),
    }),
    nothing,
  ),
  'file.delete': libraryCommand(z.object({ ids: z.array(fileId).min(1).max(1_000) }), nothing),
  'file.restore': libraryCommand(z.object({ ids: z.array(fileId).min(1).max(1_000) }), nothing),
  /** Gives up an upload: the file is removed, and with it the links to it in texts. */
  'file.remove': libraryCommand(z.object({ id: fileId }), nothing),
  /** Saves the file at a place chosen in the system's dialog. */
  'file.save-as': libraryCommand(z.object({ link: z.string().max(2_000) }), z.object({ saved: z.boolean() })),
} as const

export const FILE_EVENTS = {
  'files.changed': libraryEvent(z.object({})),
} as const
