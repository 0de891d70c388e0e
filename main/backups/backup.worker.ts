import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '../../shared/thrown'
import { backUp } from './back-up'
import { openBackupIndex } from '../store/backup-index'
import type { BackupAnswer, BackupAsked } from './backup-thread'

/** Runs one backup in a thread other than the one that handles keys. */
const { job, index: file } = workerData as BackupAsked
const answer = (message: BackupAnswer) => parentPort?.postMessage(message)
try {
  const index = openBackupIndex(file)
  try {
    answer({ kind: 'done', done: backUp(job, index) })
  } finally {
    index.close()
  }
} catch (error) {
  answer({ kind: 'failed', reason: messageOf(error) })
}
