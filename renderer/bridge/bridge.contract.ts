import type {
  Bridge,
  CommandInput,
  CommandName,
  CommandOutput,
  EventName,
  EventPayload,
} from '../../shared/ipc/ipc'
import type { LibraryEpoch } from '../../shared/terms'
import { applyChanges } from '../../shared/text/text-change'

/**
 * A requirement of the bridge between the window and main, which a window of the app runs (`e2e/bridge.spec.ts`). The
 * contract does not depend on a test runner, so that a page can run it; a failing story throws.
 */
export interface BridgeStory {
  readonly title: string
  run(bridge: Bridge): Promise<void>
}

const story = (title: string, run: (use: Use) => Promise<void>): BridgeStory => ({
  title,
  run: (bridge) => run(useOf(bridge)),
})

interface Use {
  readonly bridge: Bridge
  ask<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  /** Makes a call and returns the code of its problem, or `answered`. */
  refusal(name: string, input: unknown, library?: LibraryEpoch): Promise<string>
  /** Runs an action and returns the first matching event. */
  told<N extends EventName>(
    name: N,
    matches: (payload: EventPayload<N>) => boolean,
    doing: () => Promise<unknown>,
  ): Promise<EventPayload<N>>
  /** Creates a document for the story. */
  write(title: string, text: string): Promise<string>
}

const CLIENT = 'contract'
const TOLD_WITHIN_MS = 10_000

