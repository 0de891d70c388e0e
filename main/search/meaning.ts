import type { HitSeen } from '../../shared/api/api-reading'
import type { SearchHit } from '../../shared/ipc/ipc-search'
import type { Problem, ProblemCode } from '../../shared/problem'
import type { DocumentId, RemoteId } from '../../shared/terms'
import type { Clock } from '../system/clock'
import { wellFormed } from '../../shared/text/well-formed'
import type { ApiClient } from '../sync/http/api-client'
import type { Connection } from '../sync/service/connection'
import { marksOf, keywordsOf, keywordSentence, type Keywords } from './keywords'
import { passageAt } from './passages'

interface MeaningAsk {
  readonly query: string
  /** The folders, one search for each; a single `undefined` means the whole account. */
  readonly folders: readonly (RemoteId | undefined)[]
  readonly status?: string | undefined
  readonly limit: number
}

/** The hits of the service, or why it could not be asked. `asked`: in how many of the folders. */
type MeaningAnswer =
  | {
      readonly kind: 'found'
      readonly hits: readonly SearchHit[]
      readonly asked: number
      /** Whether a search returned as many hits as requested: there may be more. */
      readonly isFull: boolean
      readonly cut?: string
    }
  | { readonly kind: 'away'; readonly why: string }
  | { readonly kind: 'refused'; readonly problem: Problem }

export interface MeaningParts {
  readonly client: ApiClient
  readonly connection: Connection
  readonly clock: Clock
  /** The document on this device, whether it has changed since the service's `updatedAt`, and its title. */
  readonly here: (remoteId: RemoteId, updatedAt: string | undefined) => Here | undefined
}

interface Here {
  readonly id: DocumentId
  readonly title: string
  readonly changed: boolean
}

/** How many child folders are searched besides the folder itself. */
const FOLDERS_MAX = 12
/** A missing ability or route is tried again after this time: abilities and services change. */
const AGAIN_MS = 10 * 60_000
const QUERY_MAX = 2_000
const SHOWN_MAX = 20_000

/** Search by meaning, as the service provides it (content API, section 4). */
export function createMeaning({ client, connection, clock, here }: MeaningParts) {
  let againAt: number | undefined

  /** Why the service cannot be asked at present, as far as that is known. */
  function known(): string | undefined {
    const { abilities, capabilities } = connection.current()
    const why =
      abilities['rag:read'] === 'no'
        ? REASONS['missing-ability']
        : capabilities.search === 'no'
          ? REASONS['not-found']
          : undefined
    if (why === undefined) {
      againAt = undefined
      return undefined
    }
    againAt ??= clock.now() + AGAIN_MS
    if (clock.now() < againAt) return why
    againAt = undefined
    return undefined
  }

  async function ask({ query, folders, status, limit }: MeaningAsk): Promise<MeaningAnswer> {
    const why = known()
    if (why !== undefined) return { kind: 'away', why }
    const left = connection.current().searchQuota?.remaining ?? Infinity
    const most = Math.min(folders.length, FOLDERS_MAX, Math.max(1, left))
    const keywords = keywordsOf(query)
    const lists: SearchHit[][] = []
    let isFull = false
    for (const folder of folders.slice(0, most)) {
      const answer = await client.call('search.semantic', {
        body: {
          query: wellFormed(query.slice(0, QUERY_MAX)),
          limit,
          // The folder is a string in the content API (B4).
          ...(folder !== undefined && { folder_id: folder }),
          ...(status !== undefined && { status }),
        },
      })
      if (answer.kind === 'ok') {
        connection.noteCapabilities({ search: 'yes' })
        lists.push(answer.data.flatMap((hit) => hitOf(hit, keywords)))
        isFull ||= answer.data.length >= limit
        continue
      }
      const code = answer.kind === 'failed' ? answer.problem.code : 'bad-answer'
      if (code === 'not-found') connection.noteCapabilities({ search: 'no' })
      if (answer.kind === 'failed' && code === 'invalid') return { kind: 'refused', problem: answer.problem }
      const reason = REASONS[code] ?? 'the service could not search'
      if (lists.length === 0) return { kind: 'away', why: reason }
      return { kind: 'found', hits: inOrder(lists), asked: lists.length, isFull, cut: reason }
    }
    return { kind: 'found', hits: inOrder(lists), asked: lists.length, isFull }
  }

  /**
   * The hits of a document. One that is not on this device (deleted, or not pulled yet) cannot be opened and is left
   * out.
   */
  function hitOf(hit: HitSeen, keywords: Keywords): SearchHit[] {
    const found = here(hit.document_id, hit.updated_at)
    if (!found) return []
    const text = (hit.text ?? '').slice(0, SHOWN_MAX).replaceAll('\r\n', '\n')
    const shown = passageAt(text, keywordSentence(text, keywords), (from, to) =>
      marksOf(text.slice(from, to), keywords),
    )
    const { start, ...passage } = shown
    return [
      {
        documentId: found.id,
        ...(hit.id !== undefined && { chunkId: hit.id }),
        title: hit.title ?? found.title,
        headingPath: hit.heading_path ?? [],
        ...passage,
        ...(hit.start !== undefined && start !== undefined && { start: hit.start + start }),
        score: hit.score ?? 0,
        origin: 'service',
        changed: found.changed,
        unchanged: !found.changed && hit.updated_at !== undefined,
        unsent: false,
        weak: false,
      },
    ]
  }

  return { ask }
}

/** Merges the hits of several searches: by score where all have one, otherwise by rank. */
function inOrder(lists: readonly (readonly SearchHit[])[]): readonly SearchHit[] {
  if (lists.length === 1) return lists[0]!
  const placed = lists.flatMap((list) => list.map((hit, place) => ({ hit, place })))
  const isScored = placed.every(({ hit }) => hit.score > 0)
  return placed
    .sort((a, b) => (isScored ? b.hit.score - a.hit.score : 0) || a.place - b.place)
    .map(({ hit }) => hit)
}

/** Why the search was made on this device, as the second half of a notice. */
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
