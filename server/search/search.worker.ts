import { parentPort, workerData } from 'node:worker_threads'
import { remoteEmbedding } from './embedding-remote'
import { createSearch } from './search'
import { endWith, sayAnswer, type FromAsked } from '../../node/asked-worker'
import type { SearchThreadData, ToSearchThread } from './search-thread'
import { openSearchSource } from '../store/search/search-source'

/** Runs search in a thread of its own, so that neither a search nor indexing delays the service. */
const port = parentPort!
/** Indexing continues at the next start: ending it early loses nothing. */
const CLOSE_MS = 1_000
const { databasePath, folder, embedding } = workerData as SearchThreadData
const onError = (error: unknown) =>
  port.postMessage({ kind: 'error', message: String(error) } satisfies FromAsked)

const source = openSearchSource(databasePath)
const search = createSearch({
  source,
  folder,
  embedding:
    embedding === undefined
      ? { kind: 'built-in' }
      : {
          kind: 'given',
          provider: remoteEmbedding(embedding, {
            fetch: globalThis.fetch,
            now: () => performance.now(),
            wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
            onError,
          }),
        },
  clock: Date.now,
  onError,
})

port.on('message', (message: ToSearchThread) => {
  switch (message.kind) {
    case 'changed':
      return message.accountIds.forEach((accountId) => search.onDocumentChanged(accountId, 0))
    case 'search':
      return void sayAnswer(port, message.id, () => search.search(message.accountId, message.query))
    case 'chunk':
      return void sayAnswer(port, message.id, () =>
        search.chunk(message.accountId, message.documentId, message.chunkId),
      )
    case 'settle':
      return void sayAnswer(port, message.id, () => search.settled())
    case 'close':
      return void endWith(() => search.close().finally(() => source.close()), CLOSE_MS)
  }
})
