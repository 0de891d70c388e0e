import { afterEach, describe, expect, test } from 'vitest'
import type { Fault } from '../faults'
import { createPull, type Pull } from '../../main/sync/pull/pull'
import type { KnownThere, Pulled, PulledUpdate } from '../../main/sync/pull/pulled'
import { hidesFields, ignoresSorting, thinLists, wholeSeconds } from '../foreign/service-variants'
import { openClientWorld, settled, type ClientWorld, type ClientWorldOptions } from './client'

/** Receives updates and stores them. */
interface Library extends Pulled {
  readonly kept: Map<
    string,
    KnownThere & { text: string | undefined; folder: string | null | undefined; tags: string[] | undefined }
  >
  readonly goneIds: string[]
  readonly told: PulledUpdate[]
  open: string[]
}

function createLibrary(): Library {
  let moment = 0
  const kept: Library['kept'] = new Map()
  const library: Library = {
    kept,
    goneIds: [],
    told: [],
    open: [],
    asking: () => ++moment,
    movedSince: () => [],
    doubtRevisions: () => {},
    isCreateUnknown: () => false,
    applyUpdates(updates) {
      library.told.push(...updates)
      for (const { seen, etag } of updates) {
        const text = seen.content ?? kept.get(seen.id)?.text
        kept.set(seen.id, {
          id: seen.id,
          remoteId: seen.id,
          phase: 'clean',
          text,
          isMissed: text === undefined,
          folder: seen.folder_id,
          tags: seen.tags?.map(({ id }) => id),
          ...(kept.get(seen.id)?.text === text && { etag: kept.get(seen.id)?.etag ?? '' }),
          ...(etag !== undefined && { etag }),
          ...(seen.updated_at !== undefined && { updatedAt: seen.updated_at }),
          ...(seen.created_at !== undefined && { createdAt: seen.created_at }),
        })
      }
      return []
    },
    replaced(remoteId) {
      library.gone(remoteId, 0)
      return true
    },
    gone(remoteId) {
      library.goneIds.push(remoteId)
      kept.delete(remoteId)
    },
    known: (remoteId) => kept.get(remoteId),
    knownAmong: (remoteIds) =>
      new Map(remoteIds.flatMap((id) => (kept.has(id) ? [[id, kept.get(id)!] as const] : []))),
    knownExcept(remoteIds) {
      const without = new Set(remoteIds)
      return [...kept.values()]
        .filter(({ remoteId, phase }) => phase !== 'deleted' && !without.has(remoteId))
        .map(({ remoteId }) => remoteId)
    },
    allKnown: () => [...kept.values()],
    openIds: () => library.open,
  }
  return library
}

interface World extends ClientWorld {
  readonly library: Library
  readonly pull: Pull
  readonly progress: (number | undefined)[]
  create(title: string, content?: string, more?: object): Promise<string>
  change(id: string, content: string): Promise<void>
  remove(id: string): Promise<void>
  now(): Promise<void>
}

const open: World[] = []
afterEach(() => {
  for (const world of open.splice(0)) {
    world.pull.stop()
    world.close()
  }
})

/** `areItemsPulled`: each round pulls folders first, as in the app. */
function openWorld(options: ClientWorldOptions = {}, areItemsPulled = false): World {
  const world = openClientWorld(options)
  const library = createLibrary()
  const facts = new Map<string, unknown>()
  const progress: (number | undefined)[] = []
  const pull = createPull({
    ...world,
    pulled: library,
    knownAccount: () => ({ documents: library.allKnown(), items: [], hasDrafts: false }),
    pullItems: async (signal) => {
      if (areItemsPulled) await world.client.call('folders.list', { signal })
    },
    openThere: () => library.open,
    missedThere: () => [],
    countThere: () => library.kept.size,
    markThere: () => [...library.kept.keys()].sort().join(),
    facts: { read: (name) => facts.get(name), write: (name, value) => void facts.set(name, value) },
    onProgress: (now) => progress.push(now?.done),
  })
  const etagOf = async (id: string) => {
    const read = await world.other.call('documents.get', { params: { id } })
    return read.kind === 'ok' ? (read.etag ?? '') : ''
  }
  const made: World = {
    ...world,
    library,
    pull,
    progress,
    async create(title, content = `Text of ${title}.`, more = {}) {
      const answer = await world.other.call('documents.create', { body: { title, content, ...more } })
      await world.clock.advance(1_000)
      return answer.kind === 'ok' ? answer.data.id : ''
    },
    async change(id, content) {
      await world.other.call('documents.update', {
        params: { id },
        body: { content },
        ifMatch: await etagOf(id),
      })
      await world.clock.advance(1_000)
    },
    async remove(id) {
      await world.other.call('documents.delete', { params: { id }, ifMatch: await etagOf(id) })
    },
    now: () => settled(world.clock, pull.now()),
  }
  open.push(made)
  return made
}

