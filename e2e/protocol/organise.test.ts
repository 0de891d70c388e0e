import { afterEach, describe, expect, test } from 'vitest'
import { createOrganise, type Organise } from '../../main/library/items/organise'
import { createItemRemote } from '../../main/library/items/item-remote'
import { createItemSending, type ItemSending } from '../../main/library/items/item-sending'
import { openLibraryItems, type LibraryItems } from '../../main/library/items/library-items'
import { openDatabase, type Database } from '../../main/store/database'
import { createRows } from '../../main/store/rows'
import type { SendIntent } from '../../main/documents/core/events'
import { problem } from '../../shared/problem'
import { openClientWorld, settled, type ClientWorld, type ClientWorldOptions } from './client'

interface World extends ClientWorld {
  readonly database: Database
  readonly items: LibraryItems
  readonly sending: ItemSending
  readonly organise: Organise
  readonly intents: Map<string, SendIntent>
  readonly noted: string[]
  readonly documents: Map<string, string | null>
  /** Sends pending changes like the outbox until none is left; a failed one waits for its time. */
  drain(): Promise<void>
  /** Restarts the app on the same database. */
  restart(): World
  folders(): Promise<{ id: string; name: string; parent_id?: string | null | undefined }[]>
  tags(): Promise<string[]>
}

const open: World[] = []
afterEach(() => {
  for (const world of open.splice(0)) world.close()
})

function openWorld(options: ClientWorldOptions = {}, before?: World): World {
  const world = before ?? openClientWorld(options)
  const database = before?.database ?? openDatabase(':memory:')
  const items = openLibraryItems(createRows(database))
  const intents = new Map<string, SendIntent>()
  const noted: string[] = []
  const documents = before?.documents ?? new Map<string, string | null>()
  const capabilities = () => world.connection.capabilities()
  const sending = createItemSending({
    items,
    remote: createItemRemote({
      client: world.client,
      items,
      clock: world.clock,
      capabilities,
      contentOf: async () => undefined,
    }),
    scheduler: {
      schedule: (_of, id, intent) => (intent.kind === 'none' ? intents.delete(id) : intents.set(id, intent)),
    },
    log: { note: ({ kind, what }) => void noted.push(`${kind}: ${what}`) },
    clock: world.clock,
    capabilities,
    noteCapabilities: (seen) => world.connection.noteCapabilities(seen),
    holdsDocuments: (folderId) => ([...documents.values()].includes(folderId) ? 'going' : 'none'),
    onUnited: () => {},
    onResolved: () => {},
    onGone: () => {},
    onRemade: () => {},
    onChanged: () => {},
  })
  sending.recheck()
  const organise = createOrganise({
    items,
    sending,
    capabilities,
    newUuid: () => crypto.randomUUID(),
    documentsIn: (folderId) => [...documents].flatMap(([id, folder]) => (folder === folderId ? [id] : [])),
    documents: {
      delete({ ids }) {
        const left = ids.filter((id) => id.startsWith('unreadable'))
        for (const id of ids) if (!left.includes(id)) documents.delete(id)
        return left.length === 0 ? {} : { left: { ids: left, problem: problem('unreachable', 'Not here.') } }
      },
      restore({ ids }) {
        for (const id of ids) documents.set(id, 'restored')
        return {}
      },
      editFields: ({ id, folderId = null }) => void documents.set(id, folderId),
    },
  })
  const made: World = {
    ...world,
    database,
    items,
    sending,
    organise,
    intents,
    noted,
    documents,
    restart: () => openWorld({}, made),
    async drain() {
      for (let round = 0; round < 40; round++) {
        const due = [...intents]
          .filter(([, intent]) => intent.kind === 'now' || intent.kind === 'undoable')
          .map(([id]) => id)
        if (due.length === 0) return
        const attempts = await settled(world.clock, Promise.all(due.map((id) => sending.send(id, false))))
        if (attempts.some(({ kind }) => kind === 'failed')) await world.clock.advance(10_000)
      }
      throw new Error('it never comes to rest')
    },
    async folders() {
      const answer = await world.other.call('folders.list')
      return answer.kind === 'ok'
        ? answer.data.map(({ id, name, parent_id }) => ({ id, name, parent_id }))
        : []
    },
    tags: async () => (await listedTags(world)).map(({ name }) => name),
  }
  if (!before) open.push(made)
  return made
}

