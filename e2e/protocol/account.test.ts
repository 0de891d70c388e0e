import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openMemoryService } from '../../server/testing/app.memory'
import { ABILITIES } from '../../shared/terms'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { openConnectionList } from '../../main/connections/list/connection-list'
import { createConnections } from '../../main/connections/connections'
import type { OpenLibrary } from '../../main/connections/open-libraries'
import { openSecrets } from '../../main/connections/keys/secrets'
import type { Workspaces } from '../../main/connections/workspaces'
import { isAnother } from '../../main/sync/http/identity'
import { createMemoryDisk } from './disk'
import { createThere, deleteThere, openWriter, type Writer, type WriterOptions } from './writer'
import { useWriters } from './writers'

const { writers } = useWriters()

/** Two accounts on one service, and a writer whose key opens the first one until `switches` is called. */
async function twoAccounts(count: number, options: WriterOptions = {}) {
  const clock = createVirtualClock()
  const service = openMemoryService({ clock: () => clock.now() })
  const privateKey = service.addKey(ABILITIES, 'private')
  let key: string | undefined
  const writer = openWriter({ service, clock, key: () => key, ...options })
  const other = openWriter({ service, clock, key: privateKey, name: 'other' })
  writers.push(writer, other)
  await other.workspace.documents.create({ title: 'Diary', text: 'Private words.' })
  for (let n = 0; n < count; n++) await createThere(writer, { title: `Work ${n}`, content: `Text ${n}.` })
  await other.pass(20_000)
  writer.workspace.attend('focused')
  await writer.pass(70_000)
  const switches = (to = privateKey) => {
    key = to
    writer.workspace.keyChanged()
    writer.workspace.retry()
  }
  return { writer, other, switches, privateKey, service }
}

const titlesOf = (writer: Writer) =>
  writer.workspace.catalog.find({ query: '', limit: 50 }).map(({ title }) => title)
const idsThere = async ({ other }: Writer) => {
  const answer = await other.call('documents.list')
  return answer.kind === 'ok' ? answer.data.map(({ id }) => id) : []
}
const titlesThere = async (key: string, writer: Writer) => {
  const headers = { Authorization: `Bearer ${key}` }
  const answer = await writer.service.app(
    new Request('http://localhost/api/v1/documents?per_page=100', { headers }),
  )
  return ((await answer.json()) as { data: { title: string }[] }).data.map(({ title }) => title)
}

