import { z } from 'zod'
import { documentId, folderId } from './ipc-records'
import { problemSchema } from '../problem'
import { PASTED_BYTES_MAX } from '../terms'
import { appCommand, appEvent, libraryCommand, libraryEvent, nothing } from './ipc-scope'

/** Import and export: what crosses the boundary between renderer and main; `ipc.ts` spreads these tables in. */
const count = z.number().int()
export const listed = z.array(z.object({ path: z.string(), why: z.string() }))

/** What an import would do; nothing is changed to find out. */
const importReport = z.object({
  /** Names it for `import.start`. */
  plan: count,
  /** Of the folder or zip. */
  name: z.string(),
  /** The program that wrote the files, as far as they show it. */
  program: z.string().optional(),
  documents: count,
  /** Of these, so many are here already with the same title and text. */
  duplicates: count,
  folders: count,
  files: count,
  /** Relative links from one document to another, which become links by title. */
  turnedLinks: count,
  tags: z.array(z.string()),
  /** Words with a `#` in the texts. */
  tagsInText: z.array(z.string()),
  /** What is not taken, and then what is not as it stands, and why; the first of them. */
  left: listed,
  leftCount: count,
  /** How many files and folders are not taken. */
  skipped: z.object({ files: count, folders: count }),
})
export type ImportReport = Readonly<z.infer<typeof importReport>>

/** Files that a window hands over. */
const givenFiles = z
  .array(
    z.object({
      name: z.string().min(1).max(255),
      bytes: z.instanceof(Uint8Array).refine(({ byteLength }) => byteLength <= PASTED_BYTES_MAX, {
        message: 'It is larger than 64 MB.',
      }),
    }),
  )
  .max(100)

/** Files that were opened with Stet, each copied into a document of its own; the files stay as they are. */
const copiedFiles = z.object({
  /** Documents that were made. */
  made: count,
  /** Files that have a document here already, with the same title and text. */
  known: count,
  /** The file, where it is one; otherwise how many there are. */
  name: z.string(),
  /** The folder that all of them lie in, by its last name. */
  folder: z.string().optional(),
})
export type CopiedFiles = Readonly<z.infer<typeof copiedFiles>>

/** What an import, or a move, has come to. */
export const broughtIn = z.object({
  documents: count,
  duplicates: count,
  files: count,
  failed: listed,
  failedCount: count,
  /** `false`: it was cancelled; the same again goes on. */
  isComplete: z.boolean(),
})

/** What an import or a move made and nobody has changed or used since: deleted, and each deletion waits in the outbox. */
export const takenBack = z.object({
  /** The documents that are deleted now. */
  ids: z.array(documentId),
  documents: count,
  folders: count,
  tags: count,
  files: count,
  /** Documents that were changed since they came; they stay. */
  changed: count,
})
export type TakenBack = Readonly<z.infer<typeof takenBack>>

export const PORTING_COMMANDS = {
  /** Asks in the system's dialog, then reads; `null`: nothing was chosen. `opened`: files that the system opened with Stet. */
  'import.plan': libraryCommand(
    z.object({ from: z.enum(['folder', 'file', 'opened']) }),
    importReport.nullable(),
  ),
  /** The same for files that were dropped on the window. */
  'import.plan-given': libraryCommand(z.object({ files: givenFiles }), importReport),
  /** Whether the system has opened files that no window has planned yet. */
  'import.opened': libraryCommand(nothing, z.boolean()),
  /** Brings in what was planned; refused where another window has planned something else since. */
  'import.start': libraryCommand(
    z.object({
      plan: count,
      folderId: folderId.nullable(),
      tagsInText: z.boolean(),
      /** The date of each file becomes a line of its front matter, where that names no date: services set their own. */
      keepDates: z.boolean(),
    }),
    broughtIn,
  ),
  /** The last import into this library, dropped files too, as long as it can be undone. */
  'import.last': libraryCommand(
    nothing,
    z.object({ import: count, name: z.string(), documents: count }).nullable(),
  ),
  /** Refused where another import came after it. */
  'import.undo': libraryCommand(z.object({ import: count }), takenBack),
  /**
   * Asks for a folder in the system's dialog; `null`: none was chosen. `goOn`: the export that stopped last goes on in its
   * folder, as it was begun.
   */
  'export.start': libraryCommand(
    z.object({
      folderId: folderId.nullable(),
      withVersions: z.boolean(),
      goOn: z.boolean().optional(),
    }),
    z
      .object({
        folder: z.string(),
        documents: count,
        files: count,
        versions: count,
        /** What is not written because it stopped before. */
        left: z.object({ documents: count, files: count }),
        failed: listed,
        failedCount: count,
        /** Files that somebody else had changed since an earlier export; they have other names now. */
        kept: listed,
        keptCount: count,
        isComplete: z.boolean(),
        problem: problemSchema.optional(),
      })
      .nullable(),
  ),
  /** Files that were dropped on the window, each a new draft. */
  'drafts.add': libraryCommand(
    z.object({
      files: givenFiles,
    }),
    z.object({
      ids: z.array(documentId),
      /** Documents that are here already, with the same title and text. */
      duplicateIds: z.array(documentId),
      /** What was not taken, and why. */
      left: listed,
      /** What did not come in just as it stood. */
      remarks: listed,
    }),
  ),
  /** What the system opened and no window has shown yet: documents that links name, and those of files. */
  'drafts.take': libraryCommand(
    nothing,
    z.object({ ids: z.array(documentId), copied: copiedFiles.optional() }),
  ),
  /** Ends what this window has begun, and forgets what it has planned; what another one does goes on. */
  'porting.cancel': appCommand(nothing, nothing),
} as const

export const PORTING_EVENTS = {
  /** The system opened files: `drafts.take` says which documents they became, `import.opened` whether some are to be imported. */
  'drafts.opened': libraryEvent(z.object({})),
  'porting.progressed': appEvent(
    z.object({
      /** Of a transfer: megabytes. */
      kind: z.enum(['import', 'export', 'move', 'restore', 'transfer']),
      done: count,
      total: count.optional(),
    }),
  ),
} as const
