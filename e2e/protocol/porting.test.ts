import fc from 'fast-check'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runExport } from '../../main/porting/export'
import { filesIn } from '../../main/porting/files-source'
import { openFolder } from '../../main/porting/folder-source'
import { FILES_FOLDER } from '../../main/porting/manifest'
import { runImport } from '../../main/porting/import'
import { planImport, type ImportPlan } from '../../main/porting/import-plan'
import { createPorting } from '../../main/porting/porting'
import { exceptionWords } from '../../shared/text/exception-words'
import { createMutex } from '../../main/porting/mutex'
import { openZip } from '../../main/porting/zip-source'
import { useFolders } from './folders'
import { openLibraryOf, type Writer } from './writer'
import { useWriters } from './writers'

// Writers are closed before their files are removed.
const { folders, freshFolder, sample } = useFolders()
const { start, startOffline } = useWriters()

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const going = () => ({ signal: new AbortController().signal, onProgress: () => {} })

const bringIn = (plan: ImportPlan, writer: Writer, tagsInText = false) =>
  runImport(plan, writer.workspace, { ...going(), folderId: null, tagsInText, keepDates: false })
const importFolder = async (folder: string, writer: Writer, tagsInText = false) =>
  bringIn(await planImport(openFolder(folder)), writer, tagsInText)
const exportTo = (folder: string, { workspace }: Writer, more: { withVersions?: boolean } = {}) =>
  runExport(workspace, { ...going(), folder, folderId: null, withVersions: false, ...more })

/** Describes a library without ids. */
async function libraryOf({ workspace }: Writer) {
  const library = workspace.catalog.library()
  const place = (id: string | null): string => {
    const folder = library.folders.find((one) => one.id === id)
    return folder ? `${place(folder.parentId)}/${folder.name}` : ''
  }
  const name = new Map(library.tags.map((tag) => [tag.id, tag.name]))
  const links = new Map(workspace.attachments.list().map((file) => [file.link, file.name]))
  const { items } = await workspace.catalog.documents({
    filter: {},
    sort: 'title',
    descending: false,
    offset: 0,
    limit: 500,
  })
  return {
    folders: library.folders.map(({ id }) => place(id)).toSorted(),
    tags: library.tags.map((tag) => tag.name).toSorted(),
    files: workspace.attachments
      .list()
      .map((file) => `${file.name}: ${file.alt}`)
      .toSorted(),
    documents: items
      .map(({ id, folderId, status, tagIds }) => {
        const { text = '', fields } = workspace.documents.read(id) ?? {}
        let plain = text
        for (const [link, file] of links) plain = plain.replaceAll(link, `file:${file}`)
        return {
          title: fields?.title ?? '',
          text: plain,
          status,
          in: place(folderId),
          tags: tagIds.map((tag) => name.get(tag) ?? '').toSorted(),
        }
      })
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  }
}
const documentsOf = async (writer: Writer) =>
  (await libraryOf(writer)).documents.map(({ title, text, tags, in: at }) => ({ title, text, tags, in: at }))

test('a picture that another device has just uploaded is exported, though no list has told of it yet', async () => {
  const writer = start()
  await writer.pass(60_000)
  const form = new FormData()
  form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'sea.png')
  const uploaded = await writer.other.call('files.upload', { body: form })
  if (uploaded.kind !== 'ok') throw new Error('not uploaded')
  const text = `![The sea](/api/v1/files/${uploaded.data[0]?.id}/serve)`
  writer.workspace.documents.createAll([{ title: 'Sea', text, folderId: null, tagIds: [], status: 'draft' }])
  const folder = freshFolder()
  expect(await exportTo(folder, writer)).toMatchObject({ files: 1, failed: [], isComplete: true })
  expect(readFileSync(path.join(folder, FILES_FOLDER, 'sea.png'))).toEqual(PIXEL)
  expect(readFileSync(path.join(folder, 'Sea.md'), 'utf8')).toContain(`![The sea](${FILES_FOLDER}/sea.png)`)
})

