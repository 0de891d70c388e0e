import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVirtualClock, type VirtualClock } from '../../main/system/clock.virtual'
import { openConnectionList, type ConnectionList } from '../../main/connections/list/connection-list'
import { createConnections } from '../../main/connections/connections'
import { createNotices } from '../../main/system/notices'
import { openSecrets } from '../../main/connections/keys/secrets'
import { openSettings } from '../../main/system/settings'
import { openOrRecover } from '../../main/store/recovery'
import type { Fetch } from '../../main/sync/http/fetch'
import { openWorkspaces, type Workspaces } from '../../main/connections/workspaces'
import { openMemoryService } from '../../server/testing/app.memory'
import { ABILITIES } from '../../shared/terms'

const PRESS = { id: 'c-press', name: 'Press', kind: 'service', address: 'https://press.test' } as const
const WINDOW = 1

let profile: string
let clock: VirtualClock
let list: ConnectionList
let workspaces: Workspaces
let secrets: ReturnType<typeof openSecrets>
/** Whether the disk refuses every write to libraries opened from now on. */
let isReadOnly = false
const offline: Fetch = () => Promise.reject(new Error('offline'))
let network = offline

/** Opens the real libraries of a profile without a network: the one on this machine and one of a service. */
beforeEach(async () => {
  profile = fs.mkdtempSync(path.join(tmpdir(), 'stet-workspaces-'))
  clock = createVirtualClock()
  list = openConnectionList(profile)
  list.put(PRESS)
  isReadOnly = false
  network = offline
  const noKeychain = () => Promise.reject(new Error('no keychain'))
  secrets = openSecrets(profile, {
    isAvailable: () => Promise.resolve(false),
    encrypt: noKeychain,
    decrypt: noKeychain,
  })
  workspaces = await startOn()
})

/** Starts with the current profile, or with a service given in the environment. */
function startOn(service?: { readonly address: string; readonly key: string }): Promise<Workspaces> {
  let made = 0
  return openWorkspaces({
    profile,
    clock,
    newUuid: () => `uuid-${++made}`,
    random: () => 0.5,
    startServer: () => ({ endpoint: () => undefined, stop: () => Promise.resolve() }),
    openDatabase(file, time) {
      const opened = openOrRecover(file, time)
      // The database becomes read-only after it was opened, before any other use.
      if (isReadOnly) queueMicrotask(() => opened.database.exec('PRAGMA query_only = 1'))
      return opened
    },
    painted: Promise.resolve(),
    connections: list,
    secrets,
    settings: openSettings(profile),
    service,
    fetch: (url, init) => network(url, init),
    emit: () => {},
    notices: createNotices(
      () => {},
      () => {},
    ),
    log: { error: () => {}, info: () => {} },
  })
}
afterEach(async () => {
  await workspaces.close()
  fs.rmSync(profile, { recursive: true, force: true })
})

const connections = (fetch: Fetch = offline) =>
  createConnections({
    profile,
    list,
    secrets,
    workspaces,
    fetch,
    clock,
    newUuid: () => 'new',
    chooseFolder: () => Promise.resolve(undefined),
  })

test('[M7] a removed library that a list says is on screen is not: it would be deleted while it is written in', async () => {
  await workspaces.close()
  list.put({ ...PRESS, removedAt: clock.now() })
  list.activate(PRESS.id)
  workspaces = await startOn()
  expect(workspaces.current().id).toBe('embedded')
})

test('[M7] a removed library that the environment names is in the list again, and its words stay', async () => {
  const environment = { address: PRESS.address, key: 'mk_key' }
  const start = async () => {
    await workspaces.close()
    list = openConnectionList(profile)
    workspaces = await startOn(environment)
  }
  await start()
  const { id } = workspaces.current()
  await connections().remove({ id })
  const removed = list.removed()[0]!
  const over = { at: clock.now() - 1, seenAt: clock.now() - 1 }
  list.put({ ...removed, deletion: over })
  await start()
  expect([workspaces.current().id, list.removed()]).toEqual([id, []])
  const { documents } = workspaces.active()
  await documents.create({ title: 'Typed since', text: 'One.' })
  await connections().deleteExpired()
  await start()
  expect(workspaces.active().catalog.find({ query: '', limit: 10 })).toHaveLength(1)
})

test('[M7] [C7] a removed library with drafts alone comes back to whoever connects with its own key', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  const [key, another] = [service.addKey(ABILITIES), service.addKey(ABILITIES)]
  await secrets.set(PRESS, key, 'session')
  await workspaces.activate(PRESS.id)
  await workspaces.active().documents.create({ title: 'Unsent', text: 'Unsent' })
  await clock.advance(5_000)
  const online = connections((url, init) => service.app(new Request(url, init)))
  await online.remove({ id: PRESS.id })
  const connect = (given: string) =>
    online.connect({ address: PRESS.address, key: given, keep: 'session' }).then(({ id }) => id)
  // The drafts could belong to another account.
  expect(await connect(another)).not.toBe(PRESS.id)
  expect(await connect(key)).toBe(PRESS.id)
  expect(workspaces.active().catalog.find({ query: '', limit: 10 })).toMatchObject([{ title: 'Unsent' }])
})

