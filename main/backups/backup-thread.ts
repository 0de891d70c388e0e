import { startWorker } from '../system/start-worker'
import type { BackupDone, BackupJob } from './back-up'

export interface BackupAsked {
  readonly job: BackupJob
  /** The file of the index. */
  readonly index: string
}

export type BackupAnswer =
  | { readonly kind: 'done'; readonly done: BackupDone }
  /** A sentence for the writer. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Runs one backup in a thread of its own. Never rejects. */
export function backUpInThread(asked: BackupAsked): Promise<BackupAnswer> {
  return new Promise((resolve) => {
    const worker = startWorker(import.meta.url, 'backup', asked)
    worker.unref()
    worker.once('message', (answer: BackupAnswer) => resolve(answer))
    worker.once('error', (error) => resolve({ kind: 'failed', reason: String(error) }))
    worker.once('exit', () => resolve({ kind: 'failed', reason: 'The backup was ended before it was done.' }))
  })
}
