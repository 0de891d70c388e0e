import type { CommandInput, CommandOutput } from '../../shared/ipc/ipc'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import { AppError, appError, problem } from '../../shared/problem'
import type { DocumentId, FolderId, RemoteId } from '../../shared/terms'
import type { Clock } from '../system/clock'
import type { Narrowing } from '../store/lists/list-query'
import type { ApiClient } from '../sync/http/api-client'
import type { Connection } from '../sync/service/connection'
import { fixedScope } from './fixed-folder'
import { paragraphQueryOf } from './paragraph-query'
import { createMeaning, type Here } from './meaning'
import { createQuotaShare } from './quota-share'
import type { Words } from './words-here'

/** Every search that a window can ask for. All of them pass through one scope, whatever they ask (B9). */
export interface Search {
  words(input: CommandInput<'search.words'>): Promise<CommandOutput<'search.words'>>
  /** `asker`: the window; it may fetch the chunks of its last search and no others (B7). */
  meaning(input: CommandInput<'search.meaning'>, asker: object): Promise<CommandOutput<'search.meaning'>>
  /** What others say on what a paragraph is about; for chunks this is the window's search as well. */
  related(input: CommandInput<'search.related'>, asker: object): Promise<CommandOutput<'search.related'>>
  chunk(input: CommandInput<'search.chunk'>, asker: object): Promise<CommandOutput<'search.chunk'>>
  /** Which other texts name a document. */
  links(input: CommandInput<'search.links'>): Promise<CommandOutput<'search.links'>>
  /** Documents that a search may find, the latest first. */
  within(filter: DocumentFilter): readonly DocumentId[]
  /** Documents whose title or text hold these words, the best first. */
  withWords(typed: string, limit: number): Promise<readonly DocumentId[]>
  /** Those of them in which may be searched (B9). */
  searchable(ids: readonly DocumentId[]): readonly DocumentId[]
}

export interface SearchParts {
  readonly words: Words
  readonly client: ApiClient
  readonly connection: Connection
  readonly clock: Clock
  readonly here: (remoteId: RemoteId, updatedAt: string | undefined) => Here | undefined
  readonly remoteIdOf: (id: DocumentId) => RemoteId | undefined
  readonly titleOf: (id: DocumentId) => string | undefined
  /** Which of these pass. */
  readonly passing: (ids: readonly DocumentId[], narrowing: Narrowing) => readonly DocumentId[]
  /** All that pass, the latest first. */
  readonly ids: (narrowing: Narrowing) => readonly DocumentId[]
  readonly folderThere: (id: FolderId) => RemoteId | undefined
  readonly isFolderKnown: (id: FolderId) => boolean
  /** It, and the folders in it at any depth, in the order of the tree. */
  readonly foldersFrom: (id: FolderId) => readonly FolderId[]
  readonly fixedFolder: () => FolderId | undefined
  /** ISO 8601: what counts as recent. */
  readonly recentSince: () => string
}

type Question = CommandInput<'search.meaning'> & {
  /** In these words on this device; the same where nothing is given. */
  readonly wordsHere?: string
  /** Not this document. */
  readonly except?: DocumentId
  /** Why the service is not to be asked. */
  readonly localReason?: () => string | undefined
}

/** A hit below this share of the best one's score is weak. */
const WEAK = 0.5
const UNSENT_MOST = 5
/** A paragraph is most like its own document: so many more are asked for, as those are left out. */
const OWN_HITS = 20
const HITS_MOST = 50
const SCOPE_CANDIDATES = 10_000