const texts = ({ library }: World) => [...library.kept.values()].map(({ text }) => text ?? '').sort()
const listed = ({ faults }: World) =>
  faults.asked.filter(({ path }) => /\/documents\?/.test(path)).map(({ path }) => path)

async function started(world: World): Promise<World> {
  world.pull.start()
  await world.now()
  return world
}

describe('the first pull', () => {
  test('brings every text, says how far it is, and that it is over', async () => {
    const world = openWorld()
    for (let n = 0; n < 120; n++)
      await world.other.call('documents.create', { body: { title: `D${n}`, content: `Text ${n}` } })
    await started(world)
    expect(world.library.kept.size).toBe(120)
    expect(world.progress).toEqual([0, 100, 120, undefined])
    expect(world.library.told.every(({ etag }) => etag === undefined)).toBe(true)
  })

  test('broken off half-way it is not said to be over, until the next round has brought the rest', async () => {
    const world = openWorld()
    for (let n = 0; n < 120; n++)
      await world.other.call('documents.create', { body: { title: `D${n}`, content: `Text ${n}` } })
    world.faults.plan({ kind: 'status', status: 503 }, '&page=2&', 4)
    world.pull.start()
    await world.now()
    expect([world.library.kept.size, world.progress.at(-1)]).toEqual([100, 100])
    world.pull.attend('focused')
    await world.clock.advance(120_000)
    expect([world.library.kept.size, world.progress.at(-1)]).toEqual([120, undefined])
  })

  test('[W17] what was held back while a create was in doubt comes at once when it is not', async () => {
    const world = openWorld()
    for (let n = 0; n < 250; n++)
      await world.other.call('documents.create', { body: { title: `D${n}`, content: `Text ${n}` } })
    const { applyUpdates } = world.library
    let isUnknown = true
    world.library.isCreateUnknown = () => isUnknown
    world.library.applyUpdates = (updates) =>
      isUnknown ? updates.map(({ seen }) => seen.id) : applyUpdates(updates)
    world.faults.plan({ kind: 'slow', delayMs: 5_000 }, '&page=2&')
    world.pull.start()
    while (!world.progress.includes(100)) await world.clock.advance(1)
    isUnknown = false
    await world.clock.advance(6_000)
    expect(world.progress.at(-1)).toBeUndefined()
    expect(world.library.kept.size).toBe(250)
    // The documents are read by their list, not one by one.
    expect(world.faults.asked.filter(({ path }) => /\/documents\/\d+$/.test(path)).length).toBeLessThan(10)
  })

  test('an empty library', async () => {
    const world = await started(openWorld())
    expect([world.library.kept.size, world.progress.at(-1)]).toEqual([0, undefined])
  })

  test('cancelled: what came stays, and it goes on when asked', async () => {
    const world = openWorld()
    for (let n = 0; n < 120; n++)
      await world.other.call('documents.create', { body: { title: `D${n}`, content: `Text ${n}` } })
    world.faults.plan({ kind: 'slow', delayMs: 5_000 }, '&page=2&')
    world.pull.start()
    while (world.progress.at(-1) !== 100) await world.clock.advance(10)
    world.pull.cancel()
    await world.clock.advance(10_000)
    expect(world.library.kept.size).toBe(100)
    await world.clock.advance(600_000)
    expect(world.library.kept.size).toBe(100)
    await world.now()
    expect(world.library.kept.size).toBe(120)
  })

  test('cut off in the middle: it begins again by itself', async () => {
    const world = openWorld()
    await world.create('A')
    world.faults.offline(true)
    await started(world)
    expect(world.library.kept.size).toBe(0)
    world.faults.offline(false)
    world.pull.attend('focused')
    await world.clock.advance(120_000)
    expect(texts(world)).toEqual(['Text of A.'])
  })
})

