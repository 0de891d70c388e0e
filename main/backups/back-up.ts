import fs from 'node:fs'
import path from 'node:path'
import { appError } from '../../shared/problem'
import { writeFrontMatter } from '../porting/front-matter'
import { stateDigest } from '../store/checksum'
import { openLibraryReader, type LibraryReader, type ReadDocument } from '../store/library-reader'
import { writeAtomically } from '../system/atomic-write'
import { safeName } from '../system/file-names'
import { storageError } from '../system/storage-error'
import { AWAY, markOf, type BackupIndex } from '../store/backup-index'
import { placeOfNames, readFolder } from './read-folder'
import { GONE_MAX, timesToDrop } from './thinning'
import { attempt } from '../../shared/thrown'

export interface BackupJob {
  readonly folder: string
  /**
   * Whether a missing folder is created. A folder that the writer chose is not, because its disk may only be
   * disconnected.
   */
  readonly makesFolder: boolean
  readonly libraries: readonly { readonly id: string; readonly name: string; readonly file: string }[]
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface BackupDone {
  readonly written: number
  readonly dropped: number
  /** Names of libraries that could not be read and were left out. */
  readonly unread: readonly string[]
}

type WriteFile = (file: string, content: string) => void

/**
 * Writes each text that has changed since the last backup as a markdown file with front matter, into a folder of its
 * own for each document, and removes versions that are no longer kept. A file is written whole or not at all. Throws an
 * AppError that says why the folder cannot be used; files written before that stay.
 */
export function backUp(job: BackupJob, index: BackupIndex, write: WriteFile = writeAtomically): BackupDone {
  requireFolder(job)
  const count = { written: 0, dropped: 0 }
  const unread: string[] = []
  if (index.isNew()) index.atomically(() => readFolders(job, index))
  for (const library of job.libraries) {
    let reader: LibraryReader | undefined
    let documents: readonly ReadDocument[]
    try {
      reader = openLibraryReader(library.file)
      documents = reader.documents()
    } catch {
      reader?.close()
      unread.push(library.name)
      continue
    }
    try {
      for (const document of documents) backUpDocument(job, library, reader, document, index, write, count)
      count.dropped += dropGone(job, library.id, documents, index)
    } catch (error) {
      throw storageError(error, job.folder)
    } finally {
      reader.close()
    }
  }
  index.settle()
  return { ...count, unread }
}

/** Finds the backups that are in the folder already; a library that cannot be read is left out. */
function readFolders({ folder, libraries }: BackupJob, index: BackupIndex): void {
  for (const { id, name, file } of libraries) {
    const reader = attempt(() => openLibraryReader(file))
    try {
      if (reader !== undefined) readFolder(folder, { id, name, reader }, index)
    } finally {
      reader?.close()
    }
  }
}

function requireFolder({ folder, makesFolder }: BackupJob): void {
  if (makesFolder)
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    } catch (error) {
      throw storageError(error, folder)
    }
  if (!fs.existsSync(folder))
    throw appError('storage-failed', `The folder ${folder} was not found. Backups continue when it is back.`)
}

function backUpDocument(
  { folder, at }: BackupJob,
  library: BackupJob['libraries'][number],
  reader: LibraryReader,
  document: ReadDocument,
  index: BackupIndex,
  write: WriteFile,
  count: { written: number; dropped: number },
): void {
  const { id, title, folders, tags, status, sequence } = document
  const before = index.of(library.id, id)
  const mark = markOf([sequence, title, folders, tags, status])
  // Somebody may have removed the file.
  const isThere = before !== undefined && fs.existsSync(path.join(folder, ...before.file.split('/')))
  if (!document.hasText) return before && index.put(library.id, id, { ...before, mark: AWAY })
  if (isThere && before.mark === mark) return
  const text = reader.text(id)
  if (text === undefined) return
  const content = markOf([title, folders, tags, status, text])
  if (isThere && before.content === content) return index.put(library.id, id, { ...before, mark })
  const place = placeOf(library, document, index)
  const file = fileIn(folder, place, at)
  const whole = writeFrontMatter({ title, tags, status, updated: document.updatedAt }, text)
  const there = path.join(folder, ...file.split('/'))
  fs.mkdirSync(path.dirname(there), { recursive: true, mode: 0o700 })
  write(there, whole)
  index.add(library.id, id, { at, file, title, digest: stateDigest(title, Buffer.from(text)) })
  index.put(library.id, id, { place, mark, content, file })
  count.written++
  count.dropped += dropOld(folder, library.id, document, index)
}

/** `Library/Folder/Title`. The path stays the same as long as the names do and no other document has it. */
function placeOf(
  library: BackupJob['libraries'][number],
  { id, title, folders }: ReadDocument,
  index: BackupIndex,
): string {
  const within = placeOfNames([library.name, ...folders])
  const taken = new Set<string>()
  for (;;) {
    const place = `${within}/${safeName(title, taken)}`
    if (!index.isTaken(place, library.id, id)) return place
  }
}

/** A file name with the local time, by which a person looks for it. */
function fileIn(folder: string, place: string, at: number): string {
  const time = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  const name = `${day} ${two(time.getHours())}.${two(time.getMinutes())}.${two(time.getSeconds())}`
  for (let number = 1; ; number++) {
    const file = `${place}/${name}${number === 1 ? '' : ` ${number}`}.md`
    if (!fs.existsSync(path.join(folder, ...file.split('/')))) return file
  }
}

/**
 * Removes old versions. Only files that a backup has written are removed, and the index first, so that no version leads
 * to a missing file.
 */
function dropOld(folder: string, library: string, { id }: ReadDocument, index: BackupIndex): number {
  const versions = index.versions(library, id)
  const dropped = new Set(
    timesToDrop(
      versions.map(({ at }) => at),
      index.heldMoments().map(({ at }) => at),
    ),
  )
  const gone = versions.filter(({ at }) => dropped.has(at))
  for (const version of gone) {
    index.remove(version.id)
    fs.rmSync(fileAt(folder, version), { force: true })
  }
  return gone.length
}

/**
 * Removes the backups of the documents that were deleted longest ago; those of the last `GONE_MAX` stay. Their order is
 * counted and not measured by the clock, and a library that is suddenly empty keeps its last texts.
 */
function dropGone(
  { folder, at }: BackupJob,
  library: string,
  documents: readonly ReadDocument[],
  index: BackupIndex,
): number {
  const there = new Set(documents.map(({ id }) => id))
  for (const id of index.documents(library))
    if (there.has(id)) index.noteThere(library, id)
    else index.noteGone(library, id, at)
  let dropped = 0
  for (const id of index.goneBefore(library, GONE_MAX)) {
    const versions = index.versions(library, id)
    index.forgetDocument(library, id)
    for (const version of versions) fs.rmSync(fileAt(folder, version), { force: true })
    dropped += versions.length
    const place = versions[0]?.file.split('/').slice(0, -1)
    // Somebody may have put a file of their own into the folder.
    if (place !== undefined) removeEmpty(path.join(folder, ...place))
  }
  return dropped
}

const fileAt = (folder: string, { file }: { readonly file: string }) => path.join(folder, ...file.split('/'))

/** Removes the folder if it is empty. */
const removeEmpty = (folder: string): void => attempt(() => fs.rmdirSync(folder))