/** Creates a folder that exists on both sides. */
async function sharedFolder(world: World, name: string): Promise<{ id: string; remoteId: string }> {
  const { id } = await world.organise.createFolder({ name, parentId: null })
  await world.drain()
  return { id, remoteId: world.items.folderThere(id)! }
}

const renameThere = async (world: World, remoteId: string, name: string) => {
  const read = await world.other.call('folders.get', { params: { id: remoteId } })
  await world.other.call('folders.update', {
    params: { id: remoteId },
    body: { name },
    ifMatch: read.kind === 'ok' ? read.etag! : '',
  })
}

async function listedTags({ other }: ClientWorld): Promise<{ id: string; name: string }[]> {
  const answer = await other.call('tags.list')
  return answer.kind === 'ok' ? answer.data.map(({ id, name }) => ({ id, name })) : []
}

const asked = (world: World, what: string) =>
  world.faults.asked.filter(({ method, path }) => `${method} ${path}`.startsWith(what)).length
const CREATES = 'POST /api/v1/folders'
const TAG_CREATES = 'POST /api/v1/tags'

describe('a folder exists before what goes into it', () => {
  test('three levels made offline arrive in order, each once', async () => {
    const world = openWorld()
    world.faults.offline(true)
    const a = await world.organise.createFolder({ name: 'A', parentId: null })
    const b = await world.organise.createFolder({ name: 'B', parentId: a.id })
    await world.organise.createFolder({ name: 'C', parentId: b.id })
    expect(world.sending.describe(`folder:${b.id}`)).toMatchObject({
      what: 'New folder “B”',
      blocked: true,
      needs: 'Waits for folder “A”',
    })
    expect(await world.sending.send(`folder:${a.id}`, true)).toMatchObject({
      kind: 'failed',
      problem: { code: 'unreachable' },
    })
    world.faults.offline(false)
    await world.drain()
    const [fa, fb, fc] = await world.folders()
    expect([fa?.name, fb?.name, fc?.name]).toEqual(['A', 'B', 'C'])
    expect([fa?.parent_id, fb?.parent_id, fc?.parent_id]).toEqual([null, fa?.id, fb?.id])
    expect(world.intents.size).toBe(0)
    expect(world.noted).toEqual([
      'failed: New folder “A”',
      'sent: New folder “A”',
      'sent: New folder “B”',
      'sent: New folder “C”',
    ])
  })

  test('what is renamed before it was sent is made under its new name', async () => {
    const world = openWorld()
    const { id } = await world.organise.createFolder({ name: 'A', parentId: null })
    await world.organise.renameFolder({ id, name: 'Z' })
    await world.drain()
    expect((await world.folders()).map(({ name }) => name)).toEqual(['Z'])
  })

  test('made and deleted before it was sent: nothing is asked', async () => {
    const world = openWorld()
    const { id } = await world.organise.createFolder({ name: 'A', parentId: null })
    await world.organise.deleteFolder({ id })
    await world.drain()
    expect([world.faults.asked.length, world.intents.size, world.items.get('folder', id)]).toEqual([
      0,
      0,
      undefined,
    ])
  })
})

