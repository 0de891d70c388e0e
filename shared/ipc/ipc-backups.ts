import { z } from 'zod'
import { documentId } from './ipc-records'
import { listed } from './ipc-porting'
import { appCommand, appEvent, libraryCommand, nothing } from './ipc-scope'

const backupState = z.object({
  folder: z.string().max(10_000),
  isRunning: z.boolean(),
  /** The time of the last backup, ISO 8601; null: none yet. */
  lastAt: z.string().nullable(),
  /** Why the last backup failed, as a sentence. */
  problem: z.string().max(20_000).nullable(),
})
export type BackupState = Readonly<z.infer<typeof backupState>>

const count = z.number().int()
const moment = z.iso.datetime().max(40)
/** The number of a version in the backup folder. */
const versionId = z.number().int().positive()
const chosenIds = z.array(versionId).max(100_000)

/**
 * A text that a restore would change or bring back, or whose backup cannot be restored: its file does not exist now
 * (`missing`), or differs from what was written (`damaged`).
 */
const restoreListed = z.object({
  id: versionId,
  documentId,
  title: z.string(),
  /** Names of its folders. */
  folder: z.string(),
  /** The time of the backup, ISO 8601. */
  at: z.string(),
  state: z.enum(['new', 'changed', 'missing', 'damaged']),
  /** The first words of the backup. */
  excerpt: z.string(),
})
export type RestoreListed = Readonly<z.infer<typeof restoreListed>>

/** The effect that a restore would have; planning changes nothing. */
const restoreReport = z.object({
  /** The requested moment. */
  at: z.string(),
  /** Documents that are gone from the library and would come back. */
  new: count,
  /** Documents in the library with other words. */
  changed: count,
  same: count,
  missing: count,
  damaged: count,
})
export type RestoreReport = Readonly<z.infer<typeof restoreReport>>

export const BACKUP_COMMANDS = {
  'backups.get': appCommand(nothing, backupState),
  /** Resolves when the backup is finished. */
  'backups.run': appCommand(nothing, nothing),
  /** Asks the writer for the folder, which does not change where none is chosen. */
  'backups.choose-folder': appCommand(nothing, nothing),
  'backups.show-folder': appCommand(nothing, nothing),
  /** The times of this library's backups, newest first. */
  'restore.moments': libraryCommand(
    nothing,
    z.array(z.object({ at: z.string(), isBeforeRestore: z.boolean() })),
  ),
  'restore.plan': libraryCommand(z.object({ at: moment }), restoreReport),
  /**
   * The plan for this moment, without unchanged texts; refused where another window has planned for another moment
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
  /**
   * Backs up the present texts first. Existing texts are replaced as by their history; deleted ones become new drafts.
   */
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
      /** `false` where it was cancelled. */
      isComplete: z.boolean(),
    }),
  ),
  /** Undoes the last restore; documents that somebody has changed since stay and are counted. */
  'restore.undo': libraryCommand(nothing, z.object({ documents: count, skipped: count })),
} as const

export const BACKUP_EVENTS = { 'backups.changed': appEvent(backupState) } as const
