import { HEADER } from '../../shared/api/api'
import type { ChunkRecord } from '../../shared/api/api-records'
import type { RemoteEmbedding } from './embedding-remote'
import { Refusal } from '../http/refusal'
import type { Search } from './search'
import type { SearchAnswer, SearchQuery } from '../http/search-port'
import { askedWorker, type AskedWorker, type FromAsked } from '../../node/asked-worker'
import { startWorker } from '../../node/start-worker'

export interface SearchThreadData {
  readonly databasePath: string
  readonly folder: string
  /** `undefined`: the built-in embedding. */
  readonly embedding: RemoteEmbedding | undefined
}

/** A request without the `id` that pairs it with its answer. */
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

const away = () =>
  new Refusal(503, { message: 'Search is not there just now; try again.' }, { [HEADER.retryAfter]: '1' })

const FIRST_RESTART_MS = 1_000
const LAST_RESTART_MS = 60_000
/** Changes within this time are announced together. */
const TELL_MS = 20

/**
 * Search in a worker thread, on the database at `databasePath`. A thread that dies is restarted; requests in progress
 * fail, and pending indexing is kept. `onError` is called for its failures.
 */
export function openSearchThread(data: SearchThreadData, onError: (error: unknown) => void): Search {
  const changed = new Set<number>()
  let restartMs = FIRST_RESTART_MS
  let running: AskedWorker<Asked> | undefined
  let restart: NodeJS.Timeout | undefined
  let telling: NodeJS.Timeout | undefined
  let isClosed = false

  const start = () => {
    const worker = startWorker(import.meta.url, 'search', data)
    running = askedWorker(worker, { name: 'Search', away, onError })
    worker.on('message', ({ kind }: FromAsked) => {
      if (kind !== 'error') restartMs = FIRST_RESTART_MS
    })
    worker.on('exit', () => {
      running = undefined
      if (isClosed) return
      restart = setTimeout(start, restartMs).unref()
      restartMs = Math.min(LAST_RESTART_MS, restartMs * 2)
    })
  }
  async function ask<T>(question: Asked): Promise<T> {
    if (running === undefined) throw away()
    return running.ask<T>(question)
  }
  const tellOf = (accountId: number) => {
    changed.add(accountId)
    telling ??= setTimeout(() => {
      telling = undefined
      running?.tell({ kind: 'changed', accountIds: [...changed] } satisfies ToSearchThread)
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
      await running?.close()
    },
  }
}
