import { expect, test } from 'vitest'
import {
  allThere,
  changeThere,
  createThere,
  deleteThere,
  thereOf,
  type Writer,
  type WriterOptions,
} from './writer'
import { useWriters } from './writers'

/**
 * Stories of docs/sync-rules.md with the real client and the real service: code that breaks the rule breaks its story.
 */
const { start, withDocument: withText } = useWriters()
const withDocument = (text = 'One.\n\nTwo.\n\nThree.\n', options: WriterOptions = {}) =>
  withText(text, options)

const puts = (writer: Writer) => writer.faults.asked.filter(({ method }) => method === 'PUT')
const posts = (writer: Writer) => writer.faults.asked.filter(({ method }) => method === 'POST')
const minutes = (count: number) => count * 60_000

async function saveKey(writer: Writer, id: string): Promise<void> {
  await writer.workspace.documents.save({ id, reason: 'key' })
  await writer.pass(0)
}

test('[S2] type a, timer, no answer, retry: no PUT before the read is answered', async () => {
  const { writer, id, window } = await withDocument()
  writer.faults.plan({ kind: 'dropped' }, 'PUT')
  writer.faults.plan({ kind: 'slow', delayMs: 20_000 }, `GET /documents/${id}`)
  await window.append('a')
  await writer.pass(2_100)
  await saveKey(writer, id)
  await writer.pass(10_000)
  expect(puts(writer)).toHaveLength(1)
  await writer.pass(minutes(1))
  expect((await thereOf(writer, id)).content).toBe('One.\n\nTwo.\n\nThree.\na')
  expect(writer.phase(id)).toBe('clean')
})

test('[S3] our write lands, a title and a text follow elsewhere, the answer is lost: all three are kept', async () => {
  const { writer, id, window } = await withDocument()
  writer.faults.plan({ kind: 'answer-lost' }, 'PUT')
  writer.faults.offline(false)
  await window.type('One, a.\n\nTwo.\n\nThree.\n')
  await writer.pass(2_000)
  writer.faults.offline(true)
  await changeThere(writer, id, { title: 'R' })
  await changeThere(writer, id, { content: 'One, a.\n\nTwo.\n\nThree, x.\n' })
  await writer.pass(minutes(1))
  writer.faults.offline(false)
  await writer.pass(minutes(6))
  const there = await thereOf(writer, id)
  expect(there).toMatchObject({ title: 'R', content: 'One, a.\n\nTwo.\n\nThree, x.\n' })
  expect(window.text()).toBe(there.content)
  expect(writer.phase(id)).toBe('clean')
})

test('[S4] a create is repeated and answers with the record as it is now: what is there stays', async () => {
  const writer = start()
  await writer.pass(1_000)
  writer.faults.plan({ kind: 'answer-lost' }, 'POST')
  writer.faults.plan({ kind: 'refused' }, 'GET', 6)
  const { id } = await writer.workspace.documents.create({ title: 'T', text: 'One.\n\nTwo.\n' })
  const window = await writer.edit(id)
  await writer.pass(2_100)
  const list = await writer.other.call('documents.list')
  const remote = list.kind === 'ok' ? list.data[0]!.id : ''
  await changeThere(writer, remote, { content: 'One, x.\n\nTwo.\n' })
  await window.append('\nThree, a.\n')
  await writer.pass(minutes(10))
  expect(await allThere(writer)).toEqual([['T', 'One, x.\n\nTwo.\n\nThree, a.\n']])
  expect(window.text()).toBe('One, x.\n\nTwo.\n\nThree, a.\n')
})

test('[S6] a create whose answer is lost, on a service that honours no keys: one document, not two', async () => {
  const writer = start({
    known: { guarded: 'seen', sorting: 'yes', history: 'yes', idempotency: 'no' },
    variant: (app) => (request) => {
      request.headers.delete('Idempotency-Key')
      return app(request)
    },
  })
  writer.faults.plan({ kind: 'answer-lost' }, 'POST')
  const { id } = await writer.workspace.documents.create({ title: 'T', text: 'One.\n' })
  const window = await writer.edit(id)
  await writer.pass(2_100)
  await window.append('Two, a.\n')
  await writer.pass(minutes(10))
  expect(await allThere(writer)).toEqual([['T', 'One.\nTwo, a.\n']])
  expect(posts(writer)).toHaveLength(1)
  expect(writer.phase(id)).toBe('clean')
})

