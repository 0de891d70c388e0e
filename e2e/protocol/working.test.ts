import { describe, expect, test } from 'vitest'
import { allThere, changeThere, createThere, thereOf, type Writer } from './writer'
import { useWriters } from './writers'

const { start, withDocument } = useWriters()

const minutes = (count: number) => count * 60_000
const puts = (writer: Writer) => writer.faults.asked.filter(({ method }) => method === 'PUT')
const waiting = (writer: Writer) => writer.workspace.outbox.list().waiting
const statuses = (writer: Writer, id: string) =>
  writer.told.flatMap((one) =>
    one.name === 'document.status-changed' && one.payload.id === id ? [one.payload.phase] : [],
  )

test('the first pull stops when the writer says so, and goes on when she asks', async () => {
  const writer = start()
  await createThere(writer, { content: 'One.\n' })
  writer.workspace.stopReading()
  await writer.pass(10 * 60_000)
  const titles = () => writer.workspace.catalog.find({ query: '', limit: 9 }).map(({ title }) => title)
  expect(titles()).toEqual([])
  expect(writer.workspace.record().readingStopped).toBe(true)
  writer.workspace.retry()
  await writer.pass(1_000)
  expect(titles()).toEqual(['Essay'])
  expect(writer.workspace.record().readingStopped).toBeUndefined()
})

test('a check for changes says whether there were any, and whether the service could be read', async () => {
  const { writer, id } = await withDocument()
  const check = async () => {
    const checked = writer.workspace.check()
    await writer.pass(5_000)
    return (await checked).outcome
  }
  expect(await check()).toBe('nothing-new')
  await changeThere(writer, id, { content: 'Two.\n' })
  expect(await check()).toBe('up-to-date')
  expect(await check()).toBe('nothing-new')
  writer.faults.offline(true)
  expect(await check()).toBe('not-read')
})

test('a list by the last change stands as before once a delete, or a change of fields, was taken back', async () => {
  const writer = start()
  for (const title of ['First', 'Second', 'Third']) {
    await createThere(writer, { title })
    await writer.pass(minutes(1))
  }
  writer.workspace.retry()
  await writer.pass(5_000)
  const listed = async () => {
    const list = { filter: {}, sort: 'updated', descending: true, offset: 0, limit: 9 } as const
    return (await writer.workspace.catalog.documents(list)).items
  }
  const titles = async () => (await listed()).map(({ title }) => title)
  const before = await listed()
  expect(await titles()).toEqual(['Third', 'Second', 'First'])
  const ids = before.map(({ id }) => id)
  const { documents } = writer.workspace

  await documents.delete({ ids: [...ids] })
  await writer.pass(1_000)
  await documents.restore({ ids: ids.toReversed() })
  expect(await listed()).toEqual(before)
  writer.workspace.outbox.pause(true)
  await documents.editFields({ id: ids[2]!, title: 'Other' })
  expect(await titles()).toEqual(['Other', 'Third', 'Second'])
  await documents.editFields({ id: ids[2]!, title: 'First' })
  writer.workspace.outbox.pause(false)
  expect(await titles()).toEqual(['Third', 'Second', 'First'])

  await documents.delete({ ids: [...ids] })
  await writer.pass(minutes(1))
  expect(await allThere(writer)).toEqual([])
  await documents.restore({ ids: ids.toReversed() })
  await writer.pass(minutes(1))
  expect(await allThere(writer)).toHaveLength(3)
  expect(await titles()).toEqual(['Third', 'Second', 'First'])
})

