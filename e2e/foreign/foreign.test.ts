import { describe, expect, test } from 'vitest'
import { createVirtualClock } from '../../main/system/clock.virtual'
import { openMemoryService } from '../../server/testing/app.memory'
import type { ServiceCapabilities } from '../../main/sync/service/capabilities'
import {
  allThere,
  OUR_CAPABILITIES,
  changeThere,
  createThere,
  deleteThere,
  openWriter,
  thereOf,
  type Writer,
  type WriterOptions,
} from '../protocol/writer'
import { createFileDisk } from '../protocol/disk'
import { useWriters } from '../protocol/writers'
import {
  bareErrors,
  bareFolders,
  datedBy,
  emptyBodies,
  etagOnlyOnGet,
  flatFolders,
  hidesFields,
  ignoresIfMatch,
  ignoresKeys,
  ignoresOnPut,
  ignoresPage,
  ignoresSorting,
  liesAboutWrites,
  never304,
  noEtags,
  noHistory,
  noMeta,
  normalisesTexts,
  noSearch,
  oddHistory,
  oddPassages,
  okForCreate,
  otherUploadField,
  pageAfterWrite,
  recordAfterDelete,
  refusesEmpty,
  refusesParameters,
  restlessEtags,
  shortLists,
  stacked,
  textIds,
  thinLists,
  trimsTexts,
  weakEtags,
  wholeSeconds,
  type App,
  type ServiceVariant,
  type Lie,
} from './service-variants'

const { writers } = useWriters()

const STRICT_OFF = { settings: { strictRevisions: false } }

/** A device that knows nothing about the service yet, and two documents on the service. */
async function start(variant: ServiceVariant, options: WriterOptions = {}): Promise<Writer> {
  const writer = openWriter({ variant, known: {}, ...options })
  writers.push(writer)
  const folder = await writer.other.call('folders.create', { body: { name: 'Chapters' } })
  const folderId = folder.kind === 'ok' ? folder.data.id : '1'
  await createThere(writer, { title: 'Essay', content: 'First.\n\nSecond.\n', folder_id: Number(folderId) })
  await createThere(writer, { title: 'Another', content: 'Stands by.' })
  writer.workspace.attend('focused')
  await writer.pass(70_000)
  return writer
}

async function rested(writer: Writer): Promise<void> {
  for (let passes = 0; passes < 80; passes++) {
    await writer.pass(10_000)
    if (writer.workspace.outbox.waiting() === 0) return
  }
  throw new Error(JSON.stringify(writer.workspace.outbox.list().waiting))
}

const capabilitiesOf = (writer: Writer): readonly string[] => writer.workspace.record().capabilities
const idOf = (writer: Writer, title: string) =>
  writer.workspace.catalog.find({ query: title, limit: 1 })[0]?.id ?? ''
const textThere = async (writer: Writer, title: string) =>
  (await allThere(writer)).find(([name]) => name === title)?.[1]
const puts = (writer: Writer) => writer.faults.asked.filter(({ method }) => method === 'PUT')

type Case = readonly [string, ServiceVariant, WriterOptions?]
const EVERY: readonly Case[] = [
  ['as the embedded service', (app) => app],
  ['no ETag at all', noEtags, { settings: STRICT_OFF }],
  ['If-Match is not looked at', ignoresIfMatch, { settings: STRICT_OFF }],
  ['strict revisions off', (app) => app, { settings: STRICT_OFF }],
  ['ETag only on GET', etagOnlyOnGet],
  ['weak ETags', weakEtags],
  ['folders without ETags', bareFolders],
  ['ETags that move by themselves', restlessEtags],
  ['texts are trimmed', trimsTexts],
  ['texts are normalised', normalisesTexts],
  ['empty texts and titles are refused', refusesEmpty],
  ['a page with 200 after each write', pageAfterWrite],
  ['lists without texts', thinLists],
  ['ids as text', textIds],
  ['no meta', noMeta],
  ['sorting is not looked at', ignoresSorting],
  ['unknown parameters are refused', refusesParameters],
  ['200 for a create', okForCreate],
  ['no bodies after writes', emptyBodies],
  ['the record after a delete', recordAfterDelete],
  ['keys of creates are not looked at', ignoresKeys],
  ['no version history', noHistory],
  ['a history without texts, oldest first', oddHistory],
  ['never 304', never304],
  ['errors with a message alone', bareErrors],
  ['times of whole seconds', wholeSeconds],
  ['folders without parents', flatFolders],
  ['documents without folder and tags', hidesFields('folder_id', 'tags', 'revision', 'published_at')],
  ['no search by meaning', noSearch],
  ['documents without times', hidesFields('created_at', 'updated_at', 'published_at')],
  [
    'all that is missing at once',
    stacked(noMeta, thinLists, etagOnlyOnGet, okForCreate, ignoresKeys, ignoresSorting, bareErrors, never304),
  ],
]

