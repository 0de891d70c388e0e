import { AppError, appError, type Problem } from '../../shared/problem'
import { startWorker } from '../system/start-worker'
import type { Packed, PackJob } from './pack'
import type { Unpacked, UnpackJob } from './unpack'

export type TransferAsked =
  { readonly kind: 'pack'; readonly job: PackJob } | { readonly kind: 'unpack'; readonly job: UnpackJob }

export type TransferMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly answer: Packed | Unpacked }
  | { readonly kind: 'failed'; readonly problem: Problem }

export interface TransferRun {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** Runs one in a thread of its own; an abort ends the thread, and whoever asked clears away what it began. */
export async function inThread(asked: TransferAsked, { signal, onProgress }: TransferRun): Promise<unknown> {
  if (signal.aborted) throw cancelled()
  const worker = startWorker(import.meta.url, 'transfer', asked)
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(cancelled()))
      worker.on('message', (message: TransferMessage) => {
        if (message.kind === 'progress') onProgress(message.done, message.total)
        else if (message.kind === 'done') resolve(message.answer)
        else reject(new AppError(message.problem))
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread of the transfer has ended.')))
    })
  } finally {
    await worker.terminate()
  }
}

const cancelled = () => appError('cancelled', 'Cancelled. Nothing was changed.')