test('[W11] what is deleted here is told as that, from the press on and once the service has it; never as deleted elsewhere', async () => {
  const { writer, id } = await withDocument()
  const told = () =>
    writer.told.flatMap((one) =>
      one.name === 'document.status-changed' && one.payload.id === id ? [one.payload] : [],
    )
  const before = told().length
  await writer.workspace.documents.delete({ ids: [id] })
  await writer.pass(minutes(1))
  expect(await allThere(writer)).toEqual([])
  const since = told().slice(before)
  expect(since.at(-1)).toMatchObject({ phase: 'deleted', deletedHere: true })
  expect(since.every(({ deletedHere }) => deletedHere === true)).toBe(true)
  await writer.workspace.documents.restore({ ids: [id] })
  expect(told().at(-1)?.deletedHere).toBeUndefined()

  const elsewhere = await withDocument()
  const there = await elsewhere.writer.other.call('documents.get', { params: { id: elsewhere.id } })
  if (there.kind !== 'ok') throw new Error('not there')
  await elsewhere.writer.other.call('documents.delete', {
    params: { id: elsewhere.id },
    ifMatch: there.etag ?? '',
  })
  elsewhere.writer.workspace.retry()
  await elsewhere.writer.pass(minutes(6))
  expect(elsewhere.writer.told.findLast(({ name }) => name === 'document.status-changed')?.payload).toEqual(
    expect.not.objectContaining({ deletedHere: true }),
  )
  expect(elsewhere.writer.phase(elsewhere.id)).toBe('deleted')
})

describe('without a network', () => {
  test('two hours of writing are on this device, in the outbox in words, and go when it is back', async () => {
    const { writer, id, window } = await withDocument()
    const other = await createThere(writer, { title: 'Map', content: 'A map.' })
    await writer.pass(minutes(6))
    writer.faults.offline(true)
    await window.append('Two.')
    await writer.workspace.documents.editFields({ id: other, title: 'Chart' })
    await writer.workspace.documents.editFields({ id, title: 'Essays' })
    const created = await writer.workspace.documents.create({ title: 'New', text: 'Begun on a train.' })
    for (let minute = 0; minute < 120; minute += 10) {
      await window.append(` ${minute}`)
      await writer.pass(minutes(10))
    }
    expect(writer.workspace.record().state).toBe('offline')
    expect(writer.phase(id)).toBe('queued')
    expect(waiting(writer).map(({ what, kind, why, state }) => [what, kind, why, state])).toEqual(
      expect.arrayContaining([
        ['Edit of “Essays”, with its title', 'edit', 'Waits for the network', 'waiting'],
        ['Rename “Map” → “Chart”', 'rename', 'Waits for the network', 'waiting'],
        ['New document “New”', 'create', 'Waits for the network', 'waiting'],
      ]),
    )
    // In two hours, three documents cause a few attempts, not thousands.
    expect(puts(writer).length).toBeLessThan(40)
    await window.append(' last')
    expect(statuses(writer, id).at(-1)).toBe('queued')

    writer.faults.offline(false)
    await writer.pass(minutes(6))
    expect(waiting(writer)).toEqual([])
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo. 0 10 20 30 40 50 60 70 80 90 100 110 last')
    expect((await allThere(writer)).map(([title]) => title).sort()).toEqual(['Chart', 'Essays', 'New'])
    expect(writer.phase(created.id)).toBe('clean')
    expect(writer.workspace.outbox.list().sent[0]).toMatchObject({ detail: 'Accepted by the service' })
  })

  test('the network is back: what waits goes at once when anything shows it', async () => {
    const { writer, id, window } = await withDocument()
    writer.faults.offline(true)
    await window.append('Two.')
    await writer.pass(minutes(60))
    writer.faults.offline(false)
    writer.workspace.retry()
    await writer.pass(1_000)
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
  })
})

