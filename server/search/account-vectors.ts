import { EmbeddingUnavailable, unlearnedEmbedding, type EmbeddingProvider } from './embedding'
import { encodeLearned, learnedEmbedding } from './embedding-learned'
import { LEARNING_PASSAGES_MAX, learnFeatures, type LearnedFeatures } from './embedding-learning'
import type { Passage } from './features'
import type { SearchIndex } from '../store/search/search-index'
import type { IndexedModel } from '../store/search/vectors'
import { createVectorIndex, toBytes, type VectorIndex } from './vectors/vector-index'

/** Where vectors come from: learned here from the account's own text, or a provider that needs no learning. */
export type EmbeddingChoice =
  { readonly kind: 'built-in' } | { readonly kind: 'given'; readonly provider: EmbeddingProvider }

/** A provider and the vectors that are its own. */
export interface Embedded {
  readonly provider: EmbeddingProvider
  readonly vectors: VectorIndex
}

type OpenModel = IndexedModel & Embedded

/** A chunk that has no vector yet, and what there is to read of it. */
interface Due {
  readonly chunk: { readonly id: number; readonly documentId: number }
  readonly passage: Passage
}

export type StepOutcome = 'worked' | 'idle' | 'stalled'

export interface AccountVectors {
  /** What searches use now. */
  active(): Embedded
  /** Their vectors mean nothing any more. */
  forget(chunkIds: readonly number[]): void
  /**
   * A slice of the work that is due: chunks without a vector, then learning anew. `stalled`: the provider cannot be
   * had just now, and what is due stays due.
   */
  step(): Promise<StepOutcome>
}

const BUILT_IN = 'built-in-1'
const CHUNKS_PER_STEP = 64
const SWEPT_PER_STEP = 2_000
const LEARNING_SLICE_MS = 12
/** Fewer chunks than these teach nothing. */
const LEARNING_CHUNKS_MIN = 16
/** Learned again when so large a share of what was learned from has come anew; more cannot be learned from a sample. */
const LEARNING_GROWTH = 0.4
const SAMPLED_GROWTH = 1

/**
 * Keeps the vectors of an account. While a newly learned model gets its vectors the one before goes on serving; the
 * change is one step. All of it is in the index's database, so a kill at any moment costs at most a slice.
 */
export function createAccountVectors(
  index: SearchIndex,
  choice: EmbeddingChoice,
  /** The passages of chunks; `undefined` where the text cannot be had just now. */
  readPassages: (chunks: Iterable<{ id: number; documentId: number }>) => Iterable<Passage | undefined>,
  now: () => number,
  /** Hears of passages that cannot be embedded; only words find them. */
  onError: (error: unknown) => void,
): AccountVectors {
  const name = choice.kind === 'built-in' ? BUILT_IN : choice.provider.model
  let learning: Generator<void, LearnedFeatures> | undefined
  /** While the provider is at work: what it must not settle. */
  let voided = new Set<number>()
  /** Chunks that the provider threw at: not asked again before the next start. */
  const skipped = new Set<number>()

  const open = (model: IndexedModel): OpenModel => {
    const vectors = createVectorIndex()
    for (const { chunkId, documentId, vector } of index.vectors.all(model.id))
      vectors.set(chunkId, documentId, vector)
    return { ...model, provider: providerOf(model), vectors }
  }
  const providerOf = (model: IndexedModel): EmbeddingProvider => {
    if (choice.kind === 'given') return choice.provider
    const state = index.vectors.state(model.id)
    return state === undefined ? unlearnedEmbedding : learnedEmbedding(`${BUILT_IN}/${model.id}`, state)
  }

  index.transaction(() => {
    for (const model of index.vectors.models()) if (model.name !== name) index.vectors.retire(model.id)
    if (index.vectors.models().length === 0) index.vectors.activate(index.vectors.addModel(name, null))
  })
  const opened = index.vectors.models().map(open)
  let current = opened.find((model) => model.isActive) ?? opened[0]!
  let next = opened.find((model) => model !== current)

  const dueOf = ({ id }: OpenModel, most: number) =>
    index.vectors.due(id, most + skipped.size).filter((chunk) => !skipped.has(chunk.id))

  const embedDue = async (model: OpenModel): Promise<StepOutcome> => {
    const due = dueOf(model, CHUNKS_PER_STEP)
    const passages = [...readPassages(due)]
    const readable = due.flatMap((chunk, i) => (passages[i] ? [{ chunk, passage: passages[i] }] : []))
    if (readable.length === 0) return 'idle'
    voided = new Set()
    const vectors = await embed(model.provider, readable)
    if (vectors === undefined) return 'stalled'
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
  }

  /** One vector for each; none where the provider throws at that passage alone, and `undefined` where it cannot be had. */
  const embed = async (
    provider: EmbeddingProvider,
    readable: readonly Due[],
  ): Promise<readonly (Float32Array | undefined)[] | undefined> => {
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
  const embedEach = async (provider: EmbeddingProvider, readable: readonly Due[]) => {
    const vectors: (Float32Array | undefined)[] = []
    for (const one of readable) {
      const found = await embed(provider, [one])
      if (found === undefined) return undefined
      vectors.push(...found)
    }
    return vectors
  }

  const changeOver = (to: OpenModel) => {
    index.transaction(() => {
      index.vectors.activate(to.id)
      index.vectors.retire(current.id)
    })
    current = to
    next = undefined
  }

  const isWorthLearning = (): boolean => {
    if (choice.kind !== 'built-in') return false
    const learnedFrom = current.provider === unlearnedEmbedding ? 0 : current.chunks
    const fresh = index.chunks.countAfter(learnedFrom === 0 ? 0 : current.lastChunkId)
    const growth = learnedFrom < LEARNING_PASSAGES_MAX ? LEARNING_GROWTH : SAMPLED_GROWTH
    return fresh >= Math.max(LEARNING_CHUNKS_MIN, learnedFrom * growth)
  }
  const learn = () => {
    learning ??= learnFeatures(present(readPassages(index.chunks.sample(LEARNING_PASSAGES_MAX))))
    for (const end = now() + LEARNING_SLICE_MS; now() < end;) {
      const slice = learning.next()
      if (!slice.done) continue
      learning = undefined
      const id = index.transaction(() => index.vectors.addModel(BUILT_IN, encodeLearned(slice.value)))
      next = open(index.vectors.models().find((model) => model.id === id)!)
      // Until there was something to learn from there were vectors of a handful of chunks at most.
      if (current.provider === unlearnedEmbedding) changeOver(next)
      return
    }
  }
  return {
    active: () => current,
    forget(chunkIds) {
      for (const id of chunkIds) {
        current.vectors.delete(id)
        next?.vectors.delete(id)
        voided.add(id)
      }
    },
    async step() {
      // Vectors of a provider that is about to be replaced are not worth making.
      if (!next && (learning || (current.provider === unlearnedEmbedding && isWorthLearning()))) {
        learn()
        return 'worked'
      }
      for (const model of next ? [current, next] : [current]) {
        const outcome = await embedDue(model)
        if (outcome !== 'idle') return outcome
      }
      if (next && dueOf(next, 1).length > 0) return 'idle'
      if (next) changeOver(next)
      else if (index.vectors.sweep(SWEPT_PER_STEP)) return 'worked'
      else if (isWorthLearning()) learn()
      else return 'idle'
      return 'worked'
    },
  }
}

function* present(passages: Iterable<Passage | undefined>): Generator<Passage> {
  for (const passage of passages) if (passage) yield passage
}
