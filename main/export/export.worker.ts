import { parentPort, workerData } from 'node:worker_threads'
import type { ExportJob, JobAnswer } from './job'
import { runJob } from './run-job'

const answer = (given: JobAnswer): void => parentPort?.postMessage(given)

runJob(workerData as ExportJob).then(
  (done) => answer({ kind: 'done', done }),
  (error: unknown) =>
    answer({ kind: 'refused', message: error instanceof Error ? error.message : String(error) }),
)
