import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { Clock } from '../../system/clock'
import type { Answer } from '../http/answer'
import type { ApiClient } from '../http/api-client'
import type { ServiceCapabilities } from './capabilities'
import type { Connection } from './connection'

const SAMPLE = 25

interface ProbeParts {
  readonly client: ApiClient
  readonly clock: Clock
  readonly connection: Connection
  /** How many documents the service is known to have. */
  readonly countThere: () => number
  /** A service whose answers proved nothing is probed again after this time, or once it has documents. */
  readonly everyMs: number
}

/** Finds out how the service behaves, where that is not known yet. */
export function createProbe({ client, clock, connection, countThere, everyMs }: ProbeParts) {
  let probedAt = -Infinity
  let probedCount = 0
  return async (signal: AbortSignal): Promise<void> => {
    const count = countThere()
    const isAsked = clock.now() - probedAt < everyMs && !(probedCount === 0 && count > 0)
    if (connection.capabilities().sorting !== undefined || isAsked) return
    probedAt = clock.now()
    probedCount = count
    connection.noteCapabilities(await probeCapabilities(client, signal))
  }
}

/**
 * Finds out how a service behaves, with GET requests only. A capability stays unknown where the library cannot show it:
 * an empty library has no order.
 */
export async function probeCapabilities(
  client: ApiClient,
  signal?: AbortSignal,
): Promise<ServiceCapabilities> {
  const list = (query: Record<string, string>) =>
    client.call('documents.list', { query: { per_page: SAMPLE, ...query }, ...(signal && { signal }) })
  const newestFirst = await list({ sort: '-updated_at' })
  if (newestFirst.kind !== 'ok') {
    // A service that refuses the parameter does not sort.
    const isRefused = newestFirst.kind === 'failed' && newestFirst.problem.code === 'invalid'
    return isRefused ? { sorting: 'no', updatedSince: 'no' } : {}
  }
  const rows = newestFirst.data
  const first = rows[0]
  if (!first) return {}
  // Unreadable times give no order.
  const newest =
    timesOf(rows) && rows.reduce<string | undefined>((max, row) => later(max, row.updated_at), undefined)
  const [oldestFirst, since, document] = await Promise.all([
    list({ sort: 'updated_at' }),
    newest === undefined ? undefined : list({ updated_since: justAfter(newest) }),
    probeDocument(client, first.id, signal),
  ])
  return {
    ...shownFields(rows),
    ...known('sorting', oldestFirst.kind === 'ok' ? isSorted(rows, oldestFirst.data) : false),
    ...(newest !== undefined &&
      since &&
      known('updatedSince', since.kind === 'ok' && isSince(since.data, newest))),
    ...document,
  }
}

/** Finds out with one document whether the service shows revisions, answers 304 and keeps a history. */
async function probeDocument(
  client: ApiClient,
  id: string,
  signal?: AbortSignal,
): Promise<ServiceCapabilities> {
  const request = { params: { id }, ...(signal && { signal }) }
  const read = await client.call('documents.get', request)
  if (read.kind !== 'ok') return {}
  const versions = await client.call('versions.list', { ...request, query: { per_page: 1 } })
  const unchanged = read.etag === undefined ? {} : { ifNoneMatch: read.etag }
  const again = await client.call('documents.get', { ...request, ...unchanged })
  // A document that was deleted meanwhile has no history and proves nothing about the others.
  const withHistory = again.kind === 'failed' ? {} : known('history', hasHistory(versions))
  if (read.etag === undefined) return { etags: 'no', ...withHistory }
  const moved = again.kind === 'ok' && again.etag !== read.etag
  return {
    etags: 'yes',
    ...(!moved && again.kind !== 'failed' && known('notModified', again.kind === 'not-modified')),
    ...withHistory,
  }
}

function hasHistory(versions: Answer<readonly unknown[]>): boolean | undefined {
  if (versions.kind === 'ok') return versions.data.length > 0
  return versions.kind === 'failed' && versions.problem.status === 404 ? false : undefined
}

/** The capabilities that the fields of list items reveal. */
export function shownFields(rows: readonly DocumentSeen[]): ServiceCapabilities {
  const first = rows[0]
  if (!first) return {}
  return {
    ...known(
      'listContent',
      rows.every(({ content }) => content !== undefined),
    ),
    ...known(
      'folderField',
      rows.every(({ folder_id }) => folder_id !== undefined),
    ),
    ...known(
      'tagField',
      rows.every(({ tags }) => tags !== undefined),
    ),
  }
}

const known = (name: keyof ServiceCapabilities, is: boolean | undefined): ServiceCapabilities =>
  is === undefined ? {} : { [name]: is ? 'yes' : 'no' }

/** Whether the rows are sorted; `undefined` where all rows have the same time, so that any order would fit. */
function isSorted(
  descending: readonly DocumentSeen[],
  ascending: readonly DocumentSeen[],
): boolean | undefined {
  const down = timesOf(descending)
  const up = timesOf(ascending)
  if (!down || !up) return false
  const isOrdered =
    down.every((time, index) => index === 0 || time <= down[index - 1]!) &&
    up.every((time, index) => index === 0 || time >= up[index - 1]!)
  if (!isOrdered) return false
  return down[0] === down.at(-1) && up[0] === up.at(-1) && down[0] === up[0] ? undefined : true
}

const isSince = (rows: readonly DocumentSeen[], newest: string): boolean =>
  (timesOf(rows) ?? [0]).every((time) => time > Date.parse(newest))

/** The times of the rows; `undefined` where a row has none. */
function timesOf(rows: readonly DocumentSeen[]): readonly number[] | undefined {
  const times = rows.map(({ updated_at }) => Date.parse(updated_at ?? ''))
  return times.some(Number.isNaN) ? undefined : times
}

const later = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && Date.parse(b) > Date.parse(a)) ? b : a

const justAfter = (time: string): string => new Date(Date.parse(time) + 1000).toISOString()
