import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { allThere, openWriter, type Writer } from './writer'
import { useWriters } from './writers'

// A profile was copied by hand, and both copies go on with what neither had sent.

const { writers } = useWriters()
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Two devices of which the second has a copy of the first one's library, with a draft that was not sent. */
async function copied(): Promise<readonly [Writer, Writer]> {
  const one = openWriter({ name: 'one', deviceId: () => 'first' })
  const { clock, service } = one
  const other = openWriter({ name: 'other', service, clock, deviceId: () => 'second' })
  writers.push(one, other)
  one.workspace.attend(true)
  await one.pass(70_000)
  one.faults.offline(true)
  other.faults.offline(true)
  await one.workspace.documents.create({ title: 'Draft', text: 'Of both.' })
  await one.pass(5_000)
  const folder = mkdtempSync(path.join(tmpdir(), 'stet-copied-'))
  folders.push(folder)
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
  writer.workspace.attend(true)
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