export const BRIDGE_CONTRACT: readonly BridgeStory[] = [
  story('a new document is open, empty and listed', async ({ ask, write }) => {
    const id = await write('Contract: new', '')
    const opened = await ask('document.open', { id })
    same(opened.text, '')
    same(opened.title, 'Contract: new')
    const { items } = await ask('documents.list', list)
    truth(
      items.some((item) => item.id === id),
      'it is not listed',
    )
  }),
  story('one answer has all that a window begins with', async ({ bridge }) => {
    const answer = await bridge.call('window.bootstrap', undefined)
    if (!answer.ok) throw new Error(answer.problem.message)
    const { onScreen, settings, page, documents, connections } = answer.value
    same(onScreen.connectionId, connections.activeId)
    truth((page?.items.length ?? 0) > 0, 'no document is listed')
    same(
      documents.map(({ id }) => id),
      [settings.activeTab ?? settings.openTabs[0]].filter((id) => id !== undefined),
    )
  }),
  story('[W22] what names a library that is not open is refused', async ({ bridge, ask, refusal }) => {
    const elsewhere = 'elsewhere:1' as LibraryEpoch
    same(await refusal('library.get', undefined, elsewhere), 'other-library')
    same(await refusal('document.create', { title: 'Contract: nowhere' }, elsewhere), 'other-library')
    const result = await bridge.call('library.get', undefined)
    same(result.ok ? 'answered' : result.problem.code, 'other-library')
    same((await ask('documents.find', { query: 'Contract: nowhere', limit: 1 })).length, 0)
  }),
  story('a change is there when it is answered, and counted', async ({ ask, write }) => {
    const id = await write('Contract: change', 'One')
    const { version } = await ask('document.open', { id })
    const updates = [[{ from: 3, to: 3, insert: ' two' }], [{ from: 0, to: 3, insert: 'ONE' }]]
    const answer = await ask('document.change', { id, clientId: CLIENT, version, updates })
    same(answer, { kind: 'accepted', version: version + 2 })
    const opened = await ask('document.open', { id })
    same(opened.text, 'ONE two')
    same(opened.version, version + 2)
  }),
  story(
    '[W14] a change of an older text is not taken; the steps since then lead to the text',
    async (use) => {
      const { ask } = use
      const id = await use.write('Contract: behind', 'abc')
      const { version, text } = await ask('document.open', { id })
      const updates = [[{ from: 0, to: 0, insert: 'x' }]]
      await ask('document.change', { id, clientId: 'another', version, updates })
      const answer = await ask('document.change', { id, clientId: CLIENT, version, updates })
      if (answer.kind !== 'behind') throw new Error(`answered ${answer.kind}`)
      same(answer.version, version + 1)
      same(answer.updates[0]?.clientId, 'another')
      same(
        answer.updates.reduce((now, { changes }) => applyChanges(now, changes), text),
        (await ask('document.open', { id })).text,
      )
    },
  ),
  story('a version that never was asks for a new opening', async ({ ask, write }) => {
    const id = await write('Contract: reopen', 'abc')
    const { version } = await ask('document.open', { id })
    const updates = [[{ from: 0, to: 0, insert: 'x' }]]
    const change = { id, clientId: CLIENT, version: version + 1_000, updates }
    same((await ask('document.change', change)).kind, 'reopen')
  }),
  story('a change is told with the steps and the version after them', async ({ ask, write, told }) => {
    const id = await write('Contract: told', 'abc')
    const { version } = await ask('document.open', { id })
    const updates = [[{ from: 3, to: 3, insert: 'd' }]]
    const event = await told(
      'document.changed',
      (payload) => payload.id === id,
      () => ask('document.change', { id, clientId: CLIENT, version, updates }),
    )
    same(event.version, version + 1)
    same(event.updates, [{ clientId: CLIENT, changes: [{ from: 3, to: 3, insert: 'd' }] }])
  }),
  story('line breaks count as one and come back as they were', async ({ ask, write }) => {
    const id = await write('Contract: lines', 'one\ntwo\n')
    const { version } = await ask('document.open', { id })
    const updates = [[{ from: 4, to: 4, insert: 'and\n' }]]
    await ask('document.change', { id, clientId: CLIENT, version, updates })
    same((await ask('document.open', { id })).text, 'one\nand\ntwo\n')
  }),
  story('a title is told and listed', async ({ ask, write, told }) => {
    const id = await write('Contract: before', '')
    await ask('document.open', { id })
    const event = await told(
      'document.fields-changed',
      (payload) => payload.id === id,
      () => ask('document.edit-fields', { id, title: 'Contract: after' }),
    )
    same(event.title, 'Contract: after')
    same((await ask('document.open', { id })).title, 'Contract: after')
  }),
  story('the state of a document is told when it changes', async ({ ask, write, told }) => {
    const id = await write('Contract: state', 'a')
    const { version } = await ask('document.open', { id })
    const updates = [[{ from: 1, to: 1, insert: 'b' }]]
    const event = await told(
      'document.status-changed',
      (payload) => payload.id === id,
      () => ask('document.change', { id, clientId: CLIENT, version, updates }),
    )
    truth(event.phase !== 'deleted', 'it is gone')
    same((await ask('document.save', { id, reason: 'key' })).id, id)
  }),
  story('the place of the cursor comes back', async ({ ask, write }) => {
    const id = await write('Contract: view', 'some text')
    const { version } = await ask('document.open', { id })
    const view = { anchor: 2, head: 4, scrollTop: 10, history: '{}' }
    await ask('document.keep-view', { id, version, view })
    await ask('document.close', { id, view })
    same((await ask('document.open', { id })).view, view)
  }),
  story('a deleted document is not listed, until it is restored', async ({ ask, write }) => {
    const id = await write('Contract: deleted', 'text')
    const listed = async () => (await ask('documents.list', list)).items.some((item) => item.id === id)
    await ask('document.delete', { ids: [id] })
    same(await listed(), false)
    await ask('document.restore', { ids: [id] })
    same(await listed(), true)
    same((await ask('document.open', { id })).text, 'text')
  }),
  story('folders are made, named, nested and listed with their documents', async ({ ask, write }) => {
    const { id: parent } = await ask('folder.create', { name: 'Contract folder', parentId: null })
    const { id: child } = await ask('folder.create', { name: 'Inside', parentId: parent })
    await ask('folder.rename', { id: child, name: 'Inside it' })
    const document = await write('Contract: in a folder', '')
    await ask('document.edit-fields', { id: document, folderId: child })
    const shown = async () => (await ask('library.get', undefined)).folders.find(({ id }) => id === child)
    // Where counting takes long, the numbers may briefly be out of date.
    await until(async () => (await shown())?.documents === 1)
    const found = await shown()
    same([found?.name, found?.parentId], ['Inside it', parent])
    const inside = await ask('documents.list', { ...list, filter: { folderId: child } })
    same(
      inside.items.map(({ id }) => id),
      [document],
    )
    same((await ask('documents.list', { ...list, filter: { folderId: parent } })).total, 0)
    const below = { folderId: parent, subfolders: true }
    same((await ask('documents.list', { ...list, filter: below })).total, 1)
  }),
  story('what a window makes has the id that the window gave, once', async ({ ask, refusal }) => {
    const newId = () => `new:${crypto.randomUUID()}`
    const name = `made ${Date.now()}`
    const [folder, tag] = [newId(), newId()]
    same(await ask('folder.create', { id: folder, name, parentId: null }), { id: folder })
    same(await ask('tag.create', { id: tag, name }), { id: tag })
    const { folders, tags } = await ask('library.get', undefined)
    same(
      [folders, tags].map((all) => all.filter((one) => one.name === name).map(({ id }) => id)),
      [[folder], [tag]],
    )
    same(await ask('tag.create', { id: newId(), name }), { id: tag })
    same(await refusal('folder.create', { id: folder, name: 'Again', parentId: null }), 'not-allowed')
    same(await refusal('tag.create', { id: tag, name: `${name} again` }), 'not-allowed')
  }),
  story(
    'a folder is kept offline with what is in it, until that is given up',
    async ({ ask, write, refusal }) => {
      const { id: parent } = await ask('folder.create', { name: 'Contract offline', parentId: null })
      const { id: child } = await ask('folder.create', { name: 'Within', parentId: parent })
      const document = await write('Contract: kept offline', 'text')
      await ask('document.edit-fields', { id: document, folderId: child })
      const kept = async () => {
        const { folders } = await ask('library.get', undefined)
        return [parent, child].map((one) => folders.find(({ id }) => id === one)?.offline)
      }
      same(await kept(), [undefined, undefined])
      same(await ask('folder.keep-offline', { id: parent, kept: true }), { withoutText: 0 })
      same(await kept(), ['chosen', 'within'])
      await ask('folder.keep-offline', { id: parent, kept: false })
      same(await kept(), [undefined, undefined])
      same((await ask('library.get', undefined)).withoutText, 0)
      same(await refusal('folder.keep-offline', { id: 'no-such-folder', kept: true }), 'not-found-here')
    },
  ),
  story('tags are made, put on a document and listed by', async ({ ask, write, refusal }) => {
    const name = `contract ${Date.now()}`
    const { id: tag } = await ask('tag.create', { name })
    const document = await write('Contract: tagged', '')
    await ask('document.edit-fields', { id: document, tagIds: [tag] })
    const found = await ask('documents.list', { ...list, filter: { tagIds: [tag] } })
    same(
      found.items.map(({ id, tagIds }) => [id, tagIds]),
      [[document, [tag]]],
    )
    same(await ask('tag.create', { name: name.toUpperCase() }), { id: tag })
    await ask('tag.rename', { id: tag, name: `${name} renamed` })
    const { id: other } = await ask('tag.create', { name })
    same(await refusal('tag.rename', { id: other, name: `${name} Renamed` }), 'not-allowed')
    const { tags } = await ask('library.get', undefined)
    same(tags.find(({ id }) => id === tag)?.name, `${name} renamed`)
  }),
  story('a list comes in pages that fit together', async ({ ask, write }) => {
    for (const number of [1, 2, 3]) await write(`Contract: page ${number}`, '')
    const all = await ask('documents.list', list)
    const first = await ask('documents.list', { ...list, limit: 2 })
    const second = await ask('documents.list', { ...list, offset: 2, limit: 2 })
    const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)
    same([...ids(first.items), ...ids(second.items)], ids(all.items.slice(0, 4)))
    same(first.total, all.total)
  }),
  story('settings are kept, told, and changed one by one', async ({ ask, told }) => {
    const before = await ask('settings.get', undefined)
    const event = await told(
      'settings.changed',
      ({ measure }) => measure === 700,
      () => ask('settings.set', { measure: 700 }),
    )
    same({ ...event, measure: before.measure }, before)
    same((await ask('settings.get', undefined)).measure, 700)
    await ask('settings.set', { measure: before.measure })
  }),
  story('a search is saved, renamed, deleted and put back where it stood, and told', async (use) => {
    const { ask, told, refusal } = use
    const bees = { name: 'Contract: bees', query: 'bees', way: 'words', below: false } as const
    const { id } = await ask('saved-search.create', bees)
    const second = await ask('saved-search.create', { ...bees, name: 'Contract: after' })
    const event = await told(
      'saved-searches.changed',
      (all) => all.some(({ name }) => name === 'Contract: honey'),
      () => ask('saved-search.change', { ...bees, id, name: 'Contract: honey' }),
    )
    same(event, await ask('saved-searches.list', undefined))
    await ask('saved-search.delete', { id })
    await ask('saved-search.restore', { id })
    const ids = (await ask('saved-searches.list', undefined)).map((search) => search.id)
    same(ids.slice(-2), [id, second.id])
    for (const one of [id, second.id]) await ask('saved-search.delete', { id: one })
    same(await refusal('saved-search.change', { ...bees, id }), 'not-found-here')
    same(await refusal('saved-search.create', { ...bees, name: ' ' }), 'invalid-input')
  }),
  story('one connection is the active one', async ({ ask }) => {
    const { connections, activeId } = await ask('connections.list', undefined)
    same(connections.filter(({ id }) => id === activeId).length, 1)
  }),
  story('a listener that has stopped hears nothing', async ({ bridge, ask, write, told }) => {
    const id = await write('Contract: silence', '')
    let heard = 0
    const stop = bridge.listen('document.fields-changed', () => (heard += 1))
    stop()
    await ask('document.open', { id })
    await told(
      'document.fields-changed',
      (payload) => payload.id === id,
      () => ask('document.edit-fields', { id, title: 'Contract: still silent' }),
    )
    same(heard, 0)
  }),
  story('what cannot be done is a Problem, never a throw', async ({ refusal }) => {
    same(await refusal('document.open', { id: 'no such document' }), 'not-found-here')
    same(await refusal('document.open', {}), 'invalid-input')
    same(await refusal('document.open', { id: 7 }), 'invalid-input')
    same(await refusal('no.such-command', {}), 'unknown-command')
    same(await refusal('toString', {}), 'unknown-command')
    same(await refusal('settings.set', { textSize: 1_000 }), 'invalid-input')
  }),
]