test('[S7] a create that is refused is sent again with the text as it then is, once, on the save key', async () => {
  const writer = start()
  const refusal = JSON.stringify({ message: 'No.', errors: { content: ['No.'] } })
  writer.faults.plan({ kind: 'status', status: 422, body: refusal }, 'POST', 2)
  const { id } = await writer.workspace.documents.create({ title: 'T', text: 'long' })
  const window = await writer.edit(id)
  await writer.pass(3_000)
  expect(writer.phase(id)).toBe('rejected')
  await window.type('short')
  await writer.pass(minutes(10))
  // The second request omitted the fields that might have caused the refusal (W2).
  expect(posts(writer)).toHaveLength(2)
  await saveKey(writer, id)
  await writer.pass(1_000)
  expect(posts(writer)).toHaveLength(3)
  expect(new Set(posts(writer).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(3)
  expect(await allThere(writer)).toEqual([['T', 'short']])
})

const trimming: NonNullable<WriterOptions['variant']> = (app) => async (request) => {
  if (request.method !== 'PUT' && request.method !== 'POST') return app(request)
  const body = (await request.json()) as { content?: string }
  const trimmed = { ...body, ...(body.content !== undefined && { content: body.content.trim() }) }
  return app(
    new Request(request.url, {
      method: request.method,
      headers: request.headers,
      body: JSON.stringify(trimmed),
    }),
  )
}

test('[S8] a service that trims: Saved, no second PUT, mine as it was typed', async () => {
  const { writer, id, window } = await withDocument('One.', { variant: trimming })
  await window.append('\na \n')
  await writer.pass(minutes(10))
  expect(puts(writer)).toHaveLength(1)
  expect(window.text()).toBe('One.\na \n')
  expect(writer.phase(id)).toBe('clean')
  expect((await thereOf(writer, id)).content).toBe('One.\na')
  expect(writer.workspace.record().capabilities.join()).toContain('white space')
})

test('[S9] a service that trims, the first answer lost, a lone writer: no conflict', async () => {
  const { writer, id, window } = await withDocument('One.', { variant: trimming })
  writer.faults.plan({ kind: 'answer-lost' }, 'PUT')
  await window.append('\na \n')
  await writer.pass(minutes(10))
  expect(writer.phase(id)).toBe('clean')
  expect(window.text()).toBe('One.\na \n')
  expect(puts(writer)).toHaveLength(1)
})

test('[S10] type a, no answer, undo to base: clean after the next read; if a lands later, no conflict with oneself', async () => {
  const { writer, id, window } = await withDocument()
  writer.faults.plan({ kind: 'dropped' }, 'PUT')
  await window.append('a')
  await writer.pass(2_100)
  const late = puts(writer)[0]!
  await window.type('One.\n\nTwo.\n\nThree.\n')
  await writer.pass(minutes(6))
  expect(writer.phase(id)).toBe('clean')
  await writer.service.app(
    new Request(`http://127.0.0.1:1${late.path}`, { method: 'PUT', headers: late.headers, body: late.body }),
  )
  await writer.workspace.documents.save({ id, reason: 'key' })
  writer.workspace.attend('focused')
  await writer.pass(minutes(2))
  expect(writer.phase(id)).toBe('clean')
})

test('[S11] no answer, retry, type b, the first copy lands, 412: b is saved, no conflict', async () => {
  const { writer, id, window } = await withDocument()
  writer.faults.plan({ kind: 'answer-lost' }, 'PUT')
  await window.append('a')
  await writer.pass(2_100)
  await window.append('b')
  await writer.pass(minutes(6))
  expect(writer.phase(id)).toBe('clean')
  expect((await thereOf(writer, id)).content).toBe('One.\n\nTwo.\n\nThree.\nab')
})

test('[S12] conflict, undo to base: theirs is taken and nothing is left hanging', async () => {
  const { writer, id, window } = await withDocument('The mast stands.\n')
  await changeThere(writer, id, { content: 'The mast fell.\n' })
  await window.type('The mast leans.\n')
  await writer.pass(3_000)
  expect(writer.phase(id)).toBe('conflicted')
  await window.type('The mast stands.\n')
  expect(writer.phase(id)).toBe('clean')
  expect(window.text()).toBe('The mast fell.\n')
  expect(writer.workspace.outbox.list().waiting).toEqual([])
})

test('[S13] the folder of a pending move is gone while text is pending: text saved, the move parked and shown', async () => {
  const { writer, id, window } = await withDocument()
  const folder = await writer.other.call('folders.create', { body: { name: 'F' } })
  const folderId = folder.kind === 'ok' ? folder.data.id : ''
  await writer.pass(minutes(6))
  const { etag } = folder as { etag: string }
  await writer.other.call('folders.delete', { params: { id: folderId }, ifMatch: etag })
  await writer.workspace.documents.editFields({ id, folderId })
  await window.append('a')
  await writer.pass(minutes(1))
  const there = await thereOf(writer, id)
  expect(there.content).toBe('One.\n\nTwo.\n\nThree.\na')
  expect(there.folder_id).toBeNull()
  expect(writer.phase(id)).toBe('clean')
  const status = await writer.workspace.documents.save({ id, reason: 'key' })
  expect(status.parked).toEqual(['folderId'])
  expect(writer.notices.map(({ text }) => text).join()).toContain('did not accept its folder')

  // As soon as the deletion of the folder is known here, nothing is left to be sent.
  writer.workspace.retry()
  await writer.pass(1_000)
  expect(writer.workspace.catalog.library().folders).toEqual([])
  expect(writer.workspace.documents.read(id)?.fields.folderId).toBeNull()
  expect(writer.phase(id)).toBe('clean')
})

test('[S13] brought back after its folder was deleted elsewhere: text saved, and it is in no folder', async () => {
  const { writer, id, window } = await withDocument()
  const folder = await writer.other.call('folders.create', { body: { name: 'F' } })
  if (folder.kind !== 'ok') throw new Error('no folder')
  await writer.pass(minutes(6))
  await writer.workspace.documents.editFields({ id, folderId: folder.data.id })
  await writer.pass(minutes(1))
  expect((await thereOf(writer, id)).folder_id).toBe(folder.data.id)
  await writer.workspace.documents.delete({ ids: [id] })
  await writer.pass(minutes(1))
  await writer.other.call('folders.delete', { params: { id: folder.data.id }, ifMatch: folder.etag ?? '' })
  writer.workspace.retry()
  await writer.pass(minutes(6))
  expect(writer.workspace.catalog.library().folders).toEqual([])

  await writer.workspace.documents.restore({ ids: [id] })
  await writer.pass(minutes(1))
  expect((await allThere(writer)).map(([, text]) => text)).toEqual([window.text()])
  expect(writer.workspace.documents.read(id)?.fields.folderId).toBeNull()
  const status = await writer.workspace.documents.save({ id, reason: 'key' })
  expect(status.parked ?? []).toEqual([])
})

test('[S16] rename here, answer lost, text equal on the service: not taken as done because the text matches', async () => {
  const { writer, id } = await withDocument()
  writer.faults.plan({ kind: 'dropped' }, 'PUT')
  await writer.workspace.documents.editFields({ id, title: 'Chapter 3' })
  await writer.pass(minutes(10))
  expect((await thereOf(writer, id)).title).toBe('Chapter 3')
  expect(writer.phase(id)).toBe('clean')
})

test('[S17] a base from a list is read before its first write, and reconciled', async () => {
  const { writer, id, window } = await withDocument()
  await writer.pass(1_000)
  // The list delivers x without an ETag; y follows before our first write.
  await changeThere(writer, id, { content: 'One, x.\n\nTwo.\n\nThree.\n' })
  writer.workspace.retry()
  await writer.pass(1_000)
  await changeThere(writer, id, { content: 'One, x.\n\nTwo, y.\n\nThree.\n' })
  await window.append('a')
  await writer.pass(minutes(1))
  expect((await thereOf(writer, id)).content).toBe('One, x.\n\nTwo, y.\n\nThree.\na')
  expect(writer.phase(id)).toBe('clean')
})

test('[S18] a PUT answered 200 with an HTML page is not Saved: it is read and decided', async () => {
  for (const landed of [true, false]) {
    const { writer, id, window } = await withDocument()
    writer.faults.plan({ kind: 'html', landed }, 'PUT')
    await window.append('a')
    await writer.pass(2_050)
    await writer.pass(minutes(6))
    expect(writer.phase(id)).toBe('clean')
    expect((await thereOf(writer, id)).content).toBe('One.\n\nTwo.\n\nThree.\na')
    expect(puts(writer)).toHaveLength(landed ? 1 : 2)
  }
})

test('[S20] theirs moves while the conflict is reviewed: it is not overwritten unseen', async () => {
  const { writer, id, window } = await withDocument('The mast stands.\n\nEnd.\n')
  await changeThere(writer, id, { content: 'The mast fell.\n\nEnd.\n' })
  await window.type('The mast leans.\n\nEnd.\n')
  await writer.pass(3_000)
  const seen = (await writer.workspace.documents.conflict({ id }))!
  await writer.workspace.documents.decide({ id, reviewed: seen.reviewed, decisions: { 0: 'mine' } })
  await changeThere(writer, id, { content: 'The mast fell.\n\nEnd, y.\n' })
  writer.workspace.attend('focused')
  await writer.pass(20_000)
  await writer.workspace.documents.resolve({
    id,
    reviewed: seen.reviewed,
    mine: seen.mine,
    resolution: { kind: 'keep-mine' },
  })
  await writer.pass(minutes(1))
  expect((await thereOf(writer, id)).content).toBe('The mast leans.\n\nEnd, y.\n')
  expect(writer.phase(id)).toBe('clean')
})

test.each([100, 5_100, 8_000])(
  '[S21] type a, delete here, undo after %i ms: a is there once',
  async (afterMs) => {
    const { writer, id, window } = await withDocument()
    await window.append('a')
    await writer.workspace.documents.delete({ ids: [id] })
    await writer.pass(afterMs)
    await writer.workspace.documents.restore({ ids: [id] })
    await writer.pass(minutes(1))
    expect(await allThere(writer)).toEqual([['Essay', 'One.\n\nTwo.\n\nThree.\na']])
    expect(writer.phase(id)).toBe('clean')
    expect(writer.workspace.snapshots.list().filter(({ kind }) => kind === 'recently-deleted')).toEqual([])
  },
)

test('[S22] delete here, renamed there: deleted, no question; text changed there: a question', async () => {
  const renamed = await withDocument()
  await changeThere(renamed.writer, renamed.id, { title: 'R' })
  await renamed.writer.workspace.documents.delete({ ids: [renamed.id] })
  await renamed.writer.pass(minutes(1))
  expect(await allThere(renamed.writer)).toEqual([])
  expect(renamed.writer.workspace.snapshots.list().map(({ kind }) => kind)).toEqual(['recently-deleted'])

  const edited = await withDocument()
  await changeThere(edited.writer, edited.id, { content: 'One, x.\n' })
  await edited.writer.workspace.documents.delete({ ids: [edited.id] })
  await edited.writer.pass(minutes(1))
  expect(await allThere(edited.writer)).toEqual([['Essay', 'One, x.\n']])
  expect(edited.writer.phase(edited.id)).toBe('conflicted')
})

test('[S23] a create that was never answered and is deleted here leaves no orphan on the service', async () => {
  const writer = start()
  await writer.pass(1_000)
  writer.faults.plan({ kind: 'answer-lost' }, 'POST')
  writer.faults.plan({ kind: 'refused' }, 'GET', 3)
  const { id } = await writer.workspace.documents.create({ title: 'T', text: 'One.\n' })
  await writer.pass(2_100)
  expect(await allThere(writer)).toHaveLength(1)
  await writer.workspace.documents.delete({ ids: [id] })
  await writer.pass(minutes(12))
  expect(await allThere(writer)).toEqual([])
})

test('[W11] deleted there and unsaved here is a question; nothing unsaved is a tombstone with a snapshot', async () => {
  const unsaved = await withDocument()
  await deleteThere(unsaved.writer, unsaved.id)
  await unsaved.window.append('a')
  await unsaved.writer.pass(minutes(1))
  expect(unsaved.writer.phase(unsaved.id)).toBe('conflicted')
  const conflict = (await unsaved.writer.workspace.documents.conflict({ id: unsaved.id }))!
  expect(conflict.kind).toBe('deleted-there')
  expect(unsaved.writer.workspace.readLog({ kind: 'told', query: '', limit: 1 })[0]?.what).toMatch(
    /” was deleted elsewhere while words here were not sent, and needs your decision\.$/,
  )
  await unsaved.writer.workspace.documents.resolve({
    id: unsaved.id,
    reviewed: conflict.reviewed,
    mine: conflict.mine,
    resolution: { kind: 'keep-as-new' },
  })
  await unsaved.writer.pass(minutes(1))
  expect(await allThere(unsaved.writer)).toEqual([['Essay', 'One.\n\nTwo.\n\nThree.\na']])

  const saved = await withDocument()
  const witness = await createThere(saved.writer, { title: 'Other', content: 'stays' })
  await saved.writer.pass(minutes(6))
  await deleteThere(saved.writer, saved.id)
  saved.writer.workspace.attend('focused')
  await saved.writer.pass(minutes(2))
  expect(saved.writer.phase(saved.id)).toBe('deleted')
  expect(saved.writer.workspace.snapshots.list(saved.id).map(({ kind }) => kind)).toEqual([
    'recently-deleted',
  ])
  expect(saved.writer.phase(witness)).toBe('clean')
})

test('[W17] a create that never arrived goes again as soon as it can no longer land, not minutes later', async () => {
  const writer = start({ known: { guarded: 'seen', history: 'yes', idempotency: 'no' } })
  writer.faults.plan({ kind: 'dropped' }, 'POST')
  const { id } = await writer.workspace.documents.create({ title: 'Post', text: 'Sent once.\n' })
  await writer.workspace.documents.save({ id, reason: 'key' })
  await writer.pass(50_000)
  expect([writer.phase(id), (await allThere(writer)).length]).toEqual(['queued', 0])
  await writer.pass(25_000)
  expect([writer.phase(id), (await allThere(writer)).length]).toEqual(['clean', 1])
})