test('export, then import, gives the same library', async () => {
  const nasty = fc.constantFrom(
    'CON',
    'a/b',
    'A/B',
    '..',
    '“quoted”',
    'x'.repeat(250),
    '\u202Erevo',
    '👩‍👩‍👧 family',
    'Essay',
    'essay',
    'Files',
    'stet-library.json',
  )
  const name = fc.oneof(
    nasty,
    fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== ''),
  )
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      '---\ntitle: mine\n---\nText',
      '\r\nTwo\r\n\r\nlines\r\n',
      '[[Essay]] and [x](CON.md)',
      '```\n[a](Files/map.png)\n```',
      '\n\n  last',
    ),
  )
  const library = fc.record({
    folders: fc.array(fc.record({ name, under: fc.nat(4) }), { maxLength: 4 }),
    tags: fc.uniqueArray(name, {
      maxLength: 3,
      selector: (tag) => tag.trim().toLowerCase().replace(/\s+/g, ' '),
    }),
    files: fc.array(name, { maxLength: 2 }),
    documents: fc.array(
      fc.record({
        title: name,
        text,
        in: fc.nat(4),
        tag: fc.nat(3),
        file: fc.nat(2),
        published: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(library, async (wanted) => {
      const writer = startOffline()
      const { workspace } = writer
      const ids: string[] = []
      for (const folder of wanted.folders)
        ids.push(
          (await workspace.organise.createFolder({ name: folder.name, parentId: ids[folder.under] ?? null }))
            .id,
        )
      const tags: string[] = []
      for (const tag of wanted.tags) tags.push((await workspace.organise.createTag({ name: tag })).id)
      const links: string[] = []
      for (const file of wanted.files)
        links.push(
          (
            await workspace.attachments.take(
              `${file}.png`,
              Buffer.concat([PIXEL, Buffer.from(file)]),
              `of ${file}`,
            )
          ).link,
        )
      workspace.documents.createAll(
        wanted.documents.map(({ title, text: words, in: at, tag, file, published }) => ({
          title,
          text: links[file] === undefined ? words : `${words}\n![it](${links[file]})`,
          folderId: ids[at] ?? null,
          tagIds: tags[tag] === undefined ? [] : [tags[tag]],
          status: published ? 'published' : 'draft',
        })),
      )
      const folder = path.join(freshFolder(), 'export')
      expect(await exportTo(folder, writer)).toMatchObject({ isComplete: true, failed: [] })
      const other = startOffline()
      expect(await importFolder(folder, other)).toMatchObject({ isComplete: true, failed: [] })
      expect(await libraryOf(other)).toEqual(await libraryOf(writer))
      // A second import changes nothing, because all of the content is recognised.
      const again = await importFolder(folder, other)
      expect(again).toMatchObject({ documents: 0, files: 0, duplicates: wanted.documents.length })
    }),
    { seed: 5, numRuns: 12 },
  )
}, 60_000)

test('links from file to file become links by title, where those say the same', async () => {
  const folder = sample({
    'Essay.md':
      'See [The keeper](Notes/Keeper.md), [her *lamp*](<Notes/Keeper.md#lamp>) and ![](Notes/Keeper.md).\n' +
      '| [row](Notes/Keeper.md) | b |\n[one](a/Same.md) [two](b/Same.md) [gone](Gone.md)\n' +
      '[said](Notes/Keeper.md "more") [a [b]](Notes/Keeper.md) [c](Notes/C%23.md) \\[d](Notes/Keeper.md)\n`[x](Notes/Keeper.md)`\n',
    'Notes/Keeper.md': '---\ntitle: The keeper\n---\nBack to [Essay](../Essay.md#top).\n',
    'Notes/C#.md': 'C',
    'a/Same.md': 'one',
    'b/Same.md': 'two',
  })
  const plan = await planImport(openFolder(folder))
  expect(plan.turnedLinks).toBe(5)
  const writer = startOffline()
  await bringIn(plan, writer)
  const texts = Object.fromEntries((await documentsOf(writer)).map(({ title, text }) => [title, text]))
  expect(texts['Essay']).toBe(
    'See [[The keeper]], [[The keeper#lamp|her *lamp*]] and ![](Notes/Keeper.md).\n' +
      '| [[The keeper\\|row]] | b |\n[one](a/Same.md) [two](b/Same.md) [gone](Gone.md)\n' +
      '[said](Notes/Keeper.md "more") [a [b]](Notes/Keeper.md) [[C|c]] \\[d](Notes/Keeper.md)\n`[x](Notes/Keeper.md)`\n',
  )
  expect(texts['The keeper']).toBe('Back to [[Essay#top|Essay]].\n')
  // Documents with the same content are not created twice.
  expect(await bringIn(await planImport(openFolder(folder)), writer)).toMatchObject({ documents: 0 })
})

describe('files of other programs', () => {
  test('Obsidian: a vault with embeds, wiki links, aliases, tags and its own folder', async () => {
    const folder = sample({
      '.obsidian/app.json': '{}',
      'Harbour.md':
        '---\ntags:\n  - sea\naliases: [Port]\n---\nSee [[Notes/Boat|the boat]] and [[Keeper#Lamp]]. #coast\n\n![[map.png|300]]\n',
      'Notes/Boat.md': 'Back to [the harbour](../Harbour.md) with ![a map](../img/map.png).',
      'Keeper.md': '---\ntitle: The keeper\n---\n## Lamp\n',
      'img/map.png': PIXEL,
      'img/unused.png': PIXEL,
    })
    const plan = await planImport(openFolder(folder))
    expect(plan).toMatchObject({
      program: 'Obsidian',
      left: [
        { path: 'img/unused.png', why: 'No document names it.' },
        { path: '.obsidian/', why: 'It is a hidden folder.' },
      ],
    })
    const writer = startOffline()
    expect(await bringIn(plan, writer, true)).toMatchObject({ documents: 3, files: 1 })
    expect(await documentsOf(writer)).toEqual([
      {
        title: 'Boat',
        text: 'Back to [[Harbour|the harbour]] with ![a map](file:map.png).',
        tags: [],
        in: '/Notes',
      },
      {
        title: 'Harbour',
        text: '---\naliases: [Port]\n---\nSee [[Boat|the boat]] and [[The keeper#Lamp]]. #coast\n\n![map.png](file:map.png)\n',
        tags: ['coast', 'sea'],
        in: '',
      },
      { title: 'The keeper', text: '## Lamp\n', tags: [], in: '' },
    ])
  })

  test('Joplin: markdown with front matter and resources beside it', async () => {
    const folder = sample({
      'Notebook/Tide tables.md':
        '---\ntitle: Tide tables\ncreated: 2021-02-03 04:05:06Z\ntags:\n  - sea\n---\n\n![chart](../_resources/0a1b.png)\n',
      '_resources/0a1b.png': PIXEL,
    })
    const plan = await planImport(openFolder(folder))
    expect(plan.program).toBe('Joplin')
    const writer = startOffline()
    await bringIn(plan, writer)
    expect(await documentsOf(writer)).toEqual([
      {
        title: 'Tide tables',
        text: '---\ncreated: 2021-02-03 04:05:06Z\n---\n\n![chart](file:0a1b.png)\n',
        tags: ['sea'],
        in: '/Notebook',
      },
    ])
  })

  test('Bear: a heading that is the title stays, tags in the text, pictures in a folder of the name', async () => {
    const folder = sample({
      'Night ferry.md': '# Night ferry\n#travel/boats #slow trains#\n\n![](Night%20ferry/deck.png)\n',
      'Night ferry/deck.png': PIXEL,
    })
    const writer = startOffline()
    await importFolder(folder, writer, true)
    expect(await documentsOf(writer)).toEqual([
      {
        title: 'Night ferry',
        text: '# Night ferry\n#travel/boats #slow trains#\n\n![](file:deck.png)\n',
        tags: ['slow trains', 'travel/boats'],
        in: '',
      },
    ])
  })

  test('iA Writer: content blocks stand for pictures', async () => {
    const folder = sample({
      'Book/Chapter.txt': 'Before\n\n/Pictures/boat.png "The boat"\n\nAfter [[Other]]\n',
      'Book/Other.txt': 'x',
      'Pictures/boat.png': PIXEL,
    })
    const plan = await planImport(openFolder(folder))
    expect(plan.program).toBe('iA Writer')
    const writer = startOffline()
    await bringIn(plan, writer)
    expect((await documentsOf(writer))[0]).toMatchObject({
      title: 'Chapter',
      text: 'Before\n\n![The boat](file:boat.png)\n\nAfter [[Other]]\n',
      in: '/Book',
    })
  })
})

describe('what cannot be taken is skipped and listed', () => {
  test('binaries, other encodings, links, broken front matter', async () => {
    const folder = sample({
      'good.md': 'Good',
      'binary.md': Buffer.from([1, 0, 2, 0]),
      'latin.md': Buffer.from('Stra\xdfe', 'latin1'),
      'broken.md': '---\n{ broken\n---\nWords',
    })
    symlinkSync('/etc/hosts', path.join(folder, 'link.md'))
    const plan = await planImport(openFolder(folder))
    expect(plan.documents.map(({ title }) => title).toSorted()).toEqual(['broken', 'good'])
    const broken = plan.documents.find(({ title }) => title === 'broken')
    expect(await broken?.textOf(() => undefined)).toContain('{ broken')
    expect(plan.left.map(({ path: file, isTaken }) => `${file} ${isTaken}`).toSorted()).toEqual([
      'binary.md false',
      'broken.md true',
      'latin.md false',
      'link.md false',
    ])
  })

  test('of a title that is too long the whole stays in the text', async () => {
    const title = 'Sea '.repeat(100).trim()
    const folder = sample({ 'Sea.md': `---\ntitle: ${title}\ntags: [salt]\n---\nWords` })
    const plan = await planImport(openFolder(folder))
    const [sea] = plan.documents
    expect(sea).toMatchObject({ title: title.slice(0, 255), tags: ['salt'] })
    expect(await sea?.textOf(() => undefined)).toBe(`---\ntitle: ${title}\n---\nWords`)
    expect(plan.left).toEqual([
      expect.objectContaining({
        path: 'Sea.md',
        isTaken: true,
        why: expect.stringMatching(/^Its title is longer/),
      }),
    ])
  })

  test('a zip with paths that point outside, a bomb, and damage', async () => {
    const folder = freshFolder()
    const file = path.join(folder, 'notes.zip')
    writeFileSync(
      file,
      zipOf([
        { name: 'Notes/good.md', bytes: Buffer.from('Good ![m](m.png)') },
        { name: 'Notes/m.png', bytes: PIXEL },
        { name: '../../evil.md', bytes: Buffer.from('Evil') },
        { name: '/etc/evil.md', bytes: Buffer.from('Evil') },
        { name: 'C:\\evil.md', bytes: Buffer.from('Evil') },
        { name: 'link.md', bytes: Buffer.from('/etc/hosts'), mode: 0o120777 },
        { name: 'bomb.md', bytes: Buffer.alloc(1_000_000), claims: 10 },
        { name: 'damaged.md', bytes: Buffer.from('Damaged'), crc: 1 },
      ]),
    )
    const source = await openZip(file)
    const plan = await planImport(source)
    expect(plan.documents.map(({ path: from }) => from)).toEqual(['Notes/good.md'])
    expect(plan.left.map((left) => left.path).toSorted()).toEqual(
      ['../../evil.md', '/etc/evil.md', 'C:/evil.md', 'bomb.md', 'damaged.md', 'link.md'].toSorted(),
    )
    const writer = startOffline()
    expect(await bringIn(plan, writer)).toMatchObject({ documents: 1, files: 1 })
    await source.close()
    writeFileSync(file, 'no zip at all')
    await expect(openZip(file)).rejects.toThrow('no zip')
  })
})

describe('[M9] a zip that would fill the memory is refused before anything of it is read', () => {
  const refused = async (bytes: Buffer) => {
    const file = path.join(freshFolder(), 'bomb.zip')
    writeFileSync(file, bytes)
    await expect(openZip(file)).rejects.toThrow('unpacks to far more')
  }

  test('entries that share their packed bytes', async () => {
    const text = Buffer.from('words '.repeat(2_000))
    await refused(
      zipOf(Array.from({ length: 40 }, (_, n) => ({ name: `${n}.md`, bytes: text, shares: n > 0 }))),
    )
  })

  test('sizes out of proportion', () =>
    refused(zipOf([{ name: 'a.md', bytes: Buffer.alloc(70_000_000, ' ') }])))

  test('a real vault of many equal texts is not refused', async () => {
    const file = path.join(freshFolder(), 'vault.zip')
    const bytes = Buffer.from(`${'Salt and tide. '.repeat(40)}${Math.PI}`)
    writeFileSync(file, zipOf(Array.from({ length: 500 }, (_, n) => ({ name: `${n}.md`, bytes }))))
    const source = await openZip(file)
    const plan = await planImport(source)
    expect(plan.documents).toHaveLength(500)
    await source.close()
  })

  test('zip64, as large vaults come', async () => {
    const file = path.join(freshFolder(), 'zip64.zip')
    writeFileSync(file, asZip64(zipOf([{ name: 'a.md', bytes: Buffer.from('Words') }])))
    const source = await openZip(file)
    const [document] = (await planImport(source)).documents
    expect(await document?.textOf(() => undefined)).toBe('Words')
    await source.close()
  })
})

test('an import that was cancelled goes on where it stopped, and an export too', async () => {
  const folder = sample(
    Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`note ${n}.md`, `Text ${n}`])),
  )
  const writer = startOffline()
  const plan = await planImport(openFolder(folder))
  const stop = new AbortController()
  const first = await runImport(plan, writer.workspace, {
    folderId: null,
    tagsInText: false,
    keepDates: false,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  })
  expect(first).toMatchObject({ documents: 250, isComplete: false })
  expect(await bringIn(plan, writer)).toMatchObject({ documents: 150, duplicates: 250, isComplete: true })

  const target = path.join(freshFolder(), 'export')
  const halt = new AbortController()
  const half = await runExport(writer.workspace, {
    folder: target,
    folderId: null,
    withVersions: false,
    signal: halt.signal,
    onProgress: (done) => done === 20 && halt.abort(),
  })
  expect(half).toMatchObject({ documents: 21, isComplete: false })
  expect(await exportTo(target, writer)).toMatchObject({ documents: 400, isComplete: true })
  expect(readdirSync(target)).toHaveLength(401)
  expect(readdirSync(target).some((name) => name.endsWith('.half'))).toBe(false)
})

