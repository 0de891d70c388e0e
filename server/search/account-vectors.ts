import { createChunkEmbedding, type Embedded, type ReadPassages, type StepOutcome } from './chunk-embedding'
import { unlearnedEmbedding, type EmbeddingProvider } from './embedding'
import { encodeLearned, learnedEmbedding } from './embedding-learned'
import { LEARNING_PASSAGES_MAX, learnFeatures, type LearnedFeatures } from './embedding-learning'
import type { Passage } from './features'
import type { SearchIndex } from '../store/search/search-index'
import type { IndexedModel } from '../store/search/vectors'
import { createVectorIndex } from './vectors/vector-index'

/** The source of vectors: learned from the account's own text, or a provider that needs no learning. */
export type EmbeddingChoice =
  { readonly kind: 'built-in' } | { readonly kind: 'given'; readonly provider: EmbeddingProvider }

type OpenModel = IndexedModel & Embedded

export interface AccountVectors {
  /** The model that searches use now. */
  active(): Embedded
  /** Drops the vectors of these chunks, which are outdated. */
  forget(chunkIds: readonly number[]): void
  /** Does a slice of the pending work: chunks without a vector, then learning again. */
  step(): Promise<StepOutcome>
}

const BUILT_IN = 'built-in-1'
const SWEPT_PER_STEP = 2_000
const LEARNING_SLICE_MS = 12
/** Fewer chunks than these are not enough to learn from. */
const LEARNING_CHUNKS_MIN = 16
/** Learning is repeated when this share of the sampled text is new; a sample cannot grow by more. */
const LEARNING_GROWTH = 0.4
const SAMPLED_GROWTH = 1

/**
 * Keeps the vectors of an account. While a newly learned model gets its vectors the previous one stays in use; the
 * switch is one step. Everything is in the index's database, so a kill at any moment costs at most a slice.
 */
export function createAccountVectors(
  index: SearchIndex,
  choice: EmbeddingChoice,
  readPassages: ReadPassages,
  now: () => number,
  onError: (error: unknown) => void,
): AccountVectors {
  const models = openModels(index, choice)
  const chunks = createChunkEmbedding(index, readPassages, onError)
  let learning: Generator<void, LearnedFeatures> | undefined

  const isWorthLearning = (): boolean => {
    if (choice.kind !== 'built-in') return false
    const { provider, chunks: count, lastChunkId } = models.current()
    const learnedFrom = provider === unlearnedEmbedding ? 0 : count
    const fresh = index.chunks.countAfter(learnedFrom === 0 ? 0 : lastChunkId)
    const growth = learnedFrom < LEARNING_PASSAGES_MAX ? LEARNING_GROWTH : SAMPLED_GROWTH
    return fresh >= Math.max(LEARNING_CHUNKS_MIN, learnedFrom * growth)
  }
  const learn = (): StepOutcome => {
    learning ??= learnFeatures(present(readPassages(index.chunks.sample(LEARNING_PASSAGES_MAX))))
    for (const end = now() + LEARNING_SLICE_MS; now() < end;) {
      const slice = learning.next()
      if (!slice.done) continue
      learning = undefined
      models.begin(encodeLearned(slice.value))
      // Before there was enough text to learn from, there were vectors of a few chunks at most.
      if (models.current().provider === unlearnedEmbedding) models.changeOver()
      break
    }
    return 'worked'
  }
  /** Vectors of a provider that will soon be replaced are not worth computing. */
  const learnsFirst = () =>
    models.next() === undefined &&
    (learning !== undefined || (models.current().provider === unlearnedEmbedding && isWorthLearning()))

  return {
    active: models.current,
    forget(chunkIds) {
      for (const id of chunkIds) {
        models.current().vectors.delete(id)
        models.next()?.vectors.delete(id)
        chunks.forget(id)
      }
    },
    async step() {
      if (learnsFirst()) return learn()
      const next = models.next()
      const outcome = await chunks.embedSome(models.current())
      if (outcome !== 'idle') return outcome
      if (next === undefined) {
        if (index.vectors.sweep(SWEPT_PER_STEP)) return 'worked'
        return isWorthLearning() ? learn() : 'idle'
      }
      const ofNext = await chunks.embedSome(next)
      // The missing vectors then belong to changed texts, which are indexed first and become due again.
      if (ofNext !== 'idle' || chunks.isIncomplete(next)) return ofNext
      models.changeOver()
      return 'worked'
    },
  }
}

/** The model that searches use, and the next one until it has all its vectors. */
function openModels(index: SearchIndex, choice: EmbeddingChoice) {
  const name = choice.kind === 'built-in' ? BUILT_IN : choice.provider.model
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

  return {
    current: () => current,
    next: () => next,
    /** Begins with a learned model, which has no vectors yet. */
    begin(state: Uint8Array): void {
      const id = index.transaction(() => index.vectors.addModel(BUILT_IN, state))
      next = open(index.vectors.models().find((model) => model.id === id)!)
    },
    changeOver(): void {
      const to = next
      if (to === undefined) return
      index.transaction(() => {
        index.vectors.activate(to.id)
        index.vectors.retire(current.id)
      })
      current = to
      next = undefined
    },
  }
}

function* present(passages: Iterable<Passage | undefined>): Generator<Passage> {
  for (const passage of passages) if (passage) yield passage
}
