import { describe, expect, test } from 'vitest'
import { problem } from '../../../shared/problem'
import { createVirtualClock } from '../../system/clock.virtual'
import type { Answer } from '../http/answer'
import type { ApiClient, CallRequest } from '../http/api-client'
import { walkPages, type WalkEnd } from './pages'

interface Row {
  readonly id: string
}
interface Asked {
  readonly page: number
  readonly perPage: number | undefined
}
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }))

/** A list as a service keeps it; `answer` may replace its behaviour. */
function clientOf(
  answer: (asked: Asked, calls: number) => Partial<Answer<readonly Row[]>> | undefined,
  rows: () => Row[],
) {
  const asked: Asked[] = []
  const call = async (_name: string, { query }: CallRequest = {}) => {
    const now: Asked = { page: Number(query?.['page']), perPage: query?.['per_page'] as number | undefined }
    asked.push(now)
    const perPage = Math.min(now.perPage ?? 25, 100)
    const data = rows().slice((now.page - 1) * perPage, now.page * perPage)
    const page = {
      currentPage: now.page,
      lastPage: Math.max(1, Math.ceil(rows().length / perPage)),
      perPage,
      total: rows().length,
    }
    return { kind: 'ok', status: 200, data, skipped: 0, page, ...answer(now, asked.length) }
  }
  return { client: { call, bytes: call } as unknown as ApiClient, asked }
}

async function walk({ client }: { client: ApiClient }, signal?: AbortSignal, pagesAhead = 0) {
  const clock = createVirtualClock()
  const ids: string[] = []
  let last: unknown
  const done = (async () => {
    for await (const step of walkPages(
      { client, clock, pagesAhead },
      'tags.list',
      signal ? { signal } : {},
    )) {
      if (step.kind === 'page') ids.push(...step.rows.map(({ id }) => id))
      else last = step
    }
  })()
  let isOver = false
  void done.finally(() => (isOver = true))
  while (!isOver) await clock.advance(1_000)
  await done
  return { ids, end: last as WalkEnd & { problem?: unknown } }
}

const failed = (code: 'service-failed' | 'answer-too-large' | 'invalid' | 'unauthorized') =>
  ({ kind: 'failed', problem: problem(code, code), certain: true }) as never

describe('[E4] a list is walked to its last page', () => {
  test('each row once, in pages of a hundred', async () => {
    const rows = rowsOf(250)
    const service = clientOf(
      () => undefined,
      () => rows,
    )
    const { ids, end } = await walk(service)
    expect(ids).toEqual(rows.map(({ id }) => id))
    expect(end).toEqual({ kind: 'end', complete: true, ignoresPage: false })
    expect(service.asked).toHaveLength(3)
  })

  test('ahead: the next page is on its way while the last is taken in, and none beyond the end', async () => {
    const rows = rowsOf(250)
    const service = clientOf(
      () => undefined,
      () => rows,
    )
    const pages = walkPages(
      { ...service, clock: createVirtualClock(), pagesAhead: 1, moment: () => service.asked.length },
      'tags.list',
    )
    const onTheWay: number[] = []
    const moments: number[] = []
    for await (const step of pages) {
      if (step.kind !== 'page') continue
      onTheWay.push(service.asked.length)
      moments.push(step.asked)
    }
    expect(onTheWay).toEqual([2, 3, 3])
    // Each is as old as its request, not as its answer (W10).
    expect(moments).toEqual([0, 1, 2])
  })

  test('ahead: several pages, each once, also where their size has to change', async () => {
    const rows = rowsOf(650)
    const service = clientOf(
      () => undefined,
      () => rows,
    )
    const far = await walk(service, undefined, 3)
    expect([far.ids.length, service.asked.length]).toEqual([650, 7])
    const heavy = clientOf(
      (asked) => (asked.page === 4 && asked.perPage === 100 ? failed('answer-too-large') : undefined),
      () => rows,
    )
    const { ids, end } = await walk(heavy, undefined, 3)
    expect(ids).toEqual(rows.map(({ id }) => id))
    expect(end.complete).toBe(true)
  })

  test('ahead: a page that fails in passing comes after all, and a page that is ignored ends it', async () => {
    const rows = rowsOf(250)
    const shaky = clientOf(
      (_asked, calls) => (calls === 2 ? failed('service-failed') : undefined),
      () => rows,
    )
    const { ids, end } = await walk(shaky, undefined, 1)
    expect([ids.length, end.complete, shaky.asked.length]).toEqual([250, true, 4])
    const stuck = clientOf(
      () => ({ data: rowsOf(100), page: { currentPage: 1, lastPage: 3, perPage: 100, total: 250 } }),
      () => [],
    )
    const ignored = await walk(stuck, undefined, 1)
    expect([ignored.ids.length, stuck.asked.length, ignored.end.ignoresPage]).toEqual([100, 2, true])
  })

  test('an empty list', async () => {
    expect(
      await walk(
        clientOf(
          () => undefined,
          () => [],
        ),
      ),
    ).toEqual({ ids: [], end: { kind: 'end', complete: true, ignoresPage: false } })
  })

  test('no meta: until a page is empty', async () => {
    const service = clientOf(
      () => ({ page: undefined }) as never,
      () => rowsOf(250),
    )
    const { ids, end } = await walk(service)
    expect([ids.length, end.complete, service.asked.length]).toEqual([250, true, 4])
  })

  test('no meta and all in one answer', async () => {
    const service = clientOf(
      () => ({ page: undefined, data: rowsOf(250) }) as never,
      () => [],
    )
    const { ids, end } = await walk(service)
    expect([ids.length, end.complete, service.asked.length]).toEqual([250, true, 2])
  })

  test('the page asked for is ignored: an end, and it is said', async () => {
    const service = clientOf(
      () => ({ data: rowsOf(100), page: { currentPage: 1, lastPage: 3, perPage: 100, total: 250 } }),
      () => [],
    )
    const { ids, end } = await walk(service)
    expect([ids.length, service.asked.length]).toEqual([100, 2])
    expect(end).toMatchObject({ complete: false, ignoresPage: true })
  })

  test('the page is ignored though its number is repeated back', async () => {
    const service = clientOf(
      ({ page }) => ({
        data: rowsOf(100),
        page: { currentPage: page, lastPage: 9_000, perPage: 100, total: 900_000 },
      }),
      () => [],
    )
    expect((await walk(service)).end).toMatchObject({ complete: false, ignoresPage: true })
    expect(service.asked.length).toBeLessThan(5)
  })

  test('the page is ignored and there is no meta: whether there is more cannot be known', async () => {
    const service = clientOf(
      () => ({ data: rowsOf(100), page: undefined }) as never,
      () => [],
    )
    expect((await walk(service)).end).toMatchObject({ complete: false, ignoresPage: true })
    expect(service.asked).toHaveLength(2)
  })

  test('a row that slips between two pages is found by a second walk', async () => {
    let rows = rowsOf(150)
    const service = clientOf(
      (_asked, calls) => {
        if (calls === 1) rows = rows.slice(1)
        return undefined
      },
      () => rows,
    )
    const { ids, end } = await walk(service)
    expect(new Set(ids)).toEqual(new Set(rowsOf(150).map(({ id }) => id)))
    expect(ids).toHaveLength(150)
    expect(end.complete).toBe(true)
  })

  test('a list that never stands still ends all the same', async () => {
    let next = 1_000
    let rows = rowsOf(150)
    const service = clientOf(
      () => {
        rows = [{ id: String(next++) }, ...rows]
        return undefined
      },
      () => rows,
    )
    expect((await walk(service)).ids.length).toBeGreaterThanOrEqual(150)
    expect(service.asked.length).toBeLessThan(10)
  })

  test('rows that cannot be read make it incomplete, and it is walked once', async () => {
    const service = clientOf(
      () => ({ skipped: 1 }),
      () => rowsOf(3),
    )
    expect((await walk(service)).end.complete).toBe(false)
    expect(service.asked).toHaveLength(1)
  })
})