describe('[C7] the key of another account on the same service', () => {
  test.each([1, 2, 5])('%i known documents: nothing is sent, nothing is taken for deleted', async (count) => {
    const { writer, switches, privateKey } = await twoAccounts(count)
    writer.faults.offline(true)
    await writer.workspace.documents.create({ title: 'Draft', text: 'Confidential words.' })
    await writer.pass(10_000)
    switches()
    writer.faults.offline(false)
    await writer.pass(400_000)
    expect(await titlesThere(privateKey, writer)).toEqual(['Diary'])
    expect(titlesOf(writer)).toHaveLength(count + 1)
    expect(writer.notices).toEqual([])
    expect(writer.workspace.record()).toMatchObject({ asksAccount: true, otherAccount: false })
    expect(await writer.workspace.accountOf({ key: privateKey, form: 'bearer' })).toBe('ask')
    writer.workspace.confirmAccount(false)
    await writer.pass(400_000)
    expect(writer.workspace.record()).toMatchObject({ otherAccount: true })
    expect(await titlesThere(privateKey, writer)).toEqual(['Diary'])
    expect(titlesOf(writer)).toHaveLength(count + 1)
  })

  test('all known documents are missing: once the writer says that it is her account, what waits is sent and what is gone is recovered', async () => {
    const { writer, switches, privateKey } = await twoAccounts(2)
    const [first] = await idsThere(writer)
    writer.faults.offline(true)
    const window = await writer.edit(first!)
    await window.append(' Typed offline.')
    await writer.workspace.documents.create({ title: 'Draft', text: 'Confidential words.' })
    switches()
    writer.faults.offline(false)
    await writer.pass(100_000)
    expect(writer.workspace.record()).toMatchObject({ asksAccount: true })
    writer.workspace.confirmAccount(true)
    await writer.pass(400_000)
    expect(writer.workspace.record()).toMatchObject({ state: 'online', otherAccount: false })
    expect(writer.workspace.record().asksAccount).toBeUndefined()
    expect([...(await titlesThere(privateKey, writer))].sort()).toEqual(['Diary', 'Draft'])
    expect(writer.workspace.documents.conflict({ id: first! })).toMatchObject({ kind: 'deleted-there' })
    const { snapshots } = writer.workspace
    expect(snapshots.list().map(({ id }) => snapshots.read(id).text)).toEqual(
      expect.arrayContaining(['Text 0.', 'Text 1.']),
    )
  })

  test('all known documents are missing for a while: nobody has to answer once they are back', async () => {
    let isEmptied = false
    const { writer, switches, service } = await twoAccounts(2, {
      variant: (app) => (request) =>
        isEmptied && request.method === 'GET' && /\/documents\/\d+$/.test(new URL(request.url).pathname)
          ? Response.json({ message: 'Not found.' }, { status: 404 })
          : app(request),
    })
    isEmptied = true
    await writer.workspace.documents.create({ title: 'Draft', text: 'Confidential words.' })
    switches(service.addKey(ABILITIES))
    await writer.pass(100_000)
    expect(writer.workspace.record()).toMatchObject({ asksAccount: true })
    isEmptied = false
    await writer.pass(100_000)
    expect(writer.workspace.record().asksAccount).toBeUndefined()
  })

  test('reads that fail decide nothing: nothing is written, and the doubt is shown', async () => {
    const refused: { key?: string } = {}
    const { writer, switches, privateKey } = await twoAccounts(2, {
      variant: (app) => (request) =>
        request.headers.get('Authorization')?.endsWith(refused.key ?? '-') === true
          ? Response.json({ message: 'Too busy.' }, { status: 500 })
          : app(request),
    })
    refused.key = privateKey
    writer.faults.offline(true)
    await writer.workspace.documents.create({ title: 'Draft', text: 'Confidential words.' })
    switches()
    writer.faults.offline(false)
    await writer.pass(400_000)
    expect(writer.faults.asked.filter(({ method }) => method === 'POST')).toEqual([])
    expect(await writer.workspace.accountOf({ key: privateKey, form: 'bearer' })).toBe('in-doubt')
    expect(writer.workspace.record().problem?.code).toBeDefined()
    expect(titlesOf(writer)).toHaveLength(3)
  })

  test('nothing known and a draft waiting: the writer is asked, and her answer decides', async () => {
    const { writer, switches, privateKey } = await twoAccounts(0)
    writer.faults.offline(true)
    await writer.workspace.documents.create({ title: 'Draft', text: 'Confidential words.' })
    switches()
    writer.faults.offline(false)
    await writer.pass(400_000)
    expect(await titlesThere(privateKey, writer)).toEqual(['Diary'])
    expect(writer.workspace.record()).toMatchObject({ asksAccount: true, otherAccount: false })
    writer.workspace.confirmAccount(true)
    await writer.pass(60_000)
    expect(writer.workspace.record().asksAccount).toBeUndefined()
    expect([...(await titlesThere(privateKey, writer))].sort()).toEqual(['Diary', 'Draft'])
  })

  test('[W1] drafts that a full disk keeps in memory alone are asked about as well', async () => {
    let isFull = false
    const { writer, privateKey } = await twoAccounts(0, {
      disk: (onCommit) => createMemoryDisk(onCommit, () => isFull),
    })
    writer.faults.offline(true)
    isFull = true
    await writer.workspace.documents.create({ title: 'Draft', text: 'Confidential words. '.repeat(20_000) })
    writer.faults.offline(false)
    expect(await writer.workspace.accountOf({ key: privateKey, form: 'bearer' })).toBe('ask')
    const own = writer.workspace.accountOf({ key: writer.service.key, form: 'bearer' })
    expect(await own).toBe('same')
  })

  test('the writer says no: the draft stays here until she takes that back', async () => {
    const { writer, switches, privateKey } = await twoAccounts(0)
    writer.faults.offline(true)
    await writer.workspace.documents.create({ title: 'Draft', text: 'Confidential words.' })
    switches()
    writer.faults.offline(false)
    await writer.pass(60_000)
    writer.workspace.confirmAccount(false)
    await writer.pass(400_000)
    expect(await titlesThere(privateKey, writer)).toEqual(['Diary'])
    expect(writer.workspace.record()).toMatchObject({ otherAccount: true })
    expect(titlesOf(writer)).toEqual(['Draft'])
    writer.workspace.confirmAccount(true)
    await writer.pass(60_000)
    expect(writer.workspace.record()).toMatchObject({ otherAccount: false })
    expect([...(await titlesThere(privateKey, writer))].sort()).toEqual(['Diary', 'Draft'])
  })

  test('no document is known, but a folder is: it tells the account', async () => {
    const { writer, switches, privateKey } = await twoAccounts(0)
    await writer.workspace.organise.createFolder({ name: 'Work', parentId: null })
    await writer.pass(60_000)
    writer.faults.offline(true)
    await writer.workspace.documents.create({ title: 'Draft', text: 'Confidential words.' })
    switches()
    writer.faults.offline(false)
    await writer.pass(400_000)
    expect(writer.workspace.record()).toMatchObject({ asksAccount: true })
    expect(await titlesThere(privateKey, writer)).toEqual(['Diary'])
    expect(writer.workspace.catalog.library().folders.map(({ name }) => name)).toEqual(['Work'])
  })

  test('a new key of the same account is known as such, though one document was deleted', async () => {
    const { writer, service } = await twoAccounts(2)
    await deleteThere(writer, (await idsThere(writer))[0]!)
    expect(await writer.workspace.accountOf({ key: service.addKey(ABILITIES), form: 'bearer' })).toBe('same')
  })
})

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123Z', false],
  ['2026-01-01T00:00:00.999Z', '2026-01-01T00:00:01Z', false],
  ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', false],
  ['yesterday', 'yesterday', false],
  ['yesterday', 'today', false],
  ['01.02.2026 at noon', '2026-01-01T00:00:00Z', false],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:02Z', true],
])('[C7] [M4] %s and %s: another document? %s', (known, shown, is) => {
  expect(isAnother(known, shown)).toBe(is)
})