test('what was imported offline is sent as any other document, each once', async () => {
  const writer = startOffline()
  await importFolder(sample({ 'a/One.md': 'One ![m](m.png)', 'a/m.png': PIXEL, 'Two.md': 'Two' }), writer)
  writer.faults.clear()
  writer.workspace.retry()
  for (let turn = 0; turn < 60; turn++) {
    await writer.pass(1_000)
    await new Promise((done) => setTimeout(done, 5))
  }
  const answer = await writer.other.call('documents.list')
  const there =
    answer.kind === 'ok' ? answer.data.map(({ title, content }) => `${title}: ${content}`).toSorted() : []
  expect(there).toEqual([
    expect.stringMatching(/^One: One !\[m\]\(\/api\/v1\/files\/\d+\/serve\)$/),
    'Two: Two',
  ])
  expect(existsSync('/etc/evil.md')).toBe(false)
  expect(readFileSync(path.join(folders.at(-1)!, 'Two.md'), 'utf8')).toBe('Two')
})

interface Packed {
  readonly name: string
  readonly bytes: Buffer
  readonly mode?: number
  /** A wrong size to be declared. */
  readonly claims?: number
  readonly crc?: number
  /** Whether the entry shares the compressed bytes of the previous entry. */
  readonly shares?: boolean
}

