import { appError } from '../../shared/problem'

/** Files to be imported, from a folder or a zip. */
export interface Source {
  readonly name: string
  /** In no order; nothing of them is read yet. */
  entries(): AsyncIterable<SourceEntry>
  close(): Promise<void>
}

export interface SourceEntry {
  /** Relative, with `/`; as it is written, so it may point outside. */
  readonly path: string
  readonly isLink: boolean
  /** The file that it is made from, where it is named otherwise. */
  readonly from?: string
  /** What of that file does not come along, in sentences. */
  readonly left?: readonly string[]
  /** Throws an AppError where it cannot be read, or has more bytes than that. */
  read(maxBytes?: number): Promise<Uint8Array>
  /** When it was changed last, where that is known. */
  modified?(): Promise<Date>
}

/** A file beyond this is not imported. */
export const FILE_BYTES_MAX = 256 * 1024 * 1024

export const tooLarge = (maxBytes: number) =>
  appError('too-large', `It is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`)
