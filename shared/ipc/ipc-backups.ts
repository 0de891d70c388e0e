import { z } from 'zod'
import { appCommand, appEvent } from './ipc-scope'

const nothing = z.void()

export const backupState = z.object({
  folder: z.string().max(10_000),
  isRunning: z.boolean(),
  /** ISO 8601; null: none yet. */
  lastAt: z.string().nullable(),
  /** Why the last one did not succeed, as a sentence. */
  trouble: z.string().max(20_000).nullable(),
})
export type BackupState = Readonly<z.infer<typeof backupState>>

export const BACKUP_COMMANDS = {
  'backups.get': appCommand(nothing, backupState),
  /** Answers when the backup is over. */
  'backups.run': appCommand(nothing, nothing),
  /** Asks the writer for the folder; it stays as it is where none is chosen. */
  'backups.choose-folder': appCommand(nothing, nothing),
  'backups.show-folder': appCommand(nothing, nothing),
} as const

export const BACKUP_EVENTS = { 'backups.changed': appEvent(backupState) } as const
