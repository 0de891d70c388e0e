import { parentPort, workerData } from 'node:worker_threads'
import { openEngine, type WordsFiles } from './words-here'
import type { FromWords, ToWords } from './words-thread'

/** The thread of the search for words: answers, and takes in what has moved between the questions. */
const port = parentPort!
const trouble = (error: unknown) => tell({ kind: 'trouble', message: String(error) })
const { engine, index, source } = openEngine(workerData as WordsFiles, trouble)

const QUIET_MS = 300
/** A question waits no longer than this for a portion to end. */
const PORTION_MS = 60
/** Long texts that wait for their time are looked at again. */
const AGAIN_MS = 30_000
let timer: NodeJS.Timeout | undefined

function later(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    try {
      later(engine.catchUp(PORTION_MS) ? AGAIN_MS : 0)
    } catch (error) {
      trouble(error)
      later(AGAIN_MS)
    }
  }, delayMs)
}

const tell = (message: FromWords) => port.postMessage(message)

port.on('message', (message: ToWords) => {
  switch (message.kind) {
    case 'wake':
      return later(QUIET_MS)
    case 'find':
    case 'ids':
      try {
        // Thousands of ids cost ten times as much to copy one by one as in one string.
        const value =
          message.kind === 'find'
            ? engine.find(message.ask)
            : JSON.stringify(engine.ids(message.query, message.limit))
        return tell({ kind: 'answer', id: message.id, value })
      } catch (error) {
        return tell({ kind: 'failed', id: message.id, message: String(error) })
      }
    case 'close':
      clearTimeout(timer)
      source.close()
      index.close()
      return port.close()
  }
})
later(0)