describe('what the service says', () => {
  test('[E2] 429 with a date: nothing goes before it, the status says until when', async () => {
    const { writer, id, window } = await withDocument()
    // The date is compared with the answer's own date, which is the very first.
    const date = new Date(45_000).toUTCString()
    writer.faults.plan({ kind: 'throttled', after: date }, 'PUT')
    await window.append('Two.')
    await writer.pass(2_500)
    expect(writer.phase(id)).toBe('queued')
    const status = await writer.workspace.documents.save({ id, reason: 'key' })
    expect(status.retryAt! - writer.clock.now()).toBeGreaterThan(40_000)
    await writer.pass(30_000)
    expect(puts(writer)).toHaveLength(1)
    await writer.pass(30_000)
    expect(writer.phase(id)).toBe('clean')
  })

  test('[D3] 401: nothing is sent until the key is changed; the words stay', async () => {
    const { writer, id, window } = await withDocument()
    writer.faults.plan({ kind: 'status', status: 401, body: '{"message":"Unauthenticated."}' }, '', 1_000)
    await window.append('Two.')
    await writer.pass(minutes(30))
    expect(puts(writer).length).toBeLessThanOrEqual(1)
    expect(waiting(writer)[0]).toMatchObject({
      why: 'Waits for a key that the service accepts',
      state: 'needs-you',
    })
    writer.faults.clear()
    writer.workspace.keyChanged()
    await writer.pass(minutes(1))
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
  })

  test('[D4] a key that may not write documents opens them read-only and loses no word typed before', async () => {
    const { writer, id, window } = await withDocument()
    const refusal = '{"message":"No.","code":"missing_ability"}'
    writer.faults.plan({ kind: 'status', status: 403, body: refusal }, 'PUT', 1_000)
    await window.append('Two.')
    await writer.pass(minutes(10))
    expect(puts(writer)).toHaveLength(1)
    expect(writer.phase(id)).toBe('queued')
    expect((await writer.workspace.documents.open({ id })).state.readOnly).toContain(
      'may not write documents',
    )
    // A window that is already open still stores its words on this device.
    await window.append('Three.')
    expect(writer.phase(id)).toBe('queued')
    writer.faults.clear()
    writer.workspace.keyChanged()
    await writer.pass(minutes(1))
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.Three.')
  })

  test('[W5] a text that is too large goes again once it is short enough', async () => {
    const { writer, id, window } = await withDocument('short\n')
    const refusal = JSON.stringify({
      message: 'No.',
      errors: { content: ['The content may not be greater than 20 bytes.'] },
    })
    writer.faults.plan({ kind: 'status', status: 422, body: refusal }, 'PUT')
    await window.append('much longer than twenty bytes')
    await writer.pass(minutes(10))
    expect(writer.phase(id)).toBe('rejected')
    expect(puts(writer)).toHaveLength(1)
    expect(waiting(writer)[0]).toMatchObject({ state: 'needs-you', canRetry: true })
    await window.type('short\nenough')
    await writer.pass(minutes(1))
    expect(writer.phase(id)).toBe('clean')
    expect((await thereOf(writer, id)).content).toBe('short\nenough')
  })

  test('a read that loses its ETag on the way stops a text only until the next one', async () => {
    const { writer, id, window } = await withDocument('One.\n', { known: { etags: 'yes' } })
    writer.faults.plan({ kind: 'no-etag' }, '', 20)
    await window.append('Two.')
    await writer.pass(10_000)
    // Without a revision, the write would be unguarded.
    expect(puts(writer)).toHaveLength(0)
    writer.faults.clear()
    await window.append('Three.')
    await writer.pass(minutes(1))
    expect(writer.phase(id)).toBe('clean')
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.Three.')
  })

  test('[C3] a service that wants ETags and shows none is not asked over and over', async () => {
    const { writer, id, window } = await withDocument('One.\n', {
      known: {},
      variant: (app) => async (request) => {
        const answer = await app(request)
        const headers = new Headers(answer.headers)
        headers.delete('ETag')
        return new Response(answer.body, { status: answer.status, headers })
      },
    })
    await window.append('Two.')
    await writer.pass(minutes(10))
    expect(puts(writer).length).toBeLessThan(10)
    expect(writer.phase(id)).toBe('queued')
    expect(waiting(writer)[0]).toMatchObject({
      why: expect.stringContaining('names none') as string,
      canRetry: true,
    })
  })

  test('a service that shows a document and says at each write that there is none is left alone for a while', async () => {
    const { writer, id, window } = await withDocument()
    writer.faults.plan({ kind: 'status', status: 404, body: '{"message":"Not found."}' }, 'PUT', 1_000)
    await window.append('Two.')
    await writer.pass(minutes(5))
    expect(puts(writer).length).toBeLessThan(70)
    expect(writer.phase(id)).toBe('queued')
    writer.faults.clear()
    await writer.pass(minutes(6))
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
  })

  test('one document that fails and fails stops only itself', async () => {
    const { writer, id, window } = await withDocument()
    const other = await createThere(writer, { title: 'Other', content: 'x' })
    await writer.pass(minutes(6))
    writer.faults.plan({ kind: 'status', status: 500 }, `PUT /documents/${id}`, 1_000)
    const second = await writer.edit(other)
    await window.append('Two.')
    for (let minute = 0; minute < 10; minute++) {
      await second.append(` ${minute}`)
      await writer.pass(minutes(1))
      expect(writer.phase(other)).toBe('clean')
    }
    writer.faults.clear()
    await writer.pass(minutes(6))
    expect(writer.phase(id)).toBe('clean')
  })
})

