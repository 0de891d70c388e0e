import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { CommandInput, CommandName, CommandOutput } from '../../../shared/ipc/ipc'
import type { AddedFile, FileSummary } from '../../../shared/ipc/ipc-files'
import { appError } from '../../../shared/problem'
import type { Documents } from '../../documents/documents'
import {
  hereLink,
  relinked,
  servedLink,
  targetKey,
  targetOf,
  targetsIn,
  unlinked,
} from '../../../shared/text/file-links'
import { SNIFFED_BYTES, typeByName } from './image-type'
import type { FileUses } from '../../store/file-uses'
import { notHere, type FileBytes, type FileHere } from './file-bytes'
import { isPending, type LibraryItem } from '../items/library-item'
import { rowIdOf, type ItemSending } from '../items/item-sending'
import { newItemId, type LibraryItems } from '../items/library-items'
import { cleanName } from '../items/clean-name'

type GivenBytes = Parameters<FileBytes['keep']>[2]
type Command<N extends CommandName> = (input: CommandInput<N>) => Promise<CommandOutput<N>> | CommandOutput<N>

/** The files of one connection: here at once, on the service when they can. */
export interface Attachments {
  /** Durable here when it resolves, waiting for its upload. */
  readonly add: Command<'file.add'>
  addFrom(file: string): Promise<AddedFile>
  /** For an import: a file of this name and with these bytes that is here already is that file. */
  take(
    name: string,
    bytes: Uint8Array,
    alt: string,
  ): Promise<{ readonly id: string; readonly link: string; readonly isNew: boolean }>
  list(): FileSummary[]
  readonly uses: Command<'file.uses'>
  readonly missing: Command<'file.missing'>
  readonly edit: Command<'file.edit'>
  readonly delete: Command<'file.delete'>
  readonly restore: Command<'file.restore'>
  readonly remove: Command<'file.remove'>
  /** Of a link in a text; read from the service and kept where it is not here yet. Throws an AppError. */
  open(link: string): Promise<FileHere>
  /** For its upload. */
  contentOf(item: LibraryItem): Promise<Blob | undefined>
  /** An upload is done: links to it become the served one. */
  uploaded(): void
  /** Replaces the links of uploads that are done, in all texts. */
  relink(): void
  /** Throws an AppError where a file that the text names is not on the service yet. */
  requireUploaded(text: string): void
  changed(item: LibraryItem): void
  /** It is gone on both sides. */
  gone(item: LibraryItem): void
}

export interface AttachmentsParts {
  readonly items: LibraryItems
  readonly sending: ItemSending
  readonly documents: Pick<Documents, 'rewrite'>
  readonly newUuid: () => string
  readonly fileBytes: FileBytes
  readonly uses: FileUses
  /** Takes in which files the latest texts name. */
  readonly catchUp: () => void
  readonly basePath: string
  readonly onChanged: () => void
}

const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

