import { describe, expect, test } from 'vitest'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { ABILITIES, type Ability } from '../../shared/terms'
import { OUR_CAPABILITIES, allThere, createThere, openWriter, thereOf, type Writer } from './writer'
import { useWriters } from './writers'

const { writers } = useWriters()

/** A writer whose key lacks one ability, on an account with existing data; the key of `owner` has all abilities. */
async function without(missing: Ability): Promise<{ readonly writer: Writer; readonly owner: Writer }> {
  const clock = createVirtualClock()
  const settings = { withSearch: true }
  const owner = openWriter({ clock, settings, name: 'owner' })
  const folder = await owner.workspace.organise.createFolder({ name: 'Before', parentId: null })
  const tag = await owner.workspace.organise.createTag({ name: 'before' })
  const { link } = await owner.workspace.attachments.add({ name: 'before.txt', bytes: new Uint8Array([1]) })
  owner.workspace.documents.createAll([
    { title: 'Before', text: `Old [file](${link}).`, folderId: folder.id, tagIds: [tag.id], status: 'draft' },
  ])
  await owner.pass(60_000)
  const key = owner.service.addKey(ABILITIES.filter((ability) => ability !== missing))
  const writer = openWriter({ clock, name: 'writer', key, service: owner.service, known: OUR_CAPABILITIES })
  writers.push(writer, owner)
  await writer.pass(60_000)
  return { writer, owner }
}

/** Uses every ability that the key may have or lack. */
async function useAll({ workspace, pass }: Writer): Promise<void> {
  const folder = await workspace.organise.createFolder({ name: 'New', parentId: null })
  const tag = await workspace.organise.createTag({ name: 'new' })
  const { link } = await workspace.attachments.add({ name: 'new.txt', bytes: new Uint8Array([2]) })
  workspace.documents.createAll([
    { title: 'Plain', text: 'Words.', folderId: null, tagIds: [], status: 'draft' },
    { title: 'Placed', text: 'Words.', folderId: folder.id, tagIds: [], status: 'draft' },
    { title: 'Tagged', text: 'Words.', folderId: null, tagIds: [tag.id], status: 'draft' },
    { title: 'Pictured', text: `A [file](${link}).`, folderId: null, tagIds: [], status: 'draft' },
  ])
  await pass(120_000)
  await workspace.search.meaning({ query: 'words', filter: {}, limit: 5 }, {}).catch(() => {})
  await workspace.attachments.open('/api/v1/files/1/serve').catch(() => {})
  await pass(60_000)
}

/** The new records on the service, in words. */
async function newThere(owner: Writer): Promise<readonly string[]> {
  const [folders, tags, files] = await Promise.all([
    owner.other.call('folders.list', {}),
    owner.other.call('tags.list', {}),
    owner.other.call('files.list', {}),
  ])
  const names = [folders, tags, files].flatMap((answer) =>
    answer.kind === 'ok' ? (answer.data as readonly { name: string }[]).map(({ name }) => name) : [],
  )
  const titles = (await allThere(owner)).map(([title]) => title)
  return [...names, ...titles].filter((name) => !/^before/i.test(name)).toSorted()
}

const EVERYTHING = ['New', 'Pictured', 'Placed', 'Plain', 'Tagged', 'new', 'new.txt']
/** The records that cannot arrive without the ability; a text never waits for its folder, tag or file (W2). */
const HELD_BACK: Readonly<Partial<Record<Ability, readonly string[]>>> = {
  'documents:write': ['Pictured', 'Placed', 'Plain', 'Tagged'],
  'folders:write': ['New'],
  'tags:write': ['new'],
  'files:write': ['new.txt'],
}

describe('[D2] a key that lacks one ability', () => {
  test.each(ABILITIES)('%s: all else works, what cannot go stays here and says why', async (missing) => {
    const { writer, owner } = await without(missing)
    await useAll(writer)
    const held = HELD_BACK[missing] ?? []
    expect(await newThere(owner)).toEqual(EVERYTHING.filter((name) => !held.includes(name)))
    const { abilities } = writer.workspace.record()
    expect(abilities[missing], 'it is known what the key may not do').toBe('no')
    expect(Object.entries(abilities).filter(([name, known]) => name !== missing && known === 'no')).toEqual(
      [],
    )

    const { waiting } = writer.workspace.outbox.list()
    for (const name of held)
      expect(
        waiting.find(({ what }) => what.includes(`“${name}”`)),
        name,
      ).toMatchObject({
        why: expect.stringMatching(/^This key may not write/),
        state: 'blocked',
      })
    // Everything is still on this device, and can be read and edited.
    const page = { filter: {}, sort: 'title', descending: false, offset: 0, limit: 50 } as const
    const { items } = await writer.workspace.catalog.documents(page)
    for (const title of ['Plain', 'Placed', 'Tagged', 'Pictured'])
      expect(items.map((item) => item.title)).toContain(title)
  })

  test('documents:write: a document opens read-only with the reason, and a copy of it stays here', async () => {
    const { writer, owner } = await without('documents:write')
    const { items } = await writer.workspace.catalog.documents({
      filter: {},
      sort: 'title',
      descending: false,
      offset: 0,
      limit: 5,
    })
    const id = items.find(({ title }) => title === 'Before')?.id ?? ''
    await useAll(writer)
    const { text, title, state } = await writer.workspace.documents.open({ id })
    expect(state.readOnly).toContain('may not write documents')
    const copy = await writer.workspace.documents.create({ title, text })
    const window = await writer.edit(copy.id)
    await window.append(' More.')
    await writer.pass(60_000)
    expect(writer.workspace.documents.read(copy.id)?.text).toBe(`${text} More.`)
    expect((await allThere(owner)).map(([one]) => one)).toEqual(['Before'])
  })

  test('documents:read: what is here already can still be written', async () => {
    const { writer, owner } = await without('documents:read')
    const there = await createThere(owner, { title: 'Unseen', content: 'x' })
    await useAll(writer)
    const { items } = await writer.workspace.catalog.documents({
      filter: {},
      sort: 'title',
      descending: false,
      offset: 0,
      limit: 10,
    })
    expect(items.map(({ title }) => title)).not.toContain('Unseen')
    expect((await thereOf(owner, there)).content).toBe('x')
  })
})