/** A zip file as other programs write it, with possible errors. */
function zipOf(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  let last = 0
  for (const { name, bytes, mode = 0o100644, claims = bytes.length, crc = crc32(bytes), shares } of files) {
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(title.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(0x800, 8)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(crc, 16)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(claims, 24)
    central.writeUInt16LE(title.length, 28)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    last = shares === true ? last : offset
    central.writeUInt32LE(last, 42)
    centrals.push(central, title)
    if (shares === true) continue
    locals.push(local, title, packed)
    offset += 30 + title.length + packed.length
  }
  const list = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, end])
}

/** The same zip file with a zip64 end record, and an end record without values. */
function asZip64(zip: Buffer): Buffer {
  const end = zip.subarray(-22)
  const [count, length, from] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(length), 40)
  record.writeBigUInt64LE(BigInt(from), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(zip.length - 22), 8)
  locator.writeUInt32LE(1, 16)
  const plain = Buffer.from(end)
  plain.writeUInt16LE(0xffff, 8)
  plain.writeUInt16LE(0xffff, 10)
  plain.writeUInt32LE(0xffffffff, 12)
  plain.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([zip.subarray(0, -22), record, locator, plain])
}

test('a window cancels what it has begun itself, and nothing of another one', async () => {
  const writer = startOffline()
  const library = openLibraryOf(writer)
  const mutex = createMutex()
  const porting = createPorting({ emit: () => {}, mutex })
  const notes = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`Note ${at}.md`, `${at}.`]))
  const [one, other] = [{}, {}]
  const { plan = 0 } = (await porting.plan(sample(notes), library, one)) ?? {}
  // The other window cancels its own dialog.
  porting.cancel(other)
  const how = { plan, folderId: null, tagsInText: false, keepDates: false }
  const importing = porting.import(how, library, one)
  await new Promise((resolve) => setImmediate(resolve))
  porting.cancel(other)
  expect(await importing).toMatchObject({ documents: 600, isComplete: true })

  const exporting = mutex.runExclusive(
    (signal) => new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(true))),
    one,
  )
  porting.cancel(other)
  porting.cancel(one)
  expect(await exporting).toBe(true)
})

