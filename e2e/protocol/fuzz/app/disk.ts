import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { appError } from '../../../../shared/problem'
import type { Database } from '../../../../main/store/database'
import type { Opened } from '../../../../main/store/recovery'
import { emptyLibrary, openBytes } from '../../disk'

/**
 * The disk of one app. The small files of the profile are real. The database of each library is in memory, and its file
 * contains only the number by which the database is found. So moving, copying or deleting the file does the same to the
 * library.
 */
export interface AppDisk {
  /** The profile of the current life. */
  profile(): string
  open(file: string): Opened
  /** Ends a life: the next one finds the state written so far. */
  part(): void
  /** Makes the library of a connection fail to open, as if a newer version had written it, or open again. */
  refuse(connectionId: string, isRefused: boolean): void
  /** Makes every library open again, including removed ones. */
  refuseNone(): void
  /**
   * Simulates a visit of a newer version of the app, which puts an entry that only it understands first in the list of
   * libraries.
   */
  leaveNewerEntry(): void
  /** Whether the list, if it exists, still contains that entry. */
  keepsNewerEntry(): boolean
  /** Makes the disk full, or frees it. */
  fill(isFull: boolean): void
  /** The current contents of the libraries, by connection. */
  contents(): ReadonlyMap<string, Uint8Array>
  dispose(): void
}

interface OpenFile {
  readonly number: number
  readonly database: Database
}

const libraryFiles = (folder: string): readonly string[] =>
  readdirSync(folder)
    .map((name) => join(folder, name, 'library.db'))
    .filter((file) => existsSync(file))

interface ListFile {
  readonly connections: readonly { readonly id?: unknown }[]
}

const NEWER_ENTRY = { id: 'c-newer', kind: 'peer', mesh: ['a', 'b'] }
const hasNewer = ({ connections }: ListFile): boolean => connections.some(({ id }) => id === NEWER_ENTRY.id)

export function createAppDisk(onCommit: () => void): AppDisk {
  const profiles = [mkdtempSync(join(tmpdir(), 'stet-app-'))]
  const stored = new Map<number, Uint8Array>()
  const refused = new Set<string>()
  let open: OpenFile[] = []
  let isFull = false
  let isNewerLeft = false
  let numbers = 0

  const profile = () => profiles.at(-1)!
  const connectionOf = (file: string) => basename(dirname(file))

  const listFile = () => join(profile(), 'connections.json')
  const readList = (): ListFile | undefined =>
    existsSync(listFile()) ? (JSON.parse(readFileSync(listFile(), 'utf8')) as ListFile) : undefined

  function numberOf(file: string): number {
    if (existsSync(file)) return Number(readFileSync(file, 'utf8'))
    const number = ++numbers
    writeFileSync(file, String(number))
    return number
  }

  return {
    profile,
    open(file) {
      if (refused.has(connectionOf(file)))
        throw appError('storage-failed', `${file} was written by a newer version of Stet.`)
      const number = numberOf(file)
      if (open.some((one) => one.number === number)) throw new Error(`${file} is open twice`)
      const database = openBytes(stored.get(number) ?? emptyLibrary(), {
        isFull: () => isFull,
        committed: (one) => void (open.some((known) => known.database === one) && onCommit()),
        closing(one) {
          if (!open.some((known) => known.database === one)) return
          stored.set(number, one.serialize())
          open = open.filter((known) => known.database !== one)
        },
      })
      const opened = { number, database }
      open.push(opened)
      return { database }
    },
    part() {
      for (const { number, database } of open) stored.set(number, database.serialize())
      open = []
      const next = mkdtempSync(join(tmpdir(), 'stet-app-'))
      cpSync(profile(), next, { recursive: true })
      profiles.push(next)
    },
    refuse(connectionId, isRefused) {
      if (isRefused) refused.add(connectionId)
      else refused.delete(connectionId)
    },
    refuseNone: () => refused.clear(),
    leaveNewerEntry() {
      const list = readList()
      if (list === undefined || isNewerLeft) return
      isNewerLeft = true
      writeFileSync(listFile(), JSON.stringify({ ...list, connections: [NEWER_ENTRY, ...list.connections] }))
    },
    keepsNewerEntry() {
      const list = readList()
      return !isNewerLeft || list === undefined || hasNewer(list)
    },
    fill: (full) => void (isFull = full),
    contents() {
      const found = new Map<string, Uint8Array>()
      const folder = join(profile(), 'connections')
      for (const file of existsSync(folder) ? libraryFiles(folder) : []) {
        const number = Number(readFileSync(file, 'utf8'))
        const now = open.find((one) => one.number === number)?.database.serialize() ?? stored.get(number)
        if (now) found.set(connectionOf(file), now)
      }
      return found
    },
    dispose() {
      for (const folder of profiles) rmSync(folder, { recursive: true, force: true })
    },
  }
}
