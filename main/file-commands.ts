import { copyFile } from 'node:fs/promises'
import type { FILE_COMMANDS, AddedFile } from '../shared/ipc-files'
import type { PORTING_COMMANDS } from '../shared/ipc-porting'
import type { Handlers } from '../shared/ipc'
import type { Porting } from './porting/porting'
import { storageError } from './store/storage-error'
import type { Workspace } from './workspace'

/** What the system's dialogs answer with; they belong to the window that asks. */
export interface FileDialogs<Sender> {
  /** Files to be read; empty where nothing was chosen. */
  chooseFiles(sender: Sender): Promise<readonly string[]>
  /** A folder, or a zip, to be imported. */
  chooseSource(sender: Sender, from: 'folder' | 'zip'): Promise<string | undefined>
  /** Where an export goes. */
  chooseFolder(sender: Sender): Promise<string | undefined>
  /** Where to write a file of this name; `undefined`: nowhere. */
  chooseTarget(sender: Sender, name: string): Promise<string | undefined>
}

export interface FileCommandParts<Sender> {
  readonly now: () => Workspace
  readonly dialogs: FileDialogs<Sender>
  readonly porting: Porting
}

/** A line or two for each command about files, import and export: contract to module. */
export function createFileCommands<Sender>({
  now,
  dialogs,
  porting,
}: FileCommandParts<Sender>): Pick<
  Handlers<Sender>,
  keyof typeof FILE_COMMANDS | keyof typeof PORTING_COMMANDS
> {
  return {
    'file.add': (input) => now().attachments.add(input),
    async 'file.choose'(_nothing, sender) {
      const added: AddedFile[] = []
      for (const file of await dialogs.chooseFiles(sender)) added.push(await now().attachments.addFrom(file))
      return added
    },
    'files.list': () => now().attachments.list(),
    'file.uses': (input) => now().attachments.uses(input),
    'file.edit': (input) => now().attachments.edit(input),
    'file.delete': (input) => now().attachments.delete(input),
    'file.restore': (input) => now().attachments.restore(input),
    'file.remove': (input) => now().attachments.remove(input),
    async 'file.save-as'({ link }, sender) {
      const { path, name } = await now().attachments.open(link)
      const target = await dialogs.chooseTarget(sender, name)
      if (target === undefined) return { saved: false }
      await copyFile(path, target).catch((error: unknown) => {
        throw storageError(error, target)
      })
      return { saved: true }
    },

    async 'import.plan'({ from }, sender) {
      const file = await dialogs.chooseSource(sender, from)
      return file === undefined ? null : porting.plan(file)
    },
    'import.start': (input) => porting.import(input),
    async 'export.start'(input, sender) {
      if (input.goOn === true) return porting.goOnExporting()
      const into = await dialogs.chooseFolder(sender)
      return into === undefined ? null : porting.export(input, into, `${now().record().name} export`)
    },
    'drafts.add': (input) => porting.addDrafts(input),
    'drafts.take': () => porting.takeDrafts(),
    'porting.cancel': () => porting.cancel(),
  }
}
