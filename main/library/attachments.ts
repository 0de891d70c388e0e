import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc'
import type { AddedFile, FileSummary } from '../../shared/ipc-files'
import { AppError, problem } from '../../shared/problem'
import type { RemoteId } from '../../shared/terms'
import type { Documents } from '../documents/documents'
import type { Blobs } from '../files/blobs'
import { hereLink, relinked, servedLink, targetKey, targetOf, targetsIn, unlinked } from '../files/file-links'
import { imageType, SNIFFED_BYTES, typeByName } from '../files/image-type'
import type { Facts } from '../store/facts'
import type { FileUses } from '../store/file-uses'
import type { ApiClient } from '../sync/api-client'
import { edited, isPending, type Place } from './place'
import { rowIdOf, type PlaceSending } from './place-sending'
import { newPlaceId, type Places } from './places'
import { cleanName } from './clean-name'

type Command<N extends CommandName> = (input: CommandInput<N>) => Promise<CommandOutput<N>> | CommandOutput<N>

/** A file whose bytes are on this device. */
export interface FileHere {
  readonly path: string
  readonly name: string
  readonly type: string
}

/** The files of one connection: here at once, on the service when they can (experience.md, "Attachments"). */
export interface Attachments {
  /** Durable here when it resolves, waiting for its upload. */
  readonly add: Command<'file.add'>
  addFrom(file: string): Promise<AddedFile>
  /** For an import: a file of this name and with these bytes that is here already is that file. */
  take(
    name: string,
    bytes: Uint8Array,
    alt: string,
  ): Promise<{ readonly link: string; readonly isNew: boolean }>
  list(): FileSummary[]
  readonly uses: Command<'file.uses'>
  readonly edit: Command<'file.edit'>
  readonly delete: Command<'file.delete'>
  readonly restore: Command<'file.restore'>
  readonly remove: Command<'file.remove'>
  /** Of a link in a text; read from the service and kept where it is not here yet. Throws an AppError. */
  open(link: string): Promise<FileHere>
  /** For its upload. */
  contentOf(place: Place): Promise<Blob | undefined>
  /** An upload is done: links to it become the served one. */
  uploaded(): void
  /** Replaces the links of uploads that are done, in all texts. */
  relink(): void
  /** Throws an AppError where a file that the text names is not on the service yet. */
  requireUploaded(text: string): void
  changed(place: Place): void
  /** It is gone on both sides. */
  gone(place: Place): void
}

export interface AttachmentsParts {
  readonly places: Places
  readonly sending: PlaceSending
  readonly client: ApiClient
  readonly documents: Pick<Documents, 'rewrite'>
  readonly newUuid: () => string
  readonly facts: Facts
  readonly blobs: Blobs
  readonly uses: FileUses
  /** Takes in which files the latest texts name. */
  readonly catchUp: () => void
  readonly basePath: string
  readonly onChanged: () => void
}

/** What is kept of the service's files; what waits for its upload does not count and is never removed. */
const KEPT_BYTES_MAX = 500_000_000
const LIMIT = 'fileLimitBytes'
const IMAGE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/

