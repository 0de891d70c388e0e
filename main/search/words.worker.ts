import { parentPort, workerData } from 'node:worker_threads'
import { sayAnswer, type FromAsked } from '../../node/asked-worker'
import { openEngine, type WordsFiles } from './words-here'
import type { ToWords } from './words-thread'

/** The thread of the search for words: it answers queries, and indexes changes between them. */
const port = parentPort!
const report = (error: unknown) =>
  port.postMessage({ kind: 'error', message: String(error) } satisfies FromAsked)
const { engine, index, source } = openEngine(workerData as WordsFiles, report)

const QUIET_MS = 300
/** The longest time that a query waits for the end of a portion. */
const PORTION_MS = 60
/** How often long texts that are not due yet are checked again. */
const AGAIN_MS = 30_000
let timer: NodeJS.Timeout | undefined

function later(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    try {
      later(engine.catchUp(PORTION_MS) ? AGAIN_MS : 0)
    } catch (error) {
      report(error)
      later(AGAIN_MS)
    }
  }, delayMs)
}

port.on('message', (message: ToWords) => {
  switch (message.kind) {
    case 'wake':
      return later(QUIET_MS)
    case 'find':
      return void sayAnswer(port, message.id, () => engine.find(message.ask))
    case 'ids':
      // Thousands of ids cost ten times as much to copy one by one as in one string.
      return void sayAnswer(port, message.id, () => JSON.stringify(engine.ids(message.query, message.limit)))
    case 'close':
      clearTimeout(timer)
      source.close()
      index.close()
      return port.close()
  }
})
later(0)
