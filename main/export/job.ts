import type { BookCover, ExportFormat, HtmlShape, PaperSize } from '../../shared/export-forms'
import type { Beginning } from '../../shared/ipc/ipc-export'
import type { HouseStyles } from './docx/house-styles'
import type { LeftBehind } from './publication'

/** What a worker is asked to write, as plain data. */
export interface ExportJob {
  readonly kind: 'check' | 'write'
  readonly format: ExportFormat
  /** Where it is written, piece by piece; without it, it comes back as bytes. */
  readonly file?: string
  readonly paper: PaperSize
  /** Of a document of Word. */
  readonly styles?: HouseStyles
  /** Of a book for reading devices. */
  readonly cover?: BookCover
  /** Of HTML. */
  readonly shape?: HtmlShape
  readonly id: string
  readonly title: string
  /** Where no front matter names one. */
  readonly language: string
  readonly modified: string
  readonly isBook: boolean
  readonly parts: readonly JobPart[]
  /** The files of pictures on this device, by `targetKey`. */
  readonly pictures: ReadonlyMap<string, string>
}

export interface JobPart {
  readonly title: string
  readonly level: number
  /** Of a folder: none. */
  readonly markdown?: string
}

/** What came of a job. */
export interface JobDone {
  readonly pictures: number
  /** Of a check. */
  readonly words?: number
  readonly left: readonly LeftBehind[]
  /** Of a check: how the file would begin. */
  readonly beginning?: Beginning
  /** Of a check, and of what is written into a file: none. */
  readonly bytes?: Uint8Array
}

export type JobAnswer =
  | { readonly kind: 'done'; readonly done: JobDone }
  /** `code`: of the system, where a file could not be read or written. */
  | { readonly kind: 'refused'; readonly message: string; readonly code?: string }
