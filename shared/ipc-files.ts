import { z } from 'zod'
import { documentId } from './ipc-records'
import { PASTED_BYTES_MAX } from './terms'

/** Files (attachments): what crosses the boundary between renderer and main; `ipc.ts` spreads these tables in. */
const fileId = z.string().min(1).max(200)
const nothing = z.void()

export const fileSummary = z.object({
  id: fileId,
  name: z.string(),
  /** The alternative text. */
  alt: z.string(),
  /** A MIME type. */
  type: z.string(),
  /** Absent where the service does not say. */
  bytes: z.number().int().optional(),
  /** What a link to it in a text is at present: `stet-file:…` until it is uploaded, then the service's path. */
  link: z.string(),
  isImage: z.boolean(),
  /** Its bytes are on this device. */
  isHere: z.boolean(),
  /** How many documents name it. */
  uses: z.number().int(),
  state: z.enum(['stored', 'waiting', 'failed']),
  /** Why it was not accepted, in words. */
  trouble: z.string().optional(),
  /** What the outbox calls it. */
  outboxId: z.string(),
})
export type FileSummary = Readonly<z.infer<typeof fileSummary>>

/** A file that was taken in: durable here, on its way to the service. */
export const addedFile = z.object({
  id: fileId,
  name: z.string(),
  /** For the text: `stet-file:<uuid>`. */
  link: z.string(),
  isImage: z.boolean(),
})
export type AddedFile = Readonly<z.infer<typeof addedFile>>

export const FILE_COMMANDS = {
  'file.add': {
    input: z.object({
      name: z.string().min(1).max(255),
      bytes: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= PASTED_BYTES_MAX, {
        message: 'A file that is pasted or dropped has at most 64 MB.',
      }),
    }),
    output: addedFile,
  },
  /** Asks in the system's dialog; empty where nothing was chosen. */
  'file.choose': { input: nothing, output: z.array(addedFile) },
  'files.list': { input: nothing, output: z.array(fileSummary) },
  'file.uses': {
    input: z.object({ id: fileId }),
    output: z.array(z.object({ documentId, title: z.string() })),
  },
  'file.edit': {
    input: z.object({
      id: fileId,
      name: z.string().min(1).max(255).optional(),
      alt: z.string().max(2_000).optional(),
    }),
    output: nothing,
  },
  'file.delete': { input: z.object({ ids: z.array(fileId).min(1).max(1_000) }), output: nothing },
  'file.restore': { input: z.object({ ids: z.array(fileId).min(1).max(1_000) }), output: nothing },
  /** An upload that the writer gives up: the file goes, and with it the links to it in the texts. */
  'file.remove': { input: z.object({ id: fileId }), output: nothing },
  /** To a place that is asked for in the system's dialog. */
  'file.save-as': {
    input: z.object({ link: z.string().max(2_000) }),
    output: z.object({ saved: z.boolean() }),
  },
} as const

export const FILE_EVENTS = {
  'files.changed': z.object({}),
} as const