describe('a first pull that fails is tried again by itself, also behind other windows', () => {
  async function withDocuments(): Promise<World> {
    const world = openWorld({}, true)
    for (let n = 0; n < 120; n++)
      await world.other.call('documents.create', { body: { title: `D${n}`, content: `Text ${n}` } })
    return world
  }
  const isWhole = ({ library, progress }: World) => library.kept.size === 120 && progress.at(-1) === undefined

  test.each<[string, Fault, string, number]>([
    ['no connection', { kind: 'refused' }, '', 4],
    ['no answer', { kind: 'silent' }, '', 3],
    ['answers that come too late', { kind: 'slow', delayMs: 40_000 }, '', 3],
    ['a service that is away', { kind: 'status', status: 503 }, '', 8],
    ['the second page alone', { kind: 'status', status: 503 }, '&page=2&', 8],
    ['the second page, which comes too late', { kind: 'slow', delayMs: 40_000 }, '&page=2&', 5],
  ])('%s', async (_name, fault, when, times) => {
    const world = await withDocuments()
    world.faults.plan(fault, when, times)
    const met = () => world.faults.asked.filter(({ path }) => path.includes(when)).length
    const before = met()
    world.pull.start()
    for (let s = 0; s < 600 && met() < before + times; s++) await world.clock.advance(1_000)
    await world.clock.advance(90_000)
    expect(isWhole(world), `${world.library.kept.size} came`).toBe(true)
  })

  test('with no network at all it asks about once a minute, and never stops', async () => {
    const world = await withDocuments()
    world.faults.offline(true)
    const before = world.faults.asked.length
    world.pull.start()
    await world.clock.advance(60 * 60_000)
    const asked = world.faults.asked.length - before
    expect(asked).toBeLessThan(90)
    world.faults.offline(false)
    await world.clock.advance(60_000)
    expect(isWhole(world)).toBe(true)
  })
})

describe('afterwards only what moved', () => {
  test('one changed document of many: asked for since the last time, read with its ETag', async () => {
    const world = openWorld()
    const ids: string[] = []
    for (const title of ['A', 'B', 'C']) ids.push(await world.create(title))
    await started(world)
    await world.clock.advance(10_000)
    await world.change(ids[1]!, 'Changed.')
    const before = world.library.told.length
    await world.now()
    expect(texts(world)).toEqual(['Changed.', 'Text of A.', 'Text of C.'])
    expect(listed(world).some((path) => path.includes('updated_since='))).toBe(true)
    const updates = world.library.told.slice(before)
    expect(updates.find(({ seen }) => seen.id === ids[1])?.etag).toBe(`"doc-${ids[1]}-2"`)
    expect(updates.length).toBeLessThanOrEqual(3)
  })

  test('[E4] two changes within one second are both seen', async () => {
    const world = openWorld({ variant: wholeSeconds })
    const id = await world.create('A')
    await started(world)
    await world.other.call('documents.update', {
      params: { id },
      body: { content: 'One.' },
      ifMatch: `"doc-${id}-1"`,
    })
    await world.now()
    await world.other.call('documents.update', {
      params: { id },
      body: { content: 'Two.' },
      ifMatch: `"doc-${id}-2"`,
    })
    await world.now()
    expect(texts(world)).toEqual(['Two.'])
  })

  test('new ones too, and many at once come from the list', async () => {
    const world = openWorld()
    await world.create('A')
    await world.create('B')
    await started(world)
    for (let n = 0; n < 60; n++)
      await world.other.call('documents.create', { body: { title: `N${n}`, content: `New ${n}` } })
    await world.now()
    expect(world.library.kept.size).toBe(62)
    const singly = world.faults.asked.filter(({ path }) => /\/documents\/\d+$/.test(path))
    expect(singly.length).toBeLessThan(40)
  })

  test('one that could not be read comes with the next round', async () => {
    const world = openWorld()
    const [a, b] = [await world.create('A'), await world.create('B')]
    await started(world)
    for (const id of [a, b]) {
      await world.clock.advance(10_000)
      await world.change(id, `Changed ${id}.`)
    }
    world.faults.plan({ kind: 'html' }, `/documents/${a}`, 1)
    await world.now()
    expect(texts(world)).toEqual([`Changed ${b}.`, 'Text of A.'])
    await world.now()
    expect(texts(world)).toEqual([`Changed ${a}.`, `Changed ${b}.`])
  })

  test('what others bring into a library that was empty comes with the next round', async () => {
    const world = await started(openWorld())
    await world.create('A')
    await world.now()
    expect(texts(world)).toEqual(['Text of A.'])
  })

  test('a service without sorting is walked whole when another number is there, else not every minute', async () => {
    const world = openWorld({ variant: ignoresSorting, known: { sorting: 'no', updatedSince: 'no' } })
    const id = await world.create('A')
    await started(world)
    await world.change(id, 'Changed.')
    await world.now()
    expect(texts(world)).toEqual(['Text of A.'])
    await world.clock.advance(5 * 60_000)
    await world.now()
    expect(texts(world)).toEqual(['Changed.'])
    await world.create('B')
    await world.now()
    expect(texts(world)).toEqual(['Changed.', 'Text of B.'])
  })
})

