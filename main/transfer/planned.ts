import { existsSync } from 'node:fs'
import type { CommandOutput } from '../../shared/ipc/ipc'
import {
  connectionName,
  folderOf,
  type ConnectionList,
  type KnownConnection,
} from '../connections/list/connection-list'
import type { Arriving, countSettings } from './arrival'
import type { PackedLibrary } from './manifest'
import type { Unpacked } from './unpack'

/** A dry run that can be carried out; its number identifies it. */
export interface Planned {
  readonly number: number
  readonly by: unknown
  readonly unpacked: Unpacked
}

/** The libraries and settings that this device has already. */
export interface HereParts {
  readonly profile: string
  readonly list: Pick<ConnectionList, 'all' | 'removed'>
  /** The connections of the list, and the one of the environment. */
  readonly listed: () => readonly Pick<KnownConnection, 'id' | 'name' | 'kind' | 'address'>[]
  readonly now: () => number
  readonly newUuid: () => string
}

/** The same bound as in the list (`main/connections/list/connection-list.ts`). */
const CAME_AS_MAX = 100

/** Identifies the library of a file, so that it is recognised where it is brought in twice. */
const cameAs = ({ head }: Unpacked, index: number): string =>
  `${head.device.slice(0, 36)}/${head.libraries[index]?.id ?? ''}`.slice(0, CAME_AS_MAX)

export function reportOf(
  { number, unpacked }: Planned,
  counted: ReturnType<typeof countSettings>,
  { list }: HereParts,
): NonNullable<CommandOutput<'transfer.plan'>> {
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

/**
 * The libraries at these indexes of the file, and the connection that each becomes here; each gets a unique id and
 * name.
 */
export function arrivingOf(
  { unpacked }: Planned,
  wanted: readonly number[],
  parts: HereParts,
): readonly Arriving[] {
  const taken = new Set([...parts.listed(), ...parts.list.removed()].map(({ id }) => id))
  const names = new Set(parts.listed().map(({ name }) => name))
  // A folder that no list names may exist all the same, and no folder is overwritten.
  const isTaken = (id: string) => taken.has(id) || existsSync(folderOf(parts.profile, id))
  return [...new Set(wanted)].flatMap((index) => {
    const packed = unpacked.head.libraries[index]
    if (packed === undefined) return []
    const id = freeId(packed, isTaken, parts.newUuid)
    const name = freeName(connectionName(packed.name) || 'Library', unpacked.head.computer, names)
    taken.add(id)
    names.add(name)
    const { kind, address } = packed
    const connection: KnownConnection = {
      id,
      name,
      kind,
      address: kind === 'service' ? address : '',
      cameAs: cameAs(unpacked, index),
      // Nobody has checked yet what its service has, so only the writer may delete it.
      ...(packed.isRemoved === true && { removedAt: parts.now(), unsent: 1 }),
    }
    return [{ index, from: packed.id, connection }]
  })
}

/** The same id where it is free: a start with the service's address in the environment then finds its library again. */
const freeId = (
  { id, kind }: PackedLibrary,
  isTaken: (id: string) => boolean,
  newUuid: () => string,
): string =>
  kind === 'service' && /^(?:c|env)-[a-z0-9-]{1,60}$/.test(id) && !isTaken(id) ? id : `c-${newUuid()}`

function freeName(name: string, computer: string, taken: ReadonlySet<string>): string {
  const from = connectionName(`${name.slice(0, 60)} (from ${computer.trim().slice(0, 24) || 'elsewhere'})`)
  for (let count = 1; ; count++) {
    const next = count === 1 ? name : count === 2 ? from : `${from.slice(0, 94)} ${count - 1}`
    if (!taken.has(next)) return next
  }
}
