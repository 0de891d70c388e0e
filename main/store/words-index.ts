import fs from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import type { DocumentId } from '../../shared/terms'
import { makePrivate, transaction, type Database } from './database'

interface IndexedWords {
  readonly id: DocumentId
  readonly title: string
  readonly body: string
}

/** An FTS5 expression that must match, and one that must not. */
interface WordMatch {
  readonly wanted: string
  readonly without: string | undefined
}

/** The full-text index over titles and texts, in a file of its own; it can be rebuilt at any time. */
export interface WordsIndex {
  /** The last value of `documents.words_sequence` that is indexed. */
  until(): number
  /** Indexes these documents and notes that all changes up to `until` are indexed, in one transaction. */
  put(words: readonly IndexedWords[], until: number): void
  /**
   * The documents that match, at most `limit`: first those whose title matches, then the best or, among very many, the
   * latest. The result must be read before the index is written again.
   */
  match(match: WordMatch, limit: number): Iterable<DocumentId>
  /** The documents that match, the latest first; for callers that sort them themselves. */
  latest(match: WordMatch, limit: number): Iterable<DocumentId>
  /** Words of the index that contain these letters, at most `limit`. */
  wordsHolding(letters: string, limit: number): readonly string[]
  ids(): readonly DocumentId[]
  forget(ids: readonly DocumentId[]): void
  clear(): void
  bytes(): number
  close(): void
}

/** The version of the schema, stored in the file; for another version the index is rebuilt. */
const SCHEMA = 2
const TABLES = `
  CREATE TABLE indexed_documents (rowid INTEGER PRIMARY KEY AUTOINCREMENT, document_id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE indexed_until (sequence INTEGER NOT NULL) STRICT;
  INSERT INTO indexed_until VALUES (0);
  CREATE VIRTUAL TABLE words USING fts5(title, body, tokenize = "unicode61 remove_diacritics 2", prefix = '3',
    content = '', contentless_delete = 1);
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(words, 'row');
  PRAGMA user_version = ${SCHEMA};
`
/** Beyond this many matches their ranks say little, and ranking all of them takes long. */
const RANKED_MAX = 2_000
const TITLES_MAX = 500
const READ_AT_ONCE = 1_000
const VOCABULARY_SMALL = 20_000
const VOCABULARY_AGE_MS = 15_000

/**
 * Opens the index. A file that cannot be used, or has another schema, is replaced by an empty one. `:memory:` is for
 * tests.
 */
export function openWordsIndex(file: string): WordsIndex {
  if (file === ':memory:') return createWordsIndex(open(file))
  makePrivate(file)
  try {
    return createWordsIndex(open(file))
  } catch {
    for (const end of ['', '-wal', '-shm']) fs.rmSync(file + end, { force: true })
    return createWordsIndex(open(file))
  }
}

