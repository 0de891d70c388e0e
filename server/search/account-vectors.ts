import { createChunkEmbedding, type Embedded, type ReadPassages, type StepOutcome } from './chunk-embedding'
import { unlearnedEmbedding, type EmbeddingProvider } from './embedding'
import { encodeLearned, learnedEmbedding } from './embedding-learned'
import { LEARNING_PASSAGES_MAX, learnFeatures, type LearnedFeatures } from './embedding-learning'
import type { Passage } from './features'
import type { SearchIndex } from '../store/search/search-index'
import type { IndexedModel } from '../store/search/vectors'
import { createVectorIndex } from './vectors/vector-index'

/** Where vectors come from: learned here from the account's own text, or a provider that needs no learning. */
export type EmbeddingChoice =
  { readonly kind: 'built-in' } | { readonly kind: 'given'; readonly provider: EmbeddingProvider }

type OpenModel = IndexedModel & Embedded

export interface AccountVectors {
  /** What searches use now. */
  active(): Embedded
  /** Their vectors mean nothing any more. */
  forget(chunkIds: readonly number[]): void
  /** A slice of the work that is due: chunks without a vector, then learning anew. */
  step(): Promise<StepOutcome>
}

const BUILT_IN = 'built-in-1'
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
      // Until there was something to learn from there were vectors of a handful of chunks at most.
      if (models.current().provider === unlearnedEmbedding) models.changeOver()
      break
    }
    return 'worked'
  }
  /** Vectors of a provider that is about to be replaced are not worth making. */
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
      // What it lacks then is of texts that have changed: these are indexed first, and are due anew.
      if (ofNext !== 'idle' || chunks.isIncomplete(next)) return ofNext
      models.changeOver()
      return 'worked'
    },
  }
}

/** The model that searches use, and the one that is to take its place once it has its vectors. */
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
    /** A model that was learned; it has no vectors yet. */
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
