import type { Database } from '../database'
import { prepareWrite, type Write } from './write'

/** A model for vectors: a provider, and for the built-in one the learned data. */
export interface IndexedModel {
  readonly id: number
  readonly name: string
  /** The chunk with the highest id when the model was made. */
  readonly lastChunkId: number
  /** How many chunks there were then. */
  readonly chunks: number
  /** Whether searches use it; at most one model is active, while another one may be in preparation. */
  readonly isActive: boolean
}

/** Vectors by model and chunk, and the pending ones. */
export const createVectorStore = (database: Database) => ({
  ...createModels(database),
  ...createVectors(database),
})

/** The models of vectors. */
function createModels(database: Database) {
  const models = database.prepare(
    `SELECT id, name, chunks, last_chunk_id AS lastChunkId, is_active AS isActive
     FROM models WHERE is_active >= 0 ORDER BY id`,
  )
  const state = database.prepare('SELECT state FROM models WHERE id = ?')
  const addModel = prepareWrite(
    database,
    `INSERT INTO models (name, chunks, last_chunk_id, is_active, state)
     SELECT ?, count(*), ifnull(max(id), 0), 0, ? FROM chunks`,
  )
  const allDue = prepareWrite(database, 'INSERT INTO vectors_due SELECT ?, id FROM chunks')
  const activate = prepareWrite(database, 'UPDATE models SET is_active = (id = ?) WHERE is_active >= 0')
  const retire = prepareWrite(database, 'UPDATE models SET is_active = -1 WHERE id = ?')
  const retired = database.prepare('SELECT id FROM models WHERE is_active < 0')
  const [sweepVectors, sweepDue] = ['vectors', 'vectors_due'].map((table) =>
    prepareWrite(
      database,
      `DELETE FROM ${table} WHERE model_id = ?1
       AND chunk_id IN (SELECT chunk_id FROM ${table} WHERE model_id = ?1 LIMIT ?2)`,
    ),
  ) as [Write, Write]
  const removeModel = prepareWrite(database, 'DELETE FROM models WHERE id = ?')

  return {
    models: (): IndexedModel[] =>
      (models.all() as (Omit<IndexedModel, 'isActive'> & { isActive: number })[]).map((row) => ({
        ...row,
        isActive: row.isActive === 1,
      })),
    state: (modelId: number): Uint8Array | undefined =>
      (state.get(modelId) as { state: Uint8Array | null } | undefined)?.state ?? undefined,
    /** Adds a model, for which every chunk becomes due. */
    addModel(name: string, learned: Uint8Array | null): number {
      const id = addModel(name, learned).id
      allDue(id)
      return id
    },
    activate: (modelId: number): void => void activate(modelId),
    /** Retires a model, which becomes invisible; `sweep` removes its vectors. */
    retire: (modelId: number): void => void retire(modelId),
    /** Removes up to `most` vectors of a retired model; returns whether there was one. */
    sweep(most: number): boolean {
      const row = retired.get() as { id: number } | undefined
      if (row === undefined) return false
      const swept = sweepVectors(row.id, most).changes + sweepDue(row.id, most).changes
      if (swept === 0) removeModel(row.id)
      return true
    },
  }
}

/** The vectors of every model, and the pending ones. */
function createVectors(database: Database) {
  const due = database.prepare(
    `SELECT c.id, c.document_id AS documentId FROM vectors_due d JOIN chunks c ON c.id = d.chunk_id
     WHERE d.model_id = ? ORDER BY d.chunk_id LIMIT ?`,
  )
  const isDue = database.prepare('SELECT 1 FROM vectors_due WHERE model_id = ? AND chunk_id = ?')
  const addDue = prepareWrite(
    database,
    'INSERT OR IGNORE INTO vectors_due SELECT id, ? FROM models WHERE is_active >= 0',
  )
  const settle = prepareWrite(database, 'DELETE FROM vectors_due WHERE model_id = ? AND chunk_id = ?')
  const settleAll = prepareWrite(
    database,
    'DELETE FROM vectors_due WHERE chunk_id = ? AND model_id IN (SELECT id FROM models)',
  )
  const set = prepareWrite(database, 'INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)')
  const remove = prepareWrite(
    database,
    'DELETE FROM vectors WHERE chunk_id = ? AND model_id IN (SELECT id FROM models)',
  )
  const all = database.prepare(
    `SELECT v.chunk_id AS chunkId, c.document_id AS documentId, v.vector FROM vectors v JOIN chunks c ON c.id = v.chunk_id
     WHERE v.model_id = ? ORDER BY v.chunk_id`,
  )

  return {
    due: (modelId: number, most: number): { id: number; documentId: number }[] =>
      due.all(modelId, most) as { id: number; documentId: number }[],
    isDue: (modelId: number, chunkId: number): boolean => isDue.get(modelId, chunkId) !== undefined,
    /** Makes a chunk due for every model. */
    addDue: (chunkId: number): void => void addDue(chunkId),
    set(modelId: number, chunkId: number, vector: Int8Array): void {
      set(modelId, chunkId, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
      settle(modelId, chunkId)
    },
    /** Removes the vectors of a chunk in every model. */
    remove(chunkId: number): void {
      remove(chunkId)
      settleAll(chunkId)
    },
    *all(modelId: number): Generator<{ chunkId: number; documentId: number; vector: Int8Array }> {
      const rows = all.iterate(modelId) as Iterable<{
        chunkId: number
        documentId: number
        vector: Uint8Array
      }>
      for (const { vector, ...row } of rows)
        yield { ...row, vector: new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength) }
    },
  }
}
