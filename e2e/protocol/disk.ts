import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openDatabase, type Database, type Statement } from '../../main/store/database'
import type { Opened } from '../../main/store/recovery'

/** The storage of a writer's library, which survives the death of the app. */
export interface Disk {
  /** Returns the folder for a starting life of the app. */
  folder(): string
  /** Opens a database used instead of the one in the folder. */
  readonly open?: () => Opened
  /**
   * Simulates the death of a process: the current state is kept for the next life, while the old life continues to
   * write elsewhere.
   */
  part(damage?: (file: string) => void): void
  dispose(): void
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'stet-'))

/** Creates a disk with real files. */
export function createFileDisk(): Disk {
  const folders = [newFolder()]
  const now = () => folders.at(-1)!
  return {
    folder: now,
    part(damage) {
      const next = newFolder()
      for (const name of ['library.db', 'library.db-wal', 'files', 'kept-offline.json'])
        if (existsSync(join(now(), name))) cpSync(join(now(), name), join(next, name), { recursive: true })
      folders.push(next)
      damage?.(join(next, 'library.db'))
    },
    dispose() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

let empty: Uint8Array | undefined

/** The bytes of an empty library. */
export const emptyLibrary = (): Uint8Array => (empty ??= openDatabase(':memory:').serialize())

const SQLITE_FULL = 13

export interface Told {
  readonly committed: (one: Database) => void
  readonly closing?: (one: Database) => void
  /** Whether there is no space for another transaction. */
  readonly isFull?: () => boolean
}

/** Opens a database in memory with these bytes, and reports each commit and the closing. */
export function openBytes(bytes: Uint8Array, told: Told): Database {
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
  database.deserialize(bytes)
  Object.defineProperties(database, {
    exec: {
      value: (sql: string) => {
        if (sql === 'COMMIT' && told.isFull?.() === true)
          throw Object.assign(new Error('database or disk is full'), { sqliteCode: SQLITE_FULL })
        DatabaseSync.prototype.exec.call(database, sql)
        if (sql === 'COMMIT') told.committed(database)
      },
    },
    prepare: { value: (sql: string) => preparedLate(database, sql) },
    close: {
      value: () => {
        told.closing?.(database)
        DatabaseSync.prototype.close.call(database)
      },
    },
  })
  return database
}

/** Creates a disk with a database in memory, for many lives per second. Durability is covered by the kill tests. */
export function createMemoryDisk(onCommit: () => void, isFull = () => false): Disk {
  const folder = newFolder()
  let left = emptyLibrary()
  let current: Database | undefined
  return {
    folder: () => folder,
    open() {
      const database = openBytes(left, {
        isFull,
        committed: (one) => void (one === current && onCommit()),
      })
      current = database
      return { database }
    },
    part: () => void (left = current!.serialize()),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Prepares a statement at its first use, because a short life never uses most statements. */
function preparedLate(database: Database, sql: string): Statement {
  let statement: Statement | undefined
  const now = () => (statement ??= DatabaseSync.prototype.prepare.call(database, sql))
  const late: Pick<Statement, 'get' | 'all' | 'run' | 'iterate'> = {
    get: (...values: Parameters<Statement['get']>) => now().get(...values),
    all: (...values: Parameters<Statement['all']>) => now().all(...values),
    run: (...values: Parameters<Statement['run']>) => now().run(...values),
    iterate: (...values: Parameters<Statement['iterate']>) => now().iterate(...values),
  }
  return late as Statement
}
