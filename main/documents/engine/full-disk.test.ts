import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { EventName, EventPayload } from '../../../shared/ipc/ipc'
import { appError, problem } from '../../../shared/problem'
import { createVirtualClock, type VirtualClock } from '../../system/clock.virtual'
import type { Store } from '../../store/store'
import { createMemoryStore } from '../../store/store.memory'
import type { Answer } from '../../sync/http/answer'
import type { ApiClient, CallRequest } from '../../sync/http/api-client'
import { createConnection, type Connection } from '../../sync/service/connection'
import { createOutbox } from '../../sync/outbox/outbox'
import type { Documents } from '../documents'
import { DEFAULT_STORAGE_LIMITS } from '../../system/storage-limits'
import { openDocuments } from '../open-documents'

let clock: VirtualClock
let store: Store
let documents: Documents
let connection: Connection
let isFull: boolean
/** A document at which the disk runs full within a transaction. */
let fullAt: string | undefined
let told: { name: EventName; payload: unknown }[]
let notices: string[]
let asked: { name: string; request: CallRequest | undefined }[]
/** The one document of the service. */
let there: { text: string; revision: number } | undefined

const full = () => appError('storage-full', 'The disk is full.')

const api: ApiClient = {
  call: (async (name: string, request?: CallRequest) => {
    asked.push({ name, request })
    return answer(name, request)
  }) as ApiClient['call'],
  bytes: () => Promise.reject(new Error('not asked for')),
}

function answer(name: string, request?: CallRequest): Answer<DocumentSeen> {
  const shown = (status: number): Answer<DocumentSeen> => ({
    kind: 'ok',
    status,
    skipped: 0,
    etag: `"${there!.revision}"`,
    data: { id: '7', title: 'T', content: there!.text, status: 'draft' } as DocumentSeen,
  })
  if (name === 'documents.get' && there) return shown(200)
  if (name === 'documents.update' && there && request?.ifMatch === `"${there.revision}"`) {
    there = { text: (request.body as { content: string }).content, revision: there.revision + 1 }
    return shown(200)
  }
  if (name === 'documents.create') {
    there = { text: (JSON.parse(request!.frozenBody!) as { content: string }).content, revision: 1 }
    return shown(201)
  }
  return { kind: 'failed', problem: problem('stale', 'Stale.'), certain: true }
}

beforeEach(() => {
  clock = createVirtualClock()
  isFull = false
  fullAt = undefined
  told = []
  notices = []
  asked = []
  there = { text: 'One.', revision: 1 }
  const memory = createMemoryStore(clock)
  store = {
    ...memory,
    journal: {
      ...memory.journal,
      write(copy, typed) {
        if (copy.id === fullAt) throw full()
        memory.journal.write(copy, typed)
      },
    },
    transaction: (work) =>
      memory.transaction(() => {
        const result = work()
        if (isFull) throw full()
        return result
      }),
  }
  connection = createConnection({
    clock,
    capabilityStore: { read: () => ({ guarded: 'seen' }), write: () => {} },
  })
  connection.observe({ name: 'documents.list', askedAt: clock.now(), keyGeneration: 0 })
  let number = 0
  documents = openDocuments({
    store,
    api,
    connection,
    idMapping: {
      folderHere: (id) => id,
      folderThere: (id) => id,
      tagHere: (id) => id,
      tagThere: (id) => id,
      isGone: () => false,
      isListed: () => true,
    },
    outbox: createOutbox({
      clock,
      random: () => 0.5,
      connection,
      log: store.log,
      facts: store.facts,
      onChange: () => {},
    }),
    clock,
    newUuid: () => `${++number}`,
    emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void told.push({ name, payload }),
    raise: ({ text }) => void notices.push(text),
    autosavePublished: () => false,
    heldBytesMax: () => DEFAULT_STORAGE_LIMITS.textBytes,
    keptOffline: () => [],
    isInTab: () => false,
    contentKey: (title, text) => `${title}/${text}`,
    listChanged: () => {},
    report: (error) => {
      throw error
    },
  })
})
afterEach(() => documents.shut())

async function openSeen() {
  documents.applyUpdates([
    {
      seen: { id: '7', title: 'T', content: 'One.', status: 'draft' } as DocumentSeen,
      etag: '"1"',
      asked: documents.asking(),
    },
  ])
  return documents.open({ id: '7' })
}

const append = (id: string, version: number, from: number, insert: string) =>
  documents.change({ id, clientId: 'w', version, updates: [[{ from, to: from, insert }]] })

test('[W1] the writer is told at once, typing goes on in memory, and it is written when there is room', async () => {
  const { version } = await openSeen()
  connection.setPaused(true)
  isFull = true
  expect(await append('7', version, 4, ' Two.')).toEqual({ kind: 'accepted', version: version + 1 })
  expect(notices).toEqual([
    'The disk is full, or does not take what is written. What you type is kept in memory until it does. Keep Stet open.',
  ])
  expect(told.findLast(({ name }) => name === 'document.status-changed')?.payload).toMatchObject({
    problem: { code: 'storage-full' },
  })
  expect(documents.unwritten()).toEqual(['7'])
  await append('7', version + 1, 9, ' Three.')
  expect(documents.read('7')?.text).toBe('One. Two. Three.')
  expect(store.journal.read('7')).toMatchObject({ copy: { mine: { text: 'One.' } } })
  await clock.advance(10_000)
  expect(notices).toHaveLength(1)

  isFull = false
  await clock.advance(2_000)
  expect(documents.unwritten()).toEqual([])
  expect(store.journal.read('7')).toMatchObject({ copy: { mine: { text: 'One. Two. Three.' } } })
  await append('7', version + 2, 16, ' Four.')
  expect(store.journal.read('7')).toMatchObject({ kind: 'kept' })
  expect(documents.read('7')?.text).toBe('One. Two. Three. Four.')
})

