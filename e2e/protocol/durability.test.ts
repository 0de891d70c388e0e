import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { createFileDisk, createMemoryDisk } from './disk'
import { allThere, changeThere, createThere, thereOf, type Writer } from './writer'
import { useWriters } from './writers'

const { start, withDocument } = useWriters()

const minutes = (count: number) => count * 60_000

describe('the app dies', () => {
  test('after a change was taken: the words are there at the next start, and are sent', async () => {
    const { writer, id, window } = await withDocument('One.\n', { disk: createFileDisk })
    await window.append('Two.')
    writer.crash()
    const again = await writer.edit(id)
    expect(again.text()).toBe('One.\nTwo.')
    await writer.pass(minutes(1))
    expect((await thereOf(writer, id)).content).toBe('One.\nTwo.')
    expect(writer.phase(id)).toBe('clean')
  })

  test('after changes were taken: reading the text afterwards writes nothing, however often', async () => {
    let commits = 0
    const counting = (onCommit: () => void) => createMemoryDisk(() => (commits++, onCommit()))
    const { writer, id, window } = await withDocument('One.\n', { disk: counting })
    writer.faults.offline(true)
    await window.append('Two.')
    await window.append('Three.')
    window.close()
    expect(writer.workspace.documents.read(id)?.text).toBe('One.\nTwo.Three.')
    const before = commits
    for (let times = 0; times < 3; times++) writer.workspace.documents.read(id)
    expect(commits).toBe(before)
  })

  test('with a text that no service has seen, untitled: it is there', async () => {
    const writer = start()
    writer.faults.offline(true)
    const { id } = await writer.workspace.documents.create({})
    const window = await writer.edit(id)
    await window.append('Only here.')
    writer.crash()
    expect((await writer.edit(id)).text()).toBe('Only here.')
    writer.faults.offline(false)
    await writer.pass(minutes(6))
    expect(await allThere(writer)).toEqual([['Only here.', 'Only here.']])
  })

  test('between the answer and what follows it, between two keys, in a text of two megabytes', async () => {
    const long = 'A long line of prose that goes on.\n'.repeat(60_000)
    const { writer, id, window } = await withDocument(long)
    await window.type(`${long}a`)
    await window.type(`${long}ab`)
    writer.crash()
    expect((await writer.edit(id)).text() === `${long}ab`).toBe(true)
    await writer.pass(minutes(2))
    expect((await thereOf(writer, id)).content === `${long}ab`).toBe(true)
  })

  test('while a merge has been taken in: both texts are kept as they were before it', async () => {
    const { writer, id, window } = await withDocument('One.\n\nTwo.\n\nThree.\n')
    await changeThere(writer, id, { content: 'One.\n\nTwo.\n\nThree, x.\n' })
    await window.type('One, a.\n\nTwo.\n\nThree.\n')
    await writer.pass(3_000)
    writer.crash()
    const opened = await writer.workspace.documents.open({ id })
    expect(opened.text).toBe('One, a.\n\nTwo.\n\nThree, x.\n')
    expect(opened.mergeNotice).toMatchObject({ undoable: true })
    const kept = writer.workspace.snapshots
      .list(id)
      .map((one) => writer.workspace.snapshots.read(one.id).text)
    expect(kept).toEqual([
      'One.\n\nTwo.\n\nThree, x.\n',
      'One, a.\n\nTwo.\n\nThree.\n',
      'One.\n\nTwo.\n\nThree.\n',
    ])
  })

  test('a cursor comes back where it was, or where words were typed last until the app was killed', async () => {
    const { writer, id, window } = await withDocument()
    await window.append('Two.')
    const opened = await writer.workspace.documents.open({ id })
    const view = { anchor: 3, head: 4, scrollTop: 120, history: '{"done":[]}' }
    await writer.workspace.documents.keepView({ id, version: opened.version, view })
    writer.crash()
    expect((await writer.workspace.documents.open({ id })).view).toEqual(view)
    await (await writer.edit(id)).append('Three.')
    writer.crash()
    const end = 'One.\nTwo.Three.'.length
    expect((await writer.workspace.documents.open({ id })).view).toEqual({ ...view, anchor: end, head: end })
  })

  test('a cursor comes back behind the words that were typed there until the app was killed, whatever was kept', async () => {
    const { writer, id, window } = await withDocument()
    await window.append('Two.')
    const { documents } = writer.workspace
    const opened = await documents.open({ id })
    const at = (head: number) => ({ anchor: head, head, scrollTop: 0 })
    await documents.keepView({ id, version: opened.version, view: at(4) })
    await documents.change({
      id,
      clientId: 'typing',
      version: opened.version,
      updates: [[{ from: 4, to: 4, insert: ' More.' }]],
    })
    writer.crash()
    expect((await writer.workspace.documents.open({ id })).view).toEqual(at(10))
    await (await writer.edit(id)).append('Three.')
    writer.crash()
    expect((await writer.workspace.documents.open({ id })).view).toEqual(at('One. More.\nTwo.Three.'.length))
  })
})

