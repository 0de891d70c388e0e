import { afterEach, describe, expect, test } from 'vitest'
import type { Fault } from '../faults'
import { allThere, createThere, deleteThere, openWriter, type Writer } from './writer'

/**
 * Every fault of the network and of the service x every operation on documents, folders and tags: nothing is lost,
 * nothing is duplicated, and the state settles without help (main/sync/README.md, E5).
 */
const FAULTS: readonly (readonly [string, Fault])[] = [
  ['no connection', { kind: 'refused' }],
  ['cut before it arrived', { kind: 'dropped' }],
  ['cut after it was done', { kind: 'answer-lost' }],
  ['half a body', { kind: 'half-body' }],
  ['slow', { kind: 'slow', delayMs: 20_000 }],
  ['silence', { kind: 'silent' }],
  ['silence after it was done', { kind: 'silent', landed: true }],
  ['500', { kind: 'status', status: 500 }],
  ['500 after it was done', { kind: 'status', status: 500, landed: true }],
  ['502 with a page', { kind: 'status', status: 502, body: '<html></html>' }],
  ['503', { kind: 'status', status: 503 }],
  ['404 with a page', { kind: 'status', status: 404, body: '<html></html>' }],
  ['a page with 200', { kind: 'html' }],
  ['a page with 200 after it was done', { kind: 'html', landed: true }],
  ['redirect to another host', { kind: 'redirect', location: 'https://elsewhere.example/' }],
  ['redirect on the same host', { kind: 'redirect', location: '?again=1', status: 307 }],
  ['429, seconds', { kind: 'throttled', after: '7' }],
  ['429, a date', { kind: 'throttled', after: 'Thu, 01 Jan 1970 00:00:07 GMT' }],
  ['429, nothing said', { kind: 'throttled' }],
  ['no ETag', { kind: 'no-etag' }],
  ['wrong type', { kind: 'wrong-type' }],
  ['no body', { kind: 'empty-body' }],
  ['a body without end', { kind: 'endless' }],
]

const writers: Writer[] = []
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.close()
})

async function start(honoursKeys: boolean, text?: string): Promise<Writer> {
  const writer = openWriter(honoursKeys ? {} : { known: { ...KNOWN, idempotency: 'no' } })
  writers.push(writer)
  await createThere(writer, { title: 'Another', content: 'Stands by.' })
  if (text !== undefined) await createThere(writer, { title: 'Essay', content: text })
  await writer.pass(1_000)
  return writer
}

const KNOWN = { guarded: 'seen', etags: 'yes', sorting: 'yes', updatedSince: 'yes', history: 'yes' } as const

/** Waits until nothing is pending; temporary refusals are repeated within five minutes. */
async function rested(writer: Writer): Promise<void> {
  for (let passes = 0; passes < 80; passes++) {
    await writer.pass(10_000)
    if (writer.workspace.outbox.waiting() === 0) return
  }
  throw new Error(JSON.stringify(writer.workspace.outbox.list().waiting))
}

const names = async (writer: Writer, what: 'folders.list' | 'tags.list') => {
  const answer = await writer.other.call(what)
  return answer.kind === 'ok' ? answer.data.map(({ name }) => name) : []
}

const hosts = (writer: Writer) => new Set(writer.faults.asked.map(({ path }) => path.slice(0, 8)))

describe.each([true, false])('keys are honoured: %s', (honoursKeys) => {
  test.each(FAULTS)(
    '[S4] [S6] create a document · %s: it is there once, with every word',
    async (_, fault) => {
      const writer = await start(honoursKeys)
      writer.faults.plan(fault, 'POST')
      const { id } = await writer.workspace.documents.create({ title: 'Essay', text: 'First.' })
      const window = await writer.edit(id)
      await writer.pass(3_000)
      await window.append(' Second.')
      await rested(writer)
      expect(await allThere(writer)).toEqual([
        ['Another', 'Stands by.'],
        ['Essay', 'First. Second.'],
      ])
      expect(writer.phase(id)).toBe('clean')
    },
  )

  test.each(FAULTS)('[W17] create a folder, and a document in it · %s', async (_, fault) => {
    const writer = await start(honoursKeys)
    writer.faults.plan(fault, 'POST /api/v1/folders')
    const folder = await writer.workspace.organise.createFolder({ name: 'Chapters', parentId: null })
    await writer.workspace.documents.create({ title: 'Essay', text: 'First.', folderId: folder.id })
    await rested(writer)
    expect(await names(writer, 'folders.list')).toEqual(['Chapters'])
    const found = await writer.other.call('documents.list', { query: { sort: 'created_at' } })
    const folders = await writer.other.call('folders.list')
    const folderId = folders.kind === 'ok' ? folders.data[0]?.id : ''
    expect(found.kind === 'ok' && found.data.map(({ title, folder_id }) => [title, folder_id])).toEqual([
      ['Another', null],
      ['Essay', folderId],
    ])
  })
})

