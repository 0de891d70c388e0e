import type { Clock } from '../../system/clock'
import type { Answer, FailedAnswer, ListOperation, PageSeen, RowOf } from '../http/answer'
import type { ApiClient, CallRequest } from '../http/api-client'

interface Page<Row> {
  readonly kind: 'page'
  /** The rows that this walk has not returned before. */
  readonly rows: readonly Row[]
  /** The total number of rows, where the service states it. */
  readonly total?: number
  readonly serverTime?: number
  /** The moment when the page was requested (W10). */
  readonly asked: number
}

export interface WalkEnd {
  readonly kind: 'end'
  /** Whether every row was seen, as far as the service shows that. */
  readonly complete: boolean
  /** Whether the service answers with the same page whatever page is requested, although there are more rows. */
  readonly ignoresPage: boolean
}

type WalkStep<Row> = Page<Row> | WalkEnd | FailedAnswer

/** The page sizes to try; the last request names no size. */
const PAGE_SIZES = [100, 50, 25, 5, 1, undefined] as const

interface WalkParts {
  readonly client: ApiClient
  readonly clock: Clock
  /** How many milliseconds to wait before the next page, so that other requests go first. */
  readonly pauseMs?: () => number
  /** How many rows the first page has; fewer where few are expected. */
  readonly perPage?: (typeof PAGE_SIZES)[number]
  /** Called immediately before each request is sent. */
  readonly moment?: () => number
  /** How many of the next pages are requested while the last ones are stored, for a caller that wants all pages. */
  readonly pagesAhead?: number
}

const TRIES_PER_PAGE = 4
const WALKS_MAX = 3
/** One row may be too large to be read; after this many in a row the fault is the service's. */
const TOO_LARGE_MAX = 3

/**
 * Walks a list to its last page (E4); the last step is `end` or a failure. A list that changed meanwhile is walked
 * again, so that a row that moved between two pages is found. The walk ends also with a service that ignores the page
 * asked for or sends no `meta`. A page that fails temporarily is asked for again a few times; one that is too large is
 * read in smaller pieces.
 */