describe('[W11] deletions', () => {
  test('a missing document is asked about; its 404 beside another one that reads is a deletion', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await world.create('B')
    await started(world)
    await world.remove(a)
    await world.now()
    expect(world.library.goneIds).toEqual([a])
  })

  test('of many documents are all asked about in the rounds that follow at once', async () => {
    const world = openWorld()
    const ids: string[] = []
    for (let n = 0; n < 350; n++) ids.push(await world.create(`D${n}`))
    await started(world)
    for (const id of ids.slice(10)) await world.remove(id)
    await world.now()
    await world.clock.advance(1_000)
    expect(world.library.goneIds.toSorted()).toEqual(ids.slice(10).toSorted())
  })

  test('of more than a few, with which the list is empty, are a question to the writer', async () => {
    const world = openWorld()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await world.create(`D${n}`))
    await started(world)
    for (const id of ids) await world.remove(id)
    await world.now()
    expect(world.library.goneIds).toEqual([])
    expect(world.connection.current().identity).toBe('ask')
    world.connection.tellIdentity('same')
    await world.now()
    expect(world.library.goneIds.toSorted()).toEqual(ids)
  })

  test('is seen within a minute while a window is in sight, also where another was made meanwhile', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await world.create('B')
    await started(world)
    world.pull.attend('visible')
    await world.remove(a)
    await world.create('C')
    await world.clock.advance(61_000)
    expect(world.library.goneIds).toEqual([a])
    expect(texts(world)).toContain('Text of C.')
  })

  test('a list that comes back empty deletes nothing', async () => {
    const world = openWorld()
    await world.create('A')
    await world.create('B')
    await started(world)
    const empty = JSON.stringify({
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 100, total: 0 },
    })
    world.faults.plan({ kind: 'status', status: 200, body: empty }, '/documents?', 50)
    await world.now()
    expect([world.library.goneIds, world.library.kept.size]).toEqual([[], 2])
  })

  test('when nothing else reads either, no 404 is believed', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await world.create('B')
    await started(world)
    await world.remove(a)
    world.faults.plan({ kind: 'status', status: 404 }, ({ path }) => /\/documents\/\d+$/.test(path), 50)
    await world.now()
    expect(world.library.goneIds).toEqual([])
  })

  test('where the last few known documents are gone and the list is empty, each is a deletion', async () => {
    const world = openWorld()
    const ids = [await world.create('A'), await world.create('B')]
    await started(world)
    for (const id of ids) await world.remove(id)
    await world.now()
    expect([...world.library.goneIds].sort()).toEqual(ids)
  })

  test('where many known documents are gone and the list is empty, none is', async () => {
    const world = openWorld()
    const ids: string[] = []
    for (const title of ['A', 'B', 'C', 'D']) ids.push(await world.create(title))
    await started(world)
    for (const id of ids) await world.remove(id)
    await world.now()
    expect(world.library.goneIds).toEqual([])
  })

  test('a 404 without the API’s error body is a page on the way', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await world.create('B')
    await started(world)
    await world.remove(a)
    world.faults.plan({ kind: 'status', status: 404, body: '<html></html>' }, `/documents/${a}`, 50)
    await world.now()
    expect(world.library.goneIds).toEqual([])
  })

  test('a question that had no answer is asked again in the next round', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await world.create('B')
    await started(world)
    await world.remove(a)
    world.faults.plan({ kind: 'status', status: 500 }, `/documents/${a}`, 1)
    await world.now()
    expect(world.library.goneIds).toEqual([])
    await world.now()
    expect(world.library.goneIds).toEqual([a])
  })

  test('more than one round asks about are all asked about', async () => {
    const world = openWorld()
    const ids: string[] = []
    for (let n = 0; n < 230; n++) ids.push(await world.create(`D${n}`))
    await started(world)
    for (const id of ids.slice(0, 220)) await world.remove(id)
    for (let round = 0; round < 3; round++) await world.now()
    expect(world.library.goneIds.length).toBe(220)
  })

  test('one difference in number is looked into once', async () => {
    const world = openWorld()
    await world.create('A')
    await started(world)
    world.library.kept.set('ghost', {
      ...world.library.kept.values().next().value!,
      id: 'ghost',
      remoteId: 'ghost',
      phase: 'deleted',
    })
    await world.now()
    const walks = () => listed(world).filter((path) => path.includes('per_page=100')).length
    const before = walks()
    await world.now()
    await world.now()
    expect(walks()).toBe(before)
  })

  test('a difference in number that comes back is another one', async () => {
    const world = openWorld()
    await world.create('A')
    await world.create('B')
    await started(world)
    const [one] = world.library.kept.values()
    world.library.kept.set('ghost', { ...one!, id: 'ghost', remoteId: 'ghost', phase: 'deleted' })
    await world.now()
    world.library.kept.delete('ghost')
    await world.now()
    const c = await world.create('C')
    await world.now()
    await world.remove(c)
    await world.now()
    expect(world.library.goneIds).toEqual([c])
  })
})

