import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { CommandInput, CommandOutput, EventPayload } from '../../shared/ipc/ipc'
import { AppError, problem } from '../../shared/problem'
import {
  connectionName,
  folderOf,
  servedFolderOf,
  type ConnectionList,
  type KnownConnection,
} from '../connections/connection-list'
import type { Mutex } from '../porting/mutex'
import type { SettingsFile } from '../system/settings'
import {
  arrivalFolder,
  countSettings,
  decideArrival,
  forgetArrival,
  settleArrival,
  type Arriving,
} from './arrival'
import { settingsToCarry } from './carried-settings'
import { FILE_ENDING, FORM, type PackedLibrary } from './manifest'
import type { Packed } from './pack'
import { inThread } from './transfer-thread'
import type { Unpacked } from './unpack'

/** *Move everything to another computer*, and *Bring in from another computer*. */
export interface Transfer {
  /** What the file is called unless the writer says otherwise. */
  fileName(): string
  pack(
    input: CommandInput<'transfer.pack'>,
    target: string,
    by: unknown,
  ): Promise<CommandOutput<'transfer.pack'>>
  /** A dry run: the file is unpacked beside all that is here, and checked. */
  plan(file: string, by: unknown): Promise<CommandOutput<'transfer.plan'>>
  bringIn(input: CommandInput<'transfer.bring-in'>, by: unknown): Promise<CommandOutput<'transfer.bring-in'>>
  /** What this one has planned is taken away again. */
  forget(by: unknown): void
}

export interface TransferParts {
  readonly profile: string
  readonly version: string
  readonly deviceId: string
  readonly list: Pick<ConnectionList, 'all' | 'removed' | 'put'>
  /** The libraries of the list, with the one of the environment. */
  readonly listed: () => readonly Pick<KnownConnection, 'id' | 'name' | 'kind' | 'address'>[]
  readonly settings: SettingsFile
  readonly settingsChanged: () => void
  readonly words: {
    readonly list: () => Promise<readonly string[]>
    readonly add: (words: readonly string[]) => void
  }
  /** All that windows have is on the disk when this resolves; it throws where that cannot be. */
  readonly handOver: () => Promise<void>
  /** Windows are told of other libraries. */
  readonly listChanged: () => void
  readonly tell: (progress: EventPayload<'porting.progressed'>) => void
  readonly mutex: Mutex
  readonly now: () => number
  readonly newUuid: () => string
  readonly run?: typeof inThread
}

interface Planned {
  readonly number: number
  readonly by: unknown
  readonly unpacked: Unpacked
}

