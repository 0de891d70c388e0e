import { AppError, problem } from '../../shared/problem'
import { startWorker } from '../system/start-worker'
import type { ExportJob, JobAnswer, JobDone } from './job'

/** Longer than the largest library takes by far: then something in the text has no end. */
const JOB_MS = 10 * 60_000

/** Megabytes of JavaScript objects; pictures and bytes come on top. */
const JOB_MEMORY = 3_000

const tooLarge = () =>
  new AppError(problem('too-large', 'This is too large for one file. Export it in parts.'))

/** Runs a job in a thread of its own, which ends with it, when `signal` is aborted, and when it takes more than it may. */
export function runInThread(job: ExportJob, signal: AbortSignal): Promise<JobDone> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(import.meta.url, 'export', job, { maxOldGenerationSizeMb: JOB_MEMORY })
    const end = (finish: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      worker.removeAllListeners()
      worker.on('error', () => {})
      void worker.terminate()
      finish()
    }
    const cancel = () => end(() => reject(new AppError(problem('cancelled', 'Cancelled.'))))
    const timer = setTimeout(() => end(() => reject(tooLarge())), JOB_MS)
    signal.addEventListener('abort', cancel, { once: true })
    worker.on('message', (answer: JobAnswer) =>
      end(() =>
        answer.kind === 'done'
          ? resolve(answer.done)
          : reject(new AppError(problem('unexpected', `This could not be written: ${answer.message}`))),
      ),
    )
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error)),
    )
    worker.on('exit', () => end(() => reject(tooLarge())))
    if (signal.aborted) cancel()
  })
}
