import type { VersionSeen } from '../../shared/api/api-reading'
import type { RemoteId } from '../../shared/terms'
import type { Answer, FailedAnswer } from '../sync/http/answer'
import type { ApiClient } from '../sync/http/api-client'
import { smallerSize } from '../sync/pull/pages'

interface VersionPage {
  readonly kind: 'page'
  /** Versions of this document, newest first, whatever order the service has. */
  readonly rows: readonly VersionSeen[]
  /** Whether no page follows this one. */
  readonly isLast: boolean
  /** The total number of versions according to the service. */
  readonly total?: number
  /** Whether the page also had rows of another document; they are left out. */
  readonly hasForeign: boolean
}

interface PagesWanted {
  readonly client: ApiClient
  readonly remoteId: RemoteId
  /** How many of the newest versions are known: pages with only these are skipped, except the first. */
  readonly skip?: number
  /** The likely length of a version in characters: pages of long texts have fewer versions. */
  readonly length?: number
  readonly signal?: AbortSignal
}

/** The page sizes; the last request names no size. */
const SIZES = [25, 10, 5, 2, 1, undefined] as const
/** How many characters a page may have, as far as that can be estimated in advance. */
const PAGE_LENGTH = 10_000_000
/** More pages than this are a fault of the service. */
const PAGES_MAX = 20_000

/**
 * The versions of a document, starting with the newest. Works with services that list the oldest first, ignore the
 * requested page, send no `meta`, refuse a page size, or whose pages are too large to be read (requirements E4 and F).
 */
export async function* versionPages(wanted: PagesWanted): AsyncGenerator<VersionPage | FailedAnswer, void> {
  const { client, remoteId, skip = 0, length = 0, signal } = wanted
  const seen = new Set<string>()
  let size = Math.max(
    0,
    SIZES.findIndex((one = 1) => one === 1 || one * length <= PAGE_LENGTH),
  )

  async function ask(page: number): Promise<Answer<readonly VersionSeen[]>> {
    for (;;) {
      const answer = await client.call('versions.list', {
        params: { id: remoteId },
        query: { page, per_page: SIZES[size] },
        ...(signal && { signal }),
      })
      const next = answer.kind === 'failed' ? smallerSize(answer, size, SIZES) : undefined
      if (next === undefined || page > 1) return answer
      size = next
    }
  }

  /** The page without versions that were returned before. */
  function pageOf(all: readonly VersionSeen[], isLast: boolean, total: number | undefined): VersionPage {
    const own = all.filter(({ document_id }) => document_id == null || document_id === remoteId)
    const rows = own.filter(({ id }) => !seen.has(id))
    for (const { id } of rows) seen.add(id)
    return {
      kind: 'page',
      rows,
      isLast,
      hasForeign: own.length < all.length,
      ...(total !== undefined && { total }),
    }
  }

  const first = await ask(1)
  if (first.kind === 'failed') return yield first
  if (first.kind !== 'ok') return yield pageOf([], true, 0)
  const { data, page: meta } = first
  const lastPage = meta?.lastPage
  const total = meta?.total
  const perPage = meta?.perPage ?? SIZES[size] ?? data.length
  if (data.length === 0) return yield pageOf([], true, total)

  if (!isOldestFirst(data)) {
    yield pageOf(data, lastPage === 1, total)
    const start = Math.max(2, Math.floor(skip / Math.max(1, perPage)) + 1)
    for (let page = start; page <= (lastPage ?? PAGES_MAX); page++) {
      const answer = await ask(page)
      if (answer.kind === 'failed') return yield answer
      if (answer.kind !== 'ok') break
      const isOther = answer.page?.currentPage !== undefined && answer.page.currentPage !== page
      const given = pageOf(isOther ? [] : answer.data, page === lastPage, total)
      // A service that ignores the requested page returns the first one again.
      if (given.rows.length === 0 && (isOther || lastPage === undefined || answer.data.length === 0)) break
      yield given
    }
    return yield pageOf([], true, total)
  }

  if (lastPage !== undefined) {
    const start = lastPage - Math.floor(skip / Math.max(1, perPage))
    for (let page = start; page > 1; page--) {
      const answer = await ask(page)
      if (answer.kind === 'failed') return yield answer
      if (answer.kind === 'ok') yield pageOf([...answer.data].reverse(), false, total)
    }
    return yield pageOf([...data].reverse(), true, total)
  }
  // The newest versions are on a page whose number is unknown.
  const all = [...data]
  const known = new Set(all.map(({ id }) => id))
  for (let page = 2; page <= PAGES_MAX; page++) {
    const answer = await ask(page)
    if (answer.kind === 'failed') return yield answer
    const unseen = answer.kind === 'ok' ? answer.data.filter(({ id }) => !known.has(id)) : []
    if (unseen.length === 0) break
    for (const one of unseen) known.add(one.id)
    all.push(...unseen)
  }
  yield pageOf(all.reverse(), true, total)
}

/**
 * Whether the oldest version comes first: by revisions where they are numbers, which do not depend on clocks; otherwise
 * by the order of most times.
 */
function isOldestFirst(seen: readonly VersionSeen[]): boolean {
  const revisions = seen.map(({ revision }) => Number(revision))
  const order = revisions.some(Number.isNaN)
    ? seen.map(({ created_at }) => Date.parse(created_at ?? ''))
    : revisions
  let rising = 0
  for (const [index, one] of order.entries()) {
    const next = order[index + 1]
    if (next !== undefined && one !== next) rising += one < next ? 1 : one > next ? -1 : 0
  }
  return rising > 0
}
