import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { keyForm } from '../../../shared/ipc/ipc-connections'
import { omit } from '../../documents/core/step'
import { isRecord, listIn, openProfileFile, readEntries, type Decoded } from '../../system/profile-file'
import { writeAtomically } from '../../system/atomic-write'
import { attempt } from '../../../shared/thrown'

/**
 * The id of the library that the app itself serves; it always exists and is never removed. Other libraries that the app
 * serves came from another computer.
 */
export const EMBEDDED_ID = 'embedded'
/**
 * Stands for the address of a service whose library was found on this device without its list entry; it names no host
 * (RFC 6761).
 */
const UNKNOWN_ADDRESS = 'https://unknown.invalid'
const NAME_MAX = 100

const known = z
  .object({
    id: z.string().regex(/^[a-z0-9-]{1,64}$/),
    name: z.string().transform(connectionName).pipe(z.string().min(1)),
    kind: z.enum(['embedded', 'service']),
    /** `{base_url}` of the content API; empty for the embedded service, whose port differs at every start. */
    address: z.string().max(2_000),
    /** The form in which this service accepts the key (requirement D1); where it is absent the key's prefix decides. */
    form: keyForm.optional(),
    /**
     * When the writer removed the connection from the list, in milliseconds since the epoch; its library stays on this
     * device for a time.
     */
    removedAt: z.number().int().optional(),
    /**
     * When a removed library will be deleted, and when that was last computed
     * (`main/connections/list/removed-time.ts`).
     */
    deletion: z.object({ at: z.number().int(), seenAt: z.number().int() }).optional(),
    /**
     * Whether the library sends in the background: changes that a move brought, or changes that waited when the writer
     * left it (`left`).
     */
    sending: z.union([z.boolean(), z.literal('left')]).optional(),
    /** How many changes of a removed library its service did not have. */
    unsent: z.number().int().optional(),
    /** Identifies the library in the transfer file with which it came from another computer (`main/transfer`). */
    cameAs: z.string().max(100).optional(),
  })
  .refine(({ id, kind }) => id !== EMBEDDED_ID || kind === 'embedded')
export type KnownConnection = Readonly<z.infer<typeof known>>

/** One entry; `undefined` where it is not valid. */
export const readConnection = (json: unknown): KnownConnection | undefined => known.safeParse(json).data

const EMBEDDED: KnownConnection = { id: EMBEDDED_ID, name: 'My library', kind: 'embedded', address: '' }

export interface ConnectionList {
  /** All connections except the removed ones. */
  all(): readonly KnownConnection[]
  /** Connections that the writer has removed and that are still on this device, in the order of the list. */
  removed(): readonly KnownConnection[]
  /** Connections to services with this address, including removed ones; the latest first. */
  withAddress(address: string): readonly KnownConnection[]
  /** The active connection; never a removed one. */
  active(): KnownConnection
  /**
   * Adds a connection at the end, or replaces the one with the same id in its place. Its name is cut to the allowed
   * length, and gets a number where another connection that is not removed has the same name.
   */
  put(connection: KnownConnection): void
  remove(id: string): void
  activate(id: string): KnownConnection | undefined
}

/** The folder in which the embedded service keeps the library of this connection. */
export const servedFolderOf = (profile: string, connectionId: string): string =>
  connectionId === EMBEDDED_ID
    ? path.join(profile, 'service')
    : path.join(folderOf(profile, connectionId), 'service')

/** The folder in which a connection keeps its library on this device. */
export const folderOf = (profile: string, connectionId: string): string =>
  path.join(profile, 'connections', connectionId)

export const libraryFileIn = (folder: string): string => path.join(folder, 'library.db')

/** The database of the embedded service in its folder. */
export const servedFileIn = (folder: string): string => path.join(folder, 'content.sqlite')

/** The name of the library in this folder, as noted in the folder itself. */
export const nameInFolder = (profile: string, id: string): string =>
  (noted(profile, id) ?? (id === EMBEDDED_ID ? EMBEDDED : unnamed(id))).name

/** The connection without the marks of its removal. */
export const withoutRemoval = (removed: KnownConnection): KnownConnection =>
  omit(removed, 'removedAt', 'deletion', 'unsent')

/** The name, with a number added where a library has that name already. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${connectionName(name.slice(0, NAME_MAX - 10))} (${count})`
    if (!taken.has(free)) return free
  }
}

/** The connection with a name that is unique among those that the writer can choose. */
function withFreeName(one: KnownConnection, all: readonly KnownConnection[]): KnownConnection {
  if (one.removedAt !== undefined) return one
  const others = all.filter(({ id, removedAt }) => id !== one.id && removedAt === undefined)
  return { ...one, name: freeName(one.name, new Set(others.map(({ name }) => name))) }
}

function withDistinctNames(all: readonly KnownConnection[]): readonly KnownConnection[] {
  const named: KnownConnection[] = []
  for (const one of all) named.push(withFreeName(one, named))
  return named
}

/** A valid connection name: trimmed, at most 100 characters, without half a character at its end. */
export function connectionName(typed: string): string {
  const name = typed.trim()
  return name.length <= NAME_MAX ? name : name.slice(0, NAME_MAX).replace(/[\uD800-\uDBFF]$/, '')
}

/**
 * The connections of this profile, in `connections.json`; keys are not in this file but in `secrets.ts`. Unreadable
 * entries stay in the file and do not affect others. Each library's folder names its connection in `connection.json`,
 * so that a library that the list has lost is listed again; `warn` is called with a sentence for the writer.
 */
