import { backUp } from '../../main/backups/back-up'
import type { BackupsParts } from '../../main/backups/backups'
import { openBackupIndex } from '../../main/store/backup-index'

/** Makes a backup in this thread. */
export const backUpHere: BackupsParts['run'] = async ({ job, index: file }) => {
  const index = openBackupIndex(file)
  try {
    return { kind: 'done', done: backUp(job, index) }
  } catch (error) {
    return { kind: 'failed', reason: (error as Error).message }
  } finally {
    index.close()
  }
}
