import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runExport } from '../../main/porting/export'
import { openFolder } from '../../main/porting/folder-source'
import { runImport } from '../../main/porting/import'
import { planImport } from '../../main/porting/import-plan'
import { createPorting } from '../../main/porting/porting'
import { createMutex } from '../../main/porting/mutex'
import { BEGUN } from '../../main/porting/manifest'
import { realFiles, type FileSystem } from '../../main/porting/whole-files'
import { failure, faultyDisk } from './faulty-disk'
import { createThere, openLibraryOf, openWriter, type Writer } from './writer'

const PICTURE = Buffer.alloc(5_000, 7)
const NOTES = ['a/Ebb.md', 'a/Flood.md', 'Mud.md', 'Salt.md', 'Weed.md']

let writer: Writer
let folder: string

/** Creates a library with five documents and an image. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stet-disk-'))
  const notes = path.join(folder, 'notes')
  mkdirSync(path.join(notes, 'a'), { recursive: true })
  for (const note of NOTES) writeFileSync(path.join(notes, note), `Of ${note}.`)
  writeFileSync(path.join(notes, 'Salt.md'), 'Salt ![](salt.png)')
  writeFileSync(path.join(notes, 'salt.png'), PICTURE)
  writer = openWriter()
  writer.faults.offline(true)
  const going = { signal: new AbortController().signal, onProgress: () => {} }
  const plan = await planImport(openFolder(notes))
  await runImport(plan, writer.workspace, { ...going, folderId: null, tagsInText: false, keepDates: false })
})

afterEach(async () => {
  await writer.close()
  rmSync(folder, { recursive: true, force: true })
})

const exportWith = (fs: FileSystem, folderId: string | null = null) =>
  runExport(writer.workspace, {
    folder: path.join(folder, 'out'),
    folderId,
    withVersions: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    fs,
  })

const written = () =>
  readdirSync(path.join(folder, 'out'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => name !== BEGUN)
    .toSorted()

const WHOLE = ['Ebb.md', 'Flood.md', 'Mud.md', 'Salt.md', 'Weed.md', 'salt.png', 'stet-library.json']

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])(
  'a disk that stops with %s at any write: told what is there and what is not, and gone on with',
  async (code) => {
    // The writes are the manifest, five documents, the image, and the manifest with the entry of the image.
    for (let room = 0; room < 8; room++) {
      const disk = faultyDisk(code)
      disk.room = room
      const stopped = await exportWith(disk.fs)
      const documents = Math.min(5, Math.max(0, room - 1))
      expect(stopped).toMatchObject({
        documents,
        files: room === 7 ? 1 : 0,
        left: { documents: 5 - documents },
        isComplete: false,
        problem: { message: expect.stringContaining('out') },
      })
      expect(stopped.problem?.code).toBe(
        code === 'ENOSPC' || code === 'EDQUOT' ? 'storage-full' : 'storage-failed',
      )
      if (room > 0) expect(written()).toHaveLength(Math.min(room, 7))
      expect(written().filter((name) => name.endsWith('.half'))).toEqual([])

      // The disk has space again.
      disk.room = Infinity
      expect(await exportWith(disk.fs)).toMatchObject({
        documents: 5,
        files: 1,
        left: { documents: 0, files: 0 },
        failed: [],
        isComplete: true,
      })
      expect(written()).toEqual(WHOLE)
      const twice = disk.writes.filter((name, at) => disk.writes.indexOf(name) !== at)
      expect(twice).toEqual(['stet-library.json'])
      expect(readFileSync(path.join(folder, 'out', 'Files', 'salt.png'))).toEqual(PICTURE)
      rmSync(path.join(folder, 'out'), { recursive: true })
    }
  },
)

test('an export that is whole already writes nothing', async () => {
  const disk = faultyDisk('ENOSPC')
  await exportWith(disk.fs)
  disk.writes.length = 0
  disk.room = 0
  expect(await exportWith(disk.fs)).toMatchObject({ documents: 5, files: 1, isComplete: true })
  expect(disk.writes).toEqual([])
})

test('one place that may not be written is listed and the others are written', async () => {
  const disk = faultyDisk('')
  const fs: FileSystem = {
    ...realFiles,
    writeFile: (async (file: string, content: string) => {
      if (file.includes('Mud')) throw failure('EACCES')
      await realFiles.writeFile(file, content)
    }) as FileSystem['writeFile'],
  }
  expect(await exportWith(fs)).toMatchObject({
    documents: 4,
    failed: [{ path: 'Mud.md', why: 'This place may not be written.' }],
  })
  expect(await exportWith(disk.fs)).toMatchObject({ documents: 5, failed: [] })
  expect(disk.writes).toEqual(['Mud.md', 'stet-library.json'])
})

test('what really stands in the way is said: a folder for a file, a file for a folder', async () => {
  const out = path.join(folder, 'out')
  mkdirSync(path.join(out, 'Weed.md'), { recursive: true })
  writeFileSync(path.join(out, 'a'), 'a file')
  writeFileSync(path.join(out, 'Files'), 'another')
  const done = await exportWith(realFiles)
  expect(done).toMatchObject({ documents: 2, files: 0, left: { documents: 0, files: 0 } })
  expect(Object.fromEntries(done.failed.map((one) => [one.path, one.why]))).toEqual({
    a: 'A file stands where its folder should be.',
    'a/Ebb.md': 'A file stands where its folder should be.',
    'a/Flood.md': 'A file stands where its folder should be.',
    'Weed.md': 'A folder of this name stands in its place.',
    'Files/salt.png': 'A file stands where its folder should be.',
  })
})

test('a folder of which nothing could be written still says which files it names', async () => {
  const { catalog, documents } = writer.workspace
  const folderId = catalog.library().folders.find(({ name }) => name === 'a')?.id ?? ''
  const [salt] = catalog.find({ query: 'Salt', limit: 1 })
  await documents.editFields({ id: salt?.id ?? '', folderId })
  const disk = faultyDisk('ENOSPC')
  disk.room = 1
  expect((await exportWith(disk.fs, folderId)).left).toEqual({ documents: 3, files: 1 })
  disk.room = Infinity
  expect(await exportWith(disk.fs, folderId)).toMatchObject({ documents: 3, files: 1, isComplete: true })
})

test('the half of a file that a killed export left goes when the export is gone on with', async () => {
  await exportWith(realFiles)
  writeFileSync(path.join(folder, 'out', 'Mud.md.half'), 'Of M')
  await exportWith(realFiles)
  expect(written()).toEqual(WHOLE)
})

test('the window goes on where the export stopped, without being asked where', async () => {
  const disk = faultyDisk('ENOSPC')
  const porting = createPorting({
    emit: () => {},
    mutex: createMutex(),
    fs: disk.fs,
  })
  const library = { ...openLibraryOf(writer), hasRead: () => true }
  const input = { folderId: null, withVersions: false }
  await expect(porting.goOnExporting(library)).rejects.toThrow('Choose where')
  disk.room = 3
  const stopped = await porting.export(input, folder, library)
  expect(stopped).toMatchObject({ documents: 2, left: { documents: 3 }, isComplete: false })
  disk.room = Infinity
  expect(await porting.goOnExporting(library)).toMatchObject({
    folder: stopped?.folder,
    documents: 5,
    isComplete: true,
  })
  await expect(porting.goOnExporting(library)).rejects.toThrow('Choose where')
})

const contentOf = (name: string) => readFileSync(path.join(folder, 'out', name), 'utf8')

test('[M8] a file that was changed in the folder keeps its words, and is said; what nobody changed is brought up to date', async () => {
  await exportWith(realFiles)
  const [mud] = writer.workspace.catalog.find({ query: 'Mud', limit: 1 })
  const window = await writer.edit(mud?.id ?? '')
  await window.append(' More of it.')
  await writer.pass(1_000)
  writeFileSync(path.join(folder, 'out', 'Weed.md'), 'Words of another program.')
  writeFileSync(path.join(folder, 'out', 'Files', 'salt.png'), 'drawn over')
  const done = await exportWith(realFiles)
  expect(done).toMatchObject({
    isComplete: true,
    failed: [],
    kept: [
      { path: 'Weed.md', as: 'Weed (changed).md' },
      { path: 'Files/salt.png', as: 'salt (changed).png' },
    ],
  })
  expect(contentOf('Weed (changed).md')).toBe('Words of another program.')
  expect(contentOf('Weed.md')).toContain('Of Weed.md.')
  expect(contentOf('Files/salt (changed).png')).toBe('drawn over')
  expect(contentOf('Mud.md')).toContain('More of it.')
  expect(written()).toEqual([...WHOLE, 'Weed (changed).md', 'salt (changed).png'].toSorted())
  // The file is changed a second time, and both changed versions are kept.
  writeFileSync(path.join(folder, 'out', 'Weed.md'), 'And once more.')
  await exportWith(realFiles)
  expect(contentOf('Weed (changed 2).md')).toBe('And once more.')
  expect(contentOf('Weed (changed).md')).toBe('Words of another program.')
})

test('[M8] what an export that was cancelled wrote is known to the next one', async () => {
  const stop = new AbortController()
  await runExport(writer.workspace, {
    folder: path.join(folder, 'out'),
    folderId: null,
    withVersions: false,
    signal: stop.signal,
    onProgress: (done) => done === 4 && stop.abort(),
  })
  for (const title of ['Ebb', 'Flood', 'Mud']) {
    const [found] = writer.workspace.catalog.find({ query: title, limit: 1 })
    await (await writer.edit(found?.id ?? '')).append(' Edited.')
  }
  await writer.pass(1_000)
  expect(await exportWith(realFiles)).toMatchObject({ isComplete: true, kept: [] })
  expect(written()).toEqual(WHOLE)
})

test('[M8] what an export wrote that was killed is known to the next one, which goes on in its folder', async () => {
  let renamed = 0
  const rename: FileSystem['rename'] = (from, to) =>
    ++renamed > 5 ? new Promise(() => {}) : realFiles.rename(from, to)
  const killed = createPorting({ emit: () => {}, mutex: createMutex(), fs: { ...realFiles, rename } })
  const library = { ...openLibraryOf(writer), hasRead: () => true }
  const input = { folderId: null, withVersions: false }
  void killed.export(input, folder, library)
  await expect.poll(() => renamed).toBe(6)
  for (const title of ['Ebb', 'Flood', 'Mud']) {
    const [found] = writer.workspace.catalog.find({ query: title, limit: 1 })
    await (await writer.edit(found?.id ?? '')).append(' Edited.')
  }
  await writer.pass(1_000)
  const after = createPorting({ emit: () => {}, mutex: createMutex() })
  const done = await after.export(input, folder, library)
  expect(done).toMatchObject({ isComplete: true, keptCount: 0, documents: 5 })
  const exported = readdirSync(folder).filter((name) => name.endsWith(' export'))
  expect(exported).toHaveLength(1)
  const files = readdirSync(path.join(folder, exported[0] ?? ''), { recursive: true, encoding: 'utf8' })
  expect(files.map((file) => path.basename(file)).toSorted()).toEqual(['Files', 'a', ...WHOLE].toSorted())
})

test('[M8] an export into a folder that holds one of another library goes beside it', async () => {
  const other = openWriter({ name: 'other' })
  try {
    other.faults.offline(true)
    await other.workspace.documents.create({ title: 'Weed', text: 'Of another library.' })
    const porting = createPorting({ emit: () => {}, mutex: createMutex() })
    const input = { folderId: null, withVersions: false }
    const first = await porting.export(input, folder, openLibraryOf(writer))
    const root = first?.folder ?? ''
    const second = await porting.export(input, root, openLibraryOf(other))
    expect(second?.folder).toBe(path.join(root, 'Test export'))
    expect(readFileSync(path.join(root, 'Weed.md'), 'utf8')).toContain('Of Weed.md.')
    // An own folder is used again, even after a restart.
    expect((await porting.export(input, root, openLibraryOf(writer)))?.folder).toBe(root)
    writer.crash()
    expect((await porting.export(input, root, openLibraryOf(writer)))?.folder).toBe(root)
    // A manifest that names no library, as another program may write one, belongs to no library.
    writeFileSync(path.join(root, 'stet-library.json'), '{"stet": 1, "folders": [], "tags": [], "files": []}')
    expect((await porting.export(input, root, openLibraryOf(writer)))?.folder).not.toBe(root)
  } finally {
    await other.close()
  }
})

test('the export of a library that was never read in full waits for that, and says so where it cannot be read', async () => {
  const fresh = openWriter()
  for (const title of ['One', 'Two']) await createThere(fresh, { title })
  const porting = createPorting({ emit: () => {}, mutex: createMutex() })
  const wanted = { folderId: null, withVersions: false }
  fresh.faults.offline(true)
  const library = openLibraryOf(fresh)
  const without = await porting.export(wanted, folder, library)
  expect(without).toMatchObject({ documents: 0, failedCount: 1 })
  expect(without?.failed[0]?.why).toContain('has not been read in full')
  fresh.faults.offline(false)
  fresh.workspace.retry()
  const whole = porting.export(wanted, folder, library)
  await fresh.pass(60_000)
  expect(await whole).toMatchObject({ documents: 2, failed: [] })
  await fresh.close()
})