const named = EVERY.map(([name, variant, options]) => ({ name, variant, options }))

describe.each(named)('[F] $name', ({ variant, options }) => {
  test('write, rename, merge, create, delete: every word arrives once, nothing waits for ever', async () => {
    const writer = await start(variant, options)
    const id = idOf(writer, 'Essay')
    const window = await writer.edit(id)
    expect(window.text()).toBe('First.\n\nSecond.\n')

    await window.type('First. Mine.\n\nSecond.\n')
    await rested(writer)
    expect([await textThere(writer, 'Essay'), writer.phase(id)]).toEqual([
      expect.stringMatching(/^First\. Mine\.\n\nSecond\.\n?$/),
      'clean',
    ])

    await writer.workspace.documents.editFields({ id, title: 'An essay' })
    await rested(writer)
    expect(await textThere(writer, 'An essay')).toBeDefined()

    await writer.workspace.documents.create({ title: 'New one', text: 'Fresh words.' })
    await rested(writer)
    expect((await allThere(writer)).filter(([title]) => title === 'New one')).toEqual([
      ['New one', 'Fresh words.'],
    ])

    const another = idOf(writer, 'Another')
    await writer.workspace.documents.delete({ ids: [another] })
    await writer.pass(60_000)
    // Before any write has proved to be guarded, a deletion asks (W21).
    const asks = await writer.workspace.documents.conflict({ id: another })
    if (asks)
      await writer.workspace.documents.resolve({
        id: another,
        reviewed: asks.reviewed,
        mine: asks.mine,
        resolution: { kind: 'keep-mine' },
      })
    await rested(writer)
    expect((await allThere(writer)).map(([title]) => title).sort()).toEqual(['An essay', 'New one'])
    expect(writer.workspace.outbox.waiting()).toBe(0)
    expect(window.text()).toBe('First. Mine.\n\nSecond.\n')
  })

  test('a change elsewhere in another paragraph meets one here: both stand', async () => {
    const writer = await start(variant, options)
    const id = idOf(writer, 'Essay')
    const window = await writer.edit(id)
    await writer.pass(20_000)
    writer.faults.offline(true)
    await window.type('First. Mine.\n\nSecond.\n')
    await writer.pass(10_000)
    await changeThere(writer, id, { content: 'First.\n\nSecond. Theirs.\n' })
    writer.faults.offline(false)
    await rested(writer)
    expect(await textThere(writer, 'Essay')).toMatch(/^First\. Mine\.\n\nSecond\. Theirs\.\n?$/)
    expect(window.text()).toMatch(/^First\. Mine\.\n\nSecond\. Theirs\.\n?$/)
    expect(writer.phase(id)).toBe('clean')
  })
})

describe('what is learned is said', () => {
  type Learned = readonly [string, ServiceVariant, RegExp, WriterOptions?]
  const cases: readonly Learned[] = [
    ['no ETag at all', noEtags, /no revisions/, { settings: STRICT_OFF }],
    ['sorting is not looked at', ignoresSorting, /does not sort/],
    ['lists without texts', thinLists, /without texts/],
    ['documents without folders', hidesFields('folder_id'), /do not name their folder/],
    ['documents without tags', hidesFields('tags'), /do not name their tags/],
    ['folders without parents', flatFolders, /flat list/],
    ['no version history', noHistory, /no version history/],
  ]
  test.each(cases.map(([name, variant, words, options]) => ({ name, variant, words, options })))(
    '$name',
    async ({ variant, words, options }) => {
      const writer = await start(variant, options)
      expect(capabilitiesOf(writer).join('\n')).toMatch(words)
    },
  )

  test('nothing is said of a service that does as expected', async () => {
    const writer = await start((app) => app)
    expect(capabilitiesOf(writer)).toEqual([])
  })
})

