import type { VersionSeen } from '../../shared/api-reading'
import type { CommandInput, CommandOutput } from '../../shared/ipc'
import type { Snapshot, VersionSummary } from '../../shared/ipc-records'
import { AppError, problem, type Problem } from '../../shared/problem'
import type { DocumentId, RemoteId } from '../../shared/terms'
import type { Clock } from '../clock'
import type { VersionRow, VersionStore } from '../store/versions'
import type { ApiClient } from '../sync/api-client'
import type { Connection } from '../sync/connection'
import { walkPages } from '../sync/pages'

/** The service's versions and this device's snapshots of a document, in one list. */
export interface History {
  /** What is known already, with what the service adds where it can be asked. */
  list(input: CommandInput<'history.list'>): Promise<CommandOutput<'history.list'>>
  /** Throws an AppError where the version is neither here nor to be had. */
  read(input: CommandInput<'history.read'>): Promise<CommandOutput<'history.read'>>
}

export interface HistoryParts {
  readonly client: ApiClient
  readonly connection: Connection
  readonly clock: Clock
  readonly versions: VersionStore
  readonly snapshots: {
    list(documentId: DocumentId): readonly Snapshot[]
    read(id: string): { readonly title: string; readonly text: string } | undefined
  }
  /** `undefined`: it is not on the service yet. */
  readonly remoteIdOf: (id: DocumentId) => RemoteId | undefined
  readonly titleOf: (id: DocumentId) => string
}

const SNAPSHOT = 'snapshot:'
/** So many versions are fetched at once; a history of more is said to go on. */
const FETCH_MAX = 500

export function createHistory(parts: HistoryParts): History {
  const { client, connection, clock, versions } = parts

  /** Fetches what is new. `complete`: the list was seen to its end now, or ends in what was known. */
  async function fetch(
    id: DocumentId,
    remoteId: RemoteId,
  ): Promise<{ complete: boolean; failure?: Problem }> {
    const found: VersionSeen[] = []
    let meetsKnown = false
    const pages = walkPages({ client, clock, perPage: 25 }, 'versions.list', { params: { id: remoteId } })
    for await (const step of pages) {
      if (step.kind === 'failed') {
        await keep(id, found)
        return { complete: false, failure: step.problem }
      }
      if (step.kind === 'end') {
        await keep(id, found)
        return { complete: step.complete || meetsKnown }
      }
      const news = step.rows.filter((row) => !versions.has(id, row.id))
      found.push(...news)
      meetsKnown ||= news.length < step.rows.length
      const isOver = meetsKnown && news.length === 0 && !isOldestFirst(step.rows)
      if (isOver || found.length >= FETCH_MAX) break
    }
    await keep(id, found)
    return { complete: meetsKnown && found.length < FETCH_MAX }
  }

  const keep = async (id: DocumentId, seen: readonly VersionSeen[]) => {
    if (seen.length > 0) await versions.put(id, newestFirst(seen).map(rowOf))
  }

  return {
    async list({ id }) {
      const remoteId = parts.remoteIdOf(id)
      const own: VersionSummary[] = parts.snapshots.list(id).map((snapshot) => ({
        id: SNAPSHOT + snapshot.id,
        at: snapshot.at,
        title: snapshot.title,
        origin: 'device',
        label: snapshot.reason,
      }))
      const fetched = remoteId === undefined ? undefined : await fetch(id, remoteId)
      const theirs = versions.list(id).map(summaryOf)
      const isNone =
        fetched?.failure?.code === 'not-found' || (fetched?.complete === true && theirs.length === 0)
      if (fetched && (isNone || theirs.length > 0))
        connection.noteHabits({ history: isNone && theirs.length === 0 ? 'no' : 'yes' })
      const note = noteOf(fetched, isNone, theirs.length)
      return {
        versions: [...theirs, ...own].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
        complete: fetched === undefined || fetched.complete,
        ...(note !== undefined && { note }),
      }
    },

    async read({ id, versionId }) {
      if (versionId.startsWith(SNAPSHOT)) {
        const kept = parts.snapshots.read(versionId.slice(SNAPSHOT.length))
        if (kept) return { title: kept.title, text: kept.text }
        throw new AppError(problem('not-found-here', 'This copy is not kept any more.'))
      }
      const kept = await versions.read(id, versionId)
      if (kept?.text !== undefined) return { title: kept.title ?? parts.titleOf(id), text: kept.text }
      const remoteId = parts.remoteIdOf(id)
      if (remoteId === undefined)
        throw new AppError(problem('not-found-here', 'This version is not on this device.'))
      const answer = await client.call('versions.get', { params: { id: remoteId, versionId } })
      if (answer.kind === 'failed') throw new AppError(answer.problem)
      if (answer.kind !== 'ok' || answer.data.content === undefined)
        throw new AppError(problem('bad-answer', 'The service did not show the text of this version.'))
      await keep(id, [answer.data])
      return { title: answer.data.title ?? parts.titleOf(id), text: answer.data.content }
    },
  }
}

function noteOf(
  fetched: { readonly complete: boolean; readonly failure?: Problem } | undefined,
  isNone: boolean,
  known: number,
): string | undefined {
  if (!fetched) return 'This document is not on the service yet.'
  if (isNone && known === 0) return 'This service keeps no version history.'
  if (fetched.failure) return `These are the versions read before. ${fetched.failure.message}`
  return fetched.complete ? undefined : 'There are older versions.'
}

/** Some services list the oldest first. */
function isOldestFirst(seen: readonly VersionSeen[]): boolean {
  const [first, last] = [seen[0]?.created_at, seen.at(-1)?.created_at]
  return first !== undefined && last !== undefined && Date.parse(first) < Date.parse(last)
}

const newestFirst = (seen: readonly VersionSeen[]): readonly VersionSeen[] =>
  isOldestFirst(seen) ? [...seen].reverse() : seen

const rowOf = ({ id, created_at, title, status, content }: VersionSeen): VersionRow => ({
  versionId: id,
  at: created_at ?? '',
  ...(title !== undefined && { title }),
  ...(status !== undefined && { status }),
  ...(content !== undefined && { text: content }),
})

const summaryOf = ({ versionId, at, title, status }: VersionRow): VersionSummary => ({
  id: versionId,
  at,
  origin: 'service',
  label: status === 'published' ? 'Published' : 'Saved',
  ...(title !== undefined && { title }),
  ...(status !== undefined && { status }),
})