/** Words that are lost in a crash are indexed again, so nothing waits for the disk. */
function open(file: string): Database {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000')
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number
    }
    if (version === 0) transaction(database, () => database.exec(TABLES))
    else if (version !== SCHEMA) throw new Error(`the index of words has version ${version}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function createWordsIndex(database: Database): WordsIndex {
  const until = database.prepare('SELECT sequence FROM indexed_until')
  // The last row of one of FTS5's own tables, which every run reports, may have a number beyond 2^53.
  const setUntil = database.prepare('UPDATE indexed_until SET sequence = ?')
  setUntil.setReadBigInts(true)
  const find = database.prepare('SELECT rowid FROM indexed_documents WHERE document_id = ?')
  const note = database.prepare('INSERT INTO indexed_documents (document_id) VALUES (?)')
  note.setReadBigInts(true)
  const unnote = database.prepare('DELETE FROM indexed_documents WHERE rowid = ?')
  unnote.setReadBigInts(true)
  const drop = database.prepare('DELETE FROM words WHERE rowid = ?')
  drop.setReadBigInts(true)
  const add = database.prepare('INSERT INTO words (rowid, title, body) VALUES (?, ?, ?)')
  add.setReadBigInts(true)
  const all = database.prepare('SELECT document_id AS id FROM indexed_documents')
  const vocabulary = createVocabulary(database)

  function remove(id: DocumentId): void {
    const known = find.get(id) as { rowid: number } | undefined
    if (!known) return
    drop.run(known.rowid)
    unnote.run(known.rowid)
  }

  return {
    until: () => (until.get() as { sequence: number }).sequence,
    put(taken, upTo) {
      vocabulary.changed()
      transaction(database, () => {
        for (const { id, title, body } of taken) {
          remove(id)
          add.run(Number(note.run(id).lastInsertRowid), title, body)
        }
        setUntil.run(upTo)
      })
    },
    wordsHolding(letters, limit) {
      const holding: string[] = []
      for (const word of vocabulary.words()) {
        if (word.length > letters.length && word.indexOf(letters, 1) > 0) holding.push(word)
        if (holding.length >= limit) break
      }
      return holding
    },
    ...createMatching(database),
    ids: () => (all.all() as { id: DocumentId }[]).map(({ id }) => id),
    forget(ids) {
      vocabulary.changed()
      transaction(database, () => ids.forEach(remove))
    },
    clear() {
      vocabulary.changed()
      transaction(database, () => {
        database.exec(`INSERT INTO words (words) VALUES ('delete-all'); DELETE FROM indexed_documents`)
        setUntil.run(0)
      })
    },
    bytes: () =>
      (
        database
          .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
          .get() as {
          bytes: number
        }
      ).bytes,
    close: () => database.close(),
  }
}

function createMatching(database: Database): Pick<WordsIndex, 'match' | 'latest'> {
  const idsOf = database.prepare(
    `SELECT json_group_array(id) AS ids
     FROM (SELECT document_id AS id FROM json_each(?) JOIN indexed_documents ON indexed_documents.rowid = value ORDER BY key)`,
  )
  // The weight of a title is so large that no text with the word ranks before it, however often it contains the word.
  const best = database.prepare(
    'SELECT rowid, bm25(words, 1000000.0, 1.0) AS rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?',
  )
  // A changed document gets a new row, so the last rows are the latest.
  const latest = database.prepare(
    `SELECT json_group_array(rowid) AS rows
     FROM (SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?)`,
  )

  const butNot = (without: string | undefined) => (without === undefined ? '' : ` NOT (${without})`)

  const lastRows = (expression: string, limit: number): readonly number[] =>
    JSON.parse((latest.get(expression, limit) as { rows: string }).rows) as number[]

  /** Looking up ten thousand ids one by one would take longer than finding them. */
  function* idsIn(rows: readonly number[]): Generator<DocumentId> {
    for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
      const portion = JSON.stringify(rows.slice(from, from + READ_AT_ONCE))
      yield* JSON.parse((idsOf.get(portion) as { ids: string }).ids) as DocumentId[]
    }
  }

  const ranked = (expression: string, limit: number): readonly number[] =>
    (best.all(expression, limit) as { rowid: number }[]).map(({ rowid }) => rowid)

  return {
    match({ wanted, without }, limit) {
      const but = butNot(without)
      const matching = lastRows(`(${wanted})${but}`, Math.max(limit, RANKED_MAX + 1))
      if (matching.length <= RANKED_MAX) return idsIn(ranked(`(${wanted})${but}`, limit))
      const titled = `({title} : (${wanted}))${but}`
      const titles = lastRows(titled, RANKED_MAX + 1)
      const most = Math.min(limit, TITLES_MAX)
      const inTitle = titles.length > RANKED_MAX ? titles.slice(0, most) : ranked(titled, most)
      return idsIn([...new Set([...inTitle, ...matching])].slice(0, limit))
    },
    latest: ({ wanted, without }, limit) => idsIn(lastRows(`(${wanted})${butNot(without)}`, limit)),
  }
}

/** All words of the index. They are read again only after a change, and in a large index not after each change. */
function createVocabulary(database: Database) {
  const vocabularyOf = database.prepare('SELECT term FROM vocabulary')
  let puts = 0
  let vocabulary:
    { readonly words: readonly string[]; readonly at: number; readonly puts: number } | undefined

  return {
    changed: () => void puts++,
    words(): readonly string[] {
      const isStale =
        vocabulary === undefined ||
        (vocabulary.puts !== puts &&
          (vocabulary.words.length < VOCABULARY_SMALL || Date.now() - vocabulary.at > VOCABULARY_AGE_MS))
      if (isStale)
        vocabulary = {
          words: (vocabularyOf.all() as { term: string }[]).map(({ term }) => term),
          at: Date.now(),
          puts,
        }
      return vocabulary?.words ?? []
    },
  }
}
