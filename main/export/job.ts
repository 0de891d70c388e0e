import type { BookCover, ExportFormat, HtmlShape, PaperMargins, PaperSize } from '../../shared/export-forms'
import type { Beginning } from '../../shared/ipc/ipc-export'
import type { HouseStyles } from './docx/house-styles'
import type { LeftBehind } from './publication'

/** The job of an export worker, as plain data. */
export interface ExportJob {
  /** `diagrams`: lists the diagrams, so that they can be drawn before the file is written. */
  readonly kind: 'check' | 'write' | 'diagrams'
  readonly format: ExportFormat
  /** The file that is written in pieces; where absent, the result comes back as bytes. */
  readonly file?: string
  readonly paper: PaperSize
  /** The usual ones where absent. */
  readonly margins?: PaperMargins
  /** For PDF: whether words are hyphenated; absent: they are. */
  readonly hyphenates?: boolean
  /** For Word. */
  readonly styles?: HouseStyles
  /** For EPUB. */
  readonly cover?: BookCover
  /** The file of a cover that is an image. */
  readonly coverFile?: string
  /** For HTML. */
  readonly shape?: HtmlShape
  readonly id: string
  readonly title: string
  /** The language where no front matter names one. */
  readonly language: string
  readonly modified: string
  readonly isBook: boolean
  readonly parts: readonly JobPart[]
  /** The pictures, by `targetKey`. */
  readonly pictures: ReadonlyMap<string, JobPicture>
  /** The drawn diagrams by their sources; absent where the writer does not want diagrams as pictures. */
  readonly diagrams?: ReadonlyMap<string, JobDiagram>
}

/** The file of a picture on this device, or a picture that was drawn. */
export type JobPicture = string | DrawnPicture

export interface DrawnPicture {
  readonly bytes: Uint8Array
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  /** The same picture as PNG, for programs that do not show SVG. */
  readonly raster?: Uint8Array
}

export type JobDiagram =
  | { readonly kind: 'drawn'; readonly address: string; readonly alt: string }
  | { readonly kind: 'failed'; readonly why: string }

export interface JobPart {
  readonly title: string
  readonly level: number
  /** The text; absent for a folder. */
  readonly markdown?: string
}

export interface JobDone {
  readonly pictures: number
  /** The number of words, from a check. */
  readonly words?: number
  readonly left: readonly LeftBehind[]
  /** The beginning of the file, from a check. */
  readonly beginning?: Beginning
  /** The file as bytes; absent for a check and for a job with a file. */
  readonly bytes?: Uint8Array
  /** The sources of the diagrams, each once, from a job of that kind. */
  readonly sources?: readonly string[]
}

export type JobAnswer =
  | { readonly kind: 'done'; readonly done: JobDone }
  /** `code`: the system's error code, where a file could not be read or written. */
  | { readonly kind: 'refused'; readonly message: string; readonly code?: string }
