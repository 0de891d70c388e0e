import { z } from 'zod'
import { EXPORT_FORMATS, PAPER_SIZES } from '../export-forms'
import { boundedRecord, writtenText, writtenTitle } from './ipc-bounds'
import { listed } from './ipc-porting'
import { documentId, folderId } from './ipc-records'
import { libraryCommand } from './ipc-scope'

/** Export of texts as one file that others read: what crosses the boundary between renderer and main. */
const exportFormat = z.enum(EXPORT_FORMATS)
const paperSize = z.enum(PAPER_SIZES)

/** How a writer exports; kept for each folder. */
export const exportChoice = z.object({ format: exportFormat, paper: paperSize })
export type ExportChoice = Readonly<z.infer<typeof exportChoice>>

/** The choices by connection and folder, as `connection:folder`. */
export const exportChoices = boundedRecord(z.string().max(500), exportChoice, 1_000)

/** One file holds at most so many documents. */
export const EXPORTED_DOCUMENTS_MAX = 10_000

/**
 * Documents in the order given; those of a folder and of the folders below it, each of them a part of the book; or words
 * that are chosen in one document.
 */
export const exportedWhat = z.union([
  z.object({ ids: z.array(documentId).min(1).max(EXPORTED_DOCUMENTS_MAX) }),
  z.object({ folderId }),
  z.object({ selection: z.object({ id: documentId, title: writtenTitle, text: writtenText }) }),
])
export type ExportedWhat = Readonly<z.infer<typeof exportedWhat>>

const exportAsked = z.object({ what: exportedWhat, ...exportChoice.shape })

const count = z.number().int()
const leftBehind = {
  /** What does not come along, and why; the first of them. */
  left: listed,
  leftCount: count,
}

export const EXPORT_COMMANDS = {
  /** What an export would leave behind; nothing is written. A newer question ends an older one of the same library. */
  'document.check-export': libraryCommand(
    exportAsked,
    z.object({ documents: count, pictures: count, words: count, ...leftBehind }),
  ),
  /**
   * Writes one file and asks in the system's dialog where to; `null`: nowhere, or it was cancelled, and nothing is written.
   * `porting.progressed` tells how far it is, `porting.cancel` ends it.
   */
  'document.export': libraryCommand(exportAsked, z.object({ file: z.string(), ...leftBehind }).nullable()),
  /** Prints in the system's dialog; `false`: the writer left the dialog. */
  'document.print': libraryCommand(
    z.object({ what: exportedWhat, paper: paperSize }),
    z.object({ printed: z.boolean() }),
  ),
} as const