describe('a list that the writer turns to', () => {
  const made = async (world: World) => {
    await world.create('A')
    await started(world)
    world.pull.attend('focused')
    await world.clock.advance(12_000)
    await world.create('B')
  }

  test('a document made elsewhere is there at once', async () => {
    const world = openWorld()
    await made(world)
    world.pull.glance()
    await world.clock.advance(100)
    expect(texts(world)).toEqual(['Text of A.', 'Text of B.'])
  })

  test('who goes from list to list asks once in ten seconds', async () => {
    const world = openWorld()
    await made(world)
    world.pull.glance()
    await world.clock.advance(100)
    await world.create('C')
    const before = listed(world).length
    for (let step = 0; step < 40; step++) {
      world.pull.glance()
      await world.clock.advance(100)
    }
    expect(listed(world).length).toBe(before)
    await world.clock.advance(6_500)
    expect(texts(world)).toEqual(['Text of A.', 'Text of B.', 'Text of C.'])
    const once = listed(world).length
    await world.clock.advance(20_000)
    expect(listed(world).length).toBe(once)
  })

  test('without a network nothing more is asked', async () => {
    const world = openWorld()
    await made(world)
    world.faults.offline(true)
    await world.clock.advance(120_000)
    expect(world.connection.current().reach).toBe('offline')
    const before = world.faults.asked.length
    for (let step = 0; step < 20; step++) world.pull.glance()
    await world.clock.advance(1_000)
    expect(world.faults.asked.length).toBe(before)
  })
})

