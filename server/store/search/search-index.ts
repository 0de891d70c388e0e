import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createChunkStore } from './chunks'
import { transaction, type Database } from '../database'
import { createVectorStore } from './vectors'
import { createWordStore } from './full-text'
import { prepareWrite } from './write'
import { sqliteCode } from '../../../node/storage-failure'

/**
 * The search index of one account, in a database of its own: the words of one account have no weight in another's
 * results, deleting an account deletes a file, and indexing never takes the lock that writers of documents need.
 * Everything in it can be rebuilt from the documents, so a damaged one is removed, and backups do not include it.
 */
export type SearchIndex = ReturnType<typeof createSearchIndex>

const FORMAT = 1

const SCHEMA = `
  CREATE TABLE progress (position INTEGER NOT NULL) STRICT;
  INSERT INTO progress VALUES (0);

  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    -- the change (search_changes) that it was indexed at
    position INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    -- of its text, and of the title and the headings above it
    text_hash BLOB NOT NULL,
    context_hash BLOB NOT NULL,
    heading_path TEXT NOT NULL
  ) STRICT;
  CREATE INDEX chunks_by_document ON chunks(document_id, place);
  CREATE INDEX chunks_by_hash ON chunks(text_hash, id);

  -- The text is not kept here: a chunk is a span of its document.
  CREATE VIRTUAL TABLE words USING fts5(
    title, headings, body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
  );
  CREATE VIRTUAL TABLE word_counts USING fts5vocab(words, 'row');

  -- Every word that was ever indexed, as written and as a stem, to be found by its parts.
  CREATE TABLE terms (id INTEGER PRIMARY KEY, surface TEXT NOT NULL UNIQUE, stem TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE term_parts USING fts5(
    surface, content='terms', content_rowid='id', tokenize='trigram'
  );

  CREATE TABLE models (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    -- how many chunks there were when it was made, and the last of them
    chunks INTEGER NOT NULL,
    last_chunk_id INTEGER NOT NULL,
    is_active INTEGER NOT NULL,
    state BLOB
  ) STRICT;
  CREATE TABLE vectors (
    model_id INTEGER NOT NULL,
    chunk_id INTEGER NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (model_id, chunk_id)
  ) STRICT, WITHOUT ROWID;
  -- Chunks that have no vector yet, or an outdated one.
  CREATE TABLE vectors_due (
    model_id INTEGER NOT NULL,
    chunk_id INTEGER NOT NULL,
    PRIMARY KEY (model_id, chunk_id)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Opens or creates the index of an account in `folder`; `undefined` keeps it in memory. `now` is the time in
 * milliseconds: a new index numbers its chunks from there, so that ids are not used again after an index was lost.
 */
export function openSearchIndex(folder: string | undefined, accountId: number, now: number): SearchIndex {
  if (folder === undefined) return createSearchIndex(openFile(':memory:', now))
  const path = pathOf(folder, accountId)
  mkdirSync(folder, { recursive: true })
  try {
    return createSearchIndex(openFile(path, now))
  } catch (error) {
    if (!isUseless(error)) throw error
    removeFiles(path)
    return createSearchIndex(openFile(path, now))
  }
}

/** The accounts that have an index in `folder`. */
export function indexedAccounts(folder: string): number[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const found = /^account-(\d+)\.sqlite$/.exec(name)
    return found ? [Number(found[1])] : []
  })
}

/** Removes an index, if it exists. */
export function removeSearchIndex(folder: string, accountId: number): void {
  removeFiles(pathOf(folder, accountId))
}

/** Whether an index cannot be read and must be rebuilt. */
export const isUseless = (error: unknown): boolean =>
  error instanceof WrongFormat || [11, 26].includes(sqliteCode(error) ?? 0)

class WrongFormat extends Error {}

const pathOf = (folder: string, accountId: number) => join(folder, `account-${accountId}.sqlite`)

function removeFiles(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

/** More chunks than an index gets per millisecond over its lifetime. */
const IDS_PER_MS = 10

function openFile(path: string, now: number): Database {
  const database = new DatabaseSync(path, { timeout: 10_000 })
  try {
    // Not FULL: a power cut may lose the last changes, and they are indexed again.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -32000;
      PRAGMA journal_size_limit = 16777216;
    `)
    const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    if (format !== FORMAT) {
      if (database.prepare('SELECT 1 FROM sqlite_schema').get()) throw new WrongFormat()
      database.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${FORMAT}; COMMIT`)
      database.prepare("INSERT INTO sqlite_sequence VALUES ('chunks', ?)").run(now * IDS_PER_MS)
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function createSearchIndex(database: Database) {
  const position = database.prepare('SELECT position FROM progress')
  const setPosition = prepareWrite(database, 'UPDATE progress SET position = ?')
  return {
    chunks: createChunkStore(database),
    words: createWordStore(database),
    vectors: createVectorStore(database),
    /** Every change up to this one (`search_changes`) is in the index. */
    position: (): number => (position.get() as { position: number }).position,
    setPosition: (value: number): void => void setPosition(value),
    transaction: <T>(work: () => T): T => transaction(database, work),
    /** Deletes everything except the record of used ids. */
    clear(): void {
      database.exec(`
        BEGIN;
        UPDATE progress SET position = 0;
        DELETE FROM documents; DELETE FROM chunks;
        INSERT INTO words(words) VALUES ('delete-all'); DELETE FROM terms; INSERT INTO term_parts(term_parts) VALUES ('rebuild');
        DELETE FROM models; DELETE FROM vectors; DELETE FROM vectors_due;
        COMMIT`)
    },
    close: (): void => database.close(),
  }
}
