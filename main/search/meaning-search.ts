import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import { AppError } from '../../shared/problem'
import type { DocumentId, FolderId, RemoteId } from '../../shared/terms'
import { createMeaning, type MeaningParts } from './meaning'
import type { SearchScope } from './search-scope'
import type { ShownPassages } from './shown-passages'
import type { Words } from './words-here'

export interface MeaningSearchParts extends MeaningParts {
  readonly words: Words
  readonly folderThere: (id: FolderId) => RemoteId | undefined
}

type Answer = CommandOutput<'search.meaning'>

type MeaningQuestion = CommandInput<'search.meaning'> & {
  /** The words for the search on this device; absent: the same query. */
  readonly wordsHere?: string
  /** A document to leave out. */
  readonly except?: DocumentId
  /** Why the service must not be asked. */
  readonly localReason?: () => string | undefined
}

/** A hit below this share of the best one's score is weak. */
const WEAK = 0.5
const UNSENT_MAX = 5
/** The paragraph's own document usually gives the best hits; these are left out, so this many more are requested. */
const OWN_HITS = 20
const HITS_MAX = 50

/**
 * A search by meaning, made by the service. Hits of unsent text, or of this device instead of the service, are added.
 */
export function createMeaningSearch(parts: MeaningSearchParts, scope: SearchScope, shown: ShownPassages) {
  const service = createMeaning(parts)

  const findHere = (
    { query, wordsHere = query, except, filter }: MeaningQuestion,
    limit: number,
    only?: { readonly unsent: true },
  ) =>
    parts.words.find({
      query: wordsHere,
      words: 'some',
      ...(except !== undefined && { except }),
      narrowing: { ...scope.narrowed(filter), ...only },
      limit,
    })

  async function onThisDevice(input: MeaningQuestion, why: string): Promise<Answer> {
    return { hits: withWeakness(await findHere(input, input.limit)), notice: `On this device: ${why}` }
  }

  return async (input: MeaningQuestion, asker: object): Promise<Answer> => {
    const show = shown.begin(asker)
    const { filter, folders: below } = scope.narrowed(input.filter)
    const query = input.query.trim()
    if (query === '') return { hits: [] }
    const wanted = below ?? [filter.folderId ?? undefined]
    const folders = wanted.flatMap((id) => (id === undefined ? [undefined] : (parts.folderThere(id) ?? [])))
    if (folders.length === 0) return onThisDevice(input, 'the service does not have this folder yet')
    const localReason = input.localReason?.()
    if (localReason !== undefined) return onThisDevice(input, localReason)
    const answer = await service.ask({ query, folders, status: filter.status, limit: limitOf(input, filter) })
    if (answer.kind === 'refused') throw new AppError(answer.problem)
    if (answer.kind === 'away') return onThisDevice(input, answer.why)
    // The scope may have been set while the service searched; and a service may ignore a folder.
    const passing = scope.among(answer.hits, input.filter)
    const held = passing
      .filter(({ documentId }) => documentId !== input.except)
      .slice(0, input.except === undefined ? undefined : input.limit)
    const isCut = isFilteredHere(filter) && answer.isFull && passing.length < answer.hits.length
    show(held)
    const sent = withUnsent(held, await findHere(input, UNSENT_MAX, { unsent: true }))
    const hits = isCut ? [...sent, ...filler(sent, await findHere(input, input.limit))] : sent
    return {
      hits: withWeakness(hits),
      ...(wanted.length > 1 && { folders: { asked: answer.asked, all: wanted.length } }),
      ...(answer.cut !== undefined
        ? { notice: `${answer.asked} of ${wanted.length} folders searched: ${answer.cut}` }
        : isCut && {
            notice: `The service’s best ${HITS_MAX} passages were filtered by tag and date; this device looked for more.`,
          }),
    }
  }
}

/**
 * Whether hits must be filtered here: the service is asked for folder and status only; tags and times are checked
 * afterwards.
 */
const isFilteredHere = ({ tagIds, since }: DocumentFilter): boolean =>
  (tagIds?.length ?? 0) > 0 || since !== undefined

const limitOf = ({ limit, except }: MeaningQuestion, filter: DocumentFilter): number =>
  isFilteredHere(filter) ? HITS_MAX : Math.min(HITS_MAX, limit + (except === undefined ? 0 : OWN_HITS))

/** Inserts hits in text that the service does not have yet at their places. */
function withUnsent(hits: readonly SearchHit[], own: readonly SearchHit[]): readonly SearchHit[] {
  const best = Math.max(0, ...hits.map(({ score }) => score)) || 1
  const unsent = own
    .filter((hit) => hit.score >= WEAK && !hits.some((other) => isSamePassage(hit, other)))
    .map((hit) => ({ ...hit, score: hit.score * best, unsent: true }))
  if (hits.some(({ score }) => score <= 0)) return [...hits, ...unsent]
  return [...hits, ...unsent].sort((a, b) => b.score - a.score)
}

const isSamePassage = (a: SearchHit, b: SearchHit) => a.documentId === b.documentId && a.passage === b.passage

/** Hits on this device that follow the service's own, where its results do not reach far enough. */
function filler(hits: readonly SearchHit[], here: readonly SearchHit[]): readonly SearchHit[] {
  const worst = Math.min(1, ...hits.map(({ score }) => score))
  return here
    .filter((hit) => hits.every(({ documentId }) => documentId !== hit.documentId))
    .map((hit) => ({ ...hit, score: hit.score * worst }))
}

function withWeakness(hits: readonly SearchHit[]): SearchHit[] {
  const best = Math.max(0, ...hits.map(({ score }) => score))
  return hits.map((hit) => ({ ...hit, weak: hit.score < WEAK * best }))
}