describe('[C6] writes that nothing guards', () => {
  test.each([
    ['no ETag', noEtags, 'not-seen-yet'],
    ['If-Match is not looked at', ignoresIfMatch, 'no'],
  ] as const)(
    '%s: each write follows a read, and a look at the version list follows it',
    async (_, variant, guarded) => {
      const writer = await start(variant, { settings: STRICT_OFF })
      const window = await writer.edit(idOf(writer, 'Essay'))
      await window.append('Third.')
      await rested(writer)
      const asked = writer.faults.asked.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)
      const put = asked.lastIndexOf('PUT /api/v1/documents/1')
      expect(asked.slice(0, put).lastIndexOf('GET /api/v1/documents/1')).toBeGreaterThan(
        asked.slice(0, put).lastIndexOf('PUT /api/v1/documents/1'),
      )
      expect(asked.slice(put)).toContain('GET /api/v1/documents/1/versions')
      expect(writer.workspace.record().guarded).toBe(guarded)
    },
  )

  test('[W21] [S14] what another device wrote between our read and our write is found in the version list', async () => {
    const writer = await start(ignoresIfMatch, { settings: STRICT_OFF })
    const id = idOf(writer, 'Essay')
    const window = await writer.edit(id)
    await window.type('First. Mine.\n\nSecond.\n')
    writer.faults.plan({ kind: 'slow', delayMs: 4_000 }, 'PUT')
    await writer.pass(4_000)
    await changeThere(writer, id, { content: 'First. Theirs.\n\nSecond.\n' })
    await writer.pass(60_000)
    expect(writer.phase(id)).toBe('conflicted')
    const view = await writer.workspace.documents.conflict({ id })
    expect([view?.kind, view?.theirs]).toEqual(['past', 'First. Theirs.\n\nSecond.\n'])
  })

  test('the first save asks by an ETag that cannot be right, and then no save costs more than itself', async () => {
    const writer = await start((app) => app)
    const window = await writer.edit(idOf(writer, 'Essay'))
    await window.append('Third.')
    await rested(writer)
    expect(puts(writer).map(({ headers }) => headers.get('If-Match'))).toEqual(['"doc-1-1-x"', '"doc-1-1"'])
    expect(writer.workspace.record().guarded).toBe('seen')
    const before = writer.faults.asked.length
    await window.append(' Fourth.')
    await writer.pass(4_000)
    expect(writer.faults.asked.slice(before).map(({ method }) => method)).toEqual(['PUT'])
  })

  test('a first write that is a delete finds out by a PUT of the same text, and deletes without a question', async () => {
    const writer = await start((app) => app)
    await writer.workspace.documents.delete({ ids: [idOf(writer, 'Essay'), idOf(writer, 'Another')] })
    await rested(writer)
    expect(await allThere(writer)).toEqual([])
    expect(writer.notices).toEqual([])
    expect(puts(writer).every(({ headers }) => headers.get('If-Match')?.endsWith('-x"'))).toBe(true)
  })

  test('where the ETag is not looked at, a delete asks and nothing is deleted before', async () => {
    const writer = await start(ignoresIfMatch, { settings: STRICT_OFF })
    const id = idOf(writer, 'Essay')
    await writer.workspace.documents.delete({ ids: [id] })
    await writer.pass(60_000)
    expect(writer.faults.asked.filter(({ method }) => method === 'DELETE')).toEqual([])
    expect((await writer.workspace.documents.conflict({ id }))?.kind).toBe('deleted-here')
    expect(writer.workspace.record().guarded).toBe('no')
  })

  test('a service that refuses odd ETags with 422 is asked by the writes that follow, and every text arrives', async () => {
    const odd: ServiceVariant = (app) => (request) =>
      request.headers.get('If-Match')?.endsWith('-x"') === true
        ? Response.json({ message: 'This is no revision.' }, { status: 422 })
        : app(request)
    const writer = await start(odd)
    const id = idOf(writer, 'Essay')
    const window = await writer.edit(id)
    for (let n = 1; n <= 6; n++) {
      await window.append(` ${n}`)
      await rested(writer)
    }
    expect([await textThere(writer, 'Essay'), writer.phase(id)]).toEqual([window.text(), 'clean'])
    const asked = puts(writer).filter(({ headers }) => headers.get('If-Match')?.endsWith('-x"'))
    expect([asked.length, writer.workspace.record().guarded]).toEqual([5, 'no'])
  })

  test('guarded, once a 412 was seen', async () => {
    const writer = await start((app) => app)
    const id = idOf(writer, 'Essay')
    const window = await writer.edit(id)
    await window.append('Third.')
    writer.faults.plan({ kind: 'slow', delayMs: 4_000 }, 'PUT')
    await writer.pass(4_000)
    await changeThere(writer, id, { content: 'Zero.\n\nFirst.\n\nSecond.\n' })
    await rested(writer)
    expect(writer.workspace.record().guarded).toBe('seen')
    expect(await textThere(writer, 'Essay')).toBe('Zero.\n\nFirst.\n\nSecond.\nThird.')
  })
})

