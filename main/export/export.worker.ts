import { parentPort, workerData } from 'node:worker_threads'
import type { ExportJob, JobAnswer } from './job'
import { runJob } from './run-job'

const answer = (given: JobAnswer): void => parentPort?.postMessage(given)

try {
  answer({ kind: 'done', done: await runJob(workerData as ExportJob) })
} catch (error) {
  const { message, code } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  answer({ kind: 'refused', message, ...(code !== undefined && { code }) })
}
