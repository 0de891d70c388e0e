import type { VersionSeen as VersionRead } from '../../../shared/api/api-reading'
import type { RemoteId } from '../../../shared/terms'
import { wellFormed } from '../../../shared/text/well-formed'
import type { Answer, FailedAnswer } from '../../sync/http/answer'
import type { ApiClient } from '../../sync/http/api-client'
import type { Effect, Event } from '../core/events'
import { sameRecord } from '../core/record'
import type { VersionSeen } from '../core/working-copy'

type ReadVersions = Extract<Effect, { readonly kind: 'read-versions' }>
type Ended<K extends Event['kind']> = Omit<Extract<Event, { readonly kind: K }>, 'reading'>
type VersionsOutcome = Ended<'versions-read'> | Ended<'versions-failed'>

const VERSIONS_MAX = 200
const PER_PAGE = 100

/** Reads versions, newest first, back to the version that the effect names, or at most 200. */
export async function readVersions(api: ApiClient, effect: ReadVersions): Promise<VersionsOutcome> {
  const { remoteId, until, notFirst, lastRead } = effect
  const versions: VersionSeen[] = []
  for (let page = 1; versions.length < VERSIONS_MAX; page++) {
    const answer = await pageOf(api, remoteId, page)
    if (answer.kind !== 'ok') return withoutVersions(answer)
    for (const version of answer.data) {
      const text = version.content ?? (await contentOf(api, remoteId, version))
      if (typeof text !== 'string') return withoutVersions(text)
      const seen = versionSeen(version, text)
      versions.push(seen)
      const isLast =
        lastRead === undefined
          ? sameRecord(seen, until) && (versions.length > 1 || !notFirst)
          : seen.id === lastRead
      if (isLast || versions.length === VERSIONS_MAX) return { kind: 'versions-read', versions }
    }
    if (answer.data.length === 0 || page >= (answer.page?.lastPage ?? page)) break
  }
  return { kind: 'versions-read', versions }
}

/** The text and title of a document's first version, as far as its history shows them. */
export async function firstVersion(
  api: ApiClient,
  remoteId: RemoteId,
): Promise<VersionRead | FailedAnswer | undefined> {
  let answer = await pageOf(api, remoteId, 1)
  const last = answer.kind === 'ok' ? (answer.page?.lastPage ?? 1) : 1
  if (last > 1) answer = await pageOf(api, remoteId, last)
  if (answer.kind === 'failed') return answer.problem.code === 'not-found' ? undefined : answer
  const oldest = answer.kind === 'ok' ? answer.data.at(-1) : undefined
  if (!oldest) return undefined
  const content = oldest.content ?? (await contentOf(api, remoteId, oldest))
  return typeof content === 'string' ? { ...oldest, content } : undefined
}

const pageOf = (api: ApiClient, remoteId: RemoteId, page: number) =>
  api.call('versions.list', { params: { id: remoteId }, query: { page, per_page: PER_PAGE } })

/** The text of a version that the list shows without one, or the answer that failed. */
async function contentOf(
  api: ApiClient,
  remoteId: RemoteId,
  version: VersionRead,
): Promise<string | Answer<VersionRead>> {
  const answer = await api.call('versions.get', { params: { id: remoteId, versionId: version.id } })
  return (answer.kind === 'ok' ? answer.data.content : undefined) ?? answer
}

/**
 * The outcome without versions: a request that may be repeated later, or none at all where the service has no history.
 */
function withoutVersions(answer: Answer<unknown>): VersionsOutcome {
  const never =
    answer.kind !== 'failed' || ['not-found', 'missing-ability', 'forbidden'].includes(answer.problem.code)
  return never ? { kind: 'versions-read' } : { kind: 'versions-failed', problem: answer.problem }
}

function versionSeen(version: VersionRead, text: string): VersionSeen {
  const { id, title, status, created_at: at } = version
  const atMs = Date.parse(at ?? '')
  return {
    id,
    text: wellFormed(text),
    fields: { ...(title !== undefined && { title }), ...(status !== undefined && { status }) },
    ...(!Number.isNaN(atMs) && { atMs }),
  }
}
