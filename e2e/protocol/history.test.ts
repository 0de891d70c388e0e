import { describe, expect, test } from 'vitest'
import { noHistory, noMeta, oddHistory, stacked, thinLists } from '../foreign/service-variants'
import {
  changeThere,
  createThere,
  openWriter,
  thereOf,
  type Window,
  type Writer,
  type WriterOptions,
} from './writer'
import { useWriters } from './writers'

const { writers } = useWriters()

const HOUR = 60 * 60_000
const PARAGRAPHS = Array.from(
  { length: 30 },
  (_, index) => `Paragraph ${index} stands where it stood.\n\n`,
).join('')

/** A document written in three sessions of four saves each. */
async function written(options: WriterOptions = {}): Promise<{ writer: Writer; id: string; window: Window }> {
  const writer = openWriter(options)
  writers.push(writer)
  const id = await createThere(writer, { content: `${PARAGRAPHS}The bell rang under the water.\n` })
  await writer.pass(1_000)
  const window = await writer.edit(id)
  await writer.pass(100)
  for (let sitting = 0; sitting < 3; sitting++) {
    for (let save = 0; save < 4; save++) {
      await window.append(`Sitting ${sitting}, save ${save}.\n`)
      await saved(writer, id)
    }
    await writer.pass(HOUR)
  }
  await window.type(window.text().replace('The bell rang under the water.\n', ''))
  await saved(writer, id)
  return { writer, id, window }
}

async function saved(writer: Writer, id: string): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await writer.pass(5_000)
    if (writer.phase(id) === 'clean') return
  }
  throw new Error(`still ${writer.phase(id)}`)
}

const listed = (writer: Writer, id: string) => writer.workspace.history.list({ id, limit: 1_000 })
const look = (writer: Writer, id: string) =>
  Promise.resolve(writer.workspace.history.look({ id, older: false }))
const puts = (writer: Writer) => writer.faults.asked.filter(({ method }) => method === 'PUT')

