import { workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'

/** Checkpoints the log of a library into its file, as far as readers allow, and ends. */
const database = new DatabaseSync(workerData as string, { timeout: 5_000 })
try {
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
} finally {
  database.close()
}