export function createAttachments(parts: AttachmentsParts): Attachments {
  const { items, sending, documents, fileBytes, uses } = parts

  const existing = (id: string): LibraryItem => {
    const item = items.get('file', id)
    if (!item || item.deleted) throw notHere()
    return item
  }

  const linkOf = ({ id, remoteId }: LibraryItem): string =>
    remoteId === undefined ? hereLink(uuidOf(id)) : servedLink(parts.basePath, remoteId)

  const keysOf = ({ id, remoteId }: LibraryItem): readonly string[] => [
    targetKey({ kind: 'here', uuid: uuidOf(id) }),
    ...(remoteId === undefined ? [] : [targetKey({ kind: 'there', remoteId })]),
  ]

  async function added(typed: string, ...given: [Uint8Array, GivenBytes]): Promise<AddedFile> {
    const name = fileName(typed)
    const { content, isImage } = await fileBytes.keep(name, ...given)
    const uuid = parts.newUuid()
    const id = newItemId(uuid)
    sending.add({ kind: 'file', id, mine: { name }, content, deleted: false, movedAt: items.moment() })
    return { id, name, link: hereLink(uuid), isImage }
  }

  function relink(): void {
    const served = (uuid: string) => {
      const remoteId = items.get('file', newItemId(uuid))?.remoteId
      return remoteId === undefined ? undefined : servedLink(parts.basePath, remoteId)
    }
    const waiting = uses.startingWith(hereLink('')).filter(({ target }) => {
      const found = targetOf(target)
      return found?.kind === 'here' && served(found.uuid) !== undefined
    })
    for (const documentId of new Set(waiting.map((use) => use.documentId)))
      documents.rewrite(documentId, (text) => relinked(text, served))
  }

  function summaryOf(item: LibraryItem, counts: ReadonlyMap<string, number>): FileSummary {
    const { id, mine, content, question } = item
    const type = content?.type ?? typeByName(mine.name)
    return {
      id,
      name: mine.name,
      alt: mine.alt ?? '',
      type,
      ...(content?.size !== undefined && { bytes: content.size }),
      link: linkOf(item),
      isImage: IMAGE.test(type),
      isHere: fileBytes.has(item),
      uses: keysOf(item).reduce((sum, key) => sum + (counts.get(key) ?? 0), 0),
      state: question ? 'failed' : isPending(item) ? 'waiting' : 'stored',
      ...(question && { trouble: troubleOf(question) }),
      outboxId: `${sending.kind}:${rowIdOf(item)}`,
    }
  }

  return {
    add: ({ name, bytes }) => {
      fileBytes.requireFitting(name, bytes.byteLength)
      return added(name, bytes.subarray(0, SNIFFED_BYTES), [bytes])
    },

    async addFrom(file) {
      const name = path.basename(file)
      const { size } = await stat(file).catch(unreadable(name))
      fileBytes.requireFitting(name, size)
      return added(name, await startOf(file).catch(unreadable(name)), createReadStream(file))
    },

    async take(typed, bytes, alt) {
      fileBytes.requireFitting(typed, bytes.byteLength)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const name = fileName(typed)
      for (const item of items.all('file'))
        if (!item.deleted && item.content?.sha256 === sha256 && item.mine.name === name)
          return { id: item.id, link: linkOf(item), isNew: false }
      const { id, link } = await added(typed, bytes.subarray(0, SNIFFED_BYTES), [bytes])
      if (alt !== '') sending.dispatch(existing(id), { kind: 'edited', fields: { alt } })
      return { id, link, isNew: true }
    },

    list() {
      parts.catchUp()
      const counts = uses.counts()
      return [...items.all('file')]
        .filter(({ deleted }) => !deleted)
        .map((item) => summaryOf(item, counts))
        .sort((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    },

    uses({ id }) {
      parts.catchUp()
      const found = new Map(
        keysOf(existing(id)).flatMap((key) => uses.of(key).map((use) => [use.documentId, use])),
      )
      return [...found.values()]
    },

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
      relink()
    },
    relink,

    requireUploaded(text) {
      for (const key of targetsIn(text)) {
        const target = targetOf(key)
        const item = target?.kind === 'here' ? items.get('file', newItemId(target.uuid)) : undefined
        if (item && item.remoteId === undefined)
          throw appError('not-allowed', `“${item.mine.name}” is not uploaded yet; publishing waits for it.`)
      }
    },

    changed(item) {
      fileBytes.learnLimit(item)
      parts.onChanged()
    },

    gone(item) {
      if (item.remoteId !== undefined) return
      parts.catchUp()
      const uuid = uuidOf(item.id)
      for (const { documentId } of uses.of(hereLink(uuid)))
        documents.rewrite(documentId, (text) => unlinked(text, uuid))
    },
  }
}

const collator = new Intl.Collator(undefined, { numeric: true })

const uuidOf = (id: string): string => id.replace(/^new:/, '')

/** A name without a path, control characters or spaces at its ends; as services take them. */
function fileName(typed: string): string {
  const name = typed
    .replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/[/\\]+/g, '-')
    .trim()
  return name === '' || /^\.+$/.test(name) ? 'file' : name.slice(-255)
}

function troubleOf(question: NonNullable<LibraryItem['question']>): string {
  switch (question.kind) {
    case 'refused':
      return [question.problem.message, ...Object.values(question.problem.fields ?? {}).flat()].join(' ')
    case 'clash':
      return 'It was changed elsewhere as well.'
    case 'gone-there':
      return 'It was deleted elsewhere.'
  }
}

/** The writer chose it by its name, and it may have gone since. */
const unreadable = (name: string) => (error: Error & { readonly code?: string }) => {
  const why = error.code === 'ENOENT' ? ': it is not there any more' : ''
  throw appError('not-allowed', `“${name}” cannot be read${why}.`)
}

async function startOf(file: string): Promise<Uint8Array> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
