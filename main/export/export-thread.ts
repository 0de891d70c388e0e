import { appError } from '../../shared/problem'
import { answerOf, startWorker } from '../../node/start-worker'
import type { ExportJob, JobAnswer, JobDone } from './job'

/** Far longer than the largest library takes; after this time some text is assumed to cause an endless loop. */
const JOB_MS = 10 * 60_000

/** The limit for JavaScript objects, in megabytes; pictures and bytes are not included. */
const JOB_MEMORY = 3_000

const tooLarge = () => appError('too-large', 'This is too large for one file. Export it in parts.')

/** The refusal as an AppError; for a failure of the disk it names the requested file. */
const refusedWith = ({ message, code }: Extract<JobAnswer, { kind: 'refused' }>, { file }: ExportJob) =>
  code !== undefined && file !== undefined
    ? Object.assign(new Error(message), { code })
    : appError('unexpected', `This could not be written: ${message}`)

/**
 * Runs a job in a thread of its own, which ends with the job, when `signal` is aborted, and when it exceeds its limits.
 */
export async function runInThread(job: ExportJob, signal: AbortSignal): Promise<JobDone> {
  const worker = startWorker(import.meta.url, 'export', job, { maxOldGenerationSizeMb: JOB_MEMORY })
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(JOB_MS)])
    const answer = await answerOf<JobAnswer>(worker, inTime)
    if (answer?.kind === 'done') return answer.done
    if (answer !== undefined) throw refusedWith(answer, job)
    throw signal.aborted ? appError('cancelled', 'Cancelled.') : tooLarge()
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error
  } finally {
    // When the caller learns of the end, the thread must have stopped writing.
    await worker.terminate()
  }
}
