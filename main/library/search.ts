import type { HitSeen } from '../../shared/api-reading'
import type { CommandInput, CommandOutput } from '../../shared/ipc'
import type { DocumentFilter, SearchHit } from '../../shared/ipc-records'
import { AppError, problem, type ProblemCode } from '../../shared/problem'
import type { DocumentId, FolderId, RemoteId } from '../../shared/terms'
import type { ApiClient } from '../sync/api-client'
import type { Connection } from '../sync/connection'
import type { WordsIndex } from '../store/words-index'
import type { Indexing } from './indexing'
import { marksIn, passageOf } from './passages'
import { finderOf, matchOf, parseQuery } from './query'

export interface Search {
  words(input: CommandInput<'search.words'>): CommandOutput<'search.words'>
  meaning(input: CommandInput<'search.meaning'>): Promise<CommandOutput<'search.meaning'>>
  /** Documents whose title or text hold these words, the best first. */
  withWords(typed: string, limit: number): readonly DocumentId[]
}

/** A connection that is set to one folder: nothing passed in can widen it (B9). */
export interface FixedScope {
  /** Blank or unknown: search stops. */
  readonly folderId: FolderId | undefined
}

export interface SearchParts {
  readonly index: WordsIndex
  readonly indexing: Indexing
  readonly client: ApiClient
  readonly connection: Connection
  readonly read: (id: DocumentId) => { readonly title: string; readonly text: string } | undefined
  /** Which of these pass the filter, in their order. */
  readonly passing: (ids: readonly DocumentId[], filter: DocumentFilter) => readonly DocumentId[]
  /** The document here, and whether it has changed since the service last showed it at `updatedAt`. */
  readonly here: (
    remoteId: RemoteId,
    updatedAt: string | undefined,
  ) => { readonly id: DocumentId; readonly changed: boolean } | undefined
  readonly folderThere: (id: FolderId) => RemoteId | undefined
  readonly isFolderKnown: (id: FolderId) => boolean
  readonly scope?: () => FixedScope | undefined
}

const CANDIDATES = 2_000
/** So that what was typed a moment ago is found. */
const CATCH_UP_MS = 30

export function createSearch(parts: SearchParts): Search {
  const { index, indexing, client, connection } = parts

  const matching = (typed: string, limit: number) => {
    const expression = matchOf(parseQuery(typed))
    if (expression === undefined) return []
    indexing.catchUp(CATCH_UP_MS)
    return index.match(expression, limit)
  }

  function words({ query, filter, limit }: CommandInput<'search.words'>): SearchHit[] {
    const narrowed = scoped(filter)
    const finder = finderOf(parseQuery(query))
    if (!finder) return []
    const scores = new Map(matching(query, CANDIDATES).map(({ documentId, score }) => [documentId, score]))
    const ids = parts.passing([...scores.keys()], narrowed).slice(0, limit)
    return ids.flatMap((documentId): SearchHit[] => {
      const found = parts.read(documentId)
      if (!found) return []
      const hit = passageOf(found.text, finder)
      return [
        {
          documentId,
          title: found.title,
          ...hit,
          score: scores.get(documentId) ?? 0,
          origin: 'device',
          changed: false,
        },
      ]
    })
  }

  /** Throws where the fixed folder is missing: then nothing is searched at all (B9). */
  function fixedFolder(): FolderId | undefined {
    const scope = parts.scope?.()
    if (!scope) return undefined
    const folderId = scope.folderId?.trim() ?? ''
    if (folderId === '' || !parts.isFolderKnown(folderId))
      throw new AppError(
        problem(
          'not-allowed',
          'This connection searches one folder only, and that folder is missing. Choose it in the settings.',
        ),
      )
    return folderId
  }

  const scoped = (filter: DocumentFilter): DocumentFilter => {
    const folderId = fixedFolder()
    return folderId === undefined ? filter : { ...filter, folderId, status: 'published' }
  }

  const onThisDevice = (
    input: CommandInput<'search.meaning'>,
    why: string,
  ): CommandOutput<'search.meaning'> => ({
    hits: words({
      query: input.query,
      filter: {
        ...(input.folderId != null && { folderId: input.folderId }),
        ...(input.status !== undefined && { status: input.status }),
      },
      limit: input.limit,
    }),
    notice: `On this device: ${why}`,
  })

  return {
    words,
    withWords: (typed, limit) => matching(typed, limit).map(({ documentId }) => documentId),

    async meaning(input) {
      const fixed = fixedFolder()
      const folderId = fixed ?? input.folderId ?? undefined
      const status = fixed === undefined ? input.status : 'published'
      const query = input.query.trim().slice(0, 2_000)
      if (query === '') return { hits: [] }
      const folderThere = folderId === undefined ? undefined : parts.folderThere(folderId)
      if (folderId !== undefined && folderThere === undefined)
        return onThisDevice(input, 'the service does not have this folder yet')
      const known = connection.current()
      if (known.abilities['rag:read'] === 'no') return onThisDevice(input, REASONS['missing-ability']!)
      if (known.habits.search === 'no') return onThisDevice(input, REASONS['not-found']!)
      const answer = await client.call('search.semantic', {
        // The folder is a string in the API document (B4).
        body: {
          query,
          limit: input.limit,
          ...(folderThere !== undefined && { folder_id: folderThere }),
          ...(status !== undefined && { status }),
        },
      })
      if (answer.kind === 'ok') return { hits: answer.data.flatMap((hit) => hitOf(hit, query)) }
      if (answer.kind !== 'failed') return onThisDevice(input, REASONS['bad-answer']!)
      if (answer.problem.code === 'not-found') connection.noteHabits({ search: 'no' })
      if (answer.problem.code === 'invalid') throw new AppError(answer.problem)
      return onThisDevice(input, REASONS[answer.problem.code] ?? 'the service could not search')
    },
  }

  /** A hit for a document that is not here (deleted, or not pulled yet) cannot be opened and is left out. */
  function hitOf(hit: HitSeen, query: string): SearchHit[] {
    const here = parts.here(hit.document_id, hit.updated_at)
    if (!here || hit.text === undefined) return []
    const finder = finderOf({
      terms: parseQuery(query).terms.filter(({ text }) => text.length > 2),
      without: [],
    })
    const excerpt = hit.text.replace(/\s+/g, ' ').trim().slice(0, 400)
    return [
      {
        documentId: here.id,
        ...(hit.id !== undefined && { chunkId: hit.id }),
        title: hit.title ?? parts.read(here.id)?.title ?? '',
        headingPath: hit.heading_path ?? [],
        excerpt,
        marks: finder ? marksIn(excerpt, finder) : [],
        ...(hit.start !== undefined && { start: hit.start }),
        ...(hit.end !== undefined && { end: hit.end }),
        passage: hit.text.slice(0, 20_000),
        score: hit.score ?? 0,
        origin: 'service',
        changed: here.changed,
      },
    ]
  }
}

/** Why it was searched here, as the notice goes on (experience.md, "Search notice"). */
const REASONS: { readonly [C in ProblemCode]?: string } = {
  unreachable: 'offline',
  timeout: 'offline',
  'quota-exceeded': 'search quota used up',
  'missing-ability': 'this key may not search by meaning',
  'not-found': 'this service has no search by meaning',
  throttled: 'the service asks to slow down',
  unauthorized: 'the key is not accepted',
  'account-deletion': 'the account is being deleted',
  'bad-answer': 'the service gave no proper answer',
  redirected: 'the service gave no proper answer',
  'service-failed': 'the service has a fault',
  forbidden: 'the service refused',
}