test('a cursor stays in its words when another device writes above them', async () => {
  const { writer, id } = await withDocument('One.\n\nTwo.\n')
  const { documents } = writer.workspace
  const opened = await documents.open({ id })
  const view = { anchor: 9, head: 9, scrollTop: 0 }
  await documents.keepView({ id, version: opened.version, view })
  await changeThere(writer, id, { content: 'First.\n\nOne.\n\nTwo.\n' })
  await writer.pass(minutes(6))
  expect((await documents.open({ id })).view).toEqual({ anchor: 17, head: 17, scrollTop: 0 })
})

test('[H1] a library that is being closed takes nothing more, and says so', async () => {
  const { writer, id, window } = await withDocument('One.\n', { disk: createFileDisk })
  await window.append('Two.')
  const closed = writer.workspace.close()
  await expect(window.append('Three.')).rejects.toThrow('the window is reopen')
  await closed
  writer.crash()
  expect((await writer.edit(id)).text()).toBe('One.\nTwo.')
})

/**
 * A writer types numbered words, and at the exchange `crashAt` the app dies, before or after the service has executed
 * the request. Afterwards every word is on the service exactly once.
 */
async function writeThrough(crashAt: number, landed: boolean, from: 'there' | 'here'): Promise<void> {
  const writer = start()
  let id: string
  if (from === 'there') {
    id = await createThere(writer, { title: 'T', content: 'word0 ' })
    await writer.pass(1_000)
  } else id = (await writer.workspace.documents.create({ title: 'T', text: 'word0 ' })).id
  let window = await writer.edit(id)
  await writer.pass(100)
  const first = writer.faults.asked.length
  writer.faults.plan(
    landed ? { kind: 'answer-lost' } : { kind: 'dropped' },
    () => writer.faults.asked.length === first + crashAt,
  )
  for (let word = 1; word <= 6; word++) {
    await window.append(`word${word} `)
    for (let step = 0; step < 4; step++) {
      await writer.pass(800)
      if (writer.faults.asked.length - first < crashAt || crashed) continue
      crashed = true
      writer.crash()
      window = await writer.edit(id)
    }
  }
  crashed = false
  await writer.pass(minutes(20))
  const expected = [0, 1, 2, 3, 4, 5, 6].map((word) => `word${word} `).join('')
  expect(await allThere(writer)).toEqual([['T', expected]])
  expect(window.text()).toBe(expected)
  expect(writer.phase(id)).toBe('clean')
}
let crashed = false

describe.each(['there', 'here'] as const)('a document that began %s, the app dies at exchange', (from) => {
  const cases = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((at) => [true, false].map((landed) => [at, landed] as const))
  test.each(cases)('%i, landed: %s', (at, landed) => writeThrough(at, landed, from))
})

