import type { Handlers } from '../../shared/ipc/ipc'
import type { BACKUP_COMMANDS } from '../../shared/ipc/ipc-backups'
import type { FileDialogs } from '../app/file-dialogs'
import type { Backups } from '../backups/backups'
import type { Restoring } from '../backups/restoring'
import type { OpenLibrary } from '../connections/open-libraries'
import type { SettingsFile } from '../system/settings'

interface BackupCommandParts<Sender> {
  readonly backups: Backups
  readonly restoring: Restoring
  readonly dialogs: FileDialogs<Sender>
  readonly settings: SettingsFile
  readonly settingsChanged: () => void
  readonly showFolder: (folder: string) => Promise<void>
  readonly windows: { requirePress(sender: Sender): void }
}

/** The commands about backups; each handler passes its input to a module. */
export function createBackupCommands<Sender>({
  backups,
  restoring,
  dialogs,
  settings,
  settingsChanged,
  showFolder,
  windows,
}: BackupCommandParts<Sender>): Pick<Handlers<Sender, OpenLibrary>, keyof typeof BACKUP_COMMANDS> {
  return {
    'backups.get': () => backups.state(),
    'backups.run': () => backups.runNow(),
    async 'backups.choose-folder'(_nothing, sender) {
      const folder = await dialogs.chooseBackupFolder(sender)
      if (folder === undefined || folder === backups.state().folder) return
      settings.set({ backupFolder: folder })
      settingsChanged()
      await backups.folderChanged()
      void backups.runNow()
    },
    async 'backups.show-folder'(_nothing, sender) {
      windows.requirePress(sender)
      await showFolder(backups.state().folder)
    },
    'restore.moments': (_nothing, library) => restoring.moments(library),
    'restore.plan': (input, library, sender) => restoring.plan(input, library, sender),
    'restore.list': (input, library) => restoring.list(input, library),
    'restore.start': (input, library, sender) => restoring.start(input, library, sender),
    'restore.undo': (_nothing, library, sender) => restoring.undo(library, sender),
  }
}