test('no two libraries in the list have one name: not by a new name, nor when one is brought back', async () => {
  const asking = connections()
  const OTHER = { ...PRESS, id: 'c-other', name: 'Other' }
  list.put(OTHER)
  const names = () => workspaces.list().map(({ name }) => name)
  await asking.rename({ id: OTHER.id, name: 'Press' })
  expect(names()).toEqual(['My library', 'Press', 'Press (2)'])
  await asking.remove({ id: PRESS.id })
  await asking.rename({ id: OTHER.id, name: 'Press' })
  expect(names()).toEqual(['My library', 'Press'])
  await asking.restore({ id: PRESS.id })
  expect(names()).toEqual(['My library', 'Press (2)', 'Press'])
  // An earlier version has written such a list.
  const file = path.join(profile, 'connections.json')
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('Press (2)', 'Press'))
  expect(
    openConnectionList(profile)
      .all()
      .map(({ name }) => name),
  ).toEqual(['My library', 'Press', 'Press (2)'])
})

test('[M7] a removed library that only the writer can tell is that of a key comes back by the form, and gets the key', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  await workspaces.activate(PRESS.id)
  await workspaces.active().documents.create({ title: 'Unsent', text: 'Unsent' })
  await clock.advance(5_000)
  const online = connections((url, init) => service.app(new Request(url, init)))
  await online.remove({ id: PRESS.id })
  expect((await online.list()).removed).toEqual([{ id: PRESS.id, name: 'Press', address: PRESS.address }])
  await online.restore({ id: PRESS.id })
  const key = service.addKey(ABILITIES)
  const { id } = await online.connect({ address: PRESS.address, key, keep: 'session', of: PRESS.id })
  expect(id).toBe(PRESS.id)
})

test('a test ends when its window cancels it or tests again, and not with that of another window', async () => {
  const stopped: string[] = []
  const asking = connections((url, init) => {
    init?.signal?.addEventListener('abort', () => stopped.push(new URL(url).hostname.split('.')[0]!))
    return new Promise(() => {})
  })
  const ask = (host: string, window: number) =>
    asking.test({ address: `https://${host}.test`, key: 'mk_key' }, window)
  const first = ask('first', WINDOW)
  const other = ask('other', WINDOW + 1)
  const second = ask('second', WINDOW)
  expect([stopped, (await first).problem?.code]).toEqual([['first'], 'cancelled'])
  asking.cancelTest(WINDOW)
  expect([stopped, (await second).problem?.code]).toEqual([['first', 'second'], 'cancelled'])
  asking.cancelTest(WINDOW + 1)
  expect((await other).problem?.code).toBe('cancelled')
})

test('[D1] a key whose form is not known is tried in the other one, and goes that way from then on', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  const forms: boolean[] = []
  network = async (url, init) => {
    const isHeader = !new Headers(init?.headers).has('Authorization')
    forms.push(isHeader)
    return isHeader
      ? service.app(new Request(url, init))
      : Response.json({ message: 'Unauthenticated.' }, { status: 401 })
  }
  await secrets.set(PRESS, service.key, 'session')
  await workspaces.activate(PRESS.id)
  await vi.waitFor(async () => {
    await clock.advance(1_000)
    expect(workspaces.active().record().state).toBe('online')
  }, 30_000)
  const settled = forms.length
  workspaces.active().retry()
  await clock.advance(60_000)
  expect(forms.length).toBeGreaterThan(settled)
  expect(forms.slice(settled)).not.toContain(false)
})

test('[D2] a library that is opened with a key asks at once what the key may write', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  network = (url, init) => service.app(new Request(url, init))
  await secrets.set(PRESS, service.addKey(['documents:read', 'folders:read', 'tags:read']), 'session')
  await workspaces.activate(PRESS.id)
  await vi.waitFor(async () => {
    await clock.advance(1_000)
    expect(workspaces.active().record().abilities).toMatchObject({
      'documents:write': 'no',
      'folders:write': 'no',
    })
  }, 30_000)
})

