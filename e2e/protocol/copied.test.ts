import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { allThere, openWriter, type Writer } from './writer'
import { createFileDisk } from './disk'
import { useWriters } from './writers'

// A profile was copied by hand, and both copies continue with the same unsent changes.

const { writers } = useWriters()
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Two devices that have read everything from the service and are now offline. */
async function twoOffline(): Promise<readonly [Writer, Writer]> {
  const one = openWriter({ disk: createFileDisk, name: 'one', deviceId: () => 'first' })
  const { clock, service } = one
  const other = openWriter({ disk: createFileDisk, name: 'other', service, clock, deviceId: () => 'second' })
  writers.push(one, other)
  one.workspace.attend('focused')
  await one.pass(70_000)
  one.faults.offline(true)
  other.faults.offline(true)
  return [one, other]
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'stet-copied-'))
  folders.push(folder)
  return folder
}

/** Two devices, of which the second has a copy of the first one's library with an unsent draft. */
async function copied(): Promise<readonly [Writer, Writer]> {
  const [one, other] = await twoOffline()
  await one.workspace.documents.create({ title: 'Draft', text: 'Of both.' })
  await one.pass(5_000)
  const folder = newFolder()
  const copy = path.join(folder, 'library.db')
  one.crash((file) => ['', '-wal'].forEach((end) => copyFileSync(file + end, copy + end)))
  other.crash((file) => ['', '-wal'].forEach((end) => copyFileSync(copy + end, file + end)))
  await one.pass(5_000)
  return [one, other]
}

async function writeOn(writer: Writer, words: string): Promise<void> {
  const [row] = writer.workspace.catalog.find({ query: '', limit: 1 })
  const window = await writer.edit(row?.id ?? '')
  await window.append(words)
  window.close()
  await writer.pass(5_000)
}

async function online(writer: Writer): Promise<void> {
  writer.faults.offline(false)
  writer.workspace.attend('focused')
  writer.workspace.retry()
  await writer.pass(400_000)
}

const textsOf = ({ workspace: { catalog, documents } }: Writer) =>
  catalog
    .find({ query: '', limit: 9 })
    .map(({ id }) => documents.read(id)?.text ?? '')
    .toSorted()

test.each(['the first', 'the copy'])(
  '[W17] a draft written on in both copies, %s sent first: two documents, each with all words of its side',
  async (which) => {
    const [one, other] = await copied()
    await writeOn(one, ' Of the one.')
    await writeOn(other, ' Of the other.')
    for (const writer of which === 'the first' ? [one, other] : [other, one]) await online(writer)
    await one.pass(400_000)
    const texts = (await allThere(one)).map(([, text]) => text)
    expect(texts.toSorted()).toEqual(['Of both. Of the one.', 'Of both. Of the other.'])
    for (const writer of [one, other]) expect(textsOf(writer)).toEqual(texts.toSorted())
  },
)

const PICTURE = new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))

/** Advances the clock. The real clock is needed for sending too, because the bytes of files come from a real disk. */
async function settled(writer: Writer): Promise<void> {
  for (let part = 0; part < 40; part++) {
    await writer.pass(10_000)
    await new Promise((done) => setTimeout(done, 5))
  }
}

/** The folders, tags and files of the service, by name. */
async function organisedThere({ other }: Writer) {
  const named = async (operation: 'folders.list' | 'tags.list' | 'files.list') => {
    const answer = await other.call(operation)
    return answer.kind === 'ok' ? answer.data.map(({ name = '' }) => name).toSorted() : []
  }
  return [await named('folders.list'), await named('tags.list'), await named('files.list')]
}

test.each([
  ['the first', 0],
  ['the first', 1],
  ['the copy', 0],
  ['the copy', 1],
] as const)(
  '[W17] drafts, folders, tags and files that neither copy had sent are made once: %s first, after %d starts without a network',
  async (which, starts) => {
    const [one, other] = await twoOffline()
    const { organise, documents, attachments } = one.workspace
    const book = await organise.createFolder({ name: 'Book', parentId: null })
    const chapters = await organise.createFolder({ name: 'Chapters', parentId: book.id })
    const tag = await organise.createTag({ name: 'salt' })
    const { link } = await attachments.add({ name: 'map.png', bytes: PICTURE })
    const { id } = await documents.create({
      title: 'Draft',
      text: `Of both. ![map](${link})`,
      folderId: chapters.id,
    })
    await documents.editFields({ id, tagIds: [tag.id] })
    await one.pass(5_000)
    const folder = newFolder()
    one.crash((file) => cpSync(path.dirname(file), folder, { recursive: true }))
    other.crash((file) => {
      rmSync(path.dirname(file), { recursive: true })
      cpSync(folder, path.dirname(file), { recursive: true })
    })
    await one.pass(5_000)

    for (let start = 0; start < starts; start++) other.crash()
    const both = which === 'the first' ? [one, other] : [other, one]
    for (const writer of both) {
      writer.faults.offline(false)
      writer.workspace.attend('focused')
      writer.workspace.retry()
      await settled(writer)
    }
    await settled(one)
    expect(await organisedThere(one)).toEqual([['Book', 'Chapters'], ['salt'], ['map.png']])
    for (const writer of both) {
      expect(writer.workspace.outbox.list().waiting).toEqual([])
      expect(writer.workspace.attachments.list()).toHaveLength(1)
    }
    const list = await one.other.call('documents.list')
    const rows = list.kind === 'ok' ? list.data : []
    expect(rows.map(({ title }) => title)).toEqual(['Draft'])
    expect(rows[0]?.content).toMatch(/^Of both\. !\[map\]\(\/api\/v1\/files\/\d+\/serve\)$/)
    expect(rows[0]?.tags?.map(({ name }) => name)).toEqual(['salt'])
    for (const writer of both) {
      expect(textsOf(writer)).toEqual([rows[0]?.content])
    }
  },
)