export function createAttachments(parts: AttachmentsParts): Attachments {
  const { places, sending, client, documents, facts, blobs, uses } = parts
  const reading = new Map<RemoteId, Promise<FileHere>>()

  const existing = (id: string): Place => {
    const place = places.get('file', id)
    if (!place || place.deleted) throw notHere()
    return place
  }

  const linkOf = ({ id, remoteId }: Place): string =>
    remoteId === undefined ? hereLink(uuidOf(id)) : servedLink(parts.basePath, remoteId)

  const keysOf = ({ id, remoteId }: Place): readonly string[] => [
    targetKey({ kind: 'here', uuid: uuidOf(id) }),
    ...(remoteId === undefined ? [] : [targetKey({ kind: 'there', remoteId })]),
  ]

  /** Before anything is stored: the service has said how much it takes (its refusal of another file). */
  function requireFitting(name: string, bytes: number): void {
    const limit = facts.read(LIMIT)
    if (typeof limit === 'number' && bytes > limit)
      throw new AppError(
        problem('too-large', `“${name}” is too large: this service takes files of up to ${inMB(limit)}.`),
      )
  }

  async function added(
    typed: string,
    start: Uint8Array,
    bytes: Parameters<Blobs['add']>[0],
  ): Promise<AddedFile> {
    const { sha256, size } = await blobs.add(bytes)
    const name = fileName(typed)
    const image = imageType(start)
    const uuid = parts.newUuid()
    sending.put({
      kind: 'file',
      id: newPlaceId(uuid),
      mine: { name },
      content: { type: image ?? typeByName(name), size, sha256 },
      deleted: false,
      movedAt: places.moment(),
    })
    return { id: newPlaceId(uuid), name, link: hereLink(uuid), isImage: image !== undefined }
  }

  /** From the service, once for all that ask at the same time. */
  function read(remoteId: RemoteId, place: Place | undefined): Promise<FileHere> {
    const under = reading.get(remoteId)
    if (under) return under
    const now = fetched(remoteId, place).finally(() => reading.delete(remoteId))
    reading.set(remoteId, now)
    return now
  }

  async function fetched(remoteId: RemoteId, place: Place | undefined): Promise<FileHere> {
    const answer = await client.bytes('files.serve', { id: remoteId })
    if (answer.kind === 'failed') throw new AppError(answer.problem)
    const { key, sha256 } = await blobs.add(answer.body, place ? undefined : remoteKey(remoteId))
    const now = place && places.get('file', place.id)
    // What the bytes are is known better now than any list says.
    if (now && now.content?.sha256 !== sha256) places.put({ ...now, content: { ...now.content, sha256 } })
    void blobs.shrink(KEPT_BYTES_MAX, pinned()).catch(() => {})
    return here(key, place)
  }

  async function here(key: string, place: Place | undefined): Promise<FileHere> {
    const file = blobs.file(key)
    if (file === undefined) throw notHere()
    const type = imageType(await blobs.start(key, SNIFFED_BYTES)) ?? NO_IMAGE
    return { path: file, name: place?.mine.name ?? 'file', type }
  }

  const pinned = (): ReadonlySet<string> => {
    const keys = new Set<string>()
    for (const { base, content } of places.all('file')) if (!base && content?.sha256) keys.add(content.sha256)
    return keys
  }

  function relink(): void {
    const served = (uuid: string) => {
      const remoteId = places.get('file', newPlaceId(uuid))?.remoteId
      return remoteId === undefined ? undefined : servedLink(parts.basePath, remoteId)
    }
    const waiting = uses.startingWith(hereLink('')).filter(({ target }) => {
      const found = targetOf(target)
      return found?.kind === 'here' && served(found.uuid) !== undefined
    })
    for (const documentId of new Set(waiting.map((use) => use.documentId)))
      documents.rewrite(documentId, (text) => relinked(text, served))
  }

  function summaryOf(place: Place, counts: ReadonlyMap<string, number>): FileSummary {
    const { id, mine, content, question } = place
    const type = content?.type ?? typeByName(mine.name)
    return {
      id,
      name: mine.name,
      alt: mine.alt ?? '',
      type,
      ...(content?.size !== undefined && { bytes: content.size }),
      link: linkOf(place),
      isImage: IMAGE.test(type),
      isHere: blobs.has(keyOf(place)),
      uses: keysOf(place).reduce((sum, key) => sum + (counts.get(key) ?? 0), 0),
      state: question ? 'failed' : isPending(place) ? 'waiting' : 'stored',
      ...(question && { trouble: troubleOf(question) }),
      outboxId: `${sending.kind}:${rowIdOf(place)}`,
    }
  }

  return {
    add: ({ name, bytes }) => {
      requireFitting(name, bytes.byteLength)
      return added(name, bytes.subarray(0, SNIFFED_BYTES), [bytes])
    },

    async addFrom(file) {
      requireFitting(path.basename(file), (await stat(file)).size)
      return added(path.basename(file), await startOf(file), createReadStream(file))
    },

    async take(typed, bytes, alt) {
      requireFitting(typed, bytes.byteLength)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const name = fileName(typed)
      for (const place of places.all('file'))
        if (!place.deleted && place.content?.sha256 === sha256 && place.mine.name === name)
          return { link: linkOf(place), isNew: false }
      const { id, link } = await added(typed, bytes.subarray(0, SNIFFED_BYTES), [bytes])
      if (alt !== '') sending.put(edited(existing(id), { alt }))
      return { link, isNew: true }
    },

    list() {
      parts.catchUp()
      const counts = uses.counts()
      return [...places.all('file')]
        .filter(({ deleted }) => !deleted)
        .map((place) => summaryOf(place, counts))
        .sort((a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
    },

    uses({ id }) {
      parts.catchUp()
      const found = new Map(
        keysOf(existing(id)).flatMap((key) => uses.of(key).map((use) => [use.documentId, use])),
      )
      return [...found.values()]
    },

    edit({ id, name, alt }) {
      sending.put(
        edited(existing(id), {
          ...(name !== undefined && { name: fileName(cleanName(name)) }),
          ...(alt !== undefined && { alt: alt.trim() }),
        }),
      )
    },

    delete({ ids }) {
      for (const id of ids) {
        const { question: _question, ...place } = existing(id)
        sending.put({ ...place, deleted: true })
      }
    },

    restore({ ids }) {
      for (const id of ids) {
        const place = places.get('file', id)
        if (!place?.deleted) throw notHere()
        sending.put({ ...place, deleted: false })
      }
    },

    remove({ id }) {
      const place = existing(id)
      if (place.remoteId !== undefined || place.flight)
        throw new AppError(problem('not-allowed', 'It has been sent already; it can be deleted.'))
      sending.discard(rowIdOf(place))
    },

    async open(link) {
      const target = targetOf(link)
      if (!target) throw new AppError(problem('not-allowed', 'This link names no file of this library.'))
      const place =
        target.kind === 'here'
          ? places.get('file', newPlaceId(target.uuid))
          : places.byRemoteId('file', target.remoteId)
      const remoteId = target.kind === 'there' ? target.remoteId : place?.remoteId
      const key = place ? keyOf(place) : remoteId === undefined ? undefined : remoteKey(remoteId)
      if (key !== undefined && blobs.has(key)) return here(key, place)
      if (remoteId === undefined) throw notHere()
      return read(remoteId, place)
    },

    contentOf: (place) => blobs.blob(keyOf(place), place.content?.type ?? NO_IMAGE),

    uploaded() {
      parts.catchUp()
      relink()
    },
    relink,

    requireUploaded(text) {
      for (const key of targetsIn(text)) {
        const target = targetOf(key)
        const place = target?.kind === 'here' ? places.get('file', newPlaceId(target.uuid)) : undefined
        if (place && place.remoteId === undefined)
          throw new AppError(
            problem('not-allowed', `“${place.mine.name}” is not uploaded yet; publishing waits for it.`),
          )
      }
    },

    changed({ question, content }) {
      if (
        question?.kind === 'refused' &&
        question.problem.code === 'too-large' &&
        content?.size !== undefined
      )
        facts.write(LIMIT, limitIn(Object.values(question.problem.fields ?? {}).flat()) ?? content.size - 1)
      parts.onChanged()
    },

    gone(place) {
      if (place.remoteId !== undefined) return
      parts.catchUp()
      const uuid = uuidOf(place.id)
      for (const { documentId } of uses.of(hereLink(uuid)))
        documents.rewrite(documentId, (text) => unlinked(text, uuid))
    },
  }
}

/** What is no image is only ever handed over as bytes. */
const NO_IMAGE = 'application/octet-stream'

const collator = new Intl.Collator(undefined, { numeric: true })

const notHere = () => new AppError(problem('not-found-here', 'This file is not here any more.'))

const uuidOf = (id: string): string => id.replace(/^new:/, '')

const remoteKey = (remoteId: RemoteId): string =>
  `r-${createHash('sha256').update(remoteId).digest('hex').slice(0, 40)}`

function keyOf({ content, remoteId, id }: Place): string {
  const { sha256 } = content ?? {}
  return sha256 !== undefined && /^[0-9a-f]{64}$/.test(sha256) ? sha256 : remoteKey(remoteId ?? id)
}

/** A name without a path, control characters or spaces at its ends; as services take them. */
function fileName(typed: string): string {
  const name = typed
    .replace(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu, '')
    .replace(/[/\\]+/g, '-')
    .trim()
  return name === '' || /^\.+$/.test(name) ? 'file' : name.slice(-255)
}

function troubleOf(question: NonNullable<Place['question']>): string {
  switch (question.kind) {
    case 'refused':
      return [question.problem.message, ...Object.values(question.problem.fields ?? {}).flat()].join(' ')
    case 'clash':
      return 'It was changed elsewhere as well.'
    case 'gone-there':
      return 'It was deleted elsewhere.'
  }
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

/** A limit that a refusal states in bytes. */
function limitIn(messages: readonly string[]): number | undefined {
  const stated = /larger than (\d+) bytes/.exec(messages.join(' '))?.[1]
  return stated === undefined ? undefined : Number(stated)
}

const inMB = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
