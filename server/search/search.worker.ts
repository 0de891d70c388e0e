import { parentPort, workerData } from 'node:worker_threads'
import { remoteEmbedding } from './embedding-remote'
import { createSearch } from './search'
import type { FromSearchThread, SearchThreadData, ToSearchThread } from './search-thread'
import { openSearchSource } from '../store/search/search-source'

/** Search in a thread of its own, so that neither a search nor indexing holds up the service. */
const port = parentPort!
const { databasePath, folder, embedding } = workerData as SearchThreadData
const tell = (message: FromSearchThread) => port.postMessage(message)
const onError = (error: unknown) => tell({ kind: 'trouble', message: String(error) })

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

const answer = (id: number, work: Promise<unknown>) =>
  work.then(
    (value) => tell({ kind: 'answer', id, value }),
    (error: unknown) => tell({ kind: 'failed', id, message: String(error) }),
  )

port.on('message', (message: ToSearchThread) => {
  switch (message.kind) {
    case 'changed':
      return message.accountIds.forEach((accountId) => search.onDocumentChanged(accountId, 0))
    case 'search':
      return void answer(message.id, search.search(message.accountId, message.query))
    case 'chunk':
      return void answer(message.id, search.chunk(message.accountId, message.documentId, message.chunkId))
    case 'settle':
      return void answer(message.id, search.settled())
    case 'close':
      return void search.close().finally(() => {
        source.close()
        port.close()
      })
  }
})