describe('what cannot be read', () => {
  const damage = (sql: string) => (file: string) => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }

  test('[W16] is quarantined, shown, and the document is read again from the service', async () => {
    const { writer, id, window } = await withDocument('One.\n', { disk: createFileDisk })
    await window.append('Two, unsaved.')
    writer.faults.offline(true)
    writer.crash(damage("UPDATE heads SET body = CAST('{broken' AS BLOB)"))
    expect(writer.notices.at(-1)?.text).toContain('could not be read on this device')
    const kept = writer.workspace.snapshots.list(id)
    expect(kept.map(({ kind }) => kind)).toContain('quarantine')
    expect(kept.map((one) => writer.workspace.snapshots.read(one.id).text)).toContain('One.\nTwo, unsaved.')
    await expect(writer.edit(id)).rejects.toThrow('not on this device')
    writer.faults.offline(false)
    expect((await writer.edit(id)).text()).toBe('One.\n')
    const { documentId } = await writer.workspace.snapshots.restore(
      kept.find((one) => writer.workspace.snapshots.read(one.id).text.includes('unsaved'))!.id,
    )
    expect((await writer.edit(documentId)).text()).toBe('One.\nTwo, unsaved.')
  })

  test('[G4] hides no other text from a search for words, and is named once', async () => {
    const failures: string[] = []
    const writer = start({ disk: createFileDisk, report: (error) => failures.push(String(error)) })
    for (const name of ['first', 'damaged', 'last'])
      await createThere(writer, { title: name, content: `The ${name} capstan.\n` })
    await writer.workspace.whenRead()
    writer.faults.offline(true)
    writer.crash(
      damage("UPDATE texts SET body = CAST('x' AS BLOB) WHERE CAST(body AS TEXT) LIKE '%damaged%'"),
    )
    const asked = { query: 'capstan', limit: 20, filter: {} }
    for (const _ of ['once', 'twice']) {
      const { hits } = await writer.workspace.search.words(asked)
      expect(hits.map(({ title }) => title).sort()).toEqual(['first', 'last'])
    }
    expect(failures).toEqual([expect.stringContaining('is not searched: ')])
  })

  test('of the whole file: it is set aside, unsaved words are read from it, and the library comes back', async () => {
    const { writer, id, window } = await withDocument('One.\n', { disk: createFileDisk })
    await window.append('Two, unsaved.')
    writer.crash((file) => {
      const database = new DatabaseSync(file)
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      const { page, bytes } = database
        .prepare(
          "SELECT rootpage AS page, page_size AS bytes FROM sqlite_schema, pragma_page_size WHERE name = 'heads'",
        )
        .get() as { page: number; bytes: number }
      database.close()
      writeFileSync(file, readFileSync(file).fill(0xee, (page - 1) * bytes, page * bytes))
    })
    expect(writer.notices.at(-1)?.text).toContain('was damaged')
    const texts = writer.workspace.snapshots.list().map((one) => writer.workspace.snapshots.read(one.id).text)
    expect(texts).toContain('One.\nTwo, unsaved.')
    await writer.pass(minutes(1))
    expect((await writer.edit(id)).text()).toBe('One.\n')
  })
})

describe('recovered texts', () => {
  const DAY = 24 * 60 * 60_000
  const keptOf = ({ workspace }: Writer, id: string) =>
    workspace.snapshots.list(id).map((one) => workspace.snapshots.read(one.id).text)

  /**
   * Deletes a text, lets this number of days pass on a device with these limits for recovered texts, and returns the
   * texts still kept.
   */
  async function deletedFor(
    days: number,
    recovered: Partial<Writer['settings']['storageLimits']['recovered']> = {},
  ) {
    const { writer, id } = await withDocument('One.\n', { disk: createFileDisk })
    await writer.workspace.documents.delete({ ids: [id] })
    await writer.pass(minutes(2))
    expect(keptOf(writer, id)).toEqual(['One.\n'])
    const { storageLimits } = writer.settings
    writer.settings.storageLimits = {
      ...storageLimits,
      recovered: { ...storageLimits.recovered, ...recovered },
    }
    writer.skewMs = days * DAY
    writer.crash()
    await writer.pass(minutes(2))
    return keptOf(writer, id)
  }

  test('are kept for 90 days', async () => {
    expect(await deletedFor(89)).toEqual(['One.\n'])
    expect(await deletedFor(91)).toEqual([])
  })

  test('are kept for as long as the writer said, and within the room that she gave', async () => {
    expect(await deletedFor(91, { ms: 365 * DAY })).toEqual(['One.\n'])
    expect(await deletedFor(20_000, { ms: Infinity })).toEqual(['One.\n'])
    expect(await deletedFor(29, { ms: 30 * DAY })).toEqual(['One.\n'])
    expect(await deletedFor(31, { ms: 30 * DAY })).toEqual([])
    expect(await deletedFor(1, { bytes: 0 })).toEqual([])
  })
})