describe('[C8] a published document', () => {
  const published = () => withDocument('One.\n', { body: { status: 'published' } })

  test('one that is moved or tagged has no unpublished changes, sent or not', async () => {
    const { writer, id } = await published()
    const { organise, documents, catalog } = writer.workspace
    const folder = await organise.createFolder({ name: 'Letters', parentId: null })
    const tag = await organise.createTag({ name: 'sea' })
    const unpublished = async () => {
      // On a busy machine, a slow count is reused for twenty times its duration.
      await writer.pass(minutes(1))
      return catalog.library().counts['edited-since-published']
    }
    writer.faults.offline(true)
    await documents.editFields({ id, folderId: folder.id, tagIds: [tag.id] })
    expect(await unpublished()).toBe(0)
    await documents.editFields({ id, title: 'Another title' })
    expect(await unpublished()).toBe(1)
    await documents.editFields({ id, title: 'Essay' })
    writer.faults.offline(false)
    writer.workspace.retry()
    await writer.pass(minutes(1))
    expect(await unpublished()).toBe(0)
  })

  test('is not changed for its readers by autosave, and says so', async () => {
    const { writer, id, window } = await published()
    await window.append('Two.')
    await writer.pass(minutes(10))
    await writer.workspace.documents.save({ id, reason: 'blur' })
    await writer.pass(minutes(1))
    expect(puts(writer)).toEqual([])
    expect(writer.phase(id)).toBe('dirty')
    expect(waiting(writer)[0]).toMatchObject({
      state: 'waiting',
      why: 'Not yet published: the save key sends it',
    })
    expect(
      (
        await writer.workspace.catalog.documents({
          filter: { smart: 'edited-since-published' },
          sort: 'updated',
          descending: true,
          offset: 0,
          limit: 10,
        })
      ).items.map((item) => item.id),
    ).toEqual([id])
    writer.crash()
    await writer.pass(minutes(10))
    expect(puts(writer)).toEqual([])
    await writer.workspace.documents.save({ id, reason: 'key' })
    await writer.pass(1_000)
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
    expect(writer.phase(id)).toBe('clean')
  })

  test('says that what was published waits for the network, and that what was written since does not go along', async () => {
    const { writer, id, window } = await published()
    const said = () => writer.told.findLast((one) => one.name === 'document.status-changed')?.payload
    await window.append('Two.')
    writer.faults.offline(true)
    await writer.pass(1_000)
    expect(said()).not.toHaveProperty('publishing')
    await writer.workspace.documents.save({ id, reason: 'publish' })
    await writer.pass(minutes(1))
    expect(said()).toMatchObject({ phase: 'queued', publishing: 'all' })
    expect(waiting(writer)).toMatchObject([{ what: 'Publish changes of “Essay”', kind: 'edit' }])
    await window.append('Half a sen')
    await writer.pass(minutes(1))
    expect(said()).toMatchObject({ phase: 'queued', publishing: 'earlier' })
    writer.faults.offline(false)
    writer.workspace.retry()
    await writer.pass(minutes(1))
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
    expect(window.text()).toBe('One.\nTwo.Half a sen')
    expect(said()).toMatchObject({ phase: 'dirty', notYetPublished: true })
    expect(said()).not.toHaveProperty('publishing')
  })

  test('is called so in the outbox where its first words wait for the network', async () => {
    const { writer, id } = await withDocument()
    writer.faults.offline(true)
    const added = await writer.workspace.documents.create({ title: 'New', text: 'Begun on a train.' })
    for (const one of [id, added.id])
      await writer.workspace.documents.editFields({ id: one, status: 'published' })
    await writer.pass(minutes(1))
    expect(waiting(writer).map(({ what }) => what)).toEqual([
      'New document “New”, published',
      'Publish “Essay”',
    ])
  })

  test('is, where the writer has set it so', async () => {
    const { writer, id, window } = await published()
    writer.settings.autosavePublished = true
    await window.append('Two.')
    await writer.pass(3_000)
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
  })

  test('without a network stays Edited, not yet published, and is not sent by its return', async () => {
    const { writer, id, window } = await published()
    writer.faults.offline(true)
    await writer.pass(minutes(6))
    await window.append('Two.')
    expect(writer.phase(id)).toBe('dirty')
    writer.faults.offline(false)
    await writer.pass(minutes(10))
    expect(puts(writer)).toEqual([])
  })
})