describe('a document that is there', () => {
  test.each(FAULTS)('[W4] [W6] edit · %s: every word is there once', async (_, fault) => {
    const writer = await start(true, 'One.')
    const id = '2'
    const window = await writer.edit(id)
    writer.faults.plan(fault, 'PUT')
    await window.append(' Two.')
    await writer.pass(3_000)
    await window.append(' Three.')
    await rested(writer)
    expect((await allThere(writer)).find(([title]) => title === 'Essay')).toEqual([
      'Essay',
      'One. Two. Three.',
    ])
    expect([writer.phase(id), window.text()]).toEqual(['clean', 'One. Two. Three.'])
    expect(hosts(writer)).toEqual(new Set(['/api/v1/']))
  })

  test.each(FAULTS)('[W7] the read after a lost answer meets a fault too · %s', async (_, fault) => {
    const writer = await start(true, 'One.')
    const id = '2'
    const window = await writer.edit(id)
    writer.faults.plan({ kind: 'answer-lost' }, 'PUT')
    await window.append(' Two.')
    await writer.pass(1_900)
    writer.faults.plan(fault, `GET /api/v1/documents/${id}`, 2)
    await rested(writer)
    expect((await allThere(writer)).find(([title]) => title === 'Essay')).toEqual(['Essay', 'One. Two.'])
    expect(writer.phase(id)).toBe('clean')
  })

  test.each(FAULTS)('[W11] delete · %s: gone, and nothing else', async (_, fault) => {
    const writer = await start(true, 'One.')
    const id = '2'
    writer.faults.plan(fault, 'DELETE')
    await writer.workspace.documents.delete({ ids: [id] })
    await rested(writer)
    expect(await allThere(writer)).toEqual([['Another', 'Stands by.']])
  })

  test.each(FAULTS)(
    '[W11] a pull meets it · %s: nothing is taken for deleted, and remote updates arrive',
    async (_, fault) => {
      const writer = await start(true)
      const id = await createThere(writer, { content: 'One.' })
      writer.faults.plan(fault, 'GET', 3)
      writer.workspace.attend('focused')
      await writer.pass(200_000)
      expect(writer.workspace.documents.read(id)?.text).toBe('One.')
      await deleteThere(writer, id)
      for (let passes = 0; passes < 20; passes++) await writer.pass(30_000)
      expect(writer.workspace.catalog.library().counts['all']).toBe(1)
    },
  )
})

describe('folders and tags', () => {
  test.each(FAULTS)('rename a folder · %s', async (_, fault) => {
    const writer = await start(true)
    const { id } = await writer.workspace.organise.createFolder({ name: 'One', parentId: null })
    await rested(writer)
    writer.faults.plan(fault, 'PUT')
    await writer.workspace.organise.renameFolder({ id, name: 'Two' })
    await rested(writer)
    expect(await names(writer, 'folders.list')).toEqual(['Two'])
  })

  test.each(FAULTS)('delete a folder · %s', async (_, fault) => {
    const writer = await start(true)
    const { id } = await writer.workspace.organise.createFolder({ name: 'One', parentId: null })
    await rested(writer)
    writer.faults.plan(fault, 'DELETE')
    await writer.workspace.organise.deleteFolder({ id })
    await rested(writer)
    expect(await names(writer, 'folders.list')).toEqual([])
  })

  test.each(FAULTS)('create, rename and delete a tag · %s', async (_, fault) => {
    const writer = await start(false)
    writer.faults.plan(fault, 'POST')
    const { id } = await writer.workspace.organise.createTag({ name: 'one' })
    await rested(writer)
    expect(await names(writer, 'tags.list')).toEqual(['one'])
    writer.faults.plan(fault, 'PUT')
    await writer.workspace.organise.renameTag({ id, name: 'two' })
    await rested(writer)
    expect(await names(writer, 'tags.list')).toEqual(['two'])
    writer.faults.plan(fault, 'DELETE')
    await writer.workspace.organise.deleteTag({ id })
    await rested(writer)
    expect(await names(writer, 'tags.list')).toEqual([])
  })
})

describe('what the writer reads while nothing gets better', () => {
  const LARGE = 'The answer of the service is too large to be read.'
  const ELSEWHERE = 'The service pointed to another host (elsewhere.test). The key was not sent there.'
  const NETWORK = 'Waits for the network'
  test.each<readonly [string, Fault, message: string, state: string, why: string]>([
    ['no connection', { kind: 'refused' }, 'The service could not be reached.', 'offline', NETWORK],
    ['a body without end', { kind: 'endless' }, LARGE, 'online', LARGE],
    ['a page with 200', { kind: 'html' }, 'an answer that Stet cannot read', 'offline', NETWORK],
    ['half a body', { kind: 'half-body' }, 'The answer of the service broke off.', 'offline', NETWORK],
    ['503', { kind: 'status', status: 503 }, 'The service has a fault.', 'offline', NETWORK],
    [
      '502 with a page',
      { kind: 'status', status: 502, body: '<html>' },
      'The service reported an error',
      'offline',
      NETWORK,
    ],
    ['another host', { kind: 'redirect', location: 'http://elsewhere.test/' }, ELSEWHERE, 'offline', NETWORK],
    [
      '429',
      { kind: 'throttled', after: '30' },
      'The service asked to wait.',
      'throttled',
      'The service asked to wait',
    ],
    ['401', { kind: 'status', status: 401 }, 'does not accept the key', 'unauthorized', 'Waits for a key'],
  ])('%s: the text is on this device, and why is said in words', async (_, fault, message, state, why) => {
    const writer = await start(true, 'One.')
    const window = await writer.edit('2')
    writer.faults.plan(fault, '', 1_000)
    await window.append(' Two.')
    await writer.pass(20_000)
    expect(writer.told.findLast(({ name }) => name === 'document.status-changed')?.payload).toMatchObject({
      phase: 'queued',
      problem: { message: expect.stringContaining(message) as string },
    })
    expect(writer.workspace.record().state).toBe(state)
    expect(writer.workspace.outbox.list().waiting).toMatchObject([
      { what: 'Edit of “Essay”', why: expect.stringContaining(why) as string },
    ])
    expect(window.text()).toBe('One. Two.')
  })
})
