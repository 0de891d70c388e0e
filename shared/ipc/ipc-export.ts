import { z } from 'zod'
import { BOOK_COVERS, EXPORT_FORMATS, HTML_SHAPES, PAPER_MARGINS, PAPER_SIZES } from '../export-forms'
import { boundedRecord, writtenText, writtenTitle } from './ipc-bounds'
import { listed } from './ipc-porting'
import { documentId, folderId } from './ipc-records'
import { savedSearch } from './ipc-saved-searches'
import { appCommand, libraryCommand } from './ipc-scope'

/** Export of texts as one file, as it crosses the boundary between renderer and main. */
const exportFormat = z.enum(EXPORT_FORMATS)
const paperSize = z.enum(PAPER_SIZES)

/**
 * A file that the writer has provided, such as a Word document for its styles: the id of the stored copy, and its name.
 */
const keptFile = z.object({
  id: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/),
  name: z.string().max(255),
})

/** The layout of pages. */
const pages = {
  paper: paperSize,
  /** The usual margins where absent. */
  margins: z.enum(PAPER_MARGINS).optional(),
  /** For PDF and printing: whether words are hyphenated; absent: they are. */
  hyphenates: z.boolean().optional(),
}

/** The writer's export options, stored for each folder. */
const exportChoice = z.object({
  format: exportFormat,
  ...pages,
  /** For Word; absent: our own styles. */
  styles: keptFile.optional(),
  /** For EPUB; absent: a cover with the title. */
  cover: z.enum(BOOK_COVERS).optional(),
  /** For a cover that is an image. */
  coverImage: keptFile.optional(),
  /** For HTML; absent: a page. */
  shape: z.enum(HTML_SHAPES).optional(),
})
export type ExportChoice = Readonly<z.infer<typeof exportChoice>>

/** The choices by connection and folder, as `connection:folder`. */
export const exportChoices = boundedRecord(z.string().max(500), exportChoice, 1_000)

/** The most documents in one file. */
export const EXPORTED_DOCUMENTS_MAX = 10_000

/**
 * The content of an export: documents in the given order; a folder with its subfolders, each of them a part of the
 * book; the results of a saved search for words, ordered by title; or a selection in one document.
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
  /** The parts that are left out, and the reasons; the first of them. */
  left: listed,
  leftCount: count,
}

/**
 * The beginning of the file: blocks of HTML, whose pictures have addresses of `shared/markdown/html/file-picture.ts`,
 * or lines.
 */
const beginning = z.union([
  z.object({ blocks: z.array(z.string().max(200_000)).max(500), language: z.string().max(100) }),
  z.object({ lines: z.string().max(100_000) }),
])
export type Beginning = Readonly<z.infer<typeof beginning>>

export const EXPORT_COMMANDS = {
  /**
   * The parts that an export would leave out; nothing is written. A newer request cancels an older one of the same
   * library.
   */
  'document.check-export': libraryCommand(
    exportAsked,
    z.object({ documents: count, pictures: count, words: count, beginning, ...leftBehind }),
  ),
  /**
   * Writes one file after asking for its place in the system's dialog; `null`: none was chosen, or the export was
   * cancelled, and nothing is written. `porting.progressed` reports progress, `porting.cancel` cancels.
   */
  'document.export': libraryCommand(exportAsked, z.object({ file: z.string(), ...leftBehind }).nullable()),
  /** Imports the styles of a Word document chosen in the system's dialog; `null`: none was chosen. */
  'word-styles.choose': appCommand(z.void(), keptFile.nullable()),
  /** Imports a picture chosen in the system's dialog as a cover; `null`: none was chosen. */
  'cover.choose': appCommand(z.void(), keptFile.nullable()),
  /** Prints with the system's dialog; `false`: the writer cancelled it. */
  'document.print': libraryCommand(
    z.object({ what: exportedWhat, ...pages }),
    z.object({ printed: z.boolean() }),
  ),
} as const
