import { appError } from '../../shared/problem'

/** Files to be imported, from a folder or a zip. */
export interface Source {
  readonly name: string
  /** The writer has named each of its files, so that a hidden one is meant. */
  readonly isChosen?: boolean
  /** In no order; nothing of them is read yet. */
  entries(): AsyncIterable<SourceEntry>
  /** A file in a hidden folder whose files are not among the entries. */
  hidden?(path: string): SourceEntry | undefined
  close(): Promise<void>
}

export interface SourceEntry {
  /** Relative, with `/`, a folder's with one at its end; as it is written, so it may point outside. */
  readonly path: string
  /** Why it is not read at all, in a sentence. */
  readonly refused?: string
  /** The file that it is made from, where it is named otherwise. */
  readonly from?: string
  /** What of that file does not come along, in sentences. */
  readonly left?: readonly string[]
  /** Throws an AppError where it cannot be read, or has more bytes than that. */
  read(maxBytes?: number): Promise<Uint8Array>
  /** When it was changed last, where that is known. */
  modified?(): Promise<Date>
}

/** The part of a path that is hidden, a folder with `/` at its end: programs keep it for themselves. */
export const hiddenPart = (where: string): string | undefined =>
  /^(?:[^/]+\/)*?(?:\.[^/]*|__MACOSX)(?:\/|$)/.exec(where)?.[0]

/** Why a symbolic link is not read: it may lead anywhere, or in a circle. */
export const LINK_REFUSED = 'It is a link to another file.'

/** A file beyond this is not imported. */
export const FILE_BYTES_MAX = 256 * 1024 * 1024

export const tooLarge = (maxBytes: number) =>
  appError('too-large', `It is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`)