export function openConnectionList(
  profile: string,
  warn: (sentence: string) => void = () => {},
): ConnectionList {
  const file = openProfileFile(
    path.join(profile, 'connections.json'),
    'the list of your libraries',
    decode,
    warn,
  )
  let current: ListFile = { ...file.value, connections: withDistinctNames(file.value.connections) }
  const store = (next: ListFile) => {
    file.write(encode(next))
    current = next
  }
  const find = (id: string) => current.connections.find((connection) => connection.id === id)

  const found = foundIn(profile, new Set(current.connections.map(({ id }) => id)))
  if (found.length > 0) {
    const next = { ...current, connections: withDistinctNames([...current.connections, ...found]) }
    try {
      store(next)
    } catch {
      // They are in the list all the same, and are found again at the next start.
      current = next
    }
    // A connection from the environment is not listed until a start without that environment.
    const missed = found.filter(({ id }) => !id.startsWith('env-'))
    if (missed.length > 0) warn(sayFound(missed))
  }

  return {
    all: () => current.connections.filter(({ removedAt }) => removedAt === undefined),
    removed: () => current.connections.filter(({ removedAt }) => removedAt !== undefined),
    withAddress: (address) =>
      current.connections.filter((one) => one.kind === 'service' && one.address === address).reverse(),
    active() {
      const chosen = find(current.activeId)
      return chosen?.removedAt === undefined ? (chosen ?? EMBEDDED) : EMBEDDED
    },
    put(given) {
      const connection = withFreeName(known.parse(given), current.connections)
      const at = current.connections.findIndex(({ id }) => id === connection.id)
      const connections =
        at < 0 ? [...current.connections, connection] : current.connections.with(at, connection)
      store({ ...current, connections })
      noteInFolder(folderOf(profile, connection.id), connection)
    },
    remove(id) {
      store({ ...current, connections: current.connections.filter((one) => one.id !== id) })
    },
    activate(id) {
      const chosen = find(id)
      if (chosen !== undefined) store({ ...current, activeId: id })
      return chosen
    },
  }
}

interface ListFile {
  readonly activeId: string
  readonly connections: readonly KnownConnection[]
  /** The entries of the file, including those that could not be read. */
  readonly entries: readonly unknown[]
  /** Other values of the file. */
  readonly rest: Readonly<Record<string, unknown>>
}

function decode(json: unknown): Decoded<ListFile> {
  const entries = listIn(json, 'connections') ?? []
  const ids = new Set<string>()
  const { known: connections, unread } = readEntries(entries, (entry) => {
    const one = readConnection(entry)
    if (one === undefined || ids.has(one.id)) return undefined
    ids.add(one.id)
    return one
  })
  const rest = isRecord(json) ? json : {}
  const activeId = typeof rest['activeId'] === 'string' ? rest['activeId'] : EMBEDDED_ID
  return {
    value: {
      activeId,
      connections: ids.has(EMBEDDED_ID) ? connections : [EMBEDDED, ...connections],
      entries,
      rest,
    },
    unread: json !== undefined && listIn(json, 'connections') === undefined ? [json] : unread,
  }
}

/** Keeps every entry that this version cannot read and, in the others, every value that it does not know. */
function encode({ activeId, connections, entries, rest }: ListFile): unknown {
  const unread: unknown[] = []
  const raw = new Map<string, Readonly<Record<string, unknown>>>()
  for (const entry of entries) {
    const id = readConnection(entry)?.id
    if (id === undefined || raw.has(id) || !isRecord(entry)) unread.push(entry)
    else raw.set(id, entry)
  }
  const written = connections.map((connection) => {
    const before = (raw.get(connection.id) ?? {}) as Partial<KnownConnection>
    return { ...omit(before, 'removedAt', 'deletion', 'unsent', 'sending'), ...connection }
  })
  return { ...rest, activeId, connections: [...written, ...unread] }
}

const NOTE = 'connection.json'

/**
 * Notes in the folder of a library which connection it belongs to. A failure is ignored, because the list has the same
 * facts.
 */
export function noteInFolder(folder: string, connection: KnownConnection): void {
  const file = path.join(folder, NOTE)
  const text = JSON.stringify(connection, null, 2) + '\n'
  try {
    if (!fs.existsSync(folder) || (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text)) return
    writeAtomically(file, text)
  } catch {
    // The next start tries again.
  }
}

/** Libraries on this device that no entry of the list names. */
function foundIn(profile: string, listed: ReadonlySet<string>): readonly KnownConnection[] {
  const ids = attempt(() => fs.readdirSync(path.join(profile, 'connections'))) ?? []
  return ids
    .filter((id) => !listed.has(id) && fs.existsSync(libraryFileIn(folderOf(profile, id))))
    .flatMap((id) => noted(profile, id) ?? readConnection(unnamed(id)) ?? [])
}

function noted(profile: string, id: string): KnownConnection | undefined {
  const note = notedIn(folderOf(profile, id))
  return note?.id === id ? note : undefined
}

/** The connection that the folder names as its own. */
export const notedIn = (folder: string): KnownConnection | undefined =>
  attempt(() => readConnection(JSON.parse(fs.readFileSync(path.join(folder, NOTE), 'utf8'))))

const unnamed = (id: string): KnownConnection => ({
  id,
  name: `Library found on this device (${id.slice(0, 12)})`,
  kind: 'service',
  address: UNKNOWN_ADDRESS,
})

const sayFound = (found: readonly KnownConnection[]): string =>
  found.length === 1
    ? `A library on this device was missing from your list and is listed again: “${found[0]?.name ?? ''}”.`
    : `${found.length} libraries on this device were missing from your list and are listed again.`
