import type { Worker } from 'node:worker_threads'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import { AppError, problem } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { startWorker } from '../../node/start-worker'
import type { WordsAsk } from './words'
import type { Words, WordsFiles } from './words-here'

type Asked =
  | { readonly kind: 'find'; readonly ask: WordsAsk }
  | { readonly kind: 'ids'; readonly query: string; readonly limit: number }
export type ToWords =
  (Asked & { readonly id: number }) | { readonly kind: 'wake' } | { readonly kind: 'close' }
export type FromWords =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'trouble'; readonly message: string }

/** Moves of so long a time are told of together. */
const TELL_MS = 150
const CLOSE_MS = 3_000
/** What it reads to index is garbage at once: V8 would let three times the 8 MB gather that it holds, and main with it. */
const LIMITS = { maxYoungGenerationSizeMb: 4 }

/** Search for words in a worker thread, so that no key waits for the index. A thread that dies is started again when it is asked. */
export function openWordsThread(files: WordsFiles, report: (error: unknown) => void): Words {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let worker: Worker | undefined
  let lastId = 0
  let telling: NodeJS.Timeout | undefined
  let isClosed = false

  function start(): Worker {
    const started = startWorker(import.meta.url, 'words', files, LIMITS)
    started.unref()
    started.on('message', (message: FromWords) => {
      if (message.kind === 'trouble') return report(new Error(`words: ${message.message}`))
      const asker = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'answer') asker?.resolve(message.value as never)
      else asker?.reject(new Error(`words: ${message.message}`))
    })
    started.on('error', report)
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const asker of waiting.values()) asker.reject(new AppError(away))
      waiting.clear()
    })
    return started
  }

  const ask = <T>(message: Asked): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (isClosed) return reject(new AppError(away))
      worker ??= start()
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.postMessage({ ...message, id } satisfies ToWords)
    })

  return {
    find: (asked) => ask<readonly SearchHit[]>({ kind: 'find', ask: asked }),
    ids: async (query, limit) =>
      JSON.parse(await ask<string>({ kind: 'ids', query, limit })) as readonly DocumentId[],
    wake() {
      telling ??= setTimeout(() => {
        telling = undefined
        if (isClosed) return
        worker ??= start()
        worker.postMessage({ kind: 'wake' } satisfies ToWords)
      }, TELL_MS).unref()
    },
    async close() {
      isClosed = true
      clearTimeout(telling)
      const ending = worker
      if (ending === undefined) return
      const ended = new Promise((resolve) => ending.once('exit', resolve))
      ending.postMessage({ kind: 'close' } satisfies ToWords)
      const cut = setTimeout(() => void ending.terminate(), CLOSE_MS)
      await ended
      clearTimeout(cut)
    },
  }
}

const away = problem('unexpected', 'Search on this device is not ready; try again.')