describe('a document of several sittings', () => {
  test('its versions, what each changed, who brought what, and what is gone', async () => {
    const { writer, id } = await written()
    const { history } = writer.workspace
    expect(await look(writer, id)).toEqual({ changed: true, more: false })
    const { versions, known, here } = await listed(writer, id)
    expect([known, here, versions.length]).toEqual([14, 14, 14])

    const measures = await history.measures({ id })
    expect(measures[versions[0]!.id]).toEqual({ added: 0, removed: 6 })
    expect(measures[versions[1]!.id]).toEqual({ added: 4, removed: 0 })

    const { hits, searched } = await history.lost({ id, query: 'watr bell', limit: 10 })
    expect(searched).toBe(14)
    expect(hits).toMatchObject([{ versionId: versions[1]!.id, sentence: 'The bell rang under the water.' }])

    const { runs, oldest } = await history.provenance({ id })
    expect(runs[0]).toEqual({ lines: 60, versionId: oldest })
    expect(runs.slice(1).map(({ versionId }) => versionId)).toEqual(
      versions
        .slice(1, 13)
        .map((one) => one.id)
        .reverse(),
    )

    const text = (await writer.edit(id)).text()
    const from = text.indexOf('Sitting 1, save 2.')
    const { steps } = await history.passage({ id, from, to: from + 'Sitting 1, save 2.'.length })
    expect(steps.map(({ text: words }) => words)).toEqual(['Sitting 1, save 2.'])
    expect(steps[0]?.versionId).toBe(versions[6]?.id)
  })

  test('one more save is taken into what is known, and nothing is read again', async () => {
    const { writer, id, window } = await written()
    await look(writer, id)
    await writer.workspace.history.measures({ id })
    await window.append('One more.\n')
    await saved(writer, id)
    const before = writer.faults.asked.length
    await look(writer, id)
    expect(writer.faults.asked.slice(before).filter(({ path }) => path.includes('/versions'))).toHaveLength(1)
    const { versions } = await listed(writer, id)
    expect((await writer.workspace.history.measures({ id }))[versions[0]!.id]).toEqual({
      added: 2,
      removed: 0,
    })
  })

  test('the text that a sitting began with is kept at its first change, once, and no empty one', async () => {
    const writer = openWriter()
    writers.push(writer)
    const { id } = await writer.workspace.documents.create({ title: 'Mine', text: '' })
    const first = await writer.edit(id)
    await first.append('One.\n')
    const opened = () =>
      writer.workspace.snapshots
        .list(id)
        .map((one) => [one.reason, writer.workspace.snapshots.read(one.id).text])
    expect(opened()).toEqual([])
    first.close()

    const second = await writer.edit(id)
    expect(opened()).toEqual([])
    await second.append('Two.\n')
    await second.append('Three.\n')
    expect(opened()).toEqual([['When it was opened', 'One.\n']])
    second.close()
    await (await writer.edit(id)).append('Four.\n')
    expect(opened().map(([, text]) => text)).toEqual(['One.\nTwo.\nThree.\n', 'One.\n'])
  })

  test('[W16] a text as it was opened is left to the history of its document, until the document is deleted', async () => {
    const writer = openWriter()
    writers.push(writer)
    const { documents, snapshots } = writer.workspace
    const folder = await writer.workspace.organise.createFolder({ name: 'Chapters', parentId: null })
    const { id } = await documents.create({ title: 'Mine', text: 'One.\n', folderId: folder.id })
    const first = await writer.edit(id)
    await first.append('Two.\n')
    first.close()
    // The snapshot is listed with the folder of its document.
    expect(snapshots.list().map(({ folderId }) => folderId)).toEqual([folder.id])
    const kept = () => snapshots.list().map(({ reason, inHistory }) => [reason, inHistory])
    expect(kept()).toEqual([['When it was opened', true]])
    expect((await listed(writer, id)).snapshots.map(({ label }) => label)).toEqual(['When it was opened'])
    await documents.delete({ ids: [id] })
    expect(kept()).toContainEqual(['When it was opened', undefined])
    await documents.restore({ ids: [id] })
    expect(kept()).toContainEqual(['When it was opened', true])
  })

  test('offline: what was read is there, after a start as well', async () => {
    const { writer, id } = await written()
    await look(writer, id)
    const { versions } = await listed(writer, id)
    writer.crash()
    writer.faults.offline(true)
    expect((await look(writer, id)).note).toMatch(/^These are the versions read before\./)
    const oldest = await writer.workspace.history.read({ id, versionId: versions.at(-1)!.id })
    expect(oldest.text).toBe(`${PARAGRAPHS}The bell rang under the water.\n`)
  })
})

describe('an older text takes the place of the present one', () => {
  test('[C5] while it was changed elsewhere: ordinary reconciliation, and every text is still to be had', async () => {
    const { writer, id, window } = await written()
    await look(writer, id)
    const { versions } = await listed(writer, id)
    const older = await writer.workspace.history.read({ id, versionId: versions.at(-1)!.id })
    const before = window.text()
    await changeThere(writer, id, { content: `Theirs, above all.\n\n${(await thereOf(writer, id)).content}` })
    await writer.workspace.history.keep({ id, why: 'restore' })
    await window.type(older.text)
    await writer.pass(120_000)
    // Their paragraph and the older text do not overlap, or the writer decides; in both cases nothing is lost.
    const kept = writer.workspace.snapshots
      .list(id)
      .map((one) => writer.workspace.snapshots.read(one.id).text)
    expect(kept).toContain(before)
    await look(writer, id)
    const states = await listed(writer, id)
    const texts = await Promise.all(
      states.versions.map(
        async (one) => (await writer.workspace.history.read({ id, versionId: one.id })).text,
      ),
    )
    expect(texts.some((one) => one.startsWith('Theirs, above all.'))).toBe(true)
    expect(['clean', 'conflicted']).toContain(writer.phase(id))
    expect(puts(writer).every(({ path }) => path.includes(`/documents/${id}`))).toBe(true)
  })
})