test('[W3] a folder that shows no revision is written without one, where no other has shown one', async () => {
  const names = async (writer: Writer) => {
    const answer = await writer.other.call('folders.list')
    return answer.kind === 'ok' ? answer.data.map(({ name }) => name) : []
  }
  const writer = await start(bareFolders, { known: { guarded: 'seen' } })
  const id = writer.workspace.catalog.library().folders[0]!.id
  await writer.workspace.organise.renameFolder({ id, name: 'Parts' })
  await rested(writer)
  expect(await names(writer)).toEqual(['Parts'])
})

describe('[W4] texts that come back otherwise', () => {
  test('[S8] [S9] trimmed: saved once, mine is never rewritten, no conflict with oneself', async () => {
    const writer = await start(trimsTexts)
    const id = idOf(writer, 'Essay')
    const window = await writer.edit(id)
    await window.type('  First.  \n\n')
    await rested(writer)
    await writer.pass(120_000)
    // The first PUT tests whether writes are guarded (C6).
    expect([puts(writer).length, window.text(), writer.phase(id)]).toEqual([2, '  First.  \n\n', 'clean'])
    expect(await textThere(writer, 'Essay')).toBe('First.')
  })

  test('line ends and accents', async () => {
    const writer = await start(normalisesTexts)
    const { id } = await writer.workspace.documents.create({ title: 'Crlf', text: 'e\u0301\r\nTwo.\r\n' })
    await rested(writer)
    await writer.pass(120_000)
    expect([writer.phase(id), writer.workspace.documents.read(id)?.text]).toEqual([
      'clean',
      'e\u0301\r\nTwo.\r\n',
    ])
    expect(puts(writer)).toEqual([])
  })

  test('an empty untitled document stays here until it has words', async () => {
    const writer = await start(refusesEmpty)
    const { id } = await writer.workspace.documents.create({ title: '', text: '' })
    await writer.pass(60_000)
    expect(
      writer.faults.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/documents')),
    ).toEqual([])
    const window = await writer.edit(id)
    await window.type('Now it has a first line.\n')
    await rested(writer)
    expect(await textThere(writer, 'Now it has a first line.')).toBe('Now it has a first line.\n')
  })
})