test('files that the system opens become drafts, each once, until a window takes them', async () => {
  const folder = sample({
    'Low tide.md': '---\ntags: [sea]\n---\nBoats',
    'binary.md': Buffer.from([0, 1]),
    'chart.png': 'no picture',
  })
  const writer = startOffline()
  const told: string[] = []
  const porting = createPorting({
    emit: () => {},
    mutex: createMutex(),
  })
  const files = filesIn(['Low tide.md', 'binary.md', 'chart.png', 'away.txt', 'away'], folder)
  expect(files.map((file) => path.relative(folder, file))).toEqual([
    'Low tide.md',
    'binary.md',
    'chart.png',
    'away.txt',
  ])
  const library = openLibraryOf(writer, (name) => void told.push(name))
  expect(exceptionWords(await porting.openFiles(files.slice(2, 3), library))).toBe(
    '“chart.png” was not taken. Stet opens Markdown, plain text, Word and HTML. “Import…” takes folders and zips of them, too.',
  )
  told.length = 0
  await porting.openFiles(files.slice(0, 2), library)
  expect(told).toEqual(['drafts.opened'])
  porting.showDocument('linked', library)
  const opened = porting.takeDrafts(library)
  const [id = ''] = opened.ids
  expect(opened).toEqual({
    ids: [id, 'linked'],
    copied: { made: 1, known: 0, name: 'Low tide.md', folder: path.basename(folder) },
  })
  expect(writer.workspace.documents.read(id)).toMatchObject({ text: 'Boats', fields: { title: 'Low tide' } })
  expect(porting.takeDrafts(library)).toEqual({ ids: [] })
  const bytes = new TextEncoder().encode('Boats')
  expect(await porting.addDrafts({ files: [{ name: '../../Harbour.md', bytes }] }, library)).toMatchObject({
    duplicateIds: [],
    left: [],
  })
  expect(await documentsOf(writer)).toEqual([
    { title: 'Harbour', text: 'Boats', tags: [], in: '' },
    { title: 'Low tide', text: 'Boats', tags: ['sea'], in: '' },
  ])
})
