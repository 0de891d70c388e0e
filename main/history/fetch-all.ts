import type { FetchProgress } from '../../shared/ipc/ipc-history'
import { AppError, type Problem } from '../../shared/problem'
import type { DocumentId, RemoteId } from '../../shared/terms'
import type { Clock } from '../system/clock'
import type { VersionStore } from '../store/versions/versions'
import type { ApiClient } from '../sync/http/api-client'
import type { Connection } from '../sync/service/connection'
import { backgroundPauseMs } from '../sync/service/connection-state'
import { wait } from '../sync/pull/pages'
import { fetchVersion, rowOf } from './history'
import { versionPages } from './version-pages'

/** Reads every version of a document onto this device; versions that were read are kept, however the work ends. */
export interface FetchAll {
  start(input: { readonly id: DocumentId }): void
  stop(input: { readonly id: DocumentId }): void
  close(): void
}

interface FetchAllParts {
  readonly client: ApiClient
  readonly connection: Connection
  readonly clock: Clock
  readonly versions: VersionStore
  readonly remoteIdOf: (id: DocumentId) => RemoteId | undefined
  /** The length of the text on this device, in characters. */
  readonly lengthOf: (id: DocumentId) => number
  readonly onProgress: (progress: FetchProgress) => void
  /** Reports a fault of the program itself. */
  readonly report: (error: unknown) => void
}

const TOLD_EVERY_MS = 200
const TRIES = 4

export function createFetchAll(parts: FetchAllParts): FetchAll {
  const { client, connection, clock, versions } = parts
  const running = new Map<DocumentId, AbortController>()
  /** True once the database is closed: then nothing is read or announced. */
  let isClosed = false

  async function run(id: DocumentId, remoteId: RemoteId, signal: AbortSignal): Promise<void> {
    let total = versions.count(id).known
    let toldAt = 0
    const tell = (state: FetchProgress['state'], note?: string) => {
      if (isClosed) return
      const { known, here } = versions.count(id)
      if (state === 'running' && clock.now() - toldAt < TOLD_EVERY_MS) return
      toldAt = clock.now()
      parts.onProgress({
        id,
        state,
        done: here,
        total: Math.max(total, known),
        ...(note !== undefined && { note }),
      })
    }
    const ended = (failure?: Problem) =>
      signal.aborted ? tell('cancelled') : failure ? tell('failed', failure.message) : undefined
    let last: string | undefined
    tell('running')
    for await (const page of versionPages({ client, remoteId, length: parts.lengthOf(id), signal })) {
      if (page.kind === 'failed') return ended(page.problem)
      await versions.put(id, page.rows.map(rowOf), last)
      if (isClosed) return
      last = page.rows.at(-1)?.id ?? last
      total = page.total ?? total
      tell('running')
      await wait(clock, backgroundPauseMs(connection.current()), signal)
      if (signal.aborted) return ended()
    }
    if (isClosed) return
    let missing = 0
    let versionId: string | undefined
    while ((versionId = versions.nextMissing(id, versionId)) !== undefined) {
      const outcome = await patiently(remoteId, versionId, signal)
      if (signal.aborted) return ended()
      if ('code' in outcome) {
        // A version that disappears meanwhile does not stop the others.
        if (outcome.code !== 'not-found' && outcome.code !== 'bad-answer') return ended(outcome)
        missing++
      } else await versions.put(id, [outcome])
      if (isClosed) return
      tell('running')
      await wait(clock, backgroundPauseMs(connection.current()), signal)
    }
    tell('done', missing === 0 ? undefined : `${missing} of them could not be read from the service.`)
  }

  async function patiently(remoteId: RemoteId, versionId: string, signal: AbortSignal) {
    for (let tries = 1; ; tries++)
      try {
        return await fetchVersion(client, remoteId, versionId, signal)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { retryAfterMs } = error.problem
        if (retryAfterMs === undefined || tries === TRIES || signal.aborted) return error.problem
        await wait(clock, retryAfterMs, signal)
      }
  }

  return {
    start({ id }) {
      const remoteId = parts.remoteIdOf(id)
      if (running.has(id)) return
      if (remoteId === undefined) return parts.onProgress({ id, state: 'done', done: 0, total: 0 })
      const stopping = new AbortController()
      running.set(id, stopping)
      void run(id, remoteId, stopping.signal)
        .catch(parts.report)
        .finally(() => running.delete(id))
    },
    stop: ({ id }) => running.get(id)?.abort(),
    close() {
      isClosed = true
      for (const stopping of running.values()) stopping.abort()
    },
  }
}
