import type { PaperMargins, PaperSize } from '../../../shared/export-forms'
import type { JobPicture } from '../job'

export interface PaperPage {
  /** HTML in UTF-8. */
  readonly html: Uint8Array
  readonly title: string
  readonly paper: PaperSize
  /** Without them the usual ones. */
  readonly margins?: PaperMargins
  /** Its pictures, by the key in their addresses. */
  readonly pictures: ReadonlyMap<string, JobPicture>
}

/** Puts a page on paper. Both throw an AppError where it cannot be done, and when `signal` is aborted. */
export interface Printer {
  /** A tagged PDF with an outline of the headings. */
  pdfOf(page: PaperPage, signal: AbortSignal): Promise<Uint8Array>
  /** Asks in the system's dialog for printer and pages; `false`: the writer left it. */
  print(page: PaperPage, signal: AbortSignal): Promise<boolean>
}