describe('[C8] publishing', () => {
  test('edits wait, are said to, and go in one guarded write; then the readers see them', async () => {
    const { writer, id, window } = await written()
    const { documents, history } = writer.workspace
    await documents.editFields({ id, status: 'published' })
    await documents.save({ id, reason: 'publish' })
    await saved(writer, id)
    const seen = window.text()
    await window.append('Not for readers yet.\n')
    await writer.pass(10 * 60_000)
    expect((await thereOf(writer, id)).content).toBe(seen)
    expect(await history.published({ id })).toMatchObject({ text: seen })
    const list = { sort: 'updated', descending: true, offset: 0, limit: 10 } as const
    const edited = async () =>
      (await writer.workspace.catalog.documents({ ...list, filter: { smart: 'edited-since-published' } }))
        .total
    expect(await edited()).toBe(1)

    const before = puts(writer).length
    await documents.editFields({ id, status: 'published' })
    await documents.save({ id, reason: 'publish' })
    await saved(writer, id)
    expect(puts(writer).length - before).toBe(1)
    expect((await thereOf(writer, id)).content).toBe(`${seen}Not for readers yet.\n`)
    expect([await edited(), (await history.published({ id }))?.text]).toEqual([0, window.text()])
  })

  test('a draft with edits becomes a published one in one write', async () => {
    const { writer, id, window } = await written()
    const before = puts(writer).length
    await window.append('The end.\n')
    await writer.workspace.documents.editFields({ id, status: 'published' })
    await writer.workspace.documents.save({ id, reason: 'publish' })
    await saved(writer, id)
    expect(puts(writer).length - before).toBe(1)
    expect(await thereOf(writer, id)).toMatchObject({ status: 'published', content: window.text() })
  })
})

describe('getting every version onto this device', () => {
  const told = (writer: Writer) =>
    writer.told.flatMap((one) => (one.name === 'history.fetched' ? [one.payload] : []))

  /**
   * Waits for the packing of texts by threads, which do not use the virtual clock: each round gives them some real
   * time.
   */
  async function ended(writer: Writer): Promise<void> {
    for (let round = 0; round < 1_000 && told(writer).at(-1)?.state === 'running'; round++) {
      await writer.pass(1_000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  test('[F] from a service that lists the oldest first, without texts and revisions, one by one', async () => {
    const { writer, id } = await written({ variant: oddHistory })
    await look(writer, id)
    expect(await listed(writer, id)).toMatchObject({ known: 14, here: 0 })
    writer.workspace.history.start({ id })
    await ended(writer)
    expect(told(writer).at(-1)).toEqual({ id, state: 'done', done: 14, total: 14 })
    const { versions } = await listed(writer, id)
    const read = async (index: number) =>
      (await writer.workspace.history.read({ id, versionId: versions[index]!.id })).text
    writer.faults.offline(true)
    expect(await read(13)).toBe(`${PARAGRAPHS}The bell rang under the water.\n`)
    expect(await read(0)).not.toContain('bell')
  })

  test('[F] lists without texts and without paging', async () => {
    const { writer, id } = await written({ variant: stacked(thinLists, noMeta) })
    expect((await look(writer, id)).changed).toBe(true)
    expect((await listed(writer, id)).known).toBe(14)
  })

  test('stopped: what was read stays', async () => {
    const { writer, id } = await written({ variant: oddHistory })
    writer.faults.plan({ kind: 'slow', delayMs: 60_000 }, 'GET')
    writer.workspace.history.start({ id })
    await writer.pass(1_000)
    writer.workspace.history.stop({ id })
    await writer.pass(120_000)
    expect(told(writer).at(-1)?.state).toBe('cancelled')
  })

  test('the service is away: it is said, and another try goes on', async () => {
    const { writer, id } = await written({ variant: oddHistory })
    await look(writer, id)
    writer.faults.offline(true)
    writer.workspace.history.start({ id })
    await writer.pass(120_000)
    expect(told(writer).at(-1)).toMatchObject({ state: 'failed' })
    expect(told(writer).at(-1)?.note).toBeTruthy()
    writer.faults.offline(false)
    writer.workspace.retry()
    await writer.pass(60_000)
    writer.workspace.history.start({ id })
    await ended(writer)
    expect(told(writer).at(-1)).toMatchObject({ state: 'done', done: 14 })
  })

  test('[F] a service without history', async () => {
    const { writer, id } = await written({ variant: noHistory })
    expect((await look(writer, id)).note).toBe('This service keeps no version history.')
    await writer.workspace.history.keep({ id, why: 'restore' })
    expect((await listed(writer, id)).snapshots.map(({ label }) => label)).toEqual([
      'Before an older version was restored',
      'When it was opened',
    ])
  })
})