const list = {
  filter: { smart: 'all' },
  sort: 'updated',
  descending: true,
  offset: 0,
  limit: 500,
} as const satisfies CommandInput<'documents.list'>

function useOf(bridge: Bridge): Use {
  const current = async (): Promise<LibraryEpoch> => {
    const now = await bridge.call('window.bootstrap', undefined)
    if (!now.ok) throw new Error(now.problem.message)
    return now.value.onScreen.library as LibraryEpoch
  }
  const ask: Use['ask'] = async (name, input) => {
    const result = await bridge.call(name, input, await current())
    if (!result.ok) throw new Error(`${name}: ${result.problem.code}, ${result.problem.message}`)
    return result.value
  }
  return {
    bridge,
    ask,
    async refusal(name, input, library) {
      type Call = (name: string, input: unknown, library: LibraryEpoch) => ReturnType<Bridge['call']>
      const result = await (bridge.call as Call)(name, input, library ?? (await current()))
      return result.ok ? 'answered' : result.problem.code
    },
    async told(name, matches, doing) {
      let stop = () => {}
      const heard = new Promise<EventPayload<typeof name>>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${name} was not told`)), TOLD_WITHIN_MS)
        stop = bridge.listen(name, (payload) => {
          if (!matches(payload)) return
          clearTimeout(timer)
          resolve(payload)
        })
      })
      await doing()
      return heard.finally(stop)
    },
    async write(title, text) {
      const { id } = await ask('document.create', { title, text })
      return id
    },
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const since = Date.now()
  while (!(await isSo())) {
    if (Date.now() - since > TOLD_WITHIN_MS) throw new Error('it did not become so')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function same(actual: unknown, expected: unknown): void {
  const [found, wanted] = [JSON.stringify(sorted(actual)), JSON.stringify(sorted(expected))]
  if (found !== wanted) throw new Error(`expected ${wanted}, found ${found}`)
}

function truth(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

/** Sorts the keys of a record, so that two records are compared by their content. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
