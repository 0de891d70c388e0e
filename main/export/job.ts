import type { BookCover, ExportFormat, HtmlShape, PaperMargins, PaperSize } from '../../shared/export-forms'
import type { Beginning } from '../../shared/ipc/ipc-export'
import type { HouseStyles } from './docx/house-styles'
import type { LeftBehind } from './publication'

/** What a worker is asked to write, as plain data. */
export interface ExportJob {
  /** `diagrams`: which there are, so that they can be drawn before the others. */
  readonly kind: 'check' | 'write' | 'diagrams'
  readonly format: ExportFormat
  /** Where it is written, piece by piece; without it, it comes back as bytes. */
  readonly file?: string
  readonly paper: PaperSize
  /** Without them the usual ones. */
  readonly margins?: PaperMargins
  /** Of a PDF: words are parted at the ends of lines; absent: they are. */
  readonly hyphenates?: boolean
  /** Of a document of Word. */
  readonly styles?: HouseStyles
  /** Of a book for reading devices. */
  readonly cover?: BookCover
  /** The file of a cover that is an image. */
  readonly coverFile?: string
  /** Of HTML. */
  readonly shape?: HtmlShape
  readonly id: string
  readonly title: string
  /** Where no front matter names one. */
  readonly language: string
  readonly modified: string
  readonly isBook: boolean
  readonly parts: readonly JobPart[]
  /** By `targetKey`. */
  readonly pictures: ReadonlyMap<string, JobPicture>
  /** What was drawn of the sources of diagrams; absent: the writer has not asked for pictures of them. */
  readonly diagrams?: ReadonlyMap<string, JobDiagram>
}

/** The file of a picture on this device, or one that was drawn. */
export type JobPicture = string | DrawnPicture

export interface DrawnPicture {
  readonly bytes: Uint8Array
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  /** The same as PNG, for programs that show no SVG. */
  readonly raster?: Uint8Array
}

export type JobDiagram =
  | { readonly kind: 'drawn'; readonly address: string; readonly alt: string }
  | { readonly kind: 'failed'; readonly why: string }

export interface JobPart {
  readonly title: string
  readonly level: number
  /** Of a folder: none. */
  readonly markdown?: string
}

export interface JobDone {
  readonly pictures: number
  /** Of a check. */
  readonly words?: number
  readonly left: readonly LeftBehind[]
  /** Of a check: how the file would begin. */
  readonly beginning?: Beginning
  /** Of a check, and of what is written into a file: none. */
  readonly bytes?: Uint8Array
  /** Of diagrams: their sources, each once. */
  readonly sources?: readonly string[]
}

export type JobAnswer =
  | { readonly kind: 'done'; readonly done: JobDone }
  /** `code`: of the system, where a file could not be read or written. */
  | { readonly kind: 'refused'; readonly message: string; readonly code?: string }
