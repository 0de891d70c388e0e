import { EmbeddingUnavailable, type EmbeddingProvider } from './embedding'
import type { Passage } from './features'
import type { SearchIndex } from '../store/search/search-index'
import { toBytes, type VectorIndex } from './vectors/vector-index'

/** A provider and the vectors that are its own. */
export interface Embedded {
  readonly provider: EmbeddingProvider
  readonly vectors: VectorIndex
}

/** The passages of chunks; `undefined` where the text cannot be had just now. */
export type ReadPassages = (
  chunks: Iterable<{ id: number; documentId: number }>,
) => Iterable<Passage | undefined>

/**
 * `worked`: there may be more to do. `idle`: there is nothing to do. `waiting`: what is due cannot be done yet, because
 * the provider cannot be had, or because a long text waits for its writer's pause.
 */
export type StepOutcome = 'worked' | 'idle' | 'waiting'

/** A chunk that has no vector yet, and what there is to read of it. */
interface Due {
  readonly chunk: { readonly id: number; readonly documentId: number }
  readonly passage: Passage
}

type Model = Embedded & { readonly id: number }

const CHUNKS_PER_STEP = 64

/** Gives the chunks of a model their vectors. */
export function createChunkEmbedding(
  index: SearchIndex,
  readPassages: ReadPassages,
  /** Hears of passages that cannot be embedded; only words find them. */
  onError: (error: unknown) => void,
) {
  /** While the provider is at work: what it must not settle. */
  let voided = new Set<number>()
  /** Chunks that the provider threw at: not asked again before the next start. */
  const skipped = new Set<number>()

  const dueOf = (id: number, most: number) =>
    index.vectors.due(id, most + skipped.size).filter((chunk) => !skipped.has(chunk.id))

  /** One vector for each; none where the provider throws at that passage alone, and `undefined` where it cannot be had. */
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
    /** Whether the model lacks vectors, of texts that can be read now or not. */
    isIncomplete: ({ id }: Model) => dueOf(id, 1).length > 0,

    /** The vectors of this chunk mean nothing any more, those that are being made included. */
    forget: (chunkId: number) => void voided.add(chunkId),

    /** Some chunks get their vectors; `idle` where none can be read. */
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
