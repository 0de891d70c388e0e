import type { Command } from '../../../shared/ipc/ipc'
import type { AddedFile, FileSummary } from '../../../shared/ipc/ipc-files'
import { appError } from '../../../shared/problem'
import { createAddingFiles, fileName, type AddingFilesParts } from './adding-files'
import { createFileReferences, type FileReferencesParts } from './file-references'
import { createFileList } from './file-list'
import { notHere, type FileHere } from './file-bytes'
import type { LibraryItem } from '../items/library-item'
import { rowIdOf } from '../items/item-sending'
import { cleanName } from '../items/clean-name'

/** The files of one connection: on this device at once, on the service when possible. */
export interface Attachments {
  /** Adds a file: it is durable on this device when this resolves, and waits for its upload. */
  readonly add: Command<'file.add'>
  addFrom(file: string): Promise<AddedFile>
  /** Adds a file of an import; an existing file with this name and these bytes is reused. */
  take(
    name: string,
    bytes: Uint8Array,
    alt: string,
  ): Promise<{ readonly id: string; readonly link: string; readonly isNew: boolean }>
  list(): FileSummary[]
  /**
   * Reads the list of files from the service now, unless it is less than a minute old, for a caller that needs every
   * file in the texts.
   */
  readList(signal?: AbortSignal): Promise<void>
  readonly uses: Command<'file.uses'>
  readonly missing: Command<'file.missing'>
  readonly edit: Command<'file.edit'>
  readonly delete: Command<'file.delete'>
  readonly restore: Command<'file.restore'>
  readonly remove: Command<'file.remove'>
  /**
   * The file of a link in a text; it is read from the service and kept where it is not here yet. Throws an AppError.
   */
  open(link: string): Promise<FileHere>
  /** The bytes of a file for its upload. */
  contentOf(item: LibraryItem): Promise<Blob | undefined>
  /** Handles a finished upload: links to the file change to the service's address. */
  uploaded(): void
  /** Replaces the links of finished uploads in all texts. */
  relink(): void
  /** Throws an AppError where a file in the text is not on the service yet. */
  requireUploaded(text: string): void
  changed(item: LibraryItem): void
  /** Handles a file that is gone on both sides. */
  gone(item: LibraryItem): void
}

interface AttachmentsParts extends AddingFilesParts, FileReferencesParts {
  readonly onChanged: () => void
  readonly pullFiles: (signal?: AbortSignal) => Promise<void>
}

export function createAttachments(parts: AttachmentsParts): Attachments {
  const { items, sending, fileBytes } = parts
  const adding = createAddingFiles(parts)
  const references = createFileReferences(parts)

  const existing = (id: string): LibraryItem => {
    const item = items.get('file', id)
    if (!item || item.deleted) throw notHere()
    return item
  }

  return {
    add: ({ name, bytes }) => adding.addBytes(name, bytes),
    addFrom: adding.addFrom,

    async take(typed, bytes, alt) {
      fileBytes.requireFitting(typed, bytes.byteLength)
      const same = adding.same(typed, bytes)
      if (same) return { id: same.id, link: references.linkTo(same), isNew: false }
      const { id, link } = await adding.addBytes(typed, bytes)
      if (alt !== '') sending.dispatch(existing(id), { kind: 'edited', fields: { alt } })
      return { id, link, isNew: true }
    },

    list: createFileList(parts, references),
    readList: parts.pullFiles,
    uses: ({ id }) => references.usesOf(existing(id)),
    missing: ({ link }) => fileBytes.missing(link),

    edit({ id, name, alt }) {
      const fields = {
        ...(name !== undefined && { name: fileName(cleanName(name)) }),
        ...(alt !== undefined && { alt: alt.trim() }),
      }
      sending.dispatch(existing(id), { kind: 'edited', fields })
    },

    delete({ ids }) {
      for (const id of ids) sending.dispatch(existing(id), { kind: 'deleted' })
    },

    restore({ ids }) {
      for (const id of ids) {
        const item = items.get('file', id)
        if (!item?.deleted) throw notHere()
        sending.dispatch(item, { kind: 'undeleted' })
      }
    },

    remove({ id }) {
      const item = existing(id)
      if (item.remoteId !== undefined || item.flight)
        throw appError('not-allowed', 'It has been sent already; it can be deleted.')
      sending.discard(rowIdOf(item))
    },

    open: (link) => fileBytes.open(link),
    contentOf: (item) => fileBytes.blobOf(item),

    uploaded() {
      parts.catchUp()
      references.relink()
    },
    relink: references.relink,

    requireUploaded: references.requireUploaded,

    changed(item) {
      fileBytes.learnLimit(item)
      parts.onChanged()
    },

    gone(item) {
      if (item.remoteId === undefined) references.unlink(item)
    },
  }
}