describe('[W17] a create whose answer is lost', () => {
  test('goes again with the same key and bytes where keys are honoured', async () => {
    const world = openWorld({ known: { idempotency: 'yes' } })
    world.faults.plan({ kind: 'answer-lost' }, CREATES)
    await world.organise.createFolder({ name: 'A', parentId: null })
    await world.drain()
    const [first, second] = world.faults.asked.filter(({ method }) => method === 'POST')
    expect([second?.body, second?.headers.get('Idempotency-Key')]).toEqual([
      first?.body,
      first?.headers.get('Idempotency-Key'),
    ])
    expect(await world.folders()).toHaveLength(1)
  })

  test.each(['answer-lost', 'half-body', 'empty-body'] as const)(
    'is looked for where they are not: %s',
    async (kind) => {
      const world = openWorld()
      world.faults.plan({ kind }, CREATES)
      const { id } = await world.organise.createFolder({ name: 'A', parentId: null })
      await world.drain()
      expect(await world.folders()).toHaveLength(1)
      expect(asked(world, CREATES)).toBe(1)
      expect(world.items.folderThere(id)).toBe((await world.folders())[0]?.id)
    },
  )

  test('is repeated only after its time-out has passed twice and nothing was found', async () => {
    const world = openWorld()
    world.faults.plan({ kind: 'dropped' }, CREATES)
    const { id } = await world.organise.createFolder({ name: 'A', parentId: null })
    await world.sending.send(`folder:${id}`, true)
    expect(await settled(world.clock, world.sending.send(`folder:${id}`, true))).toMatchObject({
      kind: 'failed',
    })
    expect(asked(world, CREATES)).toBe(1)
    await world.drain()
    expect([asked(world, CREATES), (await world.folders()).length]).toEqual([2, 1])
  })

  test('is made anew where the service says that it has it, and it was deleted before it was seen', async () => {
    const world = openWorld()
    world.faults.plan({ kind: 'empty-body' }, TAG_CREATES, 3)
    const { id } = await world.organise.createTag({ name: 'sea' })
    await settled(world.clock, world.sending.send(`tag:${id}`, true))
    expect(asked(world, TAG_CREATES)).toBe(1)
    const [made] = await listedTags(world)
    await world.other.call('tags.delete', { params: { id: made!.id } })
    await world.drain()
    const listed = await listedTags(world)
    expect(listed.map(({ name }) => name)).toEqual(['sea'])
    expect(world.items.tagThere(id)).toBe(listed[0]!.id)
    const keys = world.faults.asked
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys.length, new Set(keys).size]).toEqual([3, 2])
  })

  test('survives the end of the app', async () => {
    const world = openWorld()
    world.faults.plan({ kind: 'answer-lost' }, CREATES)
    const { id } = await world.organise.createFolder({ name: 'A', parentId: null })
    await world.sending.send(`folder:${id}`, true)
    const later = world.restart()
    await later.drain()
    expect(await later.folders()).toHaveLength(1)
    expect(later.items.folderThere(id)).toBeDefined()
  })
})

