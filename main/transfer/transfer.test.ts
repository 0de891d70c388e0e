import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppError } from '../../shared/problem'
import { openConnectionList } from '../connections/list/connection-list'
import { createMutex, type Mutex } from '../porting/mutex'
import { openEntries, nameOf } from '../porting/zip-source'
import { openDatabase } from '../store/database'
import { openSettings } from '../system/settings'
import {
  arrivalFolder,
  decideArrival,
  finishArrival,
  forgetArrival,
  isDecided,
  settleArrival,
} from './arrival'
import { settingsFrom } from './carried-settings'
import { FORM, MANIFEST, type Manifest } from './manifest'
import { clearPacking, pack, putInPlace, type PackJob } from './pack'
import { createTransfer, SCRATCH, type TransferParts } from './transfer'
import { cancelled } from './transfer-thread'
import { isNewer, unpack } from './unpack'
import { createZip } from './zip-writer'

const VERSION = '0.1.0'
const nobody = () => {}

let root: string
let profile: string
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'stet-transfer-'))
  profile = path.join(root, 'profile')
  fs.mkdirSync(profile)
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

/** A library with one unsent document, and a key that was used. */
function library(id: string, words = 'Boats lie on the mud.'): string {
  const folder = path.join(profile, 'connections', id)
  const database = openDatabase(path.join(folder, 'library.db'))
  database.exec(`
    INSERT INTO documents (id, title, excerpt, folder_id, status, phase, hidden, edited_since_published, pending,
      has_text, created_at, updated_at, words_sequence)
    VALUES ('tides', 'Tides', '${words}', NULL, 'draft', 'dirty', 0, 0, 1, 1, '2026-01-02', '2026-01-02', 1);
    INSERT INTO facts VALUES ('key', '{"mark":"0123456789ab","abilities":{}}');
  `)
  database.close()
  return folder
}

const jobOf = (folders: PackJob['folders'], file = path.join(root, 'everything.zip')): PackJob => ({
  target: file,
  profile,
  scratch: path.join(profile, 'transfer-out'),
  head: {
    stetTransfer: FORM,
    version: VERSION,
    writtenAt: '2026-11-26T09:00:00.000Z',
    computer: 'ann-laptop',
    device: 'd-1',
    libraries: folders.map((_folder, index) => ({
      id: `c-${index}`,
      name: `Library ${index}`,
      kind: 'service',
      address: 'https://example.com/api/v1',
    })),
  },
  folders,
  settings: '{"theme":"dark"}',
})

/** Packs as the app does. */
async function packInPlace(job: PackJob) {
  const done = await pack(job, nobody)
  putInPlace(job.target)
  return done
}

/** The transfer of a profile with one library. */
function transferOfOne(mutex: Mutex, parts: Partial<TransferParts>) {
  const one = { id: 'one', name: 'One', kind: 'service' as const, address: 'https://example.com/api/v1' }
  return createTransfer({
    ...{ profile, version: VERSION, deviceId: 'd-1', mutex, listed: () => [one] },
    list: { all: () => [one], removed: () => [], put: nobody },
    settings: openSettings(profile),
    words: { list: async () => [], add: nobody },
    ...{ settingsChanged: nobody, listChanged: nobody, now: () => 0, newUuid: () => 'u' },
    handOver: async () => {},
    tell: nobody,
    ...parts,
  })
}

const target = () => path.join(root, 'there')
const unpackHere = (file: string) => unpack({ file, folder: target(), version: VERSION }, nobody)

async function packed(): Promise<string> {
  const folder = library('one')
  fs.mkdirSync(path.join(folder, 'files'))
  const bytes = Buffer.alloc(100_000, 'picture')
  fs.writeFileSync(path.join(folder, 'files', createHash('sha256').update(bytes).digest('hex')), bytes)
  fs.writeFileSync(path.join(folder, 'files', 'half.half'), 'not whole')
  fs.writeFileSync(path.join(folder, 'saved-searches.json'), '{"searches":[]}')
  fs.writeFileSync(path.join(profile, 'secrets.json'), '{"one":{"kind":"unprotected","value":"mk_secret"}}')
  fs.writeFileSync(path.join(profile, 'stet.log'), 'a line')
  const job = jobOf([{ library: folder }])
  expect(await packInPlace(job)).toMatchObject({ missing: 0 })
  return job.target
}

