import { appError } from '../../shared/problem'
import { startWorker } from '../system/start-worker'
import type { ExportJob, JobAnswer, JobDone } from './job'

/** Longer than the largest library takes by far: then something in the text has no end. */
const JOB_MS = 10 * 60_000

/** Megabytes of JavaScript objects; pictures and bytes come on top. */
const JOB_MEMORY = 3_000

const tooLarge = () => appError('too-large', 'This is too large for one file. Export it in parts.')

/** A failure of the disk is told by whoever knows the file that was asked for. */
const refusedWith = ({ message, code }: Extract<JobAnswer, { kind: 'refused' }>, { file }: ExportJob) =>
  code !== undefined && file !== undefined
    ? Object.assign(new Error(message), { code })
    : appError('unexpected', `This could not be written: ${message}`)

/** Runs a job in a thread of its own, which ends with it, when `signal` is aborted, and when it takes more than it may. */
export function runInThread(job: ExportJob, signal: AbortSignal): Promise<JobDone> {
  return new Promise((resolve, reject) => {
    const worker = startWorker(import.meta.url, 'export', job, { maxOldGenerationSizeMb: JOB_MEMORY })
    const end = (finish: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      worker.removeAllListeners()
      worker.on('error', () => {})
      // The thread writes no more when the caller hears of its end.
      void worker.terminate().then(finish, finish)
    }
    const cancel = () => end(() => reject(appError('cancelled', 'Cancelled.')))
    const timer = setTimeout(() => end(() => reject(tooLarge())), JOB_MS)
    signal.addEventListener('abort', cancel, { once: true })
    worker.on('message', (answer: JobAnswer) =>
      end(() => (answer.kind === 'done' ? resolve(answer.done) : reject(refusedWith(answer, job)))),
    )
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error)),
    )
    worker.on('exit', () => end(() => reject(tooLarge())))
    if (signal.aborted) cancel()
  })
}
