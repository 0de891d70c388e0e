import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createVirtualClock } from '../../main/system/clock.virtual'
import type { KnownConnection } from '../../main/connections/list/connection-list'
import { ADDRESS } from './client'
import { createFileDisk, createMemoryDisk } from './disk'
import { allThere, createThere, openWriter, type Writer } from './writer'
import { useWriters } from './writers'

// Somebody has swapped the databases of two libraries, by hand or by restoring some files.

const { writers } = useWriters()
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

const HOME: KnownConnection = { id: 'embedded', name: 'My library', kind: 'embedded', address: '' }
const WORK: KnownConnection = { id: 'work', name: 'Work', kind: 'service', address: ADDRESS }
const OTHER: KnownConnection = { id: 'other', name: 'Other', kind: 'service', address: ADDRESS }

/** A writer in a library with a number of documents of its service and an unsent draft. */
async function begun(connection: KnownConnection, documents: number): Promise<Writer> {
  // The libraries begin at different seconds.
  const clock = createVirtualClock(Date.UTC(2026, 0, 1) + connection.id.length * 60_000)
  const writer = openWriter({ disk: createFileDisk, connection, name: connection.id, clock })
  writers.push(writer)
  for (let n = 0; n < documents; n++)
    await createThere(writer, { title: `${connection.name} ${n}`, content: `Of ${connection.name} ${n}.` })
  writer.workspace.attend('focused')
  await writer.pass(90_000)
  writer.faults.offline(true)
  for (const { id } of writer.workspace.catalog.find({ query: '', limit: 1 })) {
    const window = await writer.edit(id)
    await window.append(` Typed in ${connection.name}.`)
    window.close()
  }
  await writer.workspace.documents.create({
    title: `Draft of ${connection.name}`,
    text: `Private words of ${connection.name}.`,
  })
  await writer.pass(5_000)
  return writer
}

/** Swaps the databases of two libraries. */
function exchange(one: Writer, other: Writer): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'stet-swapped-'))
  folders.push(folder)
  const file = (name: string) => path.join(folder, name)
  // The copy includes the write-ahead log, as SQLite finds it.
  const keep = (name: string) => (from: string) => {
    for (const end of ['', '-wal']) copyFileSync(from + end, file(name) + end)
  }
  const put = (name: string) => (to: string) => {
    for (const end of ['', '-wal']) copyFileSync(file(name) + end, to + end)
  }
  one.die(keep('one'))
  other.die(keep('other'))
  one.die(put('other'))
  other.die(put('one'))
  for (const writer of [one, other]) {
    writer.revive()
    writer.faults.offline(false)
    writer.workspace.attend('focused')
  }
}

const wordsIn = (writer: Writer) =>
  writer.workspace.catalog
    .find({ query: '', limit: 50 })
    .map(({ id }) => writer.workspace.documents.read(id)?.text ?? '')
    .join('\n')

test.each([
  ['two services', WORK, OTHER, 2],
  ['a service and the library of this computer', WORK, HOME, 2],
  ['a service and the library of this computer, of which nothing but drafts is known', WORK, HOME, 0],
])(
  '[C7] the databases of %s are exchanged: nothing is sent, no word goes, and the writer is told; put back, all is sent',
  async (_name, first, second, documents) => {
    const [one, other] = [await begun(first, documents), await begun(second, documents)]
    const before = [await allThere(one), await allThere(other)]
    exchange(one, other)
    for (const writer of [one, other]) {
      const asked = writer.faults.asked.length
      await writer.pass(400_000)
      expect(
        writer.faults.asked.slice(asked).filter(({ method }) => method !== 'GET' && method !== 'HEAD'),
      ).toEqual([])
      expect(writer.notices.map(({ text }) => text)).toEqual([
        expect.stringMatching(/belongs to another library of yours/),
      ])
    }
    expect([await allThere(one), await allThere(other)]).toEqual(before)
    expect(wordsIn(one)).toContain(`Private words of ${second.name}.`)
    expect(wordsIn(other)).toContain(`Private words of ${first.name}.`)

    exchange(one, other)
    for (const [writer, { name }] of [
      [one, first],
      [other, second],
    ] as const) {
      await writer.pass(400_000)
      const texts = (await allThere(writer)).map(([, text]) => text).join('\n')
      expect(texts.split(`Private words of ${name}.`)).toHaveLength(2)
      if (documents > 0) expect(texts.split(`Typed in ${name}.`)).toHaveLength(2)
    }
  },
)

test('a library opens on a full disk, though it cannot note whose it is', async () => {
  let isFull = true
  const writer = openWriter({ disk: (onCommit) => createMemoryDisk(onCommit, () => isFull) })
  writers.push(writer)
  expect(writer.workspace.record().id).toBe('test')
  isFull = false
})
