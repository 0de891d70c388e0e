import { appError } from '../../shared/problem'

/** Files to be imported, from a folder or a zip. */
export interface Source {
  readonly name: string
  /** True where the writer has chosen each file by name, so that hidden ones are imported too. */
  readonly isChosen?: boolean
  /** The name of the folder in which all entries lie; absent where they come from several places. */
  readonly folder?: string
  /** The entries in no particular order; none of them is read yet. */
  entries(): AsyncIterable<SourceEntry>
  /** A file that is not among the entries: in a hidden folder, or beside a chosen file. */
  unlisted?(path: string): SourceEntry | undefined
  close(): Promise<void>
}

export interface SourceEntry {
  /** The relative path with `/`; that of a folder ends with one. It is unchecked, so it may point outside. */
  readonly path: string
  /** Why the entry is not read at all, as a sentence. */
  readonly refused?: string
  /** The name of the original file, where it differs. */
  readonly from?: string
  /** The parts of that file that are not imported, as sentences. */
  readonly left?: readonly string[]
  /** Throws an AppError where the entry cannot be read, or has more bytes than `maxBytes`. */
  read(maxBytes?: number): Promise<Uint8Array>
  /** When the file was last changed, where that is known. */
  modified?(): Promise<Date>
}

/** The hidden part of a path, with `/` at the end of a folder: programs keep such files for themselves. */
export const hiddenPart = (where: string): string | undefined =>
  /^(?:[^/]+\/)*?(?:\.[^/]*|__MACOSX)(?:\/|$)/.exec(where)?.[0]

/** Why a symbolic link is not read: it may lead anywhere, or form a circle. */
export const LINK_REFUSED = 'It is a link to another file.'

/** A larger file is not imported. */
export const FILE_BYTES_MAX = 256 * 1024 * 1024

export const tooLarge = (maxBytes: number) =>
  appError('too-large', `It is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`)