describe('[C1] [C3] guarded writes', () => {
  test('a rename carries the ETag that the create answered with', async () => {
    const world = openWorld()
    const { id, remoteId } = await sharedFolder(world, 'A')
    await world.organise.renameFolder({ id, name: 'B' })
    await world.drain()
    expect(world.faults.asked.at(-1)?.headers.get('If-Match')).toBe(`"folder-${remoteId}-1"`)
    expect((await world.folders())[0]?.name).toBe('B')
  })

  test.each([
    ['have none, not where three do', 3, '"folder-'],
    ['have none', 8, null],
  ])(
    '[W3] a listed folder is read until it shows its ETag, and written without only where eight answers in a row %s',
    async (_, lost, guard) => {
      const world = openWorld({ known: { guarded: 'seen' } })
      const made = await world.other.call('folders.create', { body: { name: 'A' } })
      const remoteId = made.kind === 'ok' ? made.data.id : ''
      const base = { fields: { name: 'A', parentId: null } }
      world.items.put({
        kind: 'folder',
        id: 'here',
        remoteId,
        mine: base.fields,
        base,
        deleted: false,
        movedAt: 0,
      })
      await world.organise.renameFolder({ id: 'here', name: 'B' })
      world.faults.plan({ kind: 'no-etag' }, 'GET', lost)
      await world.drain()
      expect((await world.folders())[0]?.name).toBe('B')
      const put = world.faults.asked.find(({ method }) => method === 'PUT')
      expect(put?.headers.get('If-Match')?.slice(0, 8) ?? null).toBe(guard)
    },
  )

  test('moved there, renamed here: both hold, no question', async () => {
    const world = openWorld()
    const { id, remoteId } = await sharedFolder(world, 'A')
    const target = await sharedFolder(world, 'Target')
    const read = await world.other.call('folders.get', { params: { id: remoteId } })
    await world.other.call('folders.update', {
      params: { id: remoteId },
      body: { parent_id: Number(target.remoteId) },
      ifMatch: read.kind === 'ok' ? read.etag! : '',
    })
    await world.organise.renameFolder({ id, name: 'B' })
    await world.drain()
    expect((await world.folders()).find((folder) => folder.id === remoteId)).toMatchObject({
      name: 'B',
      parent_id: target.remoteId,
    })
  })

  test('[C5] renamed on both sides: nothing is sent until the writer decides', async () => {
    const world = openWorld()
    const { id, remoteId } = await sharedFolder(world, 'A')
    await renameThere(world, remoteId, 'Theirs')
    await world.organise.renameFolder({ id, name: 'Mine' })
    await world.drain()
    expect((await world.folders())[0]?.name).toBe('Theirs')
    expect(world.intents.get(`folder:${id}`)).toEqual({ kind: 'asked' })
    expect(world.sending.describe(`folder:${id}`)?.needs).toContain('renamed to “Theirs” elsewhere')
    await world.sending.send(`folder:${id}`, true)
    expect((await world.folders())[0]?.name).toBe('Mine')
    expect(world.intents.size).toBe(0)
  })

  test('… or takes theirs', async () => {
    const world = openWorld()
    const { id, remoteId } = await sharedFolder(world, 'A')
    await renameThere(world, remoteId, 'Theirs')
    await world.organise.renameFolder({ id, name: 'Mine' })
    await world.drain()
    world.sending.discard(`folder:${id}`)
    expect([world.items.get('folder', id)?.mine.name, world.intents.size]).toEqual(['Theirs', 0])
  })

  test('renamed alike on both sides: agreed', async () => {
    const world = openWorld()
    const { id, remoteId } = await sharedFolder(world, 'A')
    await renameThere(world, remoteId, 'Same')
    await world.organise.renameFolder({ id, name: 'Same' })
    await world.drain()
    expect(world.intents.size).toBe(0)
  })

  test('[W6] a rename whose answer is lost is read, not sent again', async () => {
    const world = openWorld()
    const { id } = await sharedFolder(world, 'A')
    world.faults.plan({ kind: 'answer-lost' }, 'PUT')
    await world.organise.renameFolder({ id, name: 'B' })
    await world.drain()
    expect(asked(world, 'PUT')).toBe(1)
    expect((await world.folders())[0]?.name).toBe('B')
  })

  test('a further rename while one is in flight follows it', async () => {
    const world = openWorld()
    const { id } = await sharedFolder(world, 'A')
    world.faults.plan({ kind: 'slow', delayMs: 3_000 }, 'PUT')
    await world.organise.renameFolder({ id, name: 'B' })
    const first = world.sending.send(`folder:${id}`, true)
    await world.clock.advance(1_000)
    await world.organise.renameFolder({ id, name: 'C' })
    await settled(world.clock, first)
    await world.drain()
    expect((await world.folders())[0]?.name).toBe('C')
  })

  test('[W19] a service that does not recognise its own revisions is not asked for ever', async () => {
    const world = openWorld()
    const { id } = await sharedFolder(world, 'A')
    world.faults.plan({ kind: 'status', status: 412 }, 'PUT', 100)
    await world.organise.renameFolder({ id, name: 'B' })
    await world.drain()
    expect(asked(world, 'PUT')).toBe(2)
    expect(world.sending.describe(`folder:${id}`)?.needs).toContain('does not recognise its own revisions')
  })

  test('a refusal waits for the writer with the service’s words, and stops only itself', async () => {
    const world = openWorld()
    const { id } = await sharedFolder(world, 'A')
    world.faults.plan({ kind: 'status', status: 422 }, 'PUT')
    await world.organise.renameFolder({ id, name: 'B' })
    await world.organise.createFolder({ name: 'Other', parentId: null })
    await world.drain()
    expect((await world.folders()).map(({ name }) => name)).toEqual(['A', 'Other'])
    expect(world.sending.describe(`folder:${id}`)?.needs).toContain('Not accepted: The service has a fault.')
    expect(world.noted.slice(-2)).toEqual(['failed: Rename folder “A” → “B”', 'sent: New folder “Other”'])
  })

  test('deleted there, renamed here: asked; retry makes it anew', async () => {
    const world = openWorld()
    const { id, remoteId } = await sharedFolder(world, 'A')
    const read = await world.other.call('folders.get', { params: { id: remoteId } })
    await world.other.call('folders.delete', {
      params: { id: remoteId },
      ifMatch: read.kind === 'ok' ? read.etag! : '',
    })
    await world.organise.renameFolder({ id, name: 'B' })
    await world.drain()
    expect(world.sending.describe(`folder:${id}`)?.needs).toContain('deleted elsewhere')
    await world.sending.send(`folder:${id}`, true)
    expect((await world.folders()).map(({ name }) => name)).toEqual(['B'])
  })
})