describe('windows', () => {
  test('[W14] two on one document share one text, whoever is behind', async () => {
    const { writer, id, window } = await withDocument('middle')
    const second = await writer.edit(id)
    await window.type('middle end')
    await second.type('start middle end')
    await window.type('start middle end!')
    expect(second.text()).toBe('start middle end!')
    await writer.pass(3_000)
    expect((await thereOf(writer, id)).content).toBe('start middle end!')
  })

  test('[W14] a change based on an older text is refused, with what was missed', async () => {
    const { writer, id } = await withDocument('middle')
    const opened = await writer.workspace.documents.open({ id })
    const change = (clientId: string, insert: string) =>
      writer.workspace.documents.change({
        id,
        clientId,
        version: opened.version,
        updates: [[{ from: 0, to: 0, insert }]],
      })
    expect(await change('a', 'first ')).toMatchObject({ kind: 'accepted' })
    expect(await change('b', 'second ')).toEqual({
      kind: 'behind',
      version: opened.version + 1,
      updates: [{ clientId: 'a', changes: [{ from: 0, to: 0, insert: 'first ' }] }],
    })
    expect(writer.workspace.documents.read(id)?.text).toBe('first middle')
  })

  test('a window that closed and came back does not take up an old count', async () => {
    const { writer, id } = await withDocument('middle')
    const opened = await writer.workspace.documents.open({ id })
    await writer.workspace.documents.close({ id })
    await writer.workspace.documents.close({ id })
    const again = await writer.workspace.documents.open({ id })
    expect(again.version).toBeGreaterThan(opened.version)
    expect(
      await writer.workspace.documents.change({ id, clientId: 'a', version: opened.version, updates: [] }),
    ).toEqual({ kind: 'reopen' })
  })

  test('a document that is not open takes no changes from a window', async () => {
    const { writer, id } = await withDocument()
    await writer.workspace.documents.close({ id })
    expect(
      await writer.workspace.documents.change({
        id,
        clientId: 'a',
        version: 0,
        updates: [[{ from: 0, to: 0, insert: 'x' }]],
      }),
    ).toEqual({ kind: 'reopen' })
  })
})