describe('[W4] answers with 2xx that show something else than what was sent', () => {
  async function lying(known?: ServiceCapabilities) {
    const state: { lie: Lie | undefined } = { lie: undefined }
    const writer = await start(
      liesAboutWrites(() => state.lie),
      known && { known },
    )
    return { writer, state, id: idOf(writer, 'Essay') }
  }

  test.each(['old text', 'part'] as const)(
    '%s: mine stays on the screen, and the writer is asked',
    async (lie) => {
      const { writer, state, id } = await lying()
      const window = await writer.edit(id)
      state.lie = lie
      await window.type('First. Mine.\n\nSecond.\n')
      await writer.pass(60_000)
      expect([window.text(), writer.phase(id)]).toEqual(['First. Mine.\n\nSecond.\n', 'conflicted'])
      expect((await writer.workspace.documents.conflict({ id }))?.kind).toBe('not-taken')
      expect(writer.notices.map(({ text }) => text)).toEqual([
        expect.stringContaining('without storing its text'),
      ])
      state.lie = undefined
      const view = await writer.workspace.documents.conflict({ id })
      await writer.workspace.documents.resolve({
        id,
        reviewed: view?.reviewed ?? '',
        mine: view?.mine ?? '',
        resolution: { kind: 'keep-mine' },
      })
      await rested(writer)
      expect(await textThere(writer, 'Essay')).toBe('First. Mine.\n\nSecond.\n')
    },
  )

  test.each(['another text', 'no text'] as const)(
    '%s, though it was stored: a read confirms it, and nobody is asked',
    async (lie) => {
      const { writer, state, id } = await lying()
      const window = await writer.edit(id)
      state.lie = lie
      await window.type('First. Mine.\n\nSecond.\n')
      await rested(writer)
      expect([window.text(), writer.phase(id)]).toEqual(['First. Mine.\n\nSecond.\n', 'clean'])
      expect(writer.notices).toEqual([])
    },
  )

  test('[W17] a create that is answered with a known document keeps its words, and both can be written', async () => {
    const { writer, state, id } = await lying()
    state.lie = 'known record'
    const made = await writer.workspace.documents.create({ title: 'New one', text: 'Fresh words.' })
    await writer.pass(30_000)
    expect(writer.workspace.documents.read(made.id)?.text).toBe('Fresh words.')
    state.lie = undefined
    await rested(writer)
    const window = await writer.edit(made.id)
    await window.append(' More.')
    await rested(writer)
    expect(await textThere(writer, 'New one')).toBe('Fresh words. More.')
    expect([await textThere(writer, 'Essay'), writer.phase(id)]).toEqual(['First.\n\nSecond.\n', 'clean'])
    expect(writer.workspace.documents.unwritten()).toEqual([])
  })
})

describe('[A18] fields that a PUT does not take', () => {
  test.each([
    ['title', { title: 'Other' }, 'putTitle'],
    ['status', { status: 'published' }, 'putStatus'],
  ] as const)(
    '%s: said, not tried for ever',
    async (field, change, capability: keyof ServiceCapabilities) => {
      const writer = await start(ignoresOnPut(field))
      const id = idOf(writer, 'Essay')
      await writer.edit(id)
      await writer.workspace.documents.editFields({ id, ...change })
      await writer.workspace.documents.save({ id, reason: 'publish' })
      await rested(writer)
      await writer.pass(400_000)
      expect(puts(writer).length).toBeLessThanOrEqual(3)
      expect(capability).toMatch(/^put/)
      expect(capabilitiesOf(writer).join('\n')).toMatch(new RegExp(`does not take a new ${field}`))
    },
  )
})

test('[A18] a document that the service does not have yet says so: it is created with its title', async () => {
  const writer = await start(ignoresOnPut('title'))
  writer.faults.offline(true)
  await writer.pass(1_000)
  const { id } = await writer.workspace.documents.create({ title: 'First' })
  expect((await writer.workspace.documents.open({ id })).state.isNew).toBe(true)
  await writer.workspace.documents.editFields({ id, title: 'Second' })
  writer.faults.offline(false)
  writer.workspace.retry()
  await rested(writer)
  expect((await writer.workspace.documents.open({ id })).state).not.toHaveProperty('isNew')
  expect(await textThere(writer, 'Second')).toBe('')
})