describe('deleting a folder', () => {
  test('its documents first, then what is in it, then itself; undo brings all of it back', async () => {
    const world = openWorld()
    const { id } = await sharedFolder(world, 'A')
    const inner = await world.organise.createFolder({ name: 'B', parentId: id })
    await world.drain()
    world.documents.set('d1', id).set('d2', inner.id)
    await world.organise.deleteFolder({ id })
    expect(world.documents.size).toBe(0)
    await world.organise.restoreFolder({ id })
    expect([...world.documents.keys()].sort()).toEqual(['d1', 'd2'])
    await world.drain()
    expect((await world.folders()).map(({ name }) => name)).toEqual(['A', 'B'])

    await world.organise.deleteFolder({ id })
    world.documents.set('late', id)
    world.sending.recheck()
    await world.drain()
    expect((await world.folders()).map(({ name }) => name)).toEqual(['A'])
    expect(world.sending.describe(`folder:${id}`)).toMatchObject({
      blocked: true,
      needs: 'Waits until its documents are deleted',
    })
    world.documents.clear()
    world.sending.recheck()
    await world.drain()
    expect(await world.folders()).toEqual([])
  })

  test('undone after the service has deleted all of it, it comes back with what was in it, each in its place', async () => {
    const world = openWorld()
    const { id } = await sharedFolder(world, 'A')
    const inner = await world.organise.createFolder({ name: 'B', parentId: id })
    await world.drain()
    world.documents.set('d1', id).set('d2', inner.id)
    expect(await world.organise.deleteFolder({ id })).toEqual({ documents: 2 })
    world.sending.recheck()
    await world.drain()
    expect(await world.folders()).toEqual([])

    await world.organise.restoreFolder({ id })
    await world.drain()
    const there = await world.folders()
    const [outer, child] = ['A', 'B'].map((name) => there.find((one) => one.name === name))
    expect(there).toHaveLength(2)
    expect(child?.parent_id).toBe(outer?.id)
    const [a, b] = ['A', 'B'].map((name) =>
      [...world.items.all('folder')].find(({ mine }) => mine.name === name),
    )
    expect(Object.fromEntries(world.documents)).toEqual({ d1: a?.id, d2: b?.id })
  })

  test('a document in it that cannot be deleted keeps the folder and all that is in it, and says why', async () => {
    const world = openWorld()
    const { id } = await sharedFolder(world, 'A')
    const inner = await world.organise.createFolder({ name: 'B', parentId: id })
    await world.drain()
    world.documents.set('d1', id).set('unreadable', inner.id)
    await expect(world.organise.deleteFolder({ id })).rejects.toThrow('Not here.')
    expect([...world.documents.keys()].sort()).toEqual(['d1', 'unreadable'])
    await world.drain()
    expect((await world.folders()).map(({ name }) => name)).toEqual(['A', 'B'])
  })

  test('the answer to a delete is lost: a 404 says that it is done', async () => {
    const world = openWorld()
    const { id } = await sharedFolder(world, 'A')
    world.faults.plan({ kind: 'answer-lost' }, 'DELETE')
    await world.organise.deleteFolder({ id })
    await world.drain()
    expect([asked(world, 'DELETE'), world.items.get('folder', id)]).toEqual([1, undefined])
  })

  test('[W11] renamed there meanwhile: deleted all the same, with the new revision', async () => {
    const world = openWorld()
    const { id, remoteId } = await sharedFolder(world, 'A')
    await renameThere(world, remoteId, 'Theirs')
    await world.organise.deleteFolder({ id })
    await world.drain()
    expect(await world.folders()).toEqual([])
  })
})

