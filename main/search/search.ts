import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import { AppError, appError, problem } from '../../shared/problem'
import type { DocumentId, RemoteId } from '../../shared/terms'
import { createMeaningSearch, type MeaningSearchParts } from './meaning-search'
import { paragraphQueryOf } from './paragraph-query'
import { createQuotaShare } from './quota-share'
import { createSearchScope, type SearchScopeParts } from './search-scope'
import { createShownPassages } from './shown-passages'

/** Every search that a window can request. All of them go through one scope (B9). */
export interface Search {
  words(input: CommandInput<'search.words'>): Promise<CommandOutput<'search.words'>>
  /** `asker`: the window; it may fetch only the chunks of its last search (B7). */
  meaning(input: CommandInput<'search.meaning'>, asker: object): Promise<CommandOutput<'search.meaning'>>
  /**
   * Passages of other documents about the subject of a paragraph; for chunks this counts as the window's search as
   * well.
   */
  related(input: CommandInput<'search.related'>, asker: object): Promise<CommandOutput<'search.related'>>
  chunk(input: CommandInput<'search.chunk'>, asker: object): Promise<CommandOutput<'search.chunk'>>
  /** The other texts that name a document. */
  links(input: CommandInput<'search.links'>): Promise<CommandOutput<'search.links'>>
  /** Documents that a search may find, the latest first. */
  within(filter: DocumentFilter): readonly DocumentId[]
  /** Documents whose title or text contains these words, the best first. */
  withWords(typed: string, limit: number): Promise<readonly DocumentId[]>
  /** Those documents that searches may include (B9). */
  searchable(ids: readonly DocumentId[]): readonly DocumentId[]
}

interface SearchParts extends MeaningSearchParts, SearchScopeParts {
  readonly remoteIdOf: (id: DocumentId) => RemoteId | undefined
  readonly titleOf: (id: DocumentId) => string | undefined
}

const SCOPE_CANDIDATES = 10_000

export function createSearch(parts: SearchParts): Search {
  const { words } = parts
  const share = createQuotaShare(parts)
  const scope = createSearchScope(parts)
  const shown = createShownPassages()
  const ask = createMeaningSearch(parts, scope, shown)

  return {
    async words({ query, filter, limit }) {
      return {
        hits: [...(await words.find({ query, narrowing: scope.narrowed(filter), limit, words: 'all' }))],
      }
    },

    meaning: ask,

    async related({ documentId, paragraph, limit }, asker) {
      const { text, words: wordsHere } = paragraphQueryOf(paragraph)
      const question = {
        query: text,
        filter: {},
        limit,
        wordsHere,
        except: documentId,
        localReason: () => share.take(),
      }
      const { hits, ...rest } = await ask(question, asker)
      // The words that a whole paragraph shares with a passage are mostly everyday words, so none is marked.
      return { ...rest, hits: hits.flatMap((hit) => (hit.weak ? [] : { ...hit, marks: [], words: [] })) }
    },

    async chunk({ documentId, chunkId }, asker) {
      const remoteId = parts.remoteIdOf(documentId)
      const isOnScreen = shown.has(asker, { documentId, chunkId })
      // The scope may have been set since the search.
      if (scope.passing([documentId]).length === 0 || !isOnScreen || remoteId === undefined)
        throw appError('not-allowed', 'Only passages found by the search on screen can be fetched.')
      const answer = await parts.client.call('chunks.get', { params: { id: remoteId, chunkId } })
      if (answer.kind === 'ok')
        return { text: answer.data.text ?? '', headingPath: answer.data.heading_path ?? [] }
      throw new AppError(
        answer.kind !== 'failed'
          ? problem('bad-answer', 'The service did not give a valid answer.')
          : answer.problem.code === 'not-found'
            ? problem('not-found', 'This passage is no longer on the service.')
            : answer.problem,
      )
    },

    async links({ id, limit }) {
      const narrowing = scope.narrowed()
      const title = parts.titleOf(id) ?? ''
      if (title.trim() === '') return { links: [], mentions: [] }
      const named = async (how: 'links' | 'mentions') => [
        ...(await words.find({ query: title, narrowing, limit, words: how, except: id })),
      ]
      return { links: await named('links'), mentions: await named('mentions') }
    },

    within: scope.within,

    searchable: (ids) => (scope.isFixed() ? scope.passing(ids) : ids),

    async withWords(typed, limit) {
      if (!scope.isFixed()) return words.ids(typed, limit)
      return scope.passing(await words.ids(typed, SCOPE_CANDIDATES)).slice(0, limit)
    },
  }
}
