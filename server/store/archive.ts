import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readSync, writeSync, fsyncSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { transaction, type Database } from './database'
import { attempt } from '../../shared/thrown'

/** "StBk": a backup, not a library. */
const APPLICATION_ID = 0x5374426b
const CHUNK_BYTES = 1024 * 1024

/** Several files in one, which is itself an SQLite database, so that damage to its structure is detected. */
interface Archive {
  names(): readonly string[]
  /** Writes the file of that name to `path`, durably and private to its owner; returns the SHA-256 of its bytes. */
  extract(name: string, path: string): string
  /** Whether every page of it can be read. */
  isSound(): boolean
  close(): void
}

interface NewArchive {
  /** Adds the file at `path` under `name`; memory use is one chunk. */
  add(name: string, path: string): void
  close(): void
}

/** Begins a backup at `path`, where only an empty file may exist. */
export function createArchive(path: string): NewArchive {
  const database = new DatabaseSync(path)
  database.exec(`
    PRAGMA application_id = ${APPLICATION_ID};
    CREATE TABLE parts (name TEXT NOT NULL, position INTEGER NOT NULL, bytes BLOB NOT NULL,
      PRIMARY KEY (name, position)) STRICT;
  `)
  const insert = database.prepare('INSERT INTO parts VALUES (?, ?, ?)')
  return {
    add(name, source) {
      transaction(database, () => {
        let position = 0
        for (const chunk of chunksOf(source)) insert.run(name, position++, chunk)
        if (position === 0) insert.run(name, 0, new Uint8Array())
      })
    },
    close: () => database.close(),
  }
}

/** The archive; `undefined` where the file is not an archive of ours. */
export function openArchive(path: string): Archive | undefined {
  const database = new DatabaseSync(path, { readOnly: true })
  if (!isArchive(database)) {
    database.close()
    return undefined
  }
  const names = database.prepare('SELECT name FROM parts WHERE position = 0 ORDER BY name')
  const parts = database.prepare('SELECT bytes FROM parts WHERE name = ? ORDER BY position')
  return {
    names: () => (names.all() as { name: string }[]).map((row) => row.name),
    extract(name, target) {
      mkdirSync(dirname(target), { recursive: true })
      const hash = createHash('sha256')
      const file = openSync(target, 'w', 0o600)
      try {
        for (const { bytes } of parts.iterate(name) as Iterable<{ bytes: Uint8Array }>) {
          hash.update(bytes)
          for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
        }
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
      return hash.digest('hex')
    },
    isSound: () => {
      const answer = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string }
      return answer.integrity_check === 'ok'
    },
    close: () => database.close(),
  }
}

function isArchive(database: Database): boolean {
  const owner = attempt(() => database.prepare('PRAGMA application_id').get()) as
    { application_id: number } | undefined
  return owner?.application_id === APPLICATION_ID
}

function* chunksOf(path: string): Generator<Uint8Array, void> {
  const { size } = statSync(path)
  const file = openSync(path, 'r')
  try {
    let at = 0
    while (at < size) {
      const buffer = new Uint8Array(Math.min(CHUNK_BYTES, size - at))
      const read = readSync(file, buffer, 0, buffer.length, at)
      if (read === 0) return
      at += read
      yield buffer.subarray(0, read)
    }
  } finally {
    closeSync(file)
  }
}