describe('tags', () => {
  test('made, renamed, deleted', async () => {
    const world = openWorld()
    const { id } = await world.organise.createTag({ name: ' two  words ' })
    await world.drain()
    expect(await world.tags()).toEqual(['two words'])
    await world.organise.renameTag({ id, name: 'one' })
    await world.drain()
    expect(await world.tags()).toEqual(['one'])
    await world.organise.deleteTag({ id })
    await world.drain()
    expect(await world.tags()).toEqual([])
  })

  test('[W3] a tag has no ETag: it is read and compared first, and a rename there asks', async () => {
    const world = openWorld()
    const { id } = await world.organise.createTag({ name: 'a' })
    await world.drain()
    await world.other.call('tags.update', {
      params: { id: world.items.tagThere(id)! },
      body: { name: 'theirs' },
    })
    await world.organise.renameTag({ id, name: 'mine' })
    await world.drain()
    expect(await world.tags()).toEqual(['theirs'])
    expect(world.sending.describe(`tag:${id}`)?.needs).toContain('theirs')
  })

  test('made on both sides under one name: one tag', async () => {
    const world = openWorld()
    await world.other.call('tags.create', { body: { name: 'shared' } })
    const { id } = await world.organise.createTag({ name: 'Shared' })
    await world.drain()
    expect((await world.tags()).length).toBe(1)
    expect(world.items.tagThere(id)).toBeDefined()
    expect(world.intents.size).toBe(0)
  })

  test('a tag made under a name that is here is that tag; another is not renamed to it', async () => {
    const world = openWorld()
    const { id } = await world.organise.createTag({ name: 'é' })
    expect(await world.organise.createTag({ name: 'E\u0301' })).toEqual({ id })
    const other = await world.organise.createTag({ name: 'b' })
    expect(() => world.organise.renameTag({ id: other.id, name: 'É' })).toThrow(/already a tag/)
    await world.organise.renameTag({ id, name: 'É' })
    await world.drain()
    expect([...(await world.tags())].sort()).toEqual(['b', 'É'])
  })

  test.each(['deleted', 'renamed'])(
    'made under the name of one that is %s here: it waits for that',
    async (how) => {
      const world = openWorld()
      const old = await world.organise.createTag({ name: 'salt' })
      await world.drain()
      // As with a slow answer, the newest change is sent first.
      const made = await (async () => {
        if (how === 'deleted') await world.organise.deleteTag(old)
        else await world.organise.renameTag({ ...old, name: 'sea' })
        return world.organise.createTag({ name: 'Salt' })
      })()
      await settled(world.clock, world.sending.send(`tag:${made.id}`, false))
      expect(world.intents.get(`tag:${made.id}`)).toMatchObject({ kind: 'now' })
      await world.drain()
      expect([...(await world.tags())].sort()).toEqual(how === 'deleted' ? ['Salt'] : ['Salt', 'sea'])
      expect(world.items.tagThere(made.id)).not.toBe(old.id)
      expect(world.intents.size).toBe(0)
    },
  )
})

describe('moving folders', () => {
  test('between siblings: only what has to move is sent', async () => {
    const world = openWorld()
    const ids: string[] = []
    for (const name of ['A', 'B', 'C', 'D'])
      ids.push((await world.organise.createFolder({ name, parentId: null })).id)
    await world.drain()
    await world.organise.moveFolder({ id: ids[3]!, parentId: null, position: 1 })
    await world.drain()
    expect((await world.folders()).map(({ name }) => name)).toEqual(['A', 'D', 'B', 'C'])
    expect(asked(world, 'PUT')).toBe(3)
  })

  test('never into itself', async () => {
    const world = openWorld()
    const a = await world.organise.createFolder({ name: 'A', parentId: null })
    const b = await world.organise.createFolder({ name: 'B', parentId: a.id })
    expect(() => world.organise.moveFolder({ id: a.id, parentId: b.id })).toThrow(/inside itself/)
    expect(() => world.organise.moveFolder({ id: a.id, parentId: a.id })).toThrow(/inside itself/)
  })

  test('names are cleaned: one line, no lone surrogates, never empty', async () => {
    const world = openWorld()
    const { id } = await world.organise.createFolder({ name: ' a\n\tb \ud800', parentId: null })
    expect(world.items.get('folder', id)?.mine.name).toBe('a b \ufffd')
    expect(() => world.organise.createFolder({ name: '  ', parentId: null })).toThrow(/at least one letter/)
  })
})
