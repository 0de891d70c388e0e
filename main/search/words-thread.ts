import type { SearchHit } from '../../shared/ipc/ipc-search'
import { appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import { askedWorker, type AskedWorker } from '../../node/asked-worker'
import { startWorker } from '../../node/start-worker'
import type { WordsAsk } from './words'
import type { Words, WordsFiles } from './words-here'

type Asked =
  | { readonly kind: 'find'; readonly ask: WordsAsk }
  | { readonly kind: 'ids'; readonly query: string; readonly limit: number }
export type ToWords =
  (Asked & { readonly id: number }) | { readonly kind: 'wake' } | { readonly kind: 'close' }

/** Changes within this time are announced together. */
const TELL_MS = 150
/**
 * The texts that the thread reads are garbage at once: V8 would let three times as much accumulate as the 8 MB in use,
 * and main as well.
 */
const LIMITS = { maxYoungGenerationSizeMb: 4 }

/**
 * Search for words in a worker thread, so that no key waits for the index. A thread that dies is restarted at the next
 * query.
 */
export function openWordsThread(files: WordsFiles, report: (error: unknown) => void): Words {
  let running: AskedWorker<Asked> | undefined
  let telling: NodeJS.Timeout | undefined
  let isClosed = false

  function start(): AskedWorker<Asked> {
    const worker = startWorker(import.meta.url, 'words', files, LIMITS)
    worker.unref()
    worker.on('exit', () => (running = undefined))
    return (running = askedWorker(worker, { name: 'words', away, onError: report }))
  }

  async function ask<T>(question: Asked): Promise<T> {
    if (isClosed) throw away()
    return (running ?? start()).ask<T>(question)
  }

  return {
    find: (asked) => ask<readonly SearchHit[]>({ kind: 'find', ask: asked }),
    ids: async (query, limit) =>
      JSON.parse(await ask<string>({ kind: 'ids', query, limit })) as readonly DocumentId[],
    wake() {
      telling ??= setTimeout(() => {
        telling = undefined
        if (!isClosed) (running ?? start()).tell({ kind: 'wake' } satisfies ToWords)
      }, TELL_MS).unref()
    },
    async close() {
      isClosed = true
      clearTimeout(telling)
      await running?.close()
    },
  }
}

const away = () => appError('unexpected', 'Search on this device is not ready; try again.')
