import { AppError, appError, type Problem } from '../../shared/problem'
import { endedByItself } from '../../node/asked-worker'
import { answerOf, startWorker } from '../../node/start-worker'
import type { Packed, PackJob } from './pack'
import type { Unpacked, UnpackJob } from './unpack'

export type TransferAsked =
  { readonly kind: 'pack'; readonly job: PackJob } | { readonly kind: 'unpack'; readonly job: UnpackJob }

export type TransferMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly answer: Packed | Unpacked }
  | { readonly kind: 'failed'; readonly problem: Problem }

interface TransferRun {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/**
 * Runs one job in a thread of its own. An abort ends the thread after its current step, and the caller removes
 * unfinished files.
 */
export async function inThread(asked: TransferAsked, { signal, onProgress }: TransferRun): Promise<unknown> {
  if (signal.aborted) throw cancelled()
  const worker = startWorker(import.meta.url, 'transfer', asked)
  try {
    const answer = await answerOf<TransferMessage>(worker, signal, (message) => {
      if (message.kind === 'progress') onProgress(message.done, message.total)
      return message.kind !== 'progress'
    })
    if (answer?.kind === 'done') return answer.answer
    if (answer?.kind === 'failed') throw new AppError(answer.problem)
    throw signal.aborted ? cancelled() : new Error('The thread of the transfer has ended.')
  } finally {
    await endedByItself(worker, { kind: 'end' })
  }
}

export const cancelled = () => appError('cancelled', 'Cancelled. Nothing was changed.')
