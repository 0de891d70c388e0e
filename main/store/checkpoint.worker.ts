import { workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'

/** Brings into the file of a library what its log holds, as far as readers let it, and ends. */
const database = new DatabaseSync(workerData as string, { timeout: 5_000 })
try {
  database.exec('PRAGMA wal_checkpoint(PASSIVE)')
} finally {
  database.close()
}