/** Makes a request to the service as another device does, without the network of the app. */
function elsewhere(service: ReturnType<typeof openMemoryService>, method: string, route: string, more = {}) {
  const { body, etag = '' } = more as { readonly body?: unknown; readonly etag?: string }
  return service.app(
    new Request(`${PRESS.address}/api/v1${route}`, {
      method,
      headers: {
        Authorization: `Bearer ${service.key}`,
        'Content-Type': 'application/json',
        ...(etag !== '' && { 'If-Match': etag }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
}

test('a library that comes on screen in a window that is looked at soon misses what went elsewhere', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  network = (url, init) => service.app(new Request(url, init))
  const made = await elsewhere(service, 'POST', '/documents', { body: { title: 'Goes', content: 'Words.' } })
  const { data } = (await made.json()) as { data: { id: number } }
  await secrets.set(PRESS, service.key, 'session')
  workspaces.attend('focused')
  await workspaces.activate(PRESS.id)
  const count = () => workspaces.active().catalog.library().counts['all']
  await vi.waitFor(async () => {
    await clock.advance(1_000)
    expect(count()).toBe(1)
  }, 30_000)
  const there = await elsewhere(service, 'GET', `/documents/${data.id}`)
  const etag = there.headers.get('etag') ?? ''
  const gone = await elsewhere(service, 'DELETE', `/documents/${data.id}`, { etag })
  expect(gone.ok).toBe(true)
  await clock.advance(70_000)
  expect(count()).toBe(0)
})

/** Writes in Press while no service is reachable, then leaves it; its window has not handed over its text yet. */
async function leavePress(key: string | undefined, texts: readonly string[]) {
  workspaces.join(WINDOW)
  if (key !== undefined) await secrets.set(PRESS, key, 'session')
  await workspaces.activate(PRESS.id)
  const { documents, epoch: library } = workspaces.active()
  const ids = []
  for (const text of texts) ids.push((await documents.create({ title: text, text })).id)
  await clock.advance(5_000)
  await workspaces.activate('embedded')
  return { library, ids }
}

async function titlesOn(service: ReturnType<typeof openMemoryService>): Promise<string[]> {
  const answer = await elsewhere(service, 'GET', '/documents')
  const { data } = (await answer.json()) as { data: { title: string }[] }
  return data.map(({ title }) => title)
}

const isOpen = () => workspaces.open.all().some(({ connectionId }) => connectionId === PRESS.id)

async function untilClosed(): Promise<void> {
  await vi.waitFor(async () => {
    await clock.advance(60_000)
    expect(isOpen()).toBe(false)
  }, 30_000)
}

test('[W23] what waits in a library that was left is sent once its last window has handed over, and then it closes', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  const { library } = await leavePress(service.addKey(ABILITIES), ['Unsent'])
  workspaces.left(WINDOW, library)
  expect([isOpen(), list.all().at(-1)?.sending]).toEqual([true, 'left'])
  network = (url, init) => service.app(new Request(url, init))
  await untilClosed()
  expect(await titlesOn(service)).toEqual(['Unsent'])
  expect(list.all().at(-1)?.sending).toBeUndefined()
})

test('[W23] what waits in a library that was left is sent after a new start too', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  const { library } = await leavePress(service.addKey(ABILITIES), ['Unsent'])
  workspaces.left(WINDOW, library)
  await workspaces.close()
  network = (url, init) => service.app(new Request(url, init))
  workspaces = await startOn()
  await vi.waitFor(() => expect(isOpen()).toBe(true))
  await untilClosed()
  expect(await titlesOn(service)).toEqual(['Unsent'])
})

test('what waits in a library that is not on screen is known after a new start, before it is opened', async () => {
  const { library } = await leavePress(undefined, ['Unsent', 'Unsent too'])
  await workspaces.open.of(library)?.organise.createFolder({ name: 'Chapters', parentId: null })
  workspaces.left(WINDOW, library)
  await workspaces.open.whenClosed(PRESS.id)
  await workspaces.close()
  workspaces = await startOn()
  const waiting = () => workspaces.list().find(({ id }) => id === PRESS.id)?.waiting
  await vi.waitFor(() => expect(waiting()).toBe(3))
  expect(isOpen()).toBe(false)
  await workspaces.activate(PRESS.id)
  expect(waiting()).toBe(3)
})

test('[W23] nothing is sent from a library that was left without its key, or with a key that is refused', async () => {
  const refusing = openMemoryService({ clock: () => clock.now() })
  const without = await leavePress(undefined, ['Unsent'])
  workspaces.left(WINDOW, without.library)
  await workspaces.open.whenClosed(PRESS.id)
  const { library } = await leavePress('mk_no_key_of_this_service', ['Unsent too'])
  workspaces.left(WINDOW, library)
  expect(isOpen()).toBe(true)
  network = (url, init) => refusing.app(new Request(url, init))
  await untilClosed()
  expect(list.all().at(-1)?.sending).toBeUndefined()
  expect(await titlesOn(refusing)).toEqual([])
})

test('[W23] a library that was left stops sending at the first question, which waits until it is on screen', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  const key = service.addKey(ABILITIES)
  network = (url, init) => service.app(new Request(url, init))
  workspaces.join(WINDOW)
  await secrets.set(PRESS, key, 'session')
  await workspaces.activate(PRESS.id)
  const { documents, epoch: library } = workspaces.active()
  const { id } = await documents.create({ title: 'Essay', text: 'One sentence.' })
  await vi.waitFor(async () => {
    await clock.advance(10_000)
    expect(documents.read(id)?.phase).toBe('clean')
  }, 30_000)
  network = offline
  documents.rewrite(id, () => 'One sentence of mine.')
  await clock.advance(5_000)
  const route = `/documents/${documents.read(id)?.remoteId}`
  const etag = (await elsewhere(service, 'GET', route)).headers.get('etag') ?? ''
  await elsewhere(service, 'PUT', route, { body: { content: 'One sentence of theirs.' }, etag })
  await workspaces.activate('embedded')
  workspaces.left(WINDOW, library)
  expect(isOpen()).toBe(true)
  network = (url, init) => service.app(new Request(url, init))
  await untilClosed()
  network = offline
  await workspaces.activate(PRESS.id)
  expect(workspaces.active().documents.read(id)).toMatchObject({
    phase: 'conflicted',
    text: 'One sentence of mine.',
  })
})

test('[W23] nothing is sent from a library that is being removed', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  workspaces.join(WINDOW)
  await secrets.set(PRESS, service.addKey(ABILITIES), 'session')
  await workspaces.activate(PRESS.id)
  const { documents, epoch: library } = workspaces.active()
  await documents.create({ title: 'Unsent', text: 'Unsent' })
  await clock.advance(5_000)
  const removing = connections().remove({ id: PRESS.id })
  await expect.poll(() => workspaces.current().id).toBe('embedded')
  workspaces.left(WINDOW, library)
  await removing
  expect(isOpen()).toBe(false)
  expect(list.removed()[0]?.unsent).toBe(1)
})