/** The entries of a finished file, for a test to change. */
async function entriesOf(file: string): Promise<Record<string, Uint8Array>> {
  const { zip, entries } = await openEntries(file)
  const all: Record<string, Uint8Array> = {}
  for (const entry of entries) {
    const parts: Uint8Array[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) parts.push(chunk as Uint8Array)
    all[nameOf(entry)] = Buffer.concat(parts)
  }
  zip.close()
  return all
}

const manifestIn = (entries: Readonly<Record<string, Uint8Array>>): Manifest =>
  JSON.parse(Buffer.from(entries[MANIFEST] ?? []).toString()) as Manifest

const withManifest = (entries: Record<string, Uint8Array>, changed: object) => ({
  ...entries,
  [MANIFEST]: strToU8(JSON.stringify({ ...manifestIn(entries), ...changed })),
})

/** A file with this additional entry, named in the manifest like a genuine one. */
function withEntry(entries: Record<string, Uint8Array>, name: string, bytes: Uint8Array) {
  const files = [
    ...manifestIn(entries).files.filter((one) => one.path !== name),
    { path: name, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') },
  ]
  return { ...withManifest(entries, { files }), [name]: bytes }
}

describe('the file', () => {
  test('holds the library, its files and its settings, and neither key nor log', async () => {
    const file = await packed()
    expect(Object.keys(await entriesOf(file)).toSorted()).toEqual([
      'libraries/0/files/' + createHash('sha256').update(Buffer.alloc(100_000, 'picture')).digest('hex'),
      'libraries/0/library.db',
      'libraries/0/saved-searches.json',
      'settings.json',
      MANIFEST,
    ])
    const written = Buffer.concat(Object.values(await entriesOf(file)))
    for (const secret of ['mk_secret', '0123456789ab', 'a line']) expect(written.indexOf(secret)).toBe(-1)
    expect(await unpackHere(file)).toMatchObject({
      head: { computer: 'ann-laptop' },
      libraries: [{ documents: 1, unsent: 1, recovered: 0 }],
    })
    expect(fs.statSync(file).mode & 0o077).toBe(0)
  })

  test('is not there before it is whole, and nothing else is left where it fails', async () => {
    const folder = library('one')
    fs.writeFileSync(path.join(folder, 'library.db'), 'no database')
    const job = jobOf([{ library: folder }])
    await expect(packInPlace(job)).rejects.toThrow(/damaged/)
    expect(fs.readdirSync(root)).toEqual(['profile'])
    expect(fs.existsSync(job.scratch)).toBe(false)
  })

  /** A library whose files have this many bytes and do not compress well. */
  function largeLibrary(bytes: number): string {
    const folder = library('one')
    fs.mkdirSync(path.join(folder, 'files'))
    const content = randomBytes(bytes)
    fs.writeFileSync(path.join(folder, 'files', createHash('sha256').update(content).digest('hex')), content)
    return folder
  }

  test.each(['ENOSPC', 'EIO'])(
    'a disk that answers %s at any moment is said in a sentence; what stood there stays, and nothing half is left',
    async (code) => {
      const job = jobOf([{ library: largeLibrary(100_000) }])
      fs.writeFileSync(job.target, 'an earlier one')
      const handle = await fs.promises.open(job.target)
      const prototype = Object.getPrototypeOf(handle) as fs.promises.FileHandle
      await handle.close()
      const { write, sync } = prototype
      let steps = Infinity
      const failing = (real: (...given: never[]) => unknown) =>
        function (this: unknown, ...given: never[]) {
          if (--steps < 0) throw Object.assign(new Error(code), { code })
          return real.apply(this, given)
        }
      prototype.write = failing(write) as never
      prototype.sync = failing(sync) as never
      try {
        let isWhole = false
        for (let last = 0; !isWhole; last++) {
          steps = last
          const failed = await packInPlace(job).catch((error: unknown) => error)
          isWhole = !(failed instanceof Error)
          if (isWhole) break
          expect((failed as AppError).problem.message).toMatch(/is full|Stet cannot use/)
          expect(fs.readFileSync(job.target, 'utf8')).toBe('an earlier one')
          expect(fs.readdirSync(root).toSorted()).toEqual(['everything.zip', 'profile'])
          expect(fs.existsSync(job.scratch)).toBe(false)
        }
      } finally {
        prototype.write = write
        prototype.sync = sync
      }
      expect((await unpackHere(job.target)).libraries).toHaveLength(1)
    },
  )

  test.each(['before its end is heard', 'as its end is heard'])(
    'cancelled when all of it is written, %s: what stood there stays, as it is said',
    async (when) => {
      library('one')
      const mutex = createMutex()
      const transfer = transferOfOne(mutex, {
        async run(asked) {
          const done = asked.kind === 'pack' ? await pack(asked.job, nobody) : undefined
          mutex.stop('a window')
          if (when === 'before its end is heard') throw cancelled()
          return done
        },
      })
      const file = path.join(root, 'everything.zip')
      fs.writeFileSync(file, 'an earlier one')
      await expect(transfer.pack({ libraries: null }, file, 'a window')).rejects.toMatchObject({
        problem: { code: 'cancelled', message: 'Cancelled. Nothing was changed.' },
      })
      expect(fs.readFileSync(file, 'utf8')).toBe('an earlier one')
      expect(fs.readdirSync(root).toSorted()).toEqual(['everything.zip', 'profile'])
    },
  )

  test('cancelled while it is written, nothing is left of it, what stood there stays, and the next one goes ahead', async () => {
    largeLibrary(30_000_000)
    const mutex = createMutex()
    let stops = true
    const transfer = transferOfOne(mutex, { tell: () => void (stops && mutex.stop('a window')) })
    const file = path.join(root, 'everything.zip')
    fs.writeFileSync(file, 'an earlier one')
    await expect(transfer.pack({ libraries: null }, file, 'a window')).rejects.toMatchObject({
      problem: { code: 'cancelled' },
    })
    expect(fs.readFileSync(file, 'utf8')).toBe('an earlier one')
    expect(fs.readdirSync(root).toSorted()).toEqual(['everything.zip', 'profile'])
    expect(fs.existsSync(path.join(profile, SCRATCH))).toBe(false)
    stops = false
    fs.rmSync(path.join(profile, 'connections', 'one', 'files'), { recursive: true })
    expect(await transfer.pack({ libraries: null }, file, 'a window')).toMatchObject({ libraries: 1 })
    expect((await unpackHere(file)).libraries).toHaveLength(1)
  })

  test('ended while it is written, the next start removes what is left of it, and nothing else', async () => {
    const job = jobOf([{ library: largeLibrary(100_000) }])
    fs.writeFileSync(job.target, 'an earlier one')
    const killed = path.join(root, 'killed')
    await pack(job, () => fs.cpSync(job.scratch, killed, { recursive: true }))
    fs.renameSync(killed, job.scratch)
    expect(fs.readdirSync(root).toSorted()).toEqual(['everything.zip', 'everything.zip.part', 'profile'])
    expect(clearPacking(job.scratch)).toBe(true)
    expect(fs.readdirSync(root).toSorted()).toEqual(['everything.zip', 'profile'])
    expect(fs.readFileSync(job.target, 'utf8')).toBe('an earlier one')
    expect(clearPacking(job.scratch)).toBe(false)
    fs.mkdirSync(job.scratch)
    fs.writeFileSync(path.join(job.scratch, 'begun'), job.target)
    expect([clearPacking(job.scratch), fs.existsSync(job.target)]).toEqual([true, true])
  })

  test('a file that stands at its place is replaced whole, and kept where the new one fails', async () => {
    const folder = library('one')
    const job = jobOf([{ library: folder }])
    fs.writeFileSync(job.target, 'the writer’s own')
    fs.writeFileSync(path.join(folder, 'library.db'), 'no database')
    await expect(packInPlace(job)).rejects.toThrow(/damaged/)
    expect(fs.readFileSync(job.target, 'utf8')).toBe('the writer’s own')
  })

  test('takes a library along while somebody writes in it', async () => {
    const folder = library('one')
    const open = openDatabase(path.join(folder, 'library.db'))
    open.exec("UPDATE documents SET title = 'in the log alone'")
    await packInPlace(jobOf([{ library: folder }]))
    open.close()
    const { 'libraries/0/library.db': bytes = new Uint8Array() } = await entriesOf(
      path.join(root, 'everything.zip'),
    )
    expect(Buffer.from(bytes).includes('in the log alone')).toBe(true)
  })

  test('a text of nothing but spaces comes through the wall against bombs', async () => {
    const folder = library('one')
    const bytes = Buffer.alloc(80_000_000, ' ')
    fs.mkdirSync(path.join(folder, 'files'))
    fs.writeFileSync(path.join(folder, 'files', createHash('sha256').update(bytes).digest('hex')), bytes)
    await packInPlace(jobOf([{ library: folder }]))
    expect((await unpackHere(path.join(root, 'everything.zip'))).libraries).toHaveLength(1)
  })

  test.each([0xffff_0000, 10])('a zip that counts as large from %d bytes on is read back', async (large) => {
    const file = path.join(root, 'some.zip')
    const zip = await createZip(file, large)
    for (const name of ['one', 'two']) await zip.add(name, () => chunks(name.repeat(1_000)))
    await zip.end()
    expect(
      Object.entries(await entriesOf(file)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
    ).toEqual([
      ['one', 'one'.repeat(1_000)],
      ['two', 'two'.repeat(1_000)],
    ])
  })
})

async function* chunks(text: string) {
  yield await Promise.resolve(Buffer.from(text))
}

describe('a file that is not what it says is refused in a sentence, and nothing of it is given a place', () => {
  const FOREIGN = /not a file that Stet wrote/
  const refuse = async (bytes: Uint8Array, why: RegExp) => {
    const file = path.join(root, 'hostile.zip')
    fs.writeFileSync(file, bytes)
    const before = fs.readdirSync(root)
    await expect(unpackHere(file)).rejects.toThrow(why)
    fs.rmSync(target(), { recursive: true, force: true })
    expect(fs.readdirSync(root)).toEqual(before)
  }

  test('one that is cut, anywhere', async () => {
    const whole = fs.readFileSync(await packed())
    for (const share of [0, 0.01, 0.3, 0.6, 0.99])
      await refuse(whole.subarray(0, Math.floor(whole.length * share)), FOREIGN)
    await refuse(whole.subarray(0, -1), FOREIGN)
  })

  test('one with a flipped bit, anywhere', async () => {
    const whole = fs.readFileSync(await packed())
    for (let at = 40; at < whole.length; at += Math.ceil(whole.length / 40)) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 0x10
      fs.writeFileSync(path.join(root, 'flipped.zip'), bytes)
      const folder = path.join(root, `flipped-${at}`)
      const found = await unpack(
        { file: path.join(root, 'flipped.zip'), folder, version: VERSION },
        nobody,
      ).catch((error: unknown) => error)
      // A bit that nobody reads, such as one of a time, has no effect.
      if (!(found instanceof Error)) expect(found).toMatchObject({ libraries: [{ documents: 1 }] })
      else expect(found.message).toMatch(/not a file that Stet wrote|is damaged|newer/)
    }
  })

  test('one of another program', async () => {
    await refuse(Buffer.from('no zip'), FOREIGN)
    await refuse(zipSync({ 'note.md': strToU8('words') }), FOREIGN)
    await refuse(zipSync({ [MANIFEST]: strToU8('{}') }), FOREIGN)
    await refuse(zipSync({ [MANIFEST]: strToU8('[') }), FOREIGN)
  })

  test('one of a newer Stet', async () => {
    const entries = await entriesOf(await packed())
    await refuse(
      zipSync(withManifest(entries, { stetTransfer: FORM + 1, libraries: 'another form' })),
      /newer Stet wrote/,
    )
    await refuse(zipSync(withManifest(entries, { version: '0.2.0' })), /newer Stet \(0\.2\.0\) wrote/)
  })

  test.each([
    '../outside',
    '/etc/outside',
    'C:\\outside',
    '..\\outside',
    'libraries/0/../../outside',
    'libraries/0/files/../../../outside',
    'libraries/0/secrets.json',
    'libraries/0/library.db-wal',
    'libraries/00000/library.db',
    'secrets.json',
    'service/content.sqlite',
    'word-styles/a.js',
    'covers/a.js',
    'dictionaries/../x.aff',
    'libraries/0/',
  ])('one that holds %s', async (name) => {
    const entries = await entriesOf(await packed())
    await refuse(zipSync(withEntry(entries, name, strToU8('x'))), /damaged|not a file that Stet wrote/)
    expect(fs.existsSync(path.join(root, '..', 'outside'))).toBe(false)
  })

  test('one whose hash, size or list is another', async () => {
    const entries = await entriesOf(await packed())
    const { files } = manifestIn(entries)
    await refuse(
      zipSync({ ...entries, 'settings.json': strToU8('{"theme":"lite"}') }),
      /not what was written/,
    )
    await refuse(zipSync({ ...entries, 'settings.json': strToU8('{}') }), /missing or has another size/)
    await refuse(zipSync(withManifest(entries, { files: files.slice(1) })), /damaged|no file/)
    await refuse(zipSync(withManifest(entries, { files: [...files, files[0]] })), FOREIGN)
    await refuse(zipSync(withManifest(entries, { libraries: [] })), FOREIGN)
  })

  test('one whose library is cut, of another program, or does more than a library does', async () => {
    const entries = await entriesOf(await packed())
    const name = 'libraries/0/library.db'
    const whole = entries[name] ?? new Uint8Array()
    const changed = (sql: string) => {
      const file = path.join(root, 'changed.db')
      fs.writeFileSync(file, whole)
      const database = openDatabase(file)
      database.exec(sql)
      database.close()
      const bytes = fs.readFileSync(file)
      fs.rmSync(file)
      return bytes
    }
    const why = /the library “Library 0” in it cannot be used/
    await refuse(zipSync(withEntry(entries, name, whole.slice(0, whole.length / 2))), why)
    await refuse(zipSync(withEntry(entries, name, strToU8('SQLite format 3'))), why)
    await refuse(zipSync(withEntry(entries, name, changed('PRAGMA application_id = 1'))), why)
    await refuse(
      zipSync(
        withEntry(
          entries,
          name,
          changed('CREATE TRIGGER t AFTER INSERT ON documents BEGIN DELETE FROM snapshots; END'),
        ),
      ),
      why,
    )
    await refuse(
      zipSync(withEntry(entries, name, changed("INSERT INTO migrations VALUES ('9999-later', 99)"))),
      /newer Stet wrote/,
    )
    await refuse(
      zipSync(withEntry(entries, 'libraries/0/service/content.sqlite', strToU8('no database'))),
      why,
    )
  })

  test.each(['settings.json', 'dictionary.json', 'libraries/0/saved-searches.json'])(
    'one whose %s would fill the memory',
    async (name) => {
      const entries = await entriesOf(await packed())
      const large = Buffer.alloc(17 * 1024 * 1024, randomBytes(1_000_003))
      await refuse(zipSync(withEntry(entries, name, large), { level: 0 }), /is too large/)
    },
  )

  test('one that would fill the disk', async () => {
    const entries = await entriesOf(await packed())
    const bomb = withEntry(entries, `libraries/0/files/${'a'.repeat(64)}`, Buffer.alloc(100_000_000))
    await refuse(zipSync(bomb), /unpacks to far more/)
  })
})

test('versions are compared by their numbers', () => {
  expect(isNewer('0.10.0', '0.9.9')).toBe(true)
  expect(isNewer('0.1.0', '0.1.0')).toBe(false)
  expect(isNewer('0.1.9', '0.2.0')).toBe(false)
  expect(isNewer('strange', '0.2.0')).toBe(false)
})

test('of settings only comes what nobody has chosen here, and what belongs to a library that comes along', () => {
  const here = openSettings(profile)
  here.set({ theme: 'sepia', snippets: { a: 'mine' } })
  const came = {
    theme: 'dark',
    textSize: 22,
    measure: 'wide',
    backupFolder: '/home/ann/backups',
    snippets: { a: 'theirs', b: 'theirs' },
    libraryChoices: { old: { daysFolder: 'f' }, other: { daysFolder: 'g' } },
    exports: { 'old:f': { format: 'pdf', paper: 'A4' } },
    strange: true,
  }
  expect(settingsFrom(came, new Map([['old', 'new']]), here)).toEqual({
    textSize: 22,
    snippets: { a: 'mine', b: 'theirs' },
    libraryChoices: { new: { daysFolder: 'f' } },
    exports: { 'new:f': { format: 'pdf', paper: 'A4' } },
  })
})

describe('coming in', () => {
  const connection = {
    id: 'c-new',
    name: 'Library 0',
    kind: 'service',
    address: 'https://example.com',
  } as const
  const arrival = { libraries: [{ index: 0, from: 'one', connection }], withSettings: true }
  const parts = () => {
    const listed: string[] = []
    const words: string[] = []
    return {
      profile,
      settings: openSettings(profile),
      list: { put: ({ id }: { readonly id: string }) => void listed.push(id) },
      addWords: (added: readonly string[]) => void words.push(...added),
      ...{ listed, words },
    }
  }
  const arrive = async () => {
    const file = await packed()
    await unpack({ file, folder: arrivalFolder(profile), version: VERSION }, nobody)
  }
  const isHere = () => fs.existsSync(path.join(profile, 'connections', 'c-new', 'library.db'))

  test('ended before the decision, nothing of it is here after the next start, and it is said', async () => {
    await arrive()
    const told = parts()
    expect(finishArrival(told)).toBe('broken-off')
    expect([isHere(), told.listed, fs.existsSync(arrivalFolder(profile))]).toEqual([false, [], false])
    expect(finishArrival(told)).toBe('nothing')
  })

  test.each([0, 1, 2])('ended after the decision and %d of its steps, all of it is here', async (steps) => {
    await arrive()
    decideArrival(profile, arrival)
    const folder = path.join(arrivalFolder(profile), 'libraries', '0')
    if (steps > 0) fs.renameSync(folder, path.join(profile, 'connections', 'c-new'))
    const told = parts()
    if (steps > 1) told.settings.set({ theme: 'dark' })
    expect(finishArrival(told)).toEqual(arrival)
    expect([isHere(), told.listed, told.settings.get().theme]).toEqual([true, ['c-new'], 'dark'])
    expect(fs.existsSync(arrivalFolder(profile))).toBe(false)
  })

  test.each(['the list of libraries', 'the settings'])(
    'a full disk for %s after the decision is said, and the next try brings in the rest, none of it twice',
    async (what) => {
      const file = await packed()
      fs.writeFileSync(path.join(profile, 'dictionary.json'), '{"words":["tidewrack"]}')
      let isFull = true
      const full = () => {
        if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      }
      const listed: string[] = []
      const put = ({ id }: { readonly id: string }) => {
        if (what === 'the list of libraries') full()
        if (!listed.includes(id)) listed.push(id)
      }
      const settings = openSettings(profile)
      const transfer = transferOfOne(createMutex(), {
        list: { all: () => [], removed: () => [], put },
        settings: { ...settings, set: (some) => (what === 'the settings' && full(), settings.set(some)) },
        run: ({ job }) => unpack(job as Parameters<typeof unpack>[0], nobody),
      })
      const { plan } = (await transfer.plan(file, 'a window'))!
      const chosen = { plan, libraries: [0], withSettings: true }
      await expect(transfer.bringIn(chosen, 'a window')).rejects.toMatchObject({
        problem: {
          code: 'storage-full',
          message: expect.stringMatching(/Not everything you chose is here yet/),
        },
      })
      await expect(transfer.plan(file, 'a window')).rejects.toMatchObject({
        problem: { code: 'storage-full' },
      })
      isFull = false
      await transfer.plan(file, 'a window')
      const folders = fs.readdirSync(path.join(profile, 'connections')).filter((name) => name !== 'one')
      expect(folders).toEqual(['c-0'])
      expect([listed, settings.get().theme]).toEqual([['c-0'], 'dark'])
      transfer.forget('a window')
    },
  )

  test('one whose library and computer have the longest names comes in as any other', async () => {
    const entries = await entriesOf(await packed())
    const libraries = manifestIn(entries).libraries.map((one) => ({
      ...one,
      id: `c-${'x'.repeat(62)}`,
      name: `${'n'.repeat(99)}\u{1F41D}`,
      address: `https://${'a'.repeat(1_992)}`,
    }))
    const file = path.join(root, 'long.zip')
    const device = 'd'.repeat(100)
    fs.writeFileSync(file, zipSync(withManifest(entries, { libraries, device, computer: 'c'.repeat(255) })))
    const list = openConnectionList(profile)
    const transfer = transferOfOne(createMutex(), {
      list,
      listed: () => list.all(),
      newUuid: randomUUID,
      run: ({ job }) => unpack(job as Parameters<typeof unpack>[0], nobody),
    })
    for (const count of [3, 4]) {
      const { plan } = (await transfer.plan(file, 'a window'))!
      await transfer.bringIn({ plan, libraries: [0], withSettings: true }, 'a window')
      expect(list.all()).toHaveLength(count)
    }
    expect((await transfer.plan(file, 'a window'))!.libraries[0]).toHaveProperty('cameBefore')
    transfer.forget('a window')
  })

  test('a connection that the list would not take is refused before anything is decided', async () => {
    await arrive()
    const strange = { ...connection, id: '../strange' }
    expect(() =>
      decideArrival(profile, { ...arrival, libraries: [{ index: 0, from: 'one', connection: strange }] }),
    ).toThrow('cannot be in your list of libraries')
    expect(isDecided(profile)).toBe(false)
    expect(fs.existsSync(path.join(profile, 'strange'))).toBe(false)
  })

  test.each(['', '{"libraries": [{', '[]', '{"libraries":[{"index":"..","connection":{"id":".."}}]}'])(
    'the decision reads %j by now: what it was about comes in by what its folders say',
    async (damaged) => {
      await arrive()
      decideArrival(profile, arrival)
      fs.writeFileSync(path.join(arrivalFolder(profile), 'ready.json'), damaged)
      const told = parts()
      expect(finishArrival(told)).toMatchObject({ libraries: [{ connection }], withSettings: false })
      expect([isHere(), told.listed]).toEqual([true, ['c-new']])
      expect(finishArrival(told)).toBe('nothing')
    },
  )

  test.each([
    ['an id of another form', { id: '../one' }, {}],
    ['the name of a folder that is here, in no list', { id: 'c-here' }, {}],
    ['empty words', { id: '', name: '', address: '' }, { device: '', computer: '' }],
    ['an embedded library that says it is the one of this machine', { id: 'embedded', kind: 'embedded' }, {}],
  ])('%s: what comes in is here, in the list, with its words', async (_what, named, head) => {
    const entries = await entriesOf(await packed())
    const changed = { ...head, libraries: [{ ...manifestIn(entries).libraries[0], ...named }] }
    const file = path.join(root, 'strange.zip')
    fs.writeFileSync(file, zipSync(withManifest(entries, changed)))
    const here = path.join(profile, 'connections', 'c-here')
    fs.mkdirSync(here)
    const list = openConnectionList(profile)
    const transfer = transferOfOne(createMutex(), {
      list,
      listed: list.all,
      run: ({ job }) => unpack(job as Parameters<typeof unpack>[0], nobody),
    })
    const { plan } = (await transfer.plan(file, 'a window'))!
    const came = await transfer.bringIn({ plan, libraries: [0], withSettings: true }, 'a window')
    const [{ id } = { id: '' }] = came.libraries
    expect(openConnectionList(profile).all()).toMatchObject([{}, {}, { id }])
    expect(fs.existsSync(path.join(profile, 'connections', id, 'library.db'))).toBe(true)
    expect(fs.readdirSync(here)).toEqual([])
  })

  test('ended while the rest is removed, the next start does not say that nothing came in', async () => {
    await arrive()
    decideArrival(profile, arrival)
    const { rmSync } = fs
    const answers: unknown[] = []
    for (let steps = 0; fs.existsSync(arrivalFolder(profile)); steps++) {
      let left = steps
      const ended = vi.spyOn(fs, 'rmSync').mockImplementation((file, options) => {
        if (left-- > 0) return rmSync(file, options)
        rmSync(path.join(String(file), 'ready.json'), { force: true })
        throw new Error('ended')
      })
      try {
        answers.push(finishArrival(parts()))
      } catch (error) {
        answers.push(error)
      }
      ended.mockRestore()
    }
    expect(isHere()).toBe(true)
    expect(answers).not.toContain('broken-off')
  })

  test('nothing that is here is written over', async () => {
    await arrive()
    const mine = path.join(profile, 'connections', 'c-new')
    fs.mkdirSync(mine)
    fs.writeFileSync(path.join(mine, 'library.db'), 'mine')
    decideArrival(profile, arrival)
    settleArrival(parts())
    expect(fs.readFileSync(path.join(mine, 'library.db'), 'utf8')).toBe('mine')
    forgetArrival(profile)
  })
})