test('[W1] a guarded write goes all the same: the words are safe on the service', async () => {
  const { version } = await openSeen()
  isFull = true
  await append('7', version, 4, ' Two.')
  await clock.advance(5_000)
  expect(there?.text).toBe('One. Two.')
})

test('[W1] a create does not go before it is in the journal: nobody would know of it after a crash', async () => {
  there = undefined
  const { id } = await documents.create({ title: 'New' })
  const { version } = await documents.open({ id })
  isFull = true
  await append(id, version, 0, 'Words.')
  await clock.advance(60_000)
  expect(asked.filter(({ name }) => name === 'documents.create')).toEqual([])
  isFull = false
  await clock.advance(60_000)
  expect(there).toMatchObject({ text: 'Words.' })
})

test('[W1] a document that is made while the disk is full takes words in memory, and is written when there is room', async () => {
  there = undefined
  isFull = true
  const { id } = await documents.create({ title: 'New' })
  expect(notices).toHaveLength(1)
  expect(documents.unwritten()).toEqual([id])
  expect(documents.inMemoryOnly(id)).toMatchObject({ title: 'New', onlyInMemory: true })
  const { version, state } = await documents.open({ id })
  expect(state).toMatchObject({ onlyInMemory: true })
  await append(id, version, 0, 'Words.')
  await documents.editFields({ id, title: 'Named' })
  await documents.close({ id })
  await clock.advance(60_000)
  expect(documents.read(id)).toMatchObject({ text: 'Words.', fields: { title: 'Named' } })
  expect(asked.filter(({ name }) => name === 'documents.create')).toEqual([])
  expect(notices).toHaveLength(1)

  isFull = false
  await clock.advance(2_000)
  expect(documents.unwritten()).toEqual([])
  expect(store.journal.read(id)).toMatchObject({ copy: { mine: { text: 'Words.' } } })
  await clock.advance(60_000)
  expect(there).toMatchObject({ text: 'Words.' })
})

test('documents that are taken in together are not there by half for want of room', () => {
  isFull = true
  expect(() =>
    documents.createAll([{ title: 'New', text: '', folderId: null, tagIds: [], status: 'draft' }]),
  ).toThrow('The disk is full.')
  isFull = false
  expect(store.table.pending()).toEqual([])
})

test('[W16] a snapshot that could not be kept is kept as soon as there is room', async () => {
  await openSeen()
  connection.setPaused(true)
  isFull = true
  await documents.delete({ ids: ['7'] })
  expect(store.snapshots.list()).toEqual([])
  isFull = false
  await clock.advance(2_000)
  expect(store.snapshots.list().map(({ reason }) => reason)).toEqual(['Deleted here'])
})

const threeDrafts = () =>
  documents.createAll(
    ['a', 'b', 'c'].map((title) => ({
      title,
      text: `${title}.`,
      folderId: null,
      tagIds: [],
      status: 'draft',
    })),
  )

test('[W1] many changed together are written together; where there is no room, each as soon as there is some', async () => {
  connection.setPaused(true)
  const ids = threeDrafts()
  const foldersKept = () =>
    ids.map((id) => {
      const kept = store.journal.read(id)
      return kept?.kind === 'kept' ? kept.copy.mine.fields.folderId : undefined
    })
  const edits = ids.map((id) => ({ id, folderId: 'f' }))
  isFull = true
  expect(await documents.editEach({ edits: [...edits, { id: 'nobody', folderId: 'f' }] })).toMatchObject({
    left: { ids: ['nobody'] },
  })
  expect(documents.unwritten()).toEqual(ids)
  expect(foldersKept()).toEqual([null, null, null])
  isFull = false
  await clock.advance(2_000)
  expect(documents.unwritten()).toEqual([])
  expect(foldersKept()).toEqual(['f', 'f', 'f'])
  await documents.delete({ ids: [...ids, ids[0]!] })
  expect(store.snapshots.list().map(({ title }) => title)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  expect(store.snapshots.list()).toHaveLength(3)
})

test('[W1] where the disk runs full in the middle of many, each of them is changed, and written when there is room', async () => {
  connection.setPaused(true)
  const ids = threeDrafts()
  fullAt = ids[1]
  expect(await documents.delete({ ids: [...ids] })).toEqual({})
  expect(documents.unwritten()).toEqual(ids)
  fullAt = undefined
  await clock.advance(2_000)
  expect(documents.unwritten()).toEqual([])
  expect(ids.map((id) => store.table.get(id)?.hidden)).toEqual([true, true, true])
  expect(store.snapshots.list().map(({ title }) => title)).toEqual(expect.arrayContaining(['a', 'b', 'c']))
})

test('remote updates that cannot be written are not taken in, and come again', async () => {
  isFull = true
  const update = { seen: { id: '8', title: 'X', content: 'X.' } as DocumentSeen, asked: documents.asking() }
  expect(() => documents.applyUpdates([update])).toThrow('The disk is full.')
  isFull = false
  documents.applyUpdates([update])
  expect(documents.read('8')?.text).toBe('X.')
})

test('at the end what is only in memory is written if there is room by then', async () => {
  const { version } = await openSeen()
  connection.setPaused(true)
  isFull = true
  await append('7', version, 4, ' Two.')
  isFull = false
  documents.shut()
  expect(store.journal.read('7')).toMatchObject({ copy: { mine: { text: 'One. Two.' } } })
})
