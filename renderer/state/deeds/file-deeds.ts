import type { FileSummary } from '../../../shared/ipc/ipc-files'
import type { Sessions } from '../sessions'
import type { ManyParts } from './many-tags'

/** What is done to files: those of the library, and those of a backup. */
export interface FileDeeds {
  /** With undo; the links to it stay in the texts. */
  deleteFile(file: FileSummary): Promise<void>
  /** Gives an upload up; its links go from the texts. */
  removeUpload(file: FileSummary): Promise<void>
  /** Of all texts, with what is typed; says what it has come to. */
  backUp(): Promise<void>
}

export function fileDeeds({
  client,
  attempt,
  run,
  say,
  sessions,
}: Pick<ManyParts, 'client' | 'attempt' | 'run' | 'say'> & { readonly sessions: Sessions }): FileDeeds {
  return {
    deleteFile: (file) =>
      attempt(async () => {
        await client.ask('file.delete', { ids: [file.id] })
        const used = file.uses === 0 ? '' : '. Texts that show it keep their links'
        say(`Deleted “${file.name}”${used}`, [
          { label: 'Undo', run: () => void run('file.restore', { ids: [file.id] }) },
        ])
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
        const { trouble, folder } = await client.ask('backups.get', undefined)
        say(trouble ?? `Backed up to ${folder}`)
      }),
  }
}