describe('bytes', () => {
  test.each([
    ['CRLF throughout', 'One.\r\nTwo.\r\n', 'One.\nTwo.\nThree.', 'One.\r\nTwo.\r\nThree.'],
    ['mixed breaks', 'One.\r\nTwo.\n', 'One.\r\nTwo.\nThree.', 'One.\r\nTwo.\nThree.'],
    ['no final break, CJK, emoji, RTL, NUL', '雪の朝 😀 أهلا\0', '雪の朝 😀 أهلا\0!', '雪の朝 😀 أهلا\0!'],
  ])('%s: none moves but those typed', async (_, before, shown, after) => {
    const { writer, id, window } = await withDocument(before)
    await window.type(shown)
    await writer.pass(3_000)
    expect((await thereOf(writer, id)).content).toBe(after)
    writer.crash()
    expect((await writer.edit(id)).text()).toBe(shown)
  })

  test('halves of surrogate pairs never reach the journal or the service', async () => {
    const { writer, id, window } = await withDocument('a😀b')
    await writer.workspace.documents.change({
      id,
      clientId: 'w',
      version: (await writer.workspace.documents.open({ id })).version,
      updates: [[{ from: 1, to: 2, insert: '' }]],
    })
    expect(window.text()).toBe('a\ufffdb')
    await writer.pass(3_000)
    expect((await thereOf(writer, id)).content).toBe('a\ufffdb')
  })
})

describe('what was given up or deleted', () => {
  test('discarding takes the service’s text back, with a snapshot of ours', async () => {
    const { writer, id, window } = await withDocument()
    writer.faults.offline(true)
    await writer.pass(minutes(6))
    await window.append('Two.')
    const [item] = waiting(writer)
    expect(item).toMatchObject({ canDiscard: true })
    writer.workspace.outbox.discard(item!.id)
    expect(window.text()).toBe('One.\n')
    expect(waiting(writer)).toEqual([])
    expect(writer.workspace.snapshots.list(id)[0]).toMatchObject({ reason: 'Discarded in the outbox' })
    const { documentId } = await writer.workspace.snapshots.restore(
      writer.workspace.snapshots.list(id)[0]!.id,
    )
    expect(writer.workspace.documents.read(documentId)?.text).toBe('One.\nTwo.')
  })

  test('a recovered text comes back in the folder and with the tags of its document that are still there', async () => {
    const { writer } = await withDocument()
    const { documents, organise, snapshots } = writer.workspace
    const inner = await organise.createFolder({ name: 'Inner', parentId: null })
    const [stays, goes] = [
      await organise.createTag({ name: 'stays' }),
      await organise.createTag({ name: 'goes' }),
    ]
    const fields = { folderId: inner.id, tagIds: [stays.id, goes.id] }
    const { id } = await documents.create({ title: 'Kept', text: 'Words.', ...fields })
    await writer.pass(minutes(1))
    const back = async () => {
      const [kept] = snapshots.list(id)
      const { documentId } = await snapshots.restore(kept!.id)
      const { folderId, tagIds } = documents.read(documentId)!.fields
      return { folderId, tagIds }
    }
    await documents.delete({ ids: [id] })
    await writer.pass(minutes(1))
    expect(await back()).toEqual(fields)
    await organise.deleteTag({ id: goes.id })
    await organise.deleteFolder({ id: inner.id })
    await writer.pass(minutes(1))
    expect(await back()).toEqual({ folderId: null, tagIds: [stays.id] })
  })

  test('a discard can be undone, and the log says that there was one', async () => {
    const { writer, id, window } = await withDocument()
    const { outbox, documents } = writer.workspace
    writer.faults.offline(true)
    await writer.pass(minutes(6))
    await window.append('Two.')
    const [item] = waiting(writer)
    expect(outbox.discard(item!.id)).toBe(true)
    expect(writer.workspace.readLog({ query: 'Discarded', limit: 10 })).toMatchObject([
      { documentId: id, what: item!.what },
    ])
    expect(outbox.undoDiscard(item!.id)).toBe(true)
    expect(window.text()).toBe('One.\nTwo.')
    expect(waiting(writer)).toHaveLength(1)

    await writer.pass(minutes(6))
    expect(outbox.discard(item!.id)).toBe(true)
    await window.append('Three.')
    expect(outbox.undoDiscard(item!.id)).toBe(false)
    expect(documents.read(id)?.text).toBe('One.\nThree.')
  })

  test('a move that is discarded leaves no copy of a text that nobody has changed', async () => {
    const { writer, id } = await withDocument()
    const { outbox, documents, organise, snapshots } = writer.workspace
    writer.faults.offline(true)
    await writer.pass(minutes(6))
    const folder = await organise.createFolder({ name: 'Essays', parentId: null })
    await documents.editFields({ id, folderId: folder.id })
    const item = waiting(writer).find(({ documentId }) => documentId === id)
    expect(outbox.discard(item!.id)).toBe(true)
    expect(snapshots.list(id)).toEqual([])
    const [noted] = writer.workspace.readLog({ query: 'Discarded', limit: 10 })
    expect(noted).toMatchObject({ documentId: id, detail: 'Discarded.' })
  })

  test('a delete that was undone in time never reaches the service, also after a restart', async () => {
    const { writer, id } = await withDocument()
    await writer.workspace.documents.delete({ ids: [id] })
    writer.crash()
    await writer.workspace.documents.restore({ ids: [id] })
    await writer.pass(minutes(1))
    expect(writer.faults.asked.filter(({ method }) => method === 'DELETE')).toEqual([])
    expect(writer.phase(id)).toBe('clean')
  })

  test('a delete that has landed is undone as a new document with the same words', async () => {
    const { writer, id } = await withDocument()
    await writer.workspace.documents.delete({ ids: [id] })
    await writer.pass(minutes(1))
    expect(await allThere(writer)).toEqual([])
    writer.crash()
    await writer.workspace.documents.restore({ ids: [id] })
    await writer.pass(minutes(1))
    expect(await allThere(writer)).toEqual([['Essay', 'One.\n']])
    expect(writer.phase(id)).toBe('clean')
  })
})

