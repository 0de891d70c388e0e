import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { AsyncCommand, CommandOutput, EventPayload } from '../../shared/ipc/ipc'
import { appError } from '../../shared/problem'
import { folderOf, servedFolderOf, type ConnectionList } from '../connections/list/connection-list'
import type { Mutex } from '../porting/mutex'
import type { SettingsFile } from '../system/settings'
import { storageError } from '../system/storage-error'
import {
  arrivalFolder,
  countSettings,
  decideArrival,
  forgetArrival,
  isDecided,
  settleArrival,
} from './arrival'
import { settingsToCarry } from './carried-settings'
import { FILE_ENDING, FORM, type PackedLibrary } from './manifest'
import { putInPlace, UNFINISHED, type Packed, type PackJob } from './pack'
import { cancelled, inThread } from './transfer-thread'
import { arrivingOf, reportOf, type HereParts, type Planned } from './planned'
import type { Unpacked } from './unpack'

/** *Move everything to another computer*, and *Bring in from another computer*. */
export interface Transfer {
  /** The suggested name of the file. */
  fileName(): string
  readonly pack: AsyncCommand<'transfer.pack', [target: string, by: unknown]>
  /** A dry run: the file is unpacked into a folder of its own and checked; nothing else changes. */
  plan(file: string, by: unknown): Promise<CommandOutput<'transfer.plan'>>
  readonly bringIn: AsyncCommand<'transfer.bring-in', [by: unknown]>
  /** Removes the plan that this caller has made. */
  forget(by: unknown): void
}

export interface TransferParts extends HereParts {
  readonly version: string
  readonly deviceId: string
  readonly list: Pick<ConnectionList, 'all' | 'removed' | 'put'>
  readonly settings: SettingsFile
  readonly settingsChanged: () => void
  readonly words: {
    readonly list: () => Promise<readonly string[]>
    readonly add: (words: readonly string[]) => void
  }
  /** Resolves when all words in windows are on the disk; rejects where they cannot be written. */
  readonly handOver: () => Promise<void>
  /** Tells windows that the list of libraries has changed. */
  readonly listChanged: () => void
  readonly tell: (progress: EventPayload<'porting.progressed'>) => void
  readonly mutex: Mutex
  readonly run?: typeof inThread
}

const UNSETTLED =
  'Not everything you chose is here yet. Stet continues at its next start, or when you choose a file again.'
const MB = 1_000_000
/** The folder for copies of databases that are being written into a file. */
export const SCRATCH = 'transfer-out'

export function createTransfer(parts: TransferParts): Transfer {
  const { profile, list, mutex, run = inThread } = parts
  let planned: Planned | undefined
  let plans = 0
  const onProgress = (done: number, total: number) =>
    parts.tell({ kind: 'transfer', done: Math.floor(done / MB), total: Math.ceil(total / MB) })

  function forget(): void {
    planned = undefined
    forgetArrival(profile)
  }

  /** Completes a decided arrival, even where the disk did not take all of it at first. */
  function settle(): void {
    try {
      settleArrival({ profile, list, settings: parts.settings, addWords: parts.words.add })
    } catch (error) {
      const { code, message } = storageError(error, profile).problem
      throw appError(code, `${message} ${UNSETTLED}`)
    } finally {
      parts.settingsChanged()
      parts.listChanged()
    }
  }

  return {
    fileName: () => `Stet transfer ${new Date(parts.now()).toISOString().slice(0, 10)}${FILE_ENDING}`,

    pack: ({ libraries: ids }, target, by) =>
      mutex.runExclusive(async (signal) => {
        const libraries = chosenOf(ids, parts)
        if (libraries.length === 0) throw appError('invalid-input', 'Choose a library.')
        await parts.handOver()
        const job = jobOf(libraries, target, parts)
        try {
          const { bytes, missing } = (await run({ kind: 'pack', job }, { signal, onProgress })) as Packed
          if (signal.aborted) throw cancelled()
          putInPlace(target)
          return { file: target, bytes, libraries: libraries.length, missing }
        } catch (error) {
          if (signal.aborted) {
            await rm(target + UNFINISHED, { force: true }).catch(() => {})
            await rm(job.scratch, { recursive: true, force: true }).catch(() => {})
          }
          throw error
        }
      }, by),

    plan: (file, by) =>
      mutex.runExclusive(async (signal) => {
        if (isDecided(profile)) settle()
        forget()
        try {
          const job = { file, folder: arrivalFolder(profile), version: parts.version }
          const unpacked = (await run({ kind: 'unpack', job }, { signal, onProgress })) as Unpacked
          planned = { number: ++plans, by, unpacked }
          return reportOf(planned, countSettings(profile, parts.settings, await parts.words.list()), parts)
        } catch (error) {
          forget()
          throw error
        }
      }, by),

    bringIn: ({ plan, libraries, withSettings }, by) =>
      mutex.runExclusive(async () => {
        if (planned?.number !== plan) throw appError('not-allowed', 'Choose the file again.')
        const coming = arrivingOf(planned, libraries, parts)
        planned = undefined
        try {
          decideArrival(profile, { libraries: coming, withSettings })
        } catch (error) {
          forget()
          throw storageError(error, profile)
        }
        settle()
        return {
          libraries: coming
            .filter(({ connection }) => connection.removedAt === undefined)
            .map(({ connection: { id, name } }) => ({ id, name })),
        }
      }, by),

    forget(by) {
      if (planned?.by === by) forget()
    },
  }
}

/** The requested connections of the list; removed ones only where all are requested. */
function chosenOf(ids: readonly string[] | null, { listed, list }: TransferParts): PackedLibrary[] {
  const packed = ({ id, name, kind, address }: Omit<PackedLibrary, 'isRemoved'>) => ({
    id,
    name,
    kind,
    address,
  })
  const shown = listed().map(packed)
  if (ids !== null) return shown.filter(({ id }) => ids.includes(id))
  return [...shown, ...list.removed().map((one) => ({ ...packed(one), isRemoved: true }))]
}

function jobOf(
  libraries: PackedLibrary[],
  target: string,
  { profile, version, deviceId, settings, now }: TransferParts,
): PackJob {
  return {
    target,
    profile,
    scratch: path.join(profile, SCRATCH),
    head: {
      stetTransfer: FORM,
      version,
      writtenAt: new Date(now()).toISOString(),
      computer: os.hostname().slice(0, 255),
      device: deviceId,
      libraries,
    },
    folders: libraries.map(({ id, kind }) => ({
      library: folderOf(profile, id),
      ...(kind === 'embedded' && { served: servedFolderOf(profile, id) }),
    })),
    settings: settingsToCarry(settings.get(), settings.isSet),
  }
}