test('[M7] a library that is removed has no key from then on, also where it is brought back before its windows have left', async () => {
  const service = openMemoryService({ clock: () => clock.now() })
  const key = service.addKey(ABILITIES)
  const asking = connections((url, init) => service.app(new Request(url, init)))
  const { library } = await leavePress(key, ['Unsent'])
  const removing = asking.remove({ id: PRESS.id })
  await expect.poll(() => list.removed()).toHaveLength(1)
  await asking.restore({ id: PRESS.id })
  await removing
  expect(workspaces.open.of(library)?.record().configured).toBe(false)
  await workspaces.activate(PRESS.id)
  expect(workspaces.active().record()).toMatchObject({ id: PRESS.id, configured: false })
  network = (url, init) => service.app(new Request(url, init))
  await clock.advance(600_000)
  expect(await titlesOn(service)).toEqual([])
  await asking.connect({ address: PRESS.address, key, keep: 'session' })
  await vi.waitFor(async () => {
    await clock.advance(1_000)
    expect(await titlesOn(service)).toEqual(['Unsent'])
  }, 30_000)
  expect(workspaces.current().id).toBe(PRESS.id)
})

test('[W23] a text that could not be recovered does not keep its library open for ever', async () => {
  workspaces.join(WINDOW)
  await workspaces.activate(PRESS.id)
  const library = workspaces.active().epoch
  await workspaces.activate('embedded')
  workspaces.left(WINDOW, library)
  await workspaces.open.whenClosed(PRESS.id)
  const words = { library, documentId: 'd', title: 'Late', text: 'Words that came late.' }
  isReadOnly = true
  await expect(workspaces.recoverText(words)).rejects.toThrow('Stet cannot write to')
  isReadOnly = false
  await workspaces.open.whenClosed(PRESS.id)
  await workspaces.recoverText(words)
  const kept = await workspaces.visit(PRESS, ({ snapshots }) => snapshots.list('d').map(({ title }) => title))
  expect(kept).toEqual(['Late'])
})

test('[M7] a library that is chosen again while it is removed is never both removed and on screen', async () => {
  workspaces.join(WINDOW)
  await workspaces.activate(PRESS.id)
  const library = workspaces.active().epoch
  const removing = connections().remove({ id: PRESS.id })
  await expect.poll(() => workspaces.current().id).toBe('embedded')
  // The library is chosen while the window hands over the last text, and right after that.
  const chosen = [workspaces.activate(PRESS.id)]
  workspaces.left(WINDOW, library)
  chosen.push(workspaces.activate(PRESS.id))
  const results = await Promise.allSettled([removing, ...chosen])
  expect(list.removed().map(({ id }) => id)).not.toContain(workspaces.current().id)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(list.active().id).toBe('embedded')
})