test('paused nothing is sent; going on sends what waits', async () => {
  const { writer, id, window } = await withDocument()
  writer.workspace.outbox.pause(true)
  await window.append('Two.')
  await writer.workspace.documents.save({ id, reason: 'key' })
  await writer.pass(minutes(10))
  expect(puts(writer)).toEqual([])
  expect(writer.phase(id)).toBe('queued')
  writer.workspace.outbox.pause(false)
  await writer.pass(1_000)
  expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
})

test('a title, a folder and tags go with the text in one guarded write, and come back from elsewhere', async () => {
  const { writer, id, window } = await withDocument()
  const folder = await writer.workspace.organise.createFolder({ name: 'Chapters', parentId: null })
  const tag = await writer.workspace.organise.createTag({ name: 'sea' })
  await writer.workspace.documents.editFields({
    id,
    title: 'Chapter 3',
    folderId: folder.id,
    tagIds: [tag.id],
  })
  await window.append('Two.')
  await writer.pass(minutes(1))
  const there = await thereOf(writer, id)
  expect(there).toMatchObject({ title: 'Chapter 3', content: 'One.\nTwo.' })
  expect(there.folder_id).not.toBeNull()
  expect(there.tags?.map(({ name }) => name)).toEqual(['sea'])
  await changeThere(writer, id, { title: 'Chapter 4' })
  writer.workspace.attend('focused')
  await writer.pass(minutes(1))
  expect(writer.told.findLast(({ name }) => name === 'document.fields-changed')?.payload).toMatchObject({
    title: 'Chapter 4',
    folderId: folder.id,
    tagIds: [tag.id],
  })
})

test('a tag is made here while the one of its name came from elsewhere: it is one, on all documents', async () => {
  const { writer, id } = await withDocument()
  const { organise, documents, outbox, catalog } = writer.workspace
  const tags = () => catalog.library().tags
  outbox.pause(true)
  const made = await organise.createTag({ name: 'Salt' })
  await documents.editFields({ id, tagIds: [made.id] })
  const answer = await writer.other.call('tags.create', { body: { name: 'salt' } })
  const tag = answer.kind === 'ok' ? answer.data.id : ''
  const map = await createThere(writer, { title: 'Map', content: 'A map.', tag_ids: [Number(tag)] })
  await writer.pass(minutes(6))
  expect(tags().length).toBe(2)
  outbox.pause(false)
  await writer.pass(minutes(2))
  expect(outbox.waiting()).toBe(0)
  expect(tags()).toMatchObject([{ id: made.id, name: 'salt', documents: 2 }])
  expect((await thereOf(writer, id)).tags).toMatchObject([{ id: tag, name: 'salt' }])
  expect(documents.read(map)?.fields.tagIds).toEqual([made.id])
})