describe('[F] [A18] folders and tags that a service neither takes nor shows', () => {
  const ignoring = stacked(ignoresOnPut('folder_id', 'tag_ids'), hidesFields('folder_id', 'tags'))
  async function withFolderAndTag(variant: ServiceVariant) {
    const writer = await start(variant)
    await writer.other.call('folders.create', { body: { name: 'Letters' } })
    await writer.other.call('tags.create', { body: { name: 'sea' } })
    await writer.pass(70_000)
    const { folders, tags } = writer.workspace.catalog.library()
    return {
      writer,
      id: idOf(writer, 'Essay'),
      letters: folders.find(({ name }) => name === 'Letters')!.id,
      sea: tags.find(({ name }) => name === 'sea')!.id,
    }
  }
  const folderOf = async (writer: Writer, id: string) => {
    const opened = await writer.workspace.documents.open({ id })
    return [opened.folderId, opened.tagIds]
  }

  test('the first write of each is looked for; what was not taken is said and goes back', async () => {
    const { writer, id, letters, sea } = await withFolderAndTag(ignoring)
    const before = await folderOf(writer, id)
    await writer.workspace.documents.editFields({ id, folderId: letters, tagIds: [sea] })
    await rested(writer)
    expect(await folderOf(writer, id)).toEqual(before)
    expect(writer.workspace.record().ignoredFields).toEqual(['folderId', 'tagIds'])
    expect(writer.notices.map(({ text }) => text).join('\n')).toContain('does not take the folder and tags')
  })

  test('where they are taken and only not shown, they stay, and nothing is said', async () => {
    const { writer, id, letters, sea } = await withFolderAndTag(hidesFields('folder_id', 'tags'))
    await writer.workspace.documents.editFields({ id, folderId: letters, tagIds: [sea] })
    await rested(writer)
    expect(await folderOf(writer, id)).toEqual([letters, [sea]])
    expect([writer.workspace.record().ignoredFields, writer.notices]).toEqual([[], []])
  })
})

describe('[C7] the same ids and ETags under another account', () => {
  test('a document created at another time is another document: nothing is written over it', async () => {
    let account: ServiceVariant = (app) => app
    const writer = await start((app) => (request) => account(app)(request))
    const id = idOf(writer, 'Essay')
    const window = await writer.edit(id)
    writer.faults.offline(true)
    await window.append('Mine.')
    await writer.pass(5_000)
    // The key now opens another account, whose documents have the same ids and the same ETags.
    const { etag } = await thereOf(writer, id)
    account = (app) => async (request) => {
      const found = /\/documents\/(\d+)(\?|$)/.exec(request.url)
      if (found === null || request.method !== 'GET') return app(request)
      const record = {
        id: Number(found[1]),
        title: 'Theirs',
        content: 'Private.',
        status: 'draft',
        folder_id: null,
        tags: [],
        created_at: '2001-01-01T00:00:00Z',
        updated_at: '2001-01-01T00:00:00Z',
      }
      return Response.json({ data: record }, { headers: { ETag: etag } })
    }
    writer.faults.offline(false)
    writer.workspace.keyChanged()
    await writer.pass(120_000)
    expect(puts(writer)).toEqual([])
    expect(window.text()).toBe('First.\n\nSecond.\nMine.')
    expect(writer.workspace.record()).toMatchObject({ asksAccount: true, problem: { code: 'not-allowed' } })
  })
})

test('[E4] the page asked for is ignored: what can be seen is there, and it is said', async () => {
  const writer = openWriter({ variant: ignoresPage, known: {} })
  writers.push(writer)
  for (let n = 0; n < 120; n++) await createThere(writer, { title: `D${n}`, content: `Text ${n}` })
  writer.workspace.attend('focused')
  for (let passes = 0; passes < 10; passes++) await writer.pass(60_000)
  expect(writer.workspace.catalog.library().counts['all']).toBeGreaterThanOrEqual(100)
  expect(capabilitiesOf(writer).join('\n')).toContain('ignores the requested page')
})

