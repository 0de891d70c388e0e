import type { Worker } from 'node:worker_threads'
import { HEADER } from '../../shared/api/api'
import type { ChunkRecord } from '../../shared/api/api-records'
import type { RemoteEmbedding } from './embedding-remote'
import { Refusal } from '../http/refusal'
import type { Search } from './search'
import type { SearchAnswer, SearchQuery } from '../http/search-port'
import { startWorker } from '../../node/start-worker'

export interface SearchThreadData {
  readonly databasePath: string
  /** Where the indexes are kept. */
  readonly folder: string
  /** `undefined`: built in. */
  readonly embedding: RemoteEmbedding | undefined
}

/** Without the `id` that pairs it with its answer. */
type Asked =
  | { readonly kind: 'search'; readonly accountId: number; readonly query: SearchQuery }
  | {
      readonly kind: 'chunk'
      readonly accountId: number
      readonly documentId: number
      readonly chunkId: number
    }
  | { readonly kind: 'settle' }

export type ToSearchThread =
  | (Asked & { readonly id: number })
  | { readonly kind: 'changed'; readonly accountIds: readonly number[] }
  | { readonly kind: 'close' }

export type FromSearchThread =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'trouble'; readonly message: string }

const away = () =>
  new Refusal(503, { message: 'Search is not there just now; try again.' }, { [HEADER.retryAfter]: '1' })

const FIRST_RESTART_MS = 1_000
const LAST_RESTART_MS = 60_000
/** Indexing goes on where it was at the next start: ending it in the middle loses nothing. */
const CLOSE_MS = 1_000
/** Writes of so long a time are told of together. */
const TELL_MS = 20

/**
 * Search in a worker thread over the database at `databasePath`. A thread that dies is started again; what it was
 * asked meanwhile fails, what it had to index is still there. `onError` hears of its troubles.
 */
export function openSearchThread(data: SearchThreadData, onError: (error: unknown) => void): Search {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  const changed = new Set<number>()
  let lastId = 0
  let restartMs = FIRST_RESTART_MS
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined
  let telling: NodeJS.Timeout | undefined
  let isClosed = false

  const start = () => {
    const started = startWorker(import.meta.url, 'search', data)
    worker = started
    started.on('message', (message: FromSearchThread) => {
      if (message.kind === 'trouble') return onError(new Error(`Search: ${message.message}`))
      restartMs = FIRST_RESTART_MS
      const asker = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'answer') asker?.resolve(message.value as never)
      else asker?.reject(new Error(`Search: ${message.message}`))
    })
    started.on('error', onError)
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const asker of waiting.values()) asker.reject(away())
      waiting.clear()
      if (isClosed) return
      restart = setTimeout(start, restartMs).unref()
      restartMs = Math.min(LAST_RESTART_MS, restartMs * 2)
    })
  }
  const send = (message: ToSearchThread) => worker?.postMessage(message)
  const ask = <T>(message: Asked): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (worker === undefined) return reject(away())
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      send({ ...message, id })
    })
  const tellOf = (accountId: number) => {
    changed.add(accountId)
    telling ??= setTimeout(() => {
      telling = undefined
      send({ kind: 'changed', accountIds: [...changed] })
      changed.clear()
    }, TELL_MS).unref()
  }
  start()

  return {
    onDocumentChanged: tellOf,
    onDocumentDeleted: tellOf,
    search: (accountId, query) => ask<SearchAnswer>({ kind: 'search', accountId, query }),
    chunk: (accountId, documentId, chunkId) =>
      ask<ChunkRecord | undefined>({ kind: 'chunk', accountId, documentId, chunkId }),
    settled: () => ask<void>({ kind: 'settle' }),
    async close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(restart)
      clearTimeout(telling)
      const ending = worker
      if (ending === undefined) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      send({ kind: 'close' })
      const cut = setTimeout(() => void ending.terminate(), CLOSE_MS)
      await ended
      clearTimeout(cut)
    },
  }
}
