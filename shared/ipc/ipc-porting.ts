import { z } from 'zod'
import { documentId, folderId } from './ipc-records'
import { problemSchema } from '../problem'
import { PASTED_BYTES_MAX } from '../terms'
import { appCommand, appEvent, libraryCommand, libraryEvent, nothing } from './ipc-scope'

/** Import and export: what crosses the boundary between renderer and main; `ipc.ts` spreads these tables in. */
const count = z.number().int()
export const listed = z.array(z.object({ path: z.string(), why: z.string() }))

/** The effect that an import would have; planning changes nothing. */
const importReport = z.object({
  /** Identifies the plan for `import.start`. */
  plan: count,
  /** The name of the folder or zip. */
  name: z.string(),
  /** The program that wrote the files, where they show it. */
  program: z.string().optional(),
  documents: count,
  /** How many of these exist already, with the same title and text. */
  duplicates: count,
  folders: count,
  /** The files that none of these duplicates names. */
  files: count,
  /** How many relative links between documents become links by title. */
  turnedLinks: count,
  tags: z.array(z.string()),
  /** Words with a `#` in the texts. */
  tagsInText: z.array(z.string()),
  /** Files that are not imported, followed by those that are changed, with the reasons; the first of them. */
  left: listed,
  leftCount: count,
  /** How many files and folders are not imported. */
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

/** Files that were opened with Stet. Each was copied into a document of its own; the files do not change. */
const copiedFiles = z.object({
  /** How many documents were made. */
  made: count,
  /** How many files exist as documents already, with the same title and text. */
  known: count,
  /** The name of a single file; otherwise how many there are. */
  name: z.string(),
  /** The name of the folder that contains all of them. */
  folder: z.string().optional(),
})
export type CopiedFiles = Readonly<z.infer<typeof copiedFiles>>

/** The result of an import or a move. */
export const broughtIn = z.object({
  documents: count,
  duplicates: count,
  files: count,
  failed: listed,
  failedCount: count,
  /** `false`: it was cancelled; repeating it continues from there. */
  isComplete: z.boolean(),
})

/**
 * The items that an import or a move made and nobody has changed or used since: they are deleted, and each deletion
 * waits in the outbox.
 */
export const takenBack = z.object({
  /** The documents that were deleted. */
  ids: z.array(documentId),
  documents: count,
  folders: count,
  tags: count,
  files: count,
  /** Documents that were changed since they were imported; they stay. */
  changed: count,
})
export type TakenBack = Readonly<z.infer<typeof takenBack>>

export const PORTING_COMMANDS = {
  /**
   * Asks in the system's dialog, then reads; `null`: none was chosen. `opened`: files that the system opened with Stet.
   */
  'import.plan': libraryCommand(
    z.object({ from: z.enum(['folder', 'file', 'opened']) }),
    importReport.nullable(),
  ),
  /** Plans the import of files that were dropped on the window. */
  'import.plan-given': libraryCommand(z.object({ files: givenFiles }), importReport),
  /** Whether the system has opened files that no window has planned yet. */
  'import.opened': libraryCommand(nothing, z.boolean()),
  /** Imports the plan; refused where another window has made another plan since. */
  'import.start': libraryCommand(
    z.object({
      plan: count,
      folderId: folderId.nullable(),
      tagsInText: z.boolean(),
      /**
       * Whether the date of each file becomes a line of its front matter, where that has no date: services set their
       * own.
       */
      keepDates: z.boolean(),
    }),
    broughtIn,
  ),
  /** The last import into this library, including dropped files, as long as it can be undone. */
  'import.last': libraryCommand(
    nothing,
    z.object({ import: count, name: z.string(), documents: count }).nullable(),
  ),
  /** Undoes an import; refused where another one came after it. */
  'import.undo': libraryCommand(z.object({ import: count }), takenBack),
  /**
   * Asks for a folder in the system's dialog; `null`: none was chosen. `goOn`: continues the export that stopped last,
   * in its folder and with its options.
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
        /** How many documents and files were not written because it stopped earlier. */
        left: z.object({ documents: count, files: count }),
        failed: listed,
        failedCount: count,
        /** Files that somebody else had changed since an earlier export, with their new names. */
        kept: listed,
        keptCount: count,
        isComplete: z.boolean(),
        problem: problemSchema.optional(),
      })
      .nullable(),
  ),
  /** Makes a new draft of each file that was dropped on the window. */
  'drafts.add': libraryCommand(
    z.object({
      files: givenFiles,
    }),
    z.object({
      ids: z.array(documentId),
      /** Documents that exist already, with the same title and text. */
      duplicateIds: z.array(documentId),
      /** Files that were not imported, and the reasons. */
      left: listed,
      /** Files that were imported with changes. */
      remarks: listed,
    }),
  ),
  /** Documents that the system opened and no window has shown yet: those of links and those of files. */
  'drafts.take': libraryCommand(
    nothing,
    z.object({ ids: z.array(documentId), copied: copiedFiles.optional() }),
  ),
  /** Cancels this window's operation and forgets its plan; operations of other windows continue. */
  'porting.cancel': appCommand(nothing, nothing),
} as const

export const PORTING_EVENTS = {
  /**
   * The system opened files: `drafts.take` returns the documents that they became, `import.opened` whether some are to
   * be imported.
   */
  'drafts.opened': libraryEvent(z.object({})),
  'porting.progressed': appEvent(
    z.object({
      /** For a transfer the unit is megabytes. */
      kind: z.enum(['import', 'export', 'move', 'restore', 'transfer']),
      done: count,
      total: count.optional(),
      /** What an export does once all texts are read, of which nothing is counted. */
      stage: z.enum(['write', 'lay-out']).optional(),
    }),
  ),
} as const