test('a tag is deleted elsewhere while it is renamed here: made anew, it is on the documents that had it', async () => {
  const { writer, id } = await withDocument()
  const { organise, documents, outbox } = writer.workspace
  const tag = await organise.createTag({ name: 'sea' })
  await documents.editFields({ id, tagIds: [tag.id] })
  await writer.pass(minutes(1))
  const [first] = (await thereOf(writer, id)).tags ?? []
  outbox.pause(true)
  await organise.renameTag({ id: tag.id, name: 'salt' })
  await writer.other.call('tags.delete', { params: { id: first?.id ?? '' } })
  outbox.pause(false)
  await writer.pass(minutes(2))
  const [asked] = outbox.list().waiting
  expect([asked?.kind, asked?.state]).toEqual(['tag', 'needs-you'])
  outbox.retry(asked?.id)
  await writer.pass(minutes(2))
  expect(outbox.waiting()).toBe(0)
  const { tags = [] } = await thereOf(writer, id)
  expect(tags.map(({ name }) => name)).toEqual(['salt'])
  expect(tags[0]?.id).not.toBe(first?.id)
  expect(documents.read(id)?.fields.tagIds).toEqual([tag.id])
})

test('a folder is deleted elsewhere while it is renamed here: made anew, it holds the documents that are in it here', async () => {
  const { writer, id, window } = await withDocument()
  const map = await createThere(writer, { title: 'Map', content: 'A map.' })
  await writer.pass(minutes(6))
  const { organise, documents, catalog, outbox } = writer.workspace
  const folder = await organise.createFolder({ name: 'Sea', parentId: null })
  const ids = [id, catalog.find({ query: 'Map', limit: 1 })[0]!.id]
  for (const one of ids) await documents.editFields({ id: one, folderId: folder.id })
  window.close()
  await writer.pass(minutes(1))
  const first = (await thereOf(writer, map)).folder_id ?? ''

  outbox.pause(true)
  await organise.renameFolder({ id: folder.id, name: 'Salt' })
  // The service deletes a folder only when it is empty.
  for (const one of [id, map]) await changeThere(writer, one, { folder_id: null, title: 'Out' })
  const read = await writer.other.call('folders.get', { params: { id: first } })
  const ifMatch = (read.kind === 'ok' && read.etag) || ''
  const deleted = await writer.other.call('folders.delete', { params: { id: first }, ifMatch })
  expect(deleted.kind).toBe('empty')
  outbox.pause(false)
  await writer.pass(minutes(1))
  const asked = outbox.list().waiting.find(({ kind }) => kind === 'folder')
  expect(asked?.state).toBe('needs-you')
  outbox.retry(asked?.id)
  await writer.pass(minutes(2))

  expect(outbox.waiting()).toBe(0)
  expect(catalog.library().folders.map(({ name }) => name)).toEqual(['Salt'])
  const [essay, atlas] = [await thereOf(writer, id), await thereOf(writer, map)]
  expect(essay.folder_id).not.toBe(first)
  expect([essay, atlas].map(({ title, content }) => [title, content])).toEqual([
    ['Out', 'One.\n'],
    ['Out', 'A map.'],
  ])
  const { data = [] } = (await writer.other.call('folders.list')) as { data?: { id: string; name: string }[] }
  expect(data.map(({ name }) => name)).toEqual(['Salt'])
  expect([essay.folder_id, atlas.folder_id]).toEqual([data[0]?.id, data[0]?.id])
  expect(ids.map((one) => documents.read(one)?.fields.folderId)).toEqual([folder.id, folder.id])
})
