import { expect, test, vi } from 'vitest'
import { createCommands, type CommandParts } from '../../main/ipc/commands'
import { createCommandGate } from '../../main/ipc/ipc'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc/ipc'
import type { Result } from '../../shared/problem'
import { searchAsk } from '../../shared/ipc/search-criteria'
import { createThere, openLibraryOf, openWriter } from './writer'
import { createFileDisk } from './disk'
import { useWriters } from './writers'

const { writers } = useWriters()

const WINDOW = {}
const SEA = 'The sea gave back a ledger and a rope.\n'

/** A library of five texts about the sea, used through the command gate as a window does. */
async function start() {
  const writer = openWriter({ disk: createFileDisk, settings: { withSearch: true } })
  writers.push(writer)
  const folders = new Map<string, string>()
  for (const name of ['open', 'closed', 'within']) {
    const parent = name === 'within' ? { parent_id: Number(folders.get('open')) } : {}
    const made = await writer.other.call('folders.create', { body: { name, ...parent } })
    if (made.kind !== 'ok') throw new Error('no folder')
    folders.set(name, made.data.id)
  }
  const put = (title: string, folder: string, status: string) =>
    createThere(writer, { title, content: SEA, status, folder_id: Number(folders.get(folder)) })
  await put('allowed', 'open', 'published')
  await put('draft', 'open', 'draft')
  await put('elsewhere', 'closed', 'published')
  await put('below', 'within', 'published')
  await put('draft elsewhere', 'closed', 'draft')
  await writer.service.searchSettled()
  await writer.workspace.whenRead()

  const library = openLibraryOf(writer)
  const gate = createCommandGate(
    createCommands({ workspaces: {} } as unknown as CommandParts<object>),
    { of: (epoch) => (epoch === library.epoch ? library : undefined) },
    (name, error) => {
      throw new Error(`${name}: ${String(error)}`)
    },
  )
  const call = async <N extends CommandName>(name: N, input: CommandInput<N>) =>
    (await gate({ sender: WINDOW, known: true }, name, input, library.epoch)) as Result<CommandOutput<N>>
  async function ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>> {
    const answer = await call(name, input)
    if (!answer.ok) throw new Error(answer.problem.message)
    return answer.value
  }
  const { folders: listed } = await ask('library.get', undefined)
  const folderId = (name: string) => listed.find((one) => one.name === name)!.id
  return { writer, call, ask, folderId, folders }
}

type World = Awaited<ReturnType<typeof start>>

/** The titles of the passages related to the paragraph of the draft. */
async function relatedTitles({ ask }: World): Promise<readonly string[]> {
  const [draft] = await ask('documents.find', { query: 'draft', limit: 1 })
  const { hits } = await ask('search.related', { documentId: draft!.id, paragraph: SEA, limit: 20 })
  return hits.map(({ title }) => title).sort()
}

/** Runs every saved search as the window does; returns the titles found. */
async function runSaved({ ask }: World): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  for (const search of await ask('saved-searches.list', undefined)) {
    const { hits } =
      search.way === 'meaning'
        ? await ask('search.meaning', searchAsk(search, 20, Date.now()))
        : await ask('search.words', searchAsk(search, 20, Date.now()))
    found[search.name] = [...new Set(hits.map(({ title }) => title))].sort()
  }
  return found
}

const asked = ({ writer }: World) =>
  writer.faults.asked
    .filter(({ path }) => path.endsWith('/search/semantic'))
    .map(({ body }) => JSON.parse(body))

test('[B9] a search saved before the connection was tied to a folder finds nothing beyond it, by either way, also offline; nor does what is related', async () => {
  const world = await start()
  const { writer, ask, call, folderId, folders } = world
  const criteria = { query: 'the sea gave back', below: false } as const
  for (const way of ['meaning', 'words'] as const) {
    await ask('saved-search.create', { ...criteria, way, name: `all by ${way}` })
    await ask('saved-search.create', {
      ...{ ...criteria, way, below: true, name: `elsewhere by ${way}` },
      ...{ folderId: folderId('closed'), status: 'draft' },
    })
    await ask('saved-search.create', {
      ...criteria,
      way,
      below: true,
      name: `below by ${way}`,
      folderId: folderId('open'),
    })
  }
  const all = ['allowed', 'below', 'draft', 'draft elsewhere', 'elsewhere']
  expect(await runSaved(world)).toEqual({
    'all by meaning': all,
    'elsewhere by meaning': ['draft elsewhere'],
    'below by meaning': ['allowed', 'below', 'draft'],
    'all by words': all,
    'elsewhere by words': ['draft elsewhere'],
    'below by words': ['allowed', 'below', 'draft'],
  })

  expect(await relatedTitles(world)).toEqual(all.filter((title) => title !== 'draft'))

  // A hit of an earlier search, before the scope was set.
  const { hits } = await ask('search.meaning', { query: 'sea', filter: {}, limit: 20 })
  const chunks = hits.flatMap(({ title, documentId, chunkId = '' }) => ({
    title,
    ask: { documentId, chunkId },
  }))
  expect(chunks).toHaveLength(5)
  await ask('connection.fix-folder', { id: 'test', folderId: folderId('open') })
  for (const { title, ask: chunk } of chunks)
    expect([title, (await call('search.chunk', chunk)).ok]).toEqual([title, title === 'allowed'])

  const before = asked(world).length
  const held = Object.fromEntries(
    (await ask('saved-searches.list', undefined)).map(({ name }) => [name, ['allowed']]),
  )
  expect(await runSaved(world)).toEqual(held)
  expect(asked(world).slice(before)).toEqual(
    Array.from({ length: 3 }, () => ({
      query: criteria.query,
      limit: 20,
      folder_id: folders.get('open'),
      status: 'published',
    })),
  )
  expect(await relatedTitles(world)).toEqual(['allowed'])
  expect(asked(world).at(-1)).toMatchObject({ folder_id: folders.get('open'), status: 'published' })
  writer.faults.plan({ kind: 'refused' }, '/search/semantic', Infinity)
  expect(await runSaved(world)).toEqual(held)
  expect(await relatedTitles(world)).toEqual(['allowed'])

  await ask('connection.fix-folder', { id: 'test', folderId: ' ' })
  await expect(relatedTitles(world)).rejects.toThrow(/that folder is missing/)
  await expect(runSaved(world)).rejects.toThrow(/one folder only, and that folder is missing/)
})

test('[G4] a search that has no thread of its own takes in all that has moved, on however slow a machine', async () => {
  const { ask } = await start()
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
  const { hits } = await ask('search.words', { query: 'ledger', limit: 20, filter: {} })
  clock.mockRestore()
  expect(hits.map(({ title }) => title).sort()).toEqual([
    'allowed',
    'below',
    'draft',
    'draft elsewhere',
    'elsewhere',
  ])
})
