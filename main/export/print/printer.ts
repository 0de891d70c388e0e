import type { PaperSize } from '../../../shared/export-forms'
import type { JobPicture } from '../job'

export interface PaperPage {
  /** HTML in UTF-8, whose style says the size of its paper, its margins and what stands in them. */
  readonly html: Uint8Array
  /** There are soft hyphens in its words, which a PDF must not have. */
  readonly isHyphenated: boolean
  /** What the system's dialog offers first. */
  readonly paper: PaperSize
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
