import { existsSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../shared/problem'
import { shownTitle } from '../../shared/terms'
import { CAPTURED, DECIDING, RECOVERED } from '../connections/workspace/unsent-files'
import { typedWhileDeciding } from '../documents/core/conflict'
import type { WorkingCopy } from '../documents/core/working-copy'
import { capturedIn } from '../library/captured'
import { keyOf } from '../library/files/file-bytes'
import type { NamedLibrary } from './profile-libraries'

const DOCUMENTS = 'Documents'
const VERSIONS = 'Earlier versions'

/** The sections, in the order in which they are shown. */
export const SECTIONS = [DOCUMENTS, CAPTURED, DECIDING, RECOVERED, VERSIONS] as const

/** A text that the reading window shows and saves. */
export interface ProfileText {
  readonly section: (typeof SECTIONS)[number]
  readonly library: NamedLibrary
  /** The exact title; it may be empty. */
  readonly title: string
  /** Distinguishes the text from others with its title: its folders, or the time when it was kept. */
  readonly beside: string
  /** The folders of its file within that of its library, the outermost first. */
  readonly folders: readonly string[]
  /** The name of its file, before it is made safe and unique. */
  readonly fileName: string
  /** Other facts for the front matter of its file. */
  readonly facts: { readonly tags?: readonly string[]; readonly status?: string; readonly updated?: string }
  /** The text; `undefined` where it is not on this device, or this version cannot read it. */
  read(): string | undefined
}

/** An attached file whose bytes are on this device. */
interface ProfileFile {
  readonly library: NamedLibrary
  readonly name: string
  readonly path: string
}

/** All words of the libraries, and their attached files. */
export interface ProfileTexts {
  readonly texts: readonly ProfileText[]
  readonly files: readonly ProfileFile[]
  /** Sentences about parts that this version cannot read. */
  readonly unread: readonly string[]
}

/** Lists all words of the libraries. For that only the texts with pending changes are read. */
export function textsOf(libraries: readonly NamedLibrary[]): ProfileTexts {
  const unread: string[] = []
  const listed = <T>(what: string, library: NamedLibrary, list: () => readonly T[]): readonly T[] => {
    try {
      return list()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      unread.push(`${what} of “${library.name}” cannot be read by this version. ${error.message}`)
      return []
    }
  }
  const ofAll = <T>(what: string, list: (library: NamedLibrary) => readonly T[]): readonly T[] =>
    libraries.flatMap((library) => listed(what, library, () => list(library)))
  return {
    texts: [
      ...ofAll('The documents', documentsOf),
      ...ofAll('The captured words', capturedOf),
      ...ofAll('The decisions', undecidedOf),
      ...ofAll('The recovered texts', recoveredOf),
      ...ofAll('The versions that its service keeps here', servedVersionsOf),
      ...ofAll('The versions', versionsOf),
    ],
    files: ofAll('The files', filesOf),
    unread,
  }
}

function documentsOf(library: NamedLibrary): readonly ProfileText[] {
  const { reader } = library
  return reader.documents().map(({ id, title, folders, tags, status, updatedAt, hasText }) => ({
    section: DOCUMENTS,
    library,
    title,
    beside: folders.join(' / '),
    folders,
    fileName: title,
    facts: { tags, status, updated: updatedAt },
    read: () => (hasText ? reader.text(id) : undefined),
  }))
}

function capturedOf(library: NamedLibrary): readonly ProfileText[] {
  const words = capturedIn({ read: library.reader.others.fact })
  if (words.trim() === '') return []
  return [{ ...plain(library, CAPTURED, words), section: CAPTURED, folders: [] }]
}

/**
 * Words that are in no document while something is decided or sent: those typed for clashes, theirs, and published
 * words.
 */
function undecidedOf(library: NamedLibrary): readonly ProfileText[] {
  return library.reader.others.unsettled().flatMap((copy) =>
    wordsBeside(copy).map(({ words, what }) => ({
      ...plain(library, copy.mine.fields.title ?? '', words),
      section: DECIDING,
      beside: what,
      folders: [DECIDING],
    })),
  )
}

function wordsBeside({ conflict, published, mine }: WorkingCopy) {
  const typed = conflict === undefined ? [] : typedWhileDeciding(conflict)
  return [
    ...typed.map((words) => ({ words, what: 'typed while deciding' })),
    ...(conflict?.theirs === undefined ? [] : [{ words: conflict.theirs.text, what: 'the other side' }]),
    ...(published === undefined ? [] : [{ words: published.text, what: 'what readers are to have' }]),
  ].filter(({ words }) => words !== mine.text)
}

function recoveredOf(library: NamedLibrary): readonly ProfileText[] {
  const { others } = library.reader
  return others.snapshots().map(({ id, title, at, reason }) => ({
    section: RECOVERED,
    library,
    title,
    beside: [timeOf(at), reason].join(', '),
    folders: [RECOVERED],
    fileName: `${title} ${fileTimeOf(at)}`,
    facts: { updated: at },
    read: () => others.snapshot(id),
  }))
}

function servedVersionsOf(library: NamedLibrary): readonly ProfileText[] {
  const { served } = library
  return (served?.versions() ?? []).map(({ documentId, versionId, title, at }) => ({
    ...versionIn(library, title, at),
    read: () => served?.text(documentId, versionId),
  }))
}

/** The versions that the library's own service keeps on this device, none twice. */
function versionsOf(library: NamedLibrary): readonly ProfileText[] {
  const { others } = library.reader
  const served = new Set(
    servedVersions(library).map(({ documentId, versionId }) => `${documentId} ${versionId}`),
  )
  return others
    .versions()
    .filter(({ remoteId, versionId }) => remoteId === undefined || !served.has(`${remoteId} ${versionId}`))
    .map(({ documentId, versionId, title, at }) => ({
      ...versionIn(library, title, at),
      read: () => others.version(documentId, versionId),
    }))
}

/** The versions of the service; empty where they cannot be read, which is reported about the whole list. */
function servedVersions({ served }: NamedLibrary) {
  try {
    return served?.versions() ?? []
  } catch {
    return []
  }
}

const versionIn = (library: NamedLibrary, title: string, at: string): Omit<ProfileText, 'read'> => ({
  section: VERSIONS,
  library,
  title,
  beside: timeOf(at),
  folders: [VERSIONS, shownTitle(title)],
  fileName: `${title} ${fileTimeOf(at)}`,
  facts: at === '' ? {} : { updated: at },
})

function filesOf(library: NamedLibrary): readonly ProfileFile[] {
  return library.reader.others
    .files()
    .map((file) => ({ library, name: file.name, path: path.join(library.files, keyOf(file)) }))
    .filter(({ path: here }) => existsSync(here))
}

const plain = (library: NamedLibrary, title: string, words: string) => ({
  library,
  title,
  beside: '',
  fileName: title,
  facts: {},
  read: () => words,
})

/** The time to the minute, for a person; in universal time. */
const timeOf = (at: string): string => (at === '' ? '' : `${at.slice(0, 16).replace('T', ' ')} UTC`)
const fileTimeOf = (at: string): string => at.slice(0, 16).replace('T', ' ').replace(':', '.')