describe('passages and files by other names', () => {
  test('a hit without place or score, its chunk under `chunk_id` and `content`: shown, opened, fetched', async () => {
    const writer = await start(oddPassages, { disk: createFileDisk })
    const asker = {}
    const { hits, notice } = await writer.workspace.search.meaning(
      { query: 'Second', filter: {}, limit: 5 },
      asker,
    )
    expect(notice).toBeUndefined()
    expect(hits).toMatchObject([
      { documentId: idOf(writer, 'Essay'), title: 'Essay', excerpt: 'Second.', origin: 'service' },
    ])
    const { documentId, chunkId = '' } = hits[0]!
    const chunk = await writer.workspace.search.chunk({ documentId, chunkId }, asker)
    expect(chunk).toEqual({ text: `The chunk ${chunkId}`, headingPath: [] })
  })

  test('files under another field: asked once, then the service’s words wait for the writer, and the text goes', async () => {
    const writer = await start(otherUploadField)
    await writer.workspace.attachments.add({ name: 'map.png', bytes: new Uint8Array([1, 2, 3]) })
    const id = idOf(writer, 'Essay')
    const window = await writer.edit(id)
    await window.append('Third.\n')
    await writer.pass(60_000)
    const uploads = writer.faults.asked.filter(
      ({ method, path }) => method === 'POST' && path.includes('/files'),
    )
    expect(uploads).toHaveLength(1)
    expect(writer.workspace.outbox.list().waiting).toMatchObject([
      {
        kind: 'upload',
        state: 'needs-you',
        why: expect.stringContaining('The attachment field is required.') as string,
      },
    ])
    expect(await textThere(writer, 'Essay')).toContain('Third.')
  })
})

test('[C7] [M3] a restored backup that gives an ETag out again: what was written since is read, not written over', async () => {
  // The service returns the document as somebody changed it after the restore, with the ETag that was read here.
  const restored: { row?: { content: string; updated_at: string } } = {}
  const writer = await start((app) => async (request) => {
    const answer = await app(request)
    const now = restored.row
    const isRead = request.method === 'GET' && /\/documents(\/1)?(\?|$)/.test(request.url)
    if (now === undefined || !isRead || (answer.status !== 200 && answer.status !== 304)) return answer
    if (answer.status === 304) return answer
    const body = (await answer.json()) as { data: { id: number } | { id: number }[]; meta?: unknown }
    const asNow = (row: { id: number }) => (row.id === 1 ? { ...row, ...now } : row)
    const data = Array.isArray(body.data) ? body.data.map(asNow) : asNow(body.data)
    return new Response(JSON.stringify({ ...body, data }), { status: 200, headers: answer.headers })
  })
  const id = idOf(writer, 'Essay')
  const window = await writer.edit(id)
  await writer.pass(1_000)
  restored.row = {
    content: 'First.\n\nSecond. Written after the restore.\n',
    updated_at: new Date(writer.clock.now()).toISOString(),
  }
  await writer.pass(70_000)
  expect(window.text()).toBe('First.\n\nSecond. Written after the restore.\n')
})

