import { answerOf, startWorker } from '../../node/start-worker'
import type { BackupDone, BackupJob } from './back-up'

export interface BackupAsked {
  readonly job: BackupJob
  readonly index: string
}

export type BackupAnswer =
  | { readonly kind: 'done'; readonly done: BackupDone }
  /** `reason` is a sentence for the writer. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Runs one backup in a thread of its own. It never rejects. */
export async function backUpInThread(asked: BackupAsked): Promise<BackupAnswer> {
  const worker = startWorker(import.meta.url, 'backup', asked)
  worker.unref()
  try {
    const answer = await answerOf<BackupAnswer>(worker)
    return answer ?? { kind: 'failed', reason: 'The backup was interrupted.' }
  } catch (error) {
    return { kind: 'failed', reason: String(error) }
  }
}
