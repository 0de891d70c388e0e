import { stateDigest } from '../store/checksum'
import fs from 'node:fs'
import path from 'node:path'
import type { BackupState } from '../../shared/ipc/ipc-backups'
import { appError } from '../../shared/problem'
import type { DocumentId } from '../../shared/terms'
import type { Clock } from '../system/clock'
import { storageError } from '../system/storage-error'
import type { BackupJob } from './back-up'
import {
  AWAY,
  openBackupIndex,
  type BackupFile,
  type BackupIndex,
  type HeldMoment,
} from '../store/backup-index'
import type { BackupAnswer, BackupAsked } from './backup-thread'
import { attempt } from '../../shared/thrown'

const BACKUP_EVERY_MS = 3_600_000
/** How often the app checks whether a backup is due, so that a failed one is soon repeated. */
export const LOOK_EVERY_MS = 600_000
/** The delay before the first check after a start, during which the machine belongs to the writer. */
const FIRST_LOOK_MS = 120_000

export interface BackupsParts {
  readonly profile: string
  readonly clock: Clock
  /** Whether backups are on, and their folder; `null`: the folder beside the profile. */
  readonly wanted: () => { readonly isOn: boolean; readonly folder: string | null }
  readonly libraries: () => BackupJob['libraries']
  readonly run: (asked: BackupAsked) => Promise<BackupAnswer>
  readonly tell: (state: BackupState) => void
  /** Tells the writer; returns a function that takes the message away. */
  readonly raise: (text: string) => () => void
}

/** Copies of all texts as plain files, made in every hour in which a text has changed. */
export interface Backups {
  state(): BackupState
  /** Starts the hourly backups. */
  begin(): void
  /** Makes a backup now, or waits for the one that is being made. */
  runNow(): Promise<void>
  /** Finds the backups in the folder where the index is new, as in a new profile or after damage. */
  ready(): Promise<void>
  /** Handles the choice of another folder: it has all texts after the next backup. */
  folderChanged(): Promise<void>
  /** The versions of a document in the backup folder, newest first. */
  versions(library: string, document: DocumentId): readonly BackupFile[]
  /** The text of one version; throws an AppError where its file cannot be read. */
  read(
    id: number,
  ): Promise<{ readonly title: string; readonly text: string; readonly tags: readonly string[] }>
  /** As in `BackupIndex`; empty where there is no index. */
  moments(library: string, limit: number): readonly number[]
  documents(library: string): readonly DocumentId[]
  /** The last version of a document, and its last version at this moment. */
  between(
    library: string,
    document: DocumentId,
    at: number,
  ): { readonly now: BackupFile | undefined; readonly then: BackupFile | undefined }
  /** Whether the document's text was not on this device at the last backup. */
  isAway(library: string, document: DocumentId): boolean
  goesOnAs(library: string, document: DocumentId, now: DocumentId): void
  heldMoments(): readonly HeldMoment[]
  /**
   * Backs up the present texts, and keeps the versions that were current at this moment. Throws an AppError where that
   * fails.
   */
  backUpPresent(moment: number): Promise<void>
  /** Backs up the present texts, and keeps these versions permanently. Throws an AppError where that fails. */
  holdPresent(): Promise<void>
}

/** The reason why the last backup failed, which the writer is told once, until a backup succeeds. */
function problemTold(raise: BackupsParts['raise']) {
  let sentence: string | null = null
  let takeAway = () => {}
  return {
    now: () => sentence,
    is(next: string | null): void {
      if (next === sentence) return
      sentence = next
      takeAway()
      takeAway = next === null ? () => {} : raise(next)
    },
  }
}

/** Runs one backup, and answers where the index cannot be used either. */
async function answerTo(
  asked: BackupAsked,
  opened: () => BackupIndex,
  run: BackupsParts['run'],
): Promise<BackupAnswer> {
  try {
    opened()
    return await run(asked)
  } catch (error) {
    return { kind: 'failed', reason: storageError(error, asked.index).message }
  }
}