export async function* walkPages<N extends ListOperation>(
  { client, clock, pauseMs = () => 0, perPage: firstSize = 100, moment = () => 0, pagesAhead = 0 }: WalkParts,
  name: N,
  request: CallRequest = {},
): AsyncGenerator<WalkStep<RowOf<N>>, void> {
  const ask = (page: number, size: number | undefined, isUnderWay: boolean) => {
    const query = { ...request.query, page, per_page: size }
    const asked = moment()
    const answer = patiently(clock, request.signal, isUnderWay, () =>
      client.call(name, { ...request, query }),
    )
    return { page, asked, answer }
  }
  const given = new Set<string>()
  let sizeIndex = PAGE_SIZES.indexOf(firstSize)
  let hasUnreadable = false
  for (let walk = 1; ; walk++) {
    const seen = new Set<string>()
    let total: number | undefined
    let hasMoved = false
    let pagesWithoutNewRows = 0
    let tooLargeInARow = 0
    let perPage: number | undefined = PAGE_SIZES[sizeIndex]
    let ahead: ReturnType<typeof ask>[] = []
    for (let page = 1; ; page++) {
      const { asked, answer: coming } = ahead.shift() ?? ask(page, PAGE_SIZES[sizeIndex], seen.size > 0)
      const answer = await coming
      if (answer.kind === 'failed') {
        const next = smallerSize(answer, sizeIndex, PAGE_SIZES)
        if (next !== undefined) {
          ahead = []
          page = Math.floor(((page - 1) * (perPage ?? 1)) / (PAGE_SIZES[next] ?? Infinity))
          sizeIndex = next
          perPage = PAGE_SIZES[next]
          continue
        }
        if (answer.problem.code !== 'answer-too-large' || ++tooLargeInARow === TOO_LARGE_MAX)
          return yield answer
        hasUnreadable = true
        continue
      }
      if (answer.kind !== 'ok') return yield { kind: 'end', complete: false, ignoresPage: false }
      tooLargeInARow = 0
      const all = answer.data as readonly RowOf<N>[]
      const hasNewRows = all.some(({ id }) => !seen.has(id))
      const rows = all.filter(({ id }) => !given.has(id))
      for (const { id } of all) {
        seen.add(id)
        given.add(id)
      }
      hasUnreadable ||= answer.skipped > 0
      hasMoved ||= total !== undefined && answer.page?.total !== undefined && answer.page.total !== total
      total = answer.page?.total ?? total
      perPage = answer.page?.perPage ?? PAGE_SIZES[sizeIndex] ?? all.length
      pagesWithoutNewRows = hasNewRows ? 0 : pagesWithoutNewRows + 1
      const isOver = isStuck(answer.page, page, pagesWithoutNewRows)
      const lastAhead = isOver ? 0 : Math.min(page + pagesAhead, answer.page?.lastPage ?? 0)
      for (let next = page + ahead.length + 1; next <= lastAhead && pauseMs() === 0; next++)
        ahead.push(ask(next, PAGE_SIZES[sizeIndex], true))
      yield {
        kind: 'page',
        rows,
        asked,
        ...(total !== undefined && { total }),
        ...(answer.serverTime !== undefined && { serverTime: answer.serverTime }),
      }
      if (isOver) {
        const ignoresPage =
          total === undefined ? all.length > 0 && all.length === perPage : given.size < total
        return yield { kind: 'end', complete: !ignoresPage && !hasUnreadable, ignoresPage }
      }
      if (all.length === 0 || page >= (answer.page?.lastPage ?? Infinity)) break
      if (ahead.length === 0) await wait(clock, pauseMs(), request.signal)
    }
    const isShort = total !== undefined && given.size < total
    if (walk === WALKS_MAX || hasUnreadable || (!isShort && !hasMoved))
      return yield { kind: 'end', complete: !isShort && !hasUnreadable, ignoresPage: false }
  }
}

/**
 * Whether the walk makes no progress: the answer is another page than the one requested, or pages come without new
 * rows.
 */
function isStuck(meta: PageSeen | undefined, asked: number, pagesWithoutNewRows: number): boolean {
  if (asked === 1) return false
  if (meta?.currentPage !== undefined && meta.currentPage !== asked) return true
  return pagesWithoutNewRows >= (meta?.lastPage === undefined ? 1 : 2)
}

/** The index of the page size to use after this answer, if another size may help; the last index names no size. */
export function smallerSize(
  { problem }: FailedAnswer,
  index: number,
  sizes: readonly unknown[],
): number | undefined {
  const unnamed = sizes.length - 1
  if (problem.code === 'answer-too-large' && index + 1 < unnamed) return index + 1
  return problem.code === 'invalid' && index < unnamed ? unnamed : undefined
}

const PASSING: ReadonlySet<string> = new Set([
  'unreachable',
  'timeout',
  'service-failed',
  'bad-answer',
  'throttled',
])

/** After one of these problems a walk that has not begun waits for the connection. */
const AWAY: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'throttled'])

async function patiently<T>(
  clock: Clock,
  signal: AbortSignal | undefined,
  isUnderWay: boolean,
  ask: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  for (let tries = 1; ; tries++) {
    const answer = await ask()
    if (answer.kind !== 'failed' || tries === TRIES_PER_PAGE || signal?.aborted) return answer
    const { code } = answer.problem
    if (!PASSING.has(code) || (!isUnderWay && AWAY.has(code))) return answer
    await wait(clock, Math.max(answer.problem.retryAfterMs ?? 0, 500 * 4 ** (tries - 1)), signal)
  }
}

/** Waits on the clock, until `signal` is aborted. */
export async function wait(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0 || signal?.aborted) return
  await new Promise<void>((done) => {
    const finish = () => {
      cancel()
      signal?.removeEventListener('abort', finish)
      done()
    }
    const cancel = clock.after(ms, finish)
    signal?.addEventListener('abort', finish)
  })
}
