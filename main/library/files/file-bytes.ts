import { createHash } from 'node:crypto'
import type { AddedFile } from '../../../shared/ipc/ipc-files'
import { AppError, appError, type Problem } from '../../../shared/problem'
import type { RemoteId } from '../../../shared/terms'
import type { Blobs } from './blobs'
import { targetOf } from '../../../shared/text/file-links'
import { imageType, SNIFFED_BYTES, typeByName } from './image-type'
import type { Facts } from '../../store/facts'
import type { ApiClient } from '../../sync/http/api-client'
import type { FileContent, LibraryItem } from '../items/library-item'
import { newItemId, type LibraryItems } from '../items/library-items'

/** A file whose bytes are on this device. */
export interface FileHere {
  readonly path: string
  readonly name: string
  readonly type: string
}

/** The bytes of one connection's files: kept until they are uploaded, then cached. */
export interface FileBytes {
  /**
   * Throws an AppError before anything is stored, if the service has refused a file for its size before and this one is
   * over that limit.
   */
  requireFitting(name: string, bytes: number): void
  /** Learns the service's size limit from a refusal. */
  learnLimit(item: LibraryItem): void
  /** Stores the bytes, durable when this resolves. `start`: the first `SNIFFED_BYTES` bytes. */
  keep(
    name: string,
    start: Uint8Array,
    bytes: Parameters<Blobs['add']>[0],
  ): Promise<{ readonly content: FileContent } & Pick<AddedFile, 'isImage'>>
  has(item: LibraryItem): boolean
  /**
   * The file of a link in a text; it is read from the service and kept where it is not here yet. Throws an AppError.
   */
  open(link: string): Promise<FileHere>
  /** Why the picture of a link cannot be shown, as a sentence; empty where it can. */
  missing(link: string): Promise<{ readonly why?: string }>
  /** The bytes of a file for its upload. */
  blobOf(item: LibraryItem): Promise<Blob | undefined>
}

interface FileBytesParts {
  readonly items: LibraryItems
  readonly client: ApiClient
  readonly facts: Facts
  readonly blobs: Blobs
}

/** The bound of cached files of the service; files that wait for their upload do not count and are never removed. */
const KEPT_BYTES_MAX = 500_000_000
const LIMIT = 'fileLimitBytes'
/** The type of a file that is not an image: it is only handed over as bytes. */
const NO_IMAGE = 'application/octet-stream'

export function createFileBytes({ items, client, facts, blobs }: FileBytesParts): FileBytes {
  const reading = new Map<RemoteId, Promise<FileHere>>()

  /** Reads a file from the service, once for all callers at the same time. */
  function read(remoteId: RemoteId, item: LibraryItem | undefined): Promise<FileHere> {
    const under = reading.get(remoteId)
    if (under) return under
    const now = fetched(remoteId, item).finally(() => reading.delete(remoteId))
    reading.set(remoteId, now)
    return now
  }

  async function fetched(remoteId: RemoteId, item: LibraryItem | undefined): Promise<FileHere> {
    const answer = await client.bytes('files.serve', { id: remoteId })
    if (answer.kind === 'failed') throw new AppError(answer.problem)
    const { key, sha256 } = await blobs.add(answer.body, item ? undefined : remoteKey(remoteId))
    const now = item && items.get('file', item.id)
    // The bytes show their size and hash more reliably than any list.
    if (now && now.content?.sha256 !== sha256) items.put({ ...now, content: { ...now.content, sha256 } })
    void blobs.shrink(KEPT_BYTES_MAX, pinned()).catch(() => {})
    return here(key, item)
  }

  async function here(key: string, item: LibraryItem | undefined): Promise<FileHere> {
    const file = blobs.file(key)
    if (file === undefined) throw notHere()
    const type = imageType(await blobs.start(key, SNIFFED_BYTES)) ?? NO_IMAGE
    return { path: file, name: item?.mine.name ?? 'file', type }
  }

  const pinned = (): ReadonlySet<string> => {
    const keys = new Set<string>()
    for (const { base, content } of items.all('file')) if (!base && content?.sha256) keys.add(content.sha256)
    return keys
  }

  async function openFile(link: string): Promise<FileHere> {
    const target = targetOf(link)
    if (!target) throw appError('not-allowed', 'This link names no file of this library.')
    const item =
      target.kind === 'here'
        ? items.get('file', newItemId(target.uuid))
        : items.byRemoteId('file', target.remoteId)
    const remoteId = target.kind === 'there' ? target.remoteId : item?.remoteId
    const key = item ? keyOf(item) : remoteId === undefined ? undefined : remoteKey(remoteId)
    if (key !== undefined && blobs.has(key)) return here(key, item)
    if (remoteId === undefined) throw notHere()
    return read(remoteId, item)
  }

  return {
    requireFitting(name, bytes) {
      const limit = facts.read(LIMIT)
      if (typeof limit === 'number' && bytes > limit)
        throw appError(
          'too-large',
          `“${name}” is too large: this service takes files of up to ${inMB(limit)}.`,
        )
    },

    learnLimit({ question, content }) {
      if (question?.kind !== 'refused' || question.problem.code !== 'too-large') return
      if (content?.size === undefined) return
      facts.write(LIMIT, limitIn(Object.values(question.problem.fields ?? {}).flat()) ?? content.size - 1)
    },

    async keep(name, start, bytes) {
      const { sha256, size } = await blobs.add(bytes)
      const image = imageType(start)
      return { content: { type: image ?? typeByName(name), size, sha256 }, isImage: image !== undefined }
    },

    has: (item) => blobs.has(keyOf(item)),

    open: openFile,

    async missing(link) {
      try {
        const { type } = await openFile(link)
        return type === NO_IMAGE ? { why: 'This file is not a picture that can be shown.' } : {}
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { code } = error.problem
        return { why: whyMissing(error.problem), ...(isAway(code) && { isAway: true }) }
      }
    },

    blobOf: (item) => blobs.blob(keyOf(item), item.content?.type ?? NO_IMAGE),
  }
}

const isAway = (code: Problem['code']): boolean => code === 'unreachable' || code === 'timeout'

function whyMissing({ code, message }: Problem): string {
  if (isAway(code)) return 'This picture is not on this device, and the service cannot be reached now.'
  switch (code) {
    case 'not-found':
      return 'The service does not have this picture any more.'
    case 'not-found-here':
      return 'This picture is not on this device any more.'
    default:
      return `This picture cannot be read: ${message}`
  }
}

export const notHere = () => appError('not-found-here', 'This file is not here any more.')

const remoteKey = (remoteId: RemoteId): string =>
  `r-${createHash('sha256').update(remoteId).digest('hex').slice(0, 40)}`

/** The key of the file's bytes among those of its library. */
export function keyOf({ content, remoteId, id }: Pick<LibraryItem, 'content' | 'remoteId' | 'id'>): string {
  const { sha256 } = content ?? {}
  return sha256 !== undefined && /^[0-9a-f]{64}$/.test(sha256) ? sha256 : remoteKey(remoteId ?? id)
}

/** A limit that a refusal states in bytes. */
function limitIn(messages: readonly string[]): number | undefined {
  const stated = /larger than (\d+) bytes/.exec(messages.join(' '))?.[1]
  return stated === undefined ? undefined : Number(stated)
}

const inMB = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
