import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { AddedFile } from '../../../shared/ipc/ipc-files'
import { appError } from '../../../shared/problem'
import { hereLink } from '../../../shared/text/file-links'
import type { ItemSending } from '../items/item-sending'
import { newItemId, type LibraryItems } from '../items/library-items'
import type { FileBytes } from './file-bytes'
import { SNIFFED_BYTES, startOf } from './image-type'

type GivenBytes = Parameters<FileBytes['keep']>[2]

export interface AddingFilesParts {
  readonly items: LibraryItems
  readonly sending: ItemSending
  readonly newUuid: () => string
  readonly fileBytes: FileBytes
}

/**
 * Adds new files: durable on this device when a call resolves, then waiting for their upload. A file that does not fit
 * is refused first.
 */
export function createAddingFiles({ items, sending, newUuid, fileBytes }: AddingFilesParts) {
  async function add(typed: string, ...given: [Uint8Array, GivenBytes]): Promise<AddedFile> {
    const name = fileName(typed)
    const { content, isImage } = await fileBytes.keep(name, ...given)
    const uuid = newUuid()
    const id = newItemId(uuid)
    sending.add({ kind: 'file', id, mine: { name }, content, deleted: false, movedAt: items.moment() })
    return { id, name, link: hereLink(uuid), isImage }
  }

  function addBytes(name: string, bytes: Uint8Array): Promise<AddedFile> {
    fileBytes.requireFitting(name, bytes.byteLength)
    return add(name, bytes.subarray(0, SNIFFED_BYTES), [bytes])
  }

  return {
    addBytes,

    async addFrom(file: string): Promise<AddedFile> {
      const name = path.basename(file)
      const { size } = await stat(file).catch(unreadable(name))
      fileBytes.requireFitting(name, size)
      return add(name, await startOf(file).catch(unreadable(name)), createReadStream(file))
    },

    /** An existing file with this name and these bytes. */
    same(typed: string, bytes: Uint8Array) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const name = fileName(typed)
      return [...items.all('file')].find(
        ({ deleted, content, mine }) => !deleted && content?.sha256 === sha256 && mine.name === name,
      )
    },
  }
}

/** A name without a path, control characters or spaces at its ends, as services accept it. */
export function fileName(typed: string): string {
  const name = typed
    .replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/[/\\]+/g, '-')
    .trim()
  return name === '' || /^\.+$/.test(name) ? 'file' : name.slice(-255)
}

/** The error of a file that the writer chose by its name and that may have disappeared since. */
const unreadable = (name: string) => (error: Error & { readonly code?: string }) => {
  const why = error.code === 'ENOENT' ? ': it is not there any more' : ''
  throw appError('not-allowed', `“${name}” cannot be read${why}.`)
}