const MB = 1_000_000
/** Copies of databases that are being written into a file. */
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

  /** Those of the list that are asked for; removed ones only with all others. */
  function chosen(ids: readonly string[] | null): PackedLibrary[] {
    const shown = parts.listed().map(({ id, name, kind, address }) => ({ id, name, kind, address }))
    if (ids !== null) return shown.filter(({ id }) => ids.includes(id))
    const removed = list.removed().map(({ id, name, kind, address }) => ({ id, name, kind, address }))
    return [...shown, ...removed.map((one) => ({ ...one, isRemoved: true }))]
  }

  const cameAs = (unpacked: Unpacked, index: number): string =>
    `${unpacked.head.device.slice(0, 36)}/${unpacked.head.libraries[index]?.id ?? ''}`

  function reportOf({ number, unpacked }: Planned, counted: ReturnType<typeof countSettings>) {
    const { head, libraries } = unpacked
    const known = [...list.all(), ...list.removed()]
    return {
      plan: number,
      computer: head.computer,
      writtenAt: head.writtenAt,
      libraries: head.libraries.map(({ name, kind, address, isRemoved }, index) => {
        const twin = known.find((one) => one.cameAs === cameAs(unpacked, index))
        const neighbour = known.find((one) => kind === 'service' && one.address === address)
        return {
          name: connectionName(name) || 'Library',
          kind,
          address: kind === 'service' ? address : '',
          ...(libraries[index] ?? { documents: 0, unsent: 0, recovered: 0 }),
          ...(isRemoved === true && { isRemoved }),
          ...(twin && { cameBefore: twin.name }),
          ...(neighbour && { sameService: neighbour.name }),
        }
      }),
      ...counted,
    }
  }

  function arriving({ unpacked }: Planned, wanted: readonly number[]): readonly Arriving[] {
    const taken = new Set([...parts.listed(), ...list.removed()].map(({ id }) => id))
    const names = new Set(parts.listed().map(({ name }) => name))
    return wanted.flatMap((index) => {
      const packed = unpacked.head.libraries[index]
      if (packed === undefined) return []
      const id = freeId(packed, taken)
      const name = freeName(connectionName(packed.name) || 'Library', unpacked.head.computer, names)
      taken.add(id)
      names.add(name)
      const removed = packed.isRemoved === true
      return {
        index,
        from: packed.id,
        connection: {
          id,
          name,
          kind: packed.kind,
          address: packed.kind === 'service' ? packed.address : '',
          cameAs: cameAs(unpacked, index),
          // Nobody has looked yet what its service has: only the writer deletes it.
          ...(removed && { removedAt: parts.now(), unsent: 1 }),
        },
      }
    })
  }

  /** The same id where that is free: a start with the service's address in the environment finds its library again. */
  const freeId = ({ id, kind }: PackedLibrary, taken: ReadonlySet<string>): string =>
    kind === 'service' && /^(?:c|env)-[a-z0-9-]{1,60}$/.test(id) && !taken.has(id)
      ? id
      : `c-${parts.newUuid()}`

  return {
    fileName: () => `Stet transfer ${new Date(parts.now()).toISOString().slice(0, 10)}${FILE_ENDING}`,

    pack: ({ libraries: ids }, target, by) =>
      mutex.runExclusive(async (signal) => {
        const libraries = chosen(ids)
        if (libraries.length === 0) throw new AppError(problem('invalid-input', 'Choose a library.'))
        await parts.handOver()
        const job = {
          target,
          profile,
          scratch: path.join(profile, SCRATCH),
          head: {
            stetTransfer: FORM,
            version: parts.version,
            writtenAt: new Date(parts.now()).toISOString(),
            computer: os.hostname().slice(0, 255),
            device: parts.deviceId,
            libraries,
          },
          folders: libraries.map(({ id, kind }) => ({
            library: folderOf(profile, id),
            ...(kind === 'embedded' && { served: servedFolderOf(profile, id) }),
          })),
          settings: settingsToCarry(parts.settings.get(), parts.settings.isSet),
        }
        try {
          const { bytes, missing } = (await run({ kind: 'pack', job }, { signal, onProgress })) as Packed
          return { file: target, megabytes: Math.ceil(bytes / MB), libraries: libraries.length, missing }
        } catch (error) {
          if (signal.aborted) {
            await rm(`${target}.part`, { force: true }).catch(() => {})
            await rm(job.scratch, { recursive: true, force: true }).catch(() => {})
          }
          throw error
        }
      }, by),

    plan: (file, by) =>
      mutex.runExclusive(async (signal) => {
        forget()
        try {
          const job = { file, folder: arrivalFolder(profile), version: parts.version }
          const unpacked = (await run({ kind: 'unpack', job }, { signal, onProgress })) as Unpacked
          planned = { number: ++plans, by, unpacked }
          return reportOf(planned, countSettings(profile, parts.settings, await parts.words.list()))
        } catch (error) {
          forget()
          throw error
        }
      }, by),

    bringIn: ({ plan, libraries, withSettings }, by) =>
      // eslint-disable-next-line typescript/require-await
      mutex.runExclusive(async () => {
        if (planned?.number !== plan) throw new AppError(problem('not-allowed', 'Choose the file once more.'))
        const coming = arriving(planned, libraries)
        planned = undefined
        decideArrival(profile, { libraries: coming, withSettings })
        settleArrival({ profile, list, settings: parts.settings, addWords: parts.words.add })
        parts.settingsChanged()
        parts.listChanged()
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

/** A name that no library here has. */
function freeName(name: string, computer: string, taken: ReadonlySet<string>): string {
  const from = connectionName(`${name.slice(0, 60)} (from ${computer.trim().slice(0, 24) || 'elsewhere'})`)
  for (let count = 1; ; count++) {
    const next = count === 1 ? name : count === 2 ? from : `${from.slice(0, 94)} ${count - 1}`
    if (!taken.has(next)) return next
  }
}
