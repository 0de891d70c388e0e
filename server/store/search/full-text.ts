import type { Database } from '../database'
import { prepareWrite } from './write'

const KNOWN_MAX = 100_000
const MATCHES_FEW = 30_000
/** Counting the chunks of a common word takes long, so its count is reused until it is wrong by this share. */
const COMMON_CHUNKS = 5_000
const COUNT_DRIFT = 0.02

export type WordStore = ReturnType<typeof createWordStore>

/**
 * The words of chunks in FTS5. Input has been tokenised by `tokenizer.ts`; no part of a query reaches FTS5 as syntax. It
 * caches what it has written: after a transaction that was rolled back it must be created anew.
 */
export function createWordStore(database: Database) {
  // A number is bound as REAL, and FTS5 ignores `rowid = 1.0`: without the cast all rows match.
  const add = prepareWrite(database, 'INSERT INTO words (rowid, title, headings, body) VALUES (?, ?, ?, ?)')
  const remove = prepareWrite(database, 'DELETE FROM words WHERE rowid = CAST(? AS INTEGER)')
  const chunksWith = database.prepare('SELECT doc FROM word_counts WHERE term = ?')
  const ranked = database.prepare(
    `SELECT id FROM (
       SELECT rowid AS id, bm25(words, 2.0, 1.5, 1.0) AS badness FROM words WHERE words MATCH ?
       ORDER BY rowid DESC LIMIT ?
     ) ORDER BY badness, id`,
  )
  const newest = database.prepare('SELECT rowid AS id FROM words WHERE words MATCH ? ORDER BY rowid DESC')
  // The plus keeps SQLite from looking up row by row, which takes longer than reading a short list of rows.
  const amongFew = database.prepare(
    `SELECT rowid AS id FROM words WHERE words MATCH ?1 AND +rowid IN (SELECT value FROM json_each(?2))`,
  )
  const amongMany = database.prepare(
    `SELECT w.rowid AS id FROM json_each(?2) j CROSS JOIN words w ON w.rowid = j.value WHERE w.words MATCH ?1`,
  )
  const addTerm = prepareWrite(database, 'INSERT OR IGNORE INTO terms (surface, stem) VALUES (?, ?)')
  const addParts = prepareWrite(database, 'INSERT INTO term_parts (rowid, surface) VALUES (?, ?)')
  const stemsWith = database.prepare(
    `SELECT t.stem FROM term_parts p JOIN terms t ON t.id = p.rowid
     WHERE term_parts MATCH ? GROUP BY t.stem ORDER BY min(length(t.surface)), t.stem LIMIT ?`,
  )

  /** Words that were written before are cached: asking SQLite for each would take longer than everything else. */
  const known = new Set<string>()
  const common = new Map<string, { readonly chunks: number; readonly goodUntil: number }>()
  let writes = 0

  return {
    /** Adds texts of words separated by spaces. */
    add(chunkId: number, title: string, headings: string, body: string): void {
      writes++
      add(chunkId, title, headings, body)
    },
    remove(chunkId: number): void {
      writes++
      remove(chunkId)
    },
    /** How many chunks contain the word; approximate for thousands. */
    chunksWith(word: string): number {
      const counted = common.get(word)
      if (counted !== undefined && writes <= counted.goodUntil) return counted.chunks
      const chunks = (chunksWith.get(word) as { doc: number } | undefined)?.doc ?? 0
      if (chunks >= COMMON_CHUNKS) common.set(word, { chunks, goodUntil: writes + chunks * COUNT_DRIFT })
      else common.delete(word)
      return chunks
    },
    /** The chunks that match, or the newest of them, at most `most`; the best first, then by id. */
    *ranked(expression: string, most: number): Generator<number> {
      for (const row of ranked.iterate(expression, most) as Iterable<{ id: number }>) yield row.id
    },
    /** All chunks that match, newest first. */
    *newest(expression: string): Generator<number> {
      for (const row of newest.iterate(expression) as Iterable<{ id: number }>) yield row.id
    },
    /** Those of these chunks that match; about `matches` of all chunks do. */
    among(expression: string, matches: number, chunkIds: readonly number[]): Set<number> {
      const statement = matches < MATCHES_FEW ? amongFew : amongMany
      const rows = statement.all(expression, JSON.stringify(chunkIds)) as { id: number }[]
      return new Set(rows.map((row) => row.id))
    },

    addTerm(surface: string, stem: string): void {
      if (known.has(surface)) return
      if (known.size >= KNOWN_MAX) known.clear()
      known.add(surface)
      const { changes, id } = addTerm(surface, stem)
      if (changes > 0) addParts(id, surface)
    },
    /** The stems of words that contain `part` (three characters or more), short words first. */
    stemsWith: (part: string, most: number): string[] =>
      (stemsWith.all(quoted(part), most) as { stem: string }[]).map((row) => row.stem),
  }
}

/** A string of FTS5, in which every character is text. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
