import { parentPort, workerData } from 'node:worker_threads'
import { storageError } from '../system/storage-error'
import { pack } from './pack'
import type { TransferAsked, TransferMessage } from './transfer-thread'
import { unpack } from './unpack'

/** Writes or reads one transfer file in a thread other than the one that handles keys. */
const { kind, job } = workerData as TransferAsked
// The only message to this thread is the request to end.
parentPort?.once('message', () => process.exit())
const tell = (message: TransferMessage) => parentPort?.postMessage(message)
let toldAt = 0
const onProgress = (done: number, total: number) => {
  if (Date.now() - toldAt < 100 && done < total) return
  toldAt = Date.now()
  tell({ kind: 'progress', done, total })
}
try {
  tell({ kind: 'done', answer: await (kind === 'pack' ? pack(job, onProgress) : unpack(job, onProgress)) })
} catch (error) {
  const file = kind === 'pack' ? job.target : job.file
  const { problem } = storageError(error, file)
  tell({ kind: 'failed', problem })
}
