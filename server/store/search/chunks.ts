import type { Database } from '../database'
import { prepareWrite } from './write'

/** A chunk in the index; its text is `content.slice(start, end)` of its document. */
export interface IndexedChunk {
  readonly id: number
  readonly documentId: number
  /** Its number in its document, from 0. */
  readonly place: number
  readonly start: number
  readonly end: number
  readonly headingPath: readonly string[]
  readonly textHash: Uint8Array
  /** A hash of the title and the headings above it, on which its words and its vector depend besides its text. */
  readonly contextHash: Uint8Array
}

interface ChunkRow {
  id: number
  document_id: number
  place: number
  start: number
  end: number
  heading_path: string
  text_hash: Uint8Array
  context_hash: Uint8Array
}

/** The chunks of one account, without their texts. */
export function createChunkStore(database: Database) {
  const find = database.prepare('SELECT * FROM chunks WHERE id = ?')
  const ofDocument = database.prepare('SELECT * FROM chunks WHERE document_id = ? ORDER BY place')
  const idsOfDocument = database.prepare('SELECT id FROM chunks WHERE document_id = ?')
  const sample = database.prepare('SELECT id, document_id FROM chunks ORDER BY text_hash, id LIMIT ?')
  const count = database.prepare('SELECT count(*) AS n FROM chunks')
  const countAfter = database.prepare('SELECT count(*) AS n FROM chunks WHERE id > ?')
  const add = prepareWrite(
    database,
    `INSERT INTO chunks (document_id, place, start, "end", heading_path, text_hash, context_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = prepareWrite(
    database,
    'UPDATE chunks SET place = ?, start = ?, "end" = ?, heading_path = ?, context_hash = ? WHERE id = ?',
  )
  const remove = prepareWrite(database, 'DELETE FROM chunks WHERE id = ?')
  const position = database.prepare('SELECT position FROM documents WHERE id = ?')
  const setPosition = prepareWrite(
    database,
    'INSERT INTO documents VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
  )
  const removeDocument = prepareWrite(database, 'DELETE FROM documents WHERE id = ?')

  return {
    find(id: number): IndexedChunk | undefined {
      const row = find.get(id) as ChunkRow | undefined
      return row && chunkOf(row)
    },
    ofDocument: (documentId: number): IndexedChunk[] =>
      (ofDocument.all(documentId) as ChunkRow[]).map(chunkOf),
    idsOfDocument: (documentId: number): number[] =>
      (idsOfDocument.all(documentId) as { id: number }[]).map((row) => row.id),
    /** A sample that is practically random, and always the same for the same texts. */
    sample: (most: number): { id: number; documentId: number }[] =>
      (sample.all(most) as ChunkRow[]).map((row) => ({ id: row.id, documentId: row.document_id })),
    count: (): number => (count.get() as { n: number }).n,
    /** How many chunks are newer than this one. */
    countAfter: (id: number): number => (countAfter.get(id) as { n: number }).n,

    /** Adds a chunk; returns its id, which is never used again. */
    add(chunk: Omit<IndexedChunk, 'id'>): number {
      const { documentId, place, start, end, headingPath, textHash, contextHash } = chunk
      const path = JSON.stringify(headingPath)
      return add(documentId, place, start, end, path, textHash, contextHash).id
    },
    /** Updates a chunk, of which everything except its text may have changed. */
    update({ id, place, start, end, headingPath, contextHash }: IndexedChunk): void {
      update(place, start, end, JSON.stringify(headingPath), contextHash, id)
    },
    remove: (id: number): void => void remove(id),

    /** The change at which the document was indexed; `undefined`: not yet. */
    position: (documentId: number): number | undefined =>
      (position.get(documentId) as { position: number } | undefined)?.position,
    setPosition: (documentId: number, value: number): void => void setPosition(documentId, value),
    removeDocument: (documentId: number): void => void removeDocument(documentId),
  }
}

const chunkOf = (row: ChunkRow): IndexedChunk => ({
  id: row.id,
  documentId: row.document_id,
  place: row.place,
  start: row.start,
  end: row.end,
  headingPath: JSON.parse(row.heading_path) as string[],
  textHash: row.text_hash,
  contextHash: row.context_hash,
})