/** Connects libraries of one address with a new key; the last library is on screen. */
async function connected(
  libraries: Readonly<Record<string, Writer>>,
  asked: { readonly key: string; readonly of?: string },
): Promise<readonly string[]> {
  const profile = fs.mkdtempSync(path.join(tmpdir(), 'stet-account-'))
  const address = 'http://localhost'
  const list = openConnectionList(profile)
  const known = Object.keys(libraries).map((id) => ({ kind: 'service' as const, address, id, name: id }))
  for (const one of known) list.put(one)
  const open = (id: string) => libraries[id]!.workspace as OpenLibrary
  const current = known.at(-1)!
  const activated: string[] = []
  const workspaces: Partial<Workspaces> = {
    current: () => current,
    active: () => open(current.id),
    list: () => [],
    visit: async (one, ask) => ask(open(one.id)),
    activate: (id) => Promise.resolve(void activated.push(id)),
    keyChanged: (id) => Promise.resolve(void activated.push(id)),
  }
  const { service } = libraries[current.id]!
  const connections = createConnections({
    profile,
    list,
    secrets: openSecrets(profile, noKeychain),
    workspaces: workspaces as Workspaces,
    fetch: (url, init) => service.app(new Request(url, init)),
    clock: createVirtualClock(),
    newUuid: () => 'new',
    chooseFolder: () => Promise.resolve(undefined),
  })
  await connections.connect({ address, keep: 'session', ...asked })
  fs.rmSync(profile, { recursive: true, force: true })
  return activated
}

test('[C7] connecting again leads to the library whose account the key proves, not to an empty one', async () => {
  const { writer: full, service } = await twoAccounts(2)
  const empty = openWriter({ service, name: 'empty', key: service.addKey(ABILITIES, 'empty') })
  writers.push(empty)
  const key = service.addKey(ABILITIES)
  expect(await empty.workspace.accountOf({ key, form: 'bearer' })).toBe('unproved')
  expect(await connected({ full, empty }, { key })).toEqual(['full'])
  expect(await connected({ full, empty }, { key, of: 'empty' })).toEqual(['full'])
})

test('[C7] a key that is entered for a library goes there where only the writer can tell whose it is', async () => {
  const { writer: drafts, service } = await twoAccounts(0)
  drafts.faults.offline(true)
  await drafts.workspace.documents.create({ title: 'Draft', text: 'Words.' })
  const empty = openWriter({ service, name: 'empty', key: service.addKey(ABILITIES, 'empty') })
  writers.push(empty)
  const key = service.addKey(ABILITIES)
  expect(await drafts.workspace.accountOf({ key, form: 'bearer' })).toBe('ask')
  expect(await connected({ empty, drafts }, { key, of: 'drafts' })).toEqual(['drafts'])
  expect(await connected({ empty, drafts }, { key })).toEqual(['empty'])
  expect(await connected({ drafts }, { key })).toEqual(['c-new'])
})

const noKeychain = {
  isAvailable: () => Promise.resolve(false),
  encrypt: () => Promise.reject(new Error('no keychain')),
  decrypt: () => Promise.reject(new Error('no keychain')),
}

test('[D2] a key that may not write is known before the first keystroke: every document opens read-only', async () => {
  const clock = createVirtualClock()
  const service = openMemoryService({ clock: () => clock.now() })
  const key = service.addKey(ABILITIES.filter((ability) => ability !== 'documents:write'))
  const writer = openWriter({ service, clock, key })
  writers.push(writer)
  const id = await createThere(writer, { title: 'Essay', content: 'Words.' })
  writer.workspace.attend('focused')
  writer.workspace.askAbilities()
  await writer.pass(5_000)
  expect(writer.workspace.record().abilities).toMatchObject({
    'documents:write': 'no',
    'folders:write': 'yes',
    'tags:write': 'yes',
    'files:write': 'yes',
  })
  const opened = await writer.workspace.documents.open({ id })
  expect(opened.state.readOnly).toBe('This key may not write documents.')
  expect(writer.faults.asked.filter(({ method }) => method === 'POST')).toEqual([])
})
