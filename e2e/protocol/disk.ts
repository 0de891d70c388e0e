import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openDatabase, type Database, type Statement } from '../../main/store/database'
import type { Opened } from '../../main/store/recovery'

/** Where a writer's library is, and what is left of it when her app dies. */
export interface Disk {
  /** For a life that begins. */
  folder(): string
  /** In the place of the database in that folder. */
  readonly open?: () => Opened
  /** What a dead process leaves is what is there at this moment; the old life goes on writing elsewhere. */
  part(damage?: (file: string) => void): void
  dispose(): void
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'stet-'))

/** The real files. */
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

/** The bytes of a library with nothing in it. */
export const emptyLibrary = (): Uint8Array => (empty ??= openDatabase(':memory:').serialize())

const SQLITE_FULL = 13

export interface Told {
  readonly committed: (one: Database) => void
  readonly closing?: (one: Database) => void
  /** There is no room for another transaction. */
  readonly isFull?: () => boolean
}

/** A database in memory that begins with these bytes, and tells of each commit and of its end. */
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

/** The same database in memory, for many lives in a second: durability is the kill tests' job. */
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

/** Most statements of a short life are never asked for: each is prepared when it is. */
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
