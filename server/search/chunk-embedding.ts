import { EmbeddingUnavailable, type EmbeddingProvider } from './embedding'
import type { Passage } from './features'
import type { SearchIndex } from '../store/search/search-index'
import { toBytes, type VectorIndex } from './vectors/vector-index'

/** A provider and the vectors that are its own. */
export interface Embedded {
  readonly provider: EmbeddingProvider
  readonly vectors: VectorIndex
}

/** Returns the passages of chunks; `undefined` where a text cannot be read at present. */
export type ReadPassages = (
  chunks: Iterable<{ id: number; documentId: number }>,
) => Iterable<Passage | undefined>

/**
 * `worked`: there may be more to do. `idle`: there is nothing to do. `waiting`: pending work cannot be done yet,
 * because the provider is unavailable, or because a long text waits until its writer pauses.
 */
export type StepOutcome = 'worked' | 'idle' | 'waiting'

/** A chunk without a vector, and its readable text. */
interface Due {
  readonly chunk: { readonly id: number; readonly documentId: number }
  readonly passage: Passage
}

type Model = Embedded & { readonly id: number }

const CHUNKS_PER_STEP = 64

/** Computes the vectors of a model's chunks. */
export function createChunkEmbedding(
  index: SearchIndex,
  readPassages: ReadPassages,
  /** Called for passages that cannot be embedded; only words find them. */
  onError: (error: unknown) => void,
) {
  /** Chunks that changed while the provider was working: its vectors for them are dropped. */
  let voided = new Set<number>()
  /** Chunks for which the provider threw an error: they are not tried again before the next start. */
  const skipped = new Set<number>()

  const dueOf = (id: number, most: number) =>
    index.vectors.due(id, most + skipped.size).filter((chunk) => !skipped.has(chunk.id))

  /**
   * One vector for each passage; none where the provider fails for a single passage, and `undefined` where it is
   * unavailable.
   */
  async function embed(
    provider: EmbeddingProvider,
    readable: readonly Due[],
  ): Promise<readonly (Float32Array | undefined)[] | undefined> {
    try {
      return await provider.embedPassages(readable.map(({ passage }) => passage))
    } catch (error) {
      if (error instanceof EmbeddingUnavailable) return undefined
      const [only] = readable
      if (readable.length > 1) return embedEach(provider, readable)
      skipped.add(only!.chunk.id)
      onError(new Error(`a passage of document ${only!.chunk.documentId} gets no vector: ${String(error)}`))
      return [undefined]
    }
  }
  async function embedEach(provider: EmbeddingProvider, readable: readonly Due[]) {
    const vectors: (Float32Array | undefined)[] = []
    for (const one of readable) {
      const found = await embed(provider, [one])
      if (found === undefined) return undefined
      vectors.push(...found)
    }
    return vectors
  }

  return {
    /** Whether the model lacks vectors, even of texts that cannot be read at present. */
    isIncomplete: ({ id }: Model) => dueOf(id, 1).length > 0,

    /** Drops the vectors of this chunk, including those being computed. */
    forget: (chunkId: number) => void voided.add(chunkId),

    /** Computes the vectors of some chunks; `idle` where none can be read. */
    async embedSome(model: Model): Promise<StepOutcome> {
      const due = dueOf(model.id, CHUNKS_PER_STEP)
      const passages = [...readPassages(due)]
      const readable = due.flatMap((chunk, i) => (passages[i] ? [{ chunk, passage: passages[i] }] : []))
      if (readable.length === 0) return 'idle'
      voided = new Set()
      const vectors = await embed(model.provider, readable)
      if (vectors === undefined) return 'waiting'
      index.transaction(() => {
        readable.forEach(({ chunk }, i) => {
          const vector = vectors[i]
          if (vector === undefined || voided.has(chunk.id)) return
          const bytes = toBytes(vector)
          index.vectors.set(model.id, chunk.id, bytes)
          model.vectors.set(chunk.id, chunk.documentId, bytes)
        })
      })
      return 'worked'
    },
  }
}
