import { appError } from '../../shared/problem'
import { answerOf, startWorker } from '../../node/start-worker'
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
    // The thread writes no more when the caller hears of its end.
    await worker.terminate()
  }
}