export function createSearch(parts: SearchParts): Search {
  const { words } = parts
  const service = createMeaning(parts)
  const share = createQuotaShare(parts)
  /** By window: the searches it asked for, and the chunks that the last one returned. */
  const asked = new WeakMap<object, number>()
  const onScreen = new WeakMap<object, ReadonlySet<string>>()

  const scope = () => fixedScope(parts.fixedFolder(), parts.isFolderKnown)

  /** What a search may find: as asked, or the fixed folder and what is published, whatever was asked. */
  function narrowed(wanted: DocumentFilter = {}): Narrowing {
    const fixed = scope()
    const filter =
      fixed === undefined ? wanted : { ...wanted, folderId: fixed, subfolders: false, status: 'published' }
    const { folderId, subfolders } = filter
    const folders = subfolders === true && folderId != null ? parts.foldersFrom(folderId) : undefined
    return { filter, recentSince: parts.recentSince(), ...(folders && { folders }) }
  }

  async function onThisDevice(input: Question, why: string): Promise<CommandOutput<'search.meaning'>> {
    const hits = await words.find({
      ...hereOf(input),
      narrowing: narrowed(input.filter),
      limit: input.limit,
    })
    return { hits: withWeakness(hits), notice: `On this device: ${why}` }
  }

  /** What the service does not have yet is found here and put in its place among the hits. */
  async function withUnsent(hits: readonly SearchHit[], input: Question): Promise<readonly SearchHit[]> {
    const own = await words.find({
      ...hereOf(input),
      narrowing: { ...narrowed(input.filter), unsent: true },
      limit: UNSENT_MOST,
    })
    const best = Math.max(0, ...hits.map(({ score }) => score)) || 1
    const unsent = own
      .filter((hit) => hit.score >= WEAK && !hits.some((other) => isSamePassage(hit, other)))
      .map((hit) => ({ ...hit, score: hit.score * best, unsent: true }))
    if (hits.some(({ score }) => score <= 0)) return [...hits, ...unsent]
    return [...hits, ...unsent].sort((a, b) => b.score - a.score)
  }

  /** What the service was not asked for far enough is looked for on this device, after what it gave. */
  async function filler(hits: readonly SearchHit[], input: Question): Promise<readonly SearchHit[]> {
    const here = await words.find({
      ...hereOf(input),
      narrowing: narrowed(input.filter),
      limit: input.limit,
    })
    const worst = Math.min(1, ...hits.map(({ score }) => score))
    return here
      .filter((hit) => hits.every(({ documentId }) => documentId !== hit.documentId))
      .map((hit) => ({ ...hit, score: hit.score * worst }))
  }

  /** By meaning, or on this device with the reason. */
  async function ask(input: Question, asker: object): Promise<CommandOutput<'search.meaning'>> {
    const number = (asked.get(asker) ?? 0) + 1
    asked.set(asker, number)
    onScreen.delete(asker)
    const { filter, folders: below } = narrowed(input.filter)
    const query = input.query.trim()
    if (query === '') return { hits: [] }
    const wanted = below ?? [filter.folderId ?? undefined]
    const folders = wanted.flatMap((id) => (id === undefined ? [undefined] : (parts.folderThere(id) ?? [])))
    if (folders.length === 0) return onThisDevice(input, 'the service does not have this folder yet')
    const localReason = input.localReason?.()
    if (localReason !== undefined) return onThisDevice(input, localReason)
    const answer = await service.ask({
      query,
      folders,
      status: filter.status,
      limit: isFilteredHere(filter)
        ? HITS_MOST
        : Math.min(HITS_MOST, input.limit + (input.except === undefined ? 0 : OWN_HITS)),
    })
    if (answer.kind === 'refused') throw new AppError(answer.problem)
    if (answer.kind === 'away') return onThisDevice(input, answer.why)
    // The scope may have been set while the service searched; and a service may not heed a folder.
    const passing = among(answer.hits, input.filter)
    const held = passing
      .filter(({ documentId }) => documentId !== input.except)
      .slice(0, input.except === undefined ? undefined : input.limit)
    const isCut = isFilteredHere(filter) && answer.isFull && passing.length < answer.hits.length
    if (asked.get(asker) === number) onScreen.set(asker, new Set(held.map(pairOf)))
    const sent = await withUnsent(held, input)
    const hits = isCut ? [...sent, ...(await filler(sent, input))] : sent
    return {
      hits: withWeakness(hits),
      ...(wanted.length > 1 && { folders: { asked: answer.asked, all: wanted.length } }),
      ...(answer.cut !== undefined
        ? { notice: `${answer.asked} of ${wanted.length} folders searched: ${answer.cut}` }
        : isCut && {
            notice: `The service’s best ${HITS_MOST} passages were filtered by tag and date; this device looked for more.`,
          }),
    }
  }

  return {
    async words({ query, filter, limit }) {
      return { hits: [...(await words.find({ query, narrowing: narrowed(filter), limit, words: 'all' }))] }
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
      // What a whole paragraph shares with a passage is mostly everyday words: none is marked.
      return { ...rest, hits: hits.flatMap((hit) => (hit.weak ? [] : { ...hit, marks: [], words: [] })) }
    },

    async chunk({ documentId, chunkId }, asker) {
      const remoteId = parts.remoteIdOf(documentId)
      const isOnScreen = onScreen.get(asker)?.has(pairOf({ documentId, chunkId })) === true
      // The scope may have been set since the search.
      if (among([{ documentId }]).length === 0 || !isOnScreen || remoteId === undefined)
        throw appError('not-allowed', 'Only passages that the search on screen has found can be fetched.')
      const answer = await parts.client.call('chunks.get', { params: { id: remoteId, chunkId } })
      if (answer.kind === 'ok')
        return { text: answer.data.text ?? '', headingPath: answer.data.heading_path ?? [] }
      throw new AppError(
        answer.kind !== 'failed'
          ? problem('bad-answer', 'The service gave no proper answer.')
          : answer.problem.code === 'not-found'
            ? problem('not-found', 'This passage is no longer on the service.')
            : answer.problem,
      )
    },

    async links({ id, limit }) {
      const narrowing = narrowed()
      const title = parts.titleOf(id) ?? ''
      if (title.trim() === '') return { links: [], mentions: [] }
      const named = async (how: 'links' | 'mentions') => [
        ...(await words.find({ query: title, narrowing, limit, words: how, except: id })),
      ]
      return { links: await named('links'), mentions: await named('mentions') }
    },

    within: (filter) => parts.ids(narrowed(filter)),

    searchable: (ids) => (scope() === undefined ? ids : parts.passing(ids, narrowed())),

    async withWords(typed, limit) {
      if (scope() === undefined) return words.ids(typed, limit)
      return parts.passing(await words.ids(typed, SCOPE_CANDIDATES), narrowed()).slice(0, limit)
    },
  }

  /** Those of these hits that a search may find, and that pass the filter. */
  function among<Hit extends Pick<SearchHit, 'documentId'>>(
    hits: readonly Hit[],
    filter?: DocumentFilter,
  ): readonly Hit[] {
    const ids = hits.map(({ documentId }) => documentId)
    const passing = new Set(parts.passing(ids, narrowed(filter)))
    return hits.filter(({ documentId }) => passing.has(documentId))
  }
}

/** The service is asked for folder and status only; tags and times hold for what it gave. */
const isFilteredHere = ({ tagIds, since }: DocumentFilter): boolean =>
  (tagIds?.length ?? 0) > 0 || since !== undefined

const hereOf = ({ query, wordsHere = query, except }: Question) =>
  ({ query: wordsHere, words: 'some', ...(except !== undefined && { except }) }) as const

const pairOf = ({ documentId, chunkId }: Pick<SearchHit, 'documentId' | 'chunkId'>) =>
  JSON.stringify([documentId, chunkId])

const isSamePassage = (a: SearchHit, b: SearchHit) => a.documentId === b.documentId && a.passage === b.passage

function withWeakness(hits: readonly SearchHit[]): SearchHit[] {
  const best = Math.max(0, ...hits.map(({ score }) => score))
  return hits.map((hit) => ({ ...hit, weak: hit.score < WEAK * best }))
}
