import { z } from 'zod'
import { documentId } from './ipc-records'
import { listed } from './ipc-porting'
import { appCommand, appEvent, libraryCommand, nothing } from './ipc-scope'

const backupState = z.object({
  folder: z.string().max(10_000),
  isRunning: z.boolean(),
  /** ISO 8601; null: none yet. */
  lastAt: z.string().nullable(),
  /** Why the last one did not succeed, as a sentence. */
  trouble: z.string().max(20_000).nullable(),
})
export type BackupState = Readonly<z.infer<typeof backupState>>

const count = z.number().int()
const moment = z.iso.datetime().max(40)
/** Of one version in the backup folder. */
const versionId = z.number().int().positive()
const chosenIds = z.array(versionId).max(100_000)

/**
 * A text that a restore would change or bring back, or whose backup cannot be: its file is not there now (`missing`), or
 * does not hold what was written (`damaged`).
 */
const restoreListed = z.object({
  id: versionId,
  documentId,
  title: z.string(),
  /** Names of its folders. */
  folder: z.string(),
  /** When it was backed up, ISO 8601. */
  at: z.string(),
  state: z.enum(['new', 'changed', 'missing', 'damaged']),
  /** The first words of the backup. */
  excerpt: z.string(),
})
export type RestoreListed = Readonly<z.infer<typeof restoreListed>>

/** What a restore would do; nothing is changed to find out. */
const restoreReport = z.object({
  /** The moment that was asked for. */
  at: z.string(),
  /** Gone from the library: they would come back. */
  new: count,
  /** Here with other words. */
  changed: count,
  same: count,
  missing: count,
  damaged: count,
})
export type RestoreReport = Readonly<z.infer<typeof restoreReport>>

export const BACKUP_COMMANDS = {
  'backups.get': appCommand(nothing, backupState),
  /** Answers when the backup is over. */
  'backups.run': appCommand(nothing, nothing),
  /** Asks the writer for the folder; it stays as it is where none is chosen. */
  'backups.choose-folder': appCommand(nothing, nothing),
  'backups.show-folder': appCommand(nothing, nothing),
  /** When texts of this library were backed up, newest first. */
  'restore.moments': libraryCommand(
    nothing,
    z.array(z.object({ at: z.string(), isBeforeRestore: z.boolean() })),
  ),
  'restore.plan': libraryCommand(z.object({ at: moment }), restoreReport),
  /**
   * What was planned for this moment, without what is the same; refused where another window has looked at another moment
   * since. `find`: words of titles and folders.
   */
  'restore.list': libraryCommand(
    z.object({
      at: moment,
      offset: count.nonnegative(),
      limit: count.positive().max(200),
      find: z.string().max(1_000),
    }),
    z.object({ total: count, items: z.array(restoreListed) }),
  ),
  /** Backs up the present first. Texts that are here are replaced as by their history, those that are gone become new drafts. */
  'restore.start': libraryCommand(
    z.discriminatedUnion('kind', [
      z.object({ at: moment, kind: z.literal('all'), except: chosenIds }),
      z.object({ at: moment, kind: z.literal('only'), ids: chosenIds }),
    ]),
    z.object({
      changed: count,
      created: count,
      failed: listed,
      failedCount: count,
      /** `false`: it was cancelled. */
      isComplete: z.boolean(),
    }),
  ),
  /** Takes the last restore back; what somebody has changed since stays and is counted. */
  'restore.undo': libraryCommand(nothing, z.object({ documents: count, skipped: count })),
} as const

export const BACKUP_EVENTS = { 'backups.changed': appEvent(backupState) } as const