describe('[E5] pages that fail', () => {
  test('a passing fault is tried again, a standing one ends the walk', async () => {
    const passing = clientOf(
      (_asked, calls) => (calls < 3 ? failed('service-failed') : undefined),
      () => rowsOf(3),
    )
    expect((await walk(passing)).ids).toHaveLength(3)
    const standing = clientOf(
      () => failed('service-failed'),
      () => [],
    )
    expect((await walk(standing)).end).toMatchObject({ kind: 'failed' })
    expect(standing.asked).toHaveLength(4)
  })

  test('a refusal is not tried again', async () => {
    const service = clientOf(
      () => failed('unauthorized'),
      () => [],
    )
    await walk(service)
    expect(service.asked).toHaveLength(1)
  })

  test('pages too large to be read come in smaller ones, from where the walk stood', async () => {
    const service = clientOf(
      ({ page, perPage = 25 }) => (page > 1 && perPage > 25 ? failed('answer-too-large') : undefined),
      () => rowsOf(250),
    )
    const { ids, end } = await walk(service)
    expect([ids.length, end.complete]).toEqual([250, true])
    expect(service.asked.slice(0, 4)).toEqual([
      { page: 1, perPage: 100 },
      { page: 2, perPage: 100 },
      { page: 3, perPage: 50 },
      { page: 5, perPage: 25 },
    ])
  })

  test('one row that is too large stops only itself', async () => {
    const service = clientOf(
      ({ page, perPage = 25 }) =>
        (page - 1) * perPage < 4 && page * perPage >= 4 ? failed('answer-too-large') : undefined,
      () => rowsOf(7),
    )
    const { ids, end } = await walk(service)
    expect([ids, end.complete]).toEqual([['1', '2', '3', '5', '6', '7'], false])
  })

  test('every row too large to be read ends it with that problem', async () => {
    const service = clientOf(
      () => failed('answer-too-large'),
      () => [],
    )
    expect((await walk(service)).end).toMatchObject({ kind: 'failed', problem: { code: 'answer-too-large' } })
  })

  test('a service that refuses the page size is asked without one', async () => {
    const service = clientOf(
      ({ perPage }) => (perPage === undefined ? undefined : failed('invalid')),
      () => rowsOf(60),
    )
    expect((await walk(service)).ids).toHaveLength(60)
    expect(service.asked.map(({ perPage }) => perPage)).toEqual([100, undefined, undefined, undefined])
  })
})
