import type { FileSummary } from '../../../shared/ipc/ipc-files'
import type { Sessions } from '../sessions'
import type { ActionParts } from './batch-tag-actions'
import { undoing } from './undoable-operation'

/** Actions on the files of the library and on the files of a backup. */
export interface FileActions {
  /** Deletes a file, with undo. The links to the file stay in the texts. */
  deleteFile(file: FileSummary): Promise<void>
  /** Gives up an upload and removes its links from the texts. */
  removeUpload(file: FileSummary): Promise<void>
  /** Backs up all texts, including what was just typed, and reports the result. */
  backUp(): Promise<void>
}

export function fileActions({
  client,
  attempt,
  did,
  say,
  sessions,
}: Pick<ActionParts, 'client' | 'attempt' | 'did' | 'say'> & { readonly sessions: Sessions }): FileActions {
  return {
    deleteFile: (file) =>
      attempt(async () => {
        await client.ask('file.delete', { ids: [file.id] })
        const used = file.uses === 0 ? '' : '. Texts that show it keep their links'
        const done = `Deleted “${file.name}”`
        const undo = undoing(say, done, () => did('file.restore', { ids: [file.id] }))
        say(`${done}${used}`, [{ label: 'Undo', run: () => void undo() }])
      }),
    removeUpload: (file) =>
      attempt(async () => {
        await Promise.all([...sessions.all()].map((session) => session.flush()))
        await client.ask('file.remove', { id: file.id })
        say(`Removed “${file.name}” and its links`)
      }),
    backUp: () =>
      attempt(async () => {
        await sessions.flushAll()
        await client.ask('backups.run', undefined)
        const { problem, folder } = await client.ask('backups.get', undefined)
        say(problem ?? `Backed up to ${folder}`)
      }),
  }
}
