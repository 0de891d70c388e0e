import type { PaperSize } from '../../../shared/export-forms'
import type { JobPicture } from '../job'

export interface PaperPage {
  /** HTML in UTF-8, whose style contains the size of its paper, its margins and their contents. */
  readonly html: Uint8Array
  /** Whether its words have soft hyphens, which must not remain in a PDF. */
  readonly isHyphenated: boolean
  /** The paper that the system's dialog suggests. */
  readonly paper: PaperSize
  /** Its pictures, by the key in their addresses. */
  readonly pictures: ReadonlyMap<string, JobPicture>
}

/** Prints pages. Both functions reject with an AppError where that fails, and when `signal` is aborted. */
export interface Printer {
  /** Makes a tagged PDF with an outline of the headings. */
  pdfOf(page: PaperPage, signal: AbortSignal): Promise<Uint8Array>
  /** Shows the system's dialog for printer and pages; `false`: the writer cancelled it. */
  print(page: PaperPage, signal: AbortSignal): Promise<boolean>
}
