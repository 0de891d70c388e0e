import { afterEach, expect, test } from 'vitest'
import { ABILITIES } from '../../shared/terms'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { testConnection } from '../../main/sync/service/test-connection'
import { openMemoryService, type MemoryService } from '../../server/testing/app.memory'
import { oddTimes, type App } from '../foreign/service-variants'

let service: MemoryService | undefined
afterEach(() => {
  void service?.close()
  service = undefined
})

const fetchOf = (app: App) => {
  const methods: string[] = []
  const fetch = async (url: string, init?: RequestInit) => {
    methods.push(init?.method ?? 'GET')
    return app(new Request(url, init))
  }
  return { fetch, methods }
}
const ADDRESS = 'http://127.0.0.1:1'

test('[D2] says in words what a key may do, and asks by requests that can change nothing', async () => {
  service = openMemoryService()
  const { fetch, methods } = fetchOf(service.app)
  const { report, form, address } = await testConnection(
    { fetch, clock: createVirtualClock() },
    { address: `${ADDRESS}/api/v1/`, key: ` ${service.key} ` },
  )
  expect(report.ok).toBe(true)
  expect(report.lines.join('\n')).toContain('The key may read documents, folders')
  expect(report.lines).toContain('It may write documents, folders, tags and files.')
  expect(report.abilities['documents:write']).toBe('yes')
  expect([form, address]).toEqual(['bearer', ADDRESS])
  expect(methods).not.toContain('POST')
})

test.each(ABILITIES.filter((ability) => ability.endsWith(':write')))(
  '[D2] a key without %s is known before the first keystroke, and nothing was changed to find out',
  async (missing) => {
    service = openMemoryService()
    const { fetch } = fetchOf(service.app)
    const key = service.addKey(ABILITIES.filter((ability) => ability !== missing))
    const made = await fetch(`${ADDRESS}/api/v1/documents`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.key}` },
      body: JSON.stringify({ title: 'One', content: 'Words.' }),
    })
    const { report } = await testConnection({ fetch, clock: createVirtualClock() }, { address: ADDRESS, key })
    const write = Object.entries(report.abilities).filter(([name]) => name.endsWith(':write'))
    expect(write.filter(([, is]) => is === 'no').map(([name]) => name)).toEqual([missing])
    expect(write.filter(([, is]) => is === 'yes')).toHaveLength(3)
    expect(report.lines).toContain(`It may not write ${missing.split(':')[0]}.`)
    const now = await fetch(`${ADDRESS}/api/v1/documents/1`, {
      headers: { Authorization: `Bearer ${service.key}` },
    })
    expect([made.status, now.headers.get('ETag')]).toEqual([201, '"doc-1-1"'])
  },
)

test.each([
  [500, 'unknown'],
  [404, 'yes'],
  [409, 'yes'],
  [428, 'yes'],
  [405, 'unknown'],
] as const)('[D2] a service that answers writes of nothing with %i: %s', async (status, known) => {
  service = openMemoryService()
  const { app, key } = service
  const fetch = async (url: string, init?: RequestInit) =>
    init?.method === 'PUT' || init?.method === 'DELETE'
      ? Response.json({ message: 'No.' }, { status })
      : app(new Request(url, init))
  const { report } = await testConnection({ fetch, clock: createVirtualClock() }, { address: ADDRESS, key })
  expect([report.abilities['documents:write'], report.abilities['tags:write']]).toEqual([known, known])
})

test.each(
  ABILITIES.filter(
    (ability) => ability.endsWith(':read') && ability !== 'files:read' && ability !== 'rag:read',
  ),
)('[D4] a key without %s', async (missing) => {
  service = openMemoryService()
  const key = service.addKey(ABILITIES.filter((ability) => ability !== missing))
  const { report } = await testConnection(
    { fetch: fetchOf(service.app).fetch, clock: createVirtualClock() },
    { address: ADDRESS, key },
  )
  expect(report.ok).toBe(true)
  expect(report.abilities[missing]).toBe('no')
  expect(report.lines).toContain(`It may not read ${missing.split(':')[0]}.`)
})

test('[D3] a key that the service does not know', async () => {
  service = openMemoryService()
  const { report } = await testConnection(
    { fetch: fetchOf(service.app).fetch, clock: createVirtualClock() },
    { address: ADDRESS, key: 'mk_wrong' },
  )
  expect(report).toMatchObject({ ok: false, problem: { code: 'unauthorized' } })
})

test('[D1] the other form of the key is tried while a connection is set up', async () => {
  service = openMemoryService()
  const { app, key } = service
  const onlyHeader = async (url: string, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    return headers.has('Authorization')
      ? Response.json({ message: 'Unauthenticated.' }, { status: 401 })
      : app(new Request(url, init))
  }
  const { report, form } = await testConnection(
    { fetch: onlyHeader, clock: createVirtualClock() },
    { address: ADDRESS, key },
  )
  expect([report.ok, form]).toEqual([true, 'header'])
})

test('[F] what the embedded service does is learned: sorting, changes since a time, 304, revisions, history', async () => {
  let now = Date.UTC(2026, 0, 1)
  service = openMemoryService({ clock: () => (now += 1_000) })
  const { fetch } = fetchOf(service.app)
  for (const title of ['One', 'Two', 'Three']) {
    await fetch(`${ADDRESS}/api/v1/documents`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.key}` },
      body: JSON.stringify({ title, content: title }),
    })
  }
  const { capabilities } = await testConnection(
    { fetch, clock: createVirtualClock() },
    { address: ADDRESS, key: service.key },
  )
  expect(capabilities).toEqual({
    etags: 'yes',
    folderField: 'yes',
    history: 'yes',
    listContent: 'yes',
    notModified: 'yes',
    sorting: 'yes',
    tagField: 'yes',
    textIds: 'no',
    updatedSince: 'yes',
  })
})

test('[E5] an address where something else answers', async () => {
  const page = async () => new Response('<html>Welcome</html>', { status: 200 })
  const { report } = await testConnection(
    { fetch: page, clock: createVirtualClock() },
    { address: ADDRESS, key: 'mk_x' },
  )
  expect(report).toMatchObject({ ok: false, problem: { code: 'bad-answer' } })
})

test('[E4] a service whose times no program reads can be tested', async () => {
  service = openMemoryService()
  const parts = { fetch: fetchOf(oddTimes(service.app)).fetch, clock: createVirtualClock() }
  const headers = { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' }
  for (const title of ['One', 'Two'])
    await service.app(
      new Request(`${ADDRESS}/api/v1/documents`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title, content: '' }),
      }),
    )
  const { report } = await testConnection(parts, { address: ADDRESS, key: service.key })
  expect(report.ok).toBe(true)
  expect(report.lines.join('\n')).toContain('does not sort')
})

test.each([1, 3, 6, 9, 12])('cancelled at request %i, nothing more is asked', async (last) => {
  service = openMemoryService()
  const { app, key } = service
  await app(
    new Request(`${ADDRESS}/api/v1/documents`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify({ title: 'One', content: 'Words.' }),
    }),
  )
  const stop = new AbortController()
  let asked = 0
  const fetch = async (url: string, init?: RequestInit) => {
    if (++asked === last) stop.abort()
    return app(new Request(url, init))
  }
  const { report } = await testConnection(
    { fetch, clock: createVirtualClock() },
    { address: ADDRESS, key, signal: stop.signal },
  )
  expect(report).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
  expect(asked).toBe(last)
})
