import { z } from 'zod'
import { BOOK_COVERS, EXPORT_FORMATS, HTML_SHAPES, PAPER_MARGINS, PAPER_SIZES } from '../export-forms'
import { boundedRecord, writtenText, writtenTitle } from './ipc-bounds'
import { listed } from './ipc-porting'
import { documentId, folderId } from './ipc-records'
import { savedSearch } from './ipc-saved-searches'
import { appCommand, libraryCommand } from './ipc-scope'

/** Export of texts as one file that others read: what crosses the boundary between renderer and main. */
const exportFormat = z.enum(EXPORT_FORMATS)
const paperSize = z.enum(PAPER_SIZES)

/** A file that the writer has given, such as a document of Word for its styles: what it is kept by, and its name. */
const keptFile = z.object({
  id: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/),
  name: z.string().max(255),
})

/** How pages look. */
const pages = {
  paper: paperSize,
  /** Without them the usual ones. */
  margins: z.enum(PAPER_MARGINS).optional(),
  /** Of a PDF and of what is printed: words are parted at the ends of lines; without it they are. */
  hyphenates: z.boolean().optional(),
}

/** How a writer exports; kept for each folder. */
const exportChoice = z.object({
  format: exportFormat,
  ...pages,
  /** Of documents of Word; without them they look as ours do. */
  styles: keptFile.optional(),
  /** Of a book for reading devices; without it its title. */
  cover: z.enum(BOOK_COVERS).optional(),
  /** Of a cover that is an image. */
  coverImage: keptFile.optional(),
  /** Of HTML; without it a page. */
  shape: z.enum(HTML_SHAPES).optional(),
})
export type ExportChoice = Readonly<z.infer<typeof exportChoice>>

/** The choices by connection and folder, as `connection:folder`. */
export const exportChoices = boundedRecord(z.string().max(500), exportChoice, 1_000)

/** One file holds at most so many documents. */
export const EXPORTED_DOCUMENTS_MAX = 10_000

/**
 * Documents in the order given; those of a folder and of the folders below it, each of them a part of the book; what a saved
 * search for words finds, by titles; or words that are chosen in one document.
 */
const exportedWhat = z.union([
  z.object({ ids: z.array(documentId).min(1).max(EXPORTED_DOCUMENTS_MAX) }),
  z.object({ folderId }),
  z.object({ savedSearch: savedSearch.shape.id }),
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

/** How the file begins: blocks of HTML, whose pictures have addresses of `shared/markdown/html/file-picture.ts`, or lines. */
const beginning = z.union([
  z.object({ blocks: z.array(z.string().max(200_000)).max(500), language: z.string().max(100) }),
  z.object({ lines: z.string().max(100_000) }),
])
export type Beginning = Readonly<z.infer<typeof beginning>>

export const EXPORT_COMMANDS = {
  /** What an export would leave behind; nothing is written. A newer question ends an older one of the same library. */
  'document.check-export': libraryCommand(
    exportAsked,
    z.object({ documents: count, pictures: count, words: count, beginning, ...leftBehind }),
  ),
  /**
   * Writes one file and asks in the system's dialog where to; `null`: nowhere, or it was cancelled, and nothing is written.
   * `porting.progressed` tells how far it is, `porting.cancel` ends it.
   */
  'document.export': libraryCommand(exportAsked, z.object({ file: z.string(), ...leftBehind }).nullable()),
  /** Takes the styles of a document of Word that is chosen in the system's dialog; `null`: none was chosen. */
  'word-styles.choose': appCommand(z.void(), keptFile.nullable()),
  /** Takes a picture that is chosen in the system's dialog as a cover; `null`: none was chosen. */
  'cover.choose': appCommand(z.void(), keptFile.nullable()),
  /** Prints in the system's dialog; `false`: the writer left the dialog. */
  'document.print': libraryCommand(
    z.object({ what: exportedWhat, ...pages }),
    z.object({ printed: z.boolean() }),
  ),
} as const