describe('[C7] [M3] a backup is restored on the service', () => {
  /** Creates a service that `restore` replaces by one with the same documents as in its backup. */
  async function restorable() {
    const backup: { app?: App; key?: string } = {}
    const writer = await start(
      (app) => (request) => {
        if (backup.app === undefined) return app(request)
        const headers = new Headers(request.headers)
        headers.set('Authorization', `Bearer ${backup.key}`)
        return backup.app(new Request(request, { headers }))
      },
      { known: OUR_CAPABILITIES },
    )
    const clock = { now: writer.clock.now() - 70_000 }
    const service = openMemoryService({ clock: () => clock.now })
    const write = (method: string, path: string, body: object, more = {}) =>
      service.app(
        new Request(`http://localhost/api/v1${path}`, {
          method,
          headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json', ...more },
          body: JSON.stringify(body),
        }),
      )
    await write('POST', '/folders', { name: 'Chapters' })
    await write('POST', '/documents', { title: 'Essay', content: 'First.\n\nSecond.\n', folder_id: 1 })
    await write('POST', '/documents', { title: 'Another', content: 'Stands by.' })
    const restore = () => {
      clock.now = writer.clock.now()
      Object.assign(backup, { app: service.app, key: service.key })
    }
    return { writer, restore }
  }

  test('what went back is here within two rounds, and each base is read before it is written', async () => {
    const { writer, restore } = await restorable()
    await changeThere(writer, '1', { content: 'First.\n\nSecond. Lost by the restore.\n' })
    await writer.pass(70_000)
    const textHere = () => writer.workspace.documents.read(idOf(writer, 'Essay'))?.text
    expect(textHere()).toContain('Lost by the restore.')
    restore()
    const before = writer.faults.asked.length
    await writer.pass(130_000)
    expect(textHere()).toBe('First.\n\nSecond.\n')
    expect(writer.workspace.record()).toMatchObject({ otherAccount: false })
    // The text is neither in the document nor in the history on the service any more (W16).
    const { snapshots } = writer.workspace
    expect(snapshots.list().map(({ id }) => snapshots.read(id).text)).toEqual([
      'First.\n\nSecond. Lost by the restore.\n',
    ])

    const another = await writer.edit(idOf(writer, 'Another'))
    await another.append(' More.')
    await rested(writer)
    const asked = writer.faults.asked
      .slice(before)
      .filter(({ path }) => path.endsWith('/documents/2'))
      .map(({ method, path, headers }) => `${method} ${path} ${headers.get('If-None-Match') ?? 'whole'}`)
    expect(asked.slice(0, 2)).toEqual(['GET /api/v1/documents/2 whole', 'PUT /api/v1/documents/2 whole'])
    expect(writer.notices.map(({ text }) => text)).toEqual([
      expect.stringContaining('went back to an earlier state'),
    ])
  })

  test('the newest document was deleted elsewhere: nothing is in doubt', async () => {
    const { writer } = await restorable()
    await writer.edit(idOf(writer, 'Essay'))
    await writer.pass(10_000)
    const { etag } = writer.workspace.documents.known('1') ?? {}
    expect(etag).toBeDefined()
    await deleteThere(writer, '2')
    await writer.pass(200_000)
    expect(writer.workspace.catalog.find({ query: '', limit: 9 }).map(({ title }) => title)).toEqual([
      'Essay',
    ])
    expect(writer.workspace.documents.known('1')?.etag).toBe(etag)
  })
})

test('[L17] a list that shows the beginning of each text: texts are read one by one, and each is here whole', async () => {
  const writer = await start(shortLists)
  const textOf = (title: string) => writer.workspace.documents.read(idOf(writer, title))?.text
  expect(textOf('Essay')).toBe('First.\n\nSecond.\n')
  await changeThere(writer, '1', { content: 'First.\n\nSecond, and more.\n' })
  await createThere(writer, { title: 'Third', content: 'A third text, as long as this.' })
  await writer.pass(70_000)
  expect(textOf('Essay')).toBe('First.\n\nSecond, and more.\n')
  expect(textOf('Third')).toBe('A third text, as long as this.')
  expect(capabilitiesOf(writer)).toContain(
    'Its lists show a part of each text only: each text is fetched by itself.',
  )
})

test('[W17] [L18] a clock two days ahead, no Idempotency-Key, a lost answer: the create finds its document', async () => {
  const clock = createVirtualClock()
  const variant = stacked(
    ignoresKeys,
    datedBy(() => clock.now()),
  )
  const writer = openWriter({ variant, clock, known: { ...OUR_CAPABILITIES, idempotency: 'no' } })
  writers.push(writer)
  writer.die()
  writer.skewMs = 48 * 60 * 60_000
  writer.revive()
  writer.workspace.attend('focused')
  await writer.pass(70_000)
  writer.faults.plan({ kind: 'answer-lost' }, 'POST /documents')
  await writer.workspace.documents.create({ title: 'Once', text: 'Written once.' })
  for (let minutes = 0; minutes < 15; minutes++) await writer.pass(60_000)
  expect(await allThere(writer)).toEqual([['Once', 'Written once.']])
  expect(writer.workspace.catalog.find({ query: '', limit: 9 })).toHaveLength(1)
  expect(writer.workspace.outbox.waiting()).toBe(0)
})