export function createBackups(parts: BackupsParts): Backups {
  const { profile, clock, wanted } = parts
  const file = path.join(profile, 'backups.db')
  const opened = openedLater(file, () => {
    parts.raise(DAMAGED)
    // The next backup reads the folder.
    lastAt = undefined
  })
  let running: Promise<void> | undefined
  let lastAt = lastIn(profile)
  const problem = problemTold(parts.raise)

  const folderOf = () => wanted().folder ?? defaultFolder(profile)
  const state = (): BackupState => ({
    folder: folderOf(),
    isRunning: running !== undefined,
    lastAt: lastAt === undefined ? null : new Date(lastAt).toISOString(),
    problem: problem.now(),
  })

  async function run(): Promise<void> {
    const at = clock.now()
    const job: BackupJob = {
      folder: folderOf(),
      makesFolder: wanted().folder === null,
      libraries: parts.libraries(),
      at,
    }
    const answer = await answerTo({ job, index: file }, opened, parts.run)
    if (answer.kind === 'done') {
      lastAt = at
      problem.is(null)
      noteLast(profile, at)
    } else {
      problem.is(`Your texts could not be backed up. ${answer.reason}`)
    }
  }

  function runNow(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
      parts.tell(state())
    })
    parts.tell(state())
    return running
  }

  const look = () => {
    if (wanted().isOn && isDue(clock.now(), lastAt)) void runNow()
    clock.after(LOOK_EVERY_MS, look)
  }

  async function backUpPresent(): Promise<void> {
    // A running backup may have passed a text that was changed since.
    await running
    await runNow()
    const now = problem.now()
    if (now !== null) throw appError('storage-failed', NOT_BACKED_UP + now)
  }

  return {
    state,
    begin: () => void clock.after(FIRST_LOOK_MS, look),
    runNow,
    async ready() {
      if (fs.existsSync(folderOf()) && attempt(() => opened().isNew()) === true) await runNow()
    },
    async folderChanged() {
      await running
      opened().forget()
      problem.is(null)
      lastAt = undefined
      parts.tell(state())
    },
    ...createAnswers(file, opened),
    async backUpPresent(moment) {
      opened().holdMoment(moment, false)
      await backUpPresent()
    },
    async holdPresent() {
      await backUpPresent()
      if (lastAt !== undefined) opened().holdMoment(lastAt, true)
    },
    read: async (id) => readBackup(fs.existsSync(file) ? opened().version(id) : undefined, folderOf()),
  }
}

/** Whether the next backup is due. A clock that was years ahead must not postpone it for years. */
const isDue = (now: number, lastAt: number | undefined): boolean =>
  lastAt === undefined || now - lastAt >= BACKUP_EVERY_MS || lastAt > now

/**
 * Opens the index at its first use. An index that cannot be opened was damaged: the files in the folder stay, and the
 * next backup reads them.
 */
function openedLater(file: string, damaged: () => void): () => BackupIndex {
  let index: BackupIndex | undefined
  return () => {
    if (index !== undefined) return index
    try {
      index = openBackupIndex(file)
    } catch (error) {
      const failure = storageError(error, file)
      if (failure.problem.code !== 'damaged') throw failure
      for (const end of ['', '-wal', '-shm']) fs.rmSync(file + end, { force: true })
      index = openBackupIndex(file)
      damaged()
    }
    return index
  }
}

/**
 * The answers that come from the index alone; they are empty before the first backup, or where the index cannot be
 * read.
 */
function createAnswers(
  file: string,
  opened: () => BackupIndex,
): Pick<Backups, 'versions' | 'moments' | 'documents' | 'between' | 'isAway' | 'goesOnAs' | 'heldMoments'> {
  function ask<T>(question: (index: BackupIndex) => T, otherwise: T): T {
    try {
      return fs.existsSync(file) ? question(opened()) : otherwise
    } catch {
      return otherwise
    }
  }
  return {
    versions: (library, document) => ask((found) => found.versions(library, document), []),
    moments: (library, limit) => ask((found) => found.moments(library, limit), []),
    documents: (library) => ask((found) => found.documents(library), []),
    between: (library, document, at) =>
      ask(
        (found) => ({
          now: found.asOf(library, document, Number.MAX_SAFE_INTEGER),
          then: found.asOf(library, document, at),
        }),
        { now: undefined, then: undefined },
      ),
    isAway: (library, document) => ask((found) => found.of(library, document)?.mark === AWAY, false),
    goesOnAs: (library, document, now) => ask((found) => found.goesOnAs(library, document, now), undefined),
    heldMoments: () => ask((found) => found.heldMoments(), []),
  }
}

async function readBackup(version: BackupFile | undefined, folder: string): ReturnType<Backups['read']> {
  const place = version && path.join(folder, ...version.file.split('/'))
  const content = place && (await fs.promises.readFile(place, 'utf8').catch(() => undefined))
  if (version === undefined || content === undefined)
    throw appError('not-found-here', 'The file of this backup is not in the backup folder now.')
  const { readFrontMatter } = await import('../porting/front-matter')
  const {
    text,
    fields: { tags = [] },
  } = readFrontMatter(content)
  if (stateDigest(version.title, Buffer.from(text)) !== version.digest)
    throw appError('damaged', 'The file of this backup is not as it was written. Import shows what is in it.')
  return { title: version.title, text, tags }
}

const DAMAGED = 'The list of your backups was damaged. It is made again from the files in the backup folder.'
const NOT_BACKED_UP = 'Nothing is restored, as the texts of now could not be backed up first. '

const defaultFolder = (profile: string): string => `${profile} backups`

const lastFile = (profile: string): string => path.join(profile, 'last-backup')

/** When the last backup was made, in milliseconds since the epoch. */
function lastIn(profile: string): number | undefined {
  const at = Number(attempt(() => fs.readFileSync(lastFile(profile), 'utf8')))
  return Number.isFinite(at) && at > 0 ? at : undefined
}

/**
 * Notes the time of the last backup. If the disk rejects the file, the next start only makes a backup sooner than
 * necessary.
 */
const noteLast = (profile: string, at: number): void =>
  attempt(() => fs.writeFileSync(lastFile(profile), String(at), { mode: 0o600 }))