describe('the open document', () => {
  test('every 15 s while its window has the focus, shortly where nothing moved', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await world.create('B')
    await started(world)
    world.library.open = [a]
    await settled(world.clock, world.pull.read([a]))
    world.pull.attend('focused')
    await world.clock.advance(100)
    await world.change(a, 'Theirs.')
    await world.clock.advance(15_000)
    expect(texts(world)).toContain('Theirs.')
    const reads = world.faults.asked.filter(({ path }) => path.endsWith(`/documents/${a}`))
    expect(reads.at(-1)?.headers.get('If-None-Match')).not.toBeNull()
    world.pull.attend('hidden')
    const before = world.faults.asked.length
    await world.clock.advance(60_000)
    expect(world.faults.asked.length).toBe(before)
  })

  test('a window that can be seen, but has not the focus, asks once a minute', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await started(world)
    world.library.open = [a]
    await settled(world.clock, world.pull.read([a]))
    world.pull.attend('visible')
    await world.change(a, 'Theirs.')
    await world.clock.advance(61_000)
    expect(texts(world)).toContain('Theirs.')
  })

  test('the network comes back: seen within 15 s, and what moved is fetched at once', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await started(world)
    world.pull.attend('focused')
    world.faults.offline(true)
    await world.clock.advance(120_000)
    expect(world.connection.current().reach).toBe('offline')
    await world.change(a, 'Theirs.')
    world.faults.offline(false)
    await world.clock.advance(16_000)
    expect(world.connection.current().reach).toBe('online')
    expect(texts(world)).toEqual(['Theirs.'])
  })
})

describe('[C7] an address and an account', () => {
  test('a known id that was created at another time stops every write', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await started(world)
    const known = world.library.kept.get(a)!
    world.library.kept.set(a, { ...known, createdAt: '2001-01-01T00:00:00Z', text: 'Mine.' })
    await world.clock.advance(10_000)
    await world.change(a, 'Another account’s text.')
    await world.now()
    expect(texts(world)).toEqual(['Mine.'])
    expect(
      await world.client.call('documents.update', { params: { id: a }, body: { content: 'x' } }),
    ).toMatchObject({ certain: true, problem: { code: 'not-allowed' } })
    await world.now()
    expect(world.connection.current().identity).toBe('ask')
  })

  test('a new key is checked against known documents before anything is written', async () => {
    const world = openWorld()
    const a = await world.create('A')
    await started(world)
    world.connection.keyChanged()
    expect(
      await world.client.call('documents.update', {
        params: { id: a },
        body: { content: 'x' },
        ifMatch: '"x"',
      }),
    ).toMatchObject({ certain: true })
    await world.now()
    expect(world.connection.current().identity).toBe('same')
    expect(world.faults.asked.filter(({ method }) => method === 'PUT')).toEqual([])
  })
})

describe('[F] documents that do not name their folder and tags', () => {
  test('membership is read from each folder and each tag', async () => {
    const world = openWorld({ variant: hidesFields('folder_id', 'tags') })
    const folder = await world.other.call('folders.create', { body: { name: 'F' } })
    const tag = await world.other.call('tags.create', { body: { name: 'T' } })
    const folderId = folder.kind === 'ok' ? folder.data.id : ''
    const tagId = tag.kind === 'ok' ? tag.data.id : ''
    const a = await world.create('A', 'a', { folder_id: Number(folderId), tag_ids: [Number(tagId)] })
    const b = await world.create('B')
    await started(world)
    expect([world.library.kept.get(a)?.folder, world.library.kept.get(a)?.tags]).toEqual([folderId, [tagId]])
    expect([world.library.kept.get(b)?.folder, world.library.kept.get(b)?.tags]).toEqual([null, []])
  })
})

test('[F] lists without texts: each text is fetched by itself', async () => {
  const world = openWorld({ variant: thinLists })
  await world.create('A')
  const b = await world.create('B')
  await started(world)
  expect(texts(world)).toEqual(['Text of A.', 'Text of B.'])
  expect(world.library.kept.get(b)?.etag).toBe(`"doc-${b}-1"`)
  await world.change(b, 'Changed.')
  await world.now()
  expect(texts(world)).toEqual(['Changed.', 'Text of A.'])
})

test('[E2] little left of the rate limit: pages come slower', async () => {
  const world = openWorld({ settings: { settings: { rateLimit: { count: 20, seconds: 600 } } } })
  for (let n = 0; n < 3; n++) await world.create(`D${n}`)
  world.pull.start()
  await world.now()
  expect(world.connection.current().rate?.limit).toBe(20)
})
