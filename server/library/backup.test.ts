import { existsSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../shared/problem'
import { createApp, type App } from '../app'
import { backup, restore } from './backup'
import { makeFirstKey, openLibrary, type Library } from './library'
import { systemRandom } from '../http/settings'
import { createArchive } from '../store/archive'
import { freshFolder } from '../testing/service.spawned'

const NOW = Date.UTC(2026, 10, 21)
let base: string
let folder: string
let file: string
beforeEach(() => {
  base = freshFolder()
  folder = join(base, 'library')
  file = join(base, 'backup.stet')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

interface Open {
  readonly library: Library
  readonly app: App
  readonly key: string
}
let knownKey = ''
function open(): Open {
  const library = openLibrary(folder)
  knownKey = makeFirstKey(library.store, 'default', Date.now, systemRandom) ?? knownKey
  return { library, app: createApp({ store: library.store, blobs: library.blobs }), key: knownKey }
}

async function call({ app, key }: Open, method: string, path: string, json?: unknown, headers = {}) {
  const form = json instanceof FormData ? json : undefined
  const response = await app(
    new Request(`http://service/api/v1${path}`, {
      method,
      headers: {
        'X-API-Key': key,
        ...(json === undefined || form ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: form ?? JSON.stringify(json) }),
    }),
  )
  const text = await response.text()
  return { status: response.status, etag: response.headers.get('etag') ?? '', text }
}
const idIn = (text: string): number => (JSON.parse(text) as { data: { id: number } }).data.id
const upload = (content: string) => {
  const form = new FormData()
  form.append('files[]', new Blob([content]), 'note.txt')
  return form
}
const sentenceOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  return 'nothing was refused'
}

/** Writes a few records of each kind; returns every ETag and id that it saw. */
async function write(service: Open, label: string) {
  const etags: string[] = []
  const ids: number[] = []
  for (let n = 0; n < 3; n++) {
    const made = [
      await call(service, 'POST', '/documents', { title: `${label} ${n}`, content: label, status: 'draft' }),
      await call(service, 'POST', '/folders', { name: `${label} ${n}` }),
    ]
    await call(service, 'POST', '/files', upload(`${label} ${n}`))
    ids.push(...made.map(({ text }) => idIn(text)))
    etags.push(...made.map(({ etag }) => etag))
    const path = `/documents/${idIn(made[0]?.text ?? '')}`
    const put = await call(service, 'PUT', path, { content: `${label}!` }, { 'If-Match': made[0]?.etag })
    etags.push(put.etag)
  }
  return { etags, ids }
}

const allEtags = async (service: Open) => {
  const found: string[] = []
  for (const kind of ['documents', 'folders', 'files']) {
    const { data } = JSON.parse((await call(service, 'GET', `/${kind}?per_page=100`)).text) as {
      data: { id: number }[]
    }
    for (const { id } of data) found.push((await call(service, 'GET', `/${kind}/${id}`)).etag)
  }
  return found
}

test('[G1] a backup taken while the service runs holds documents, versions and files', async () => {
  const before = open()
  await write(before, 'first')
  expect(backup(folder, file)).toContain(file)
  const texts = await Promise.all([
    call(before, 'GET', '/documents/1'),
    call(before, 'GET', '/documents/1/versions'),
    call(before, 'GET', '/files/1/download'),
  ])
  before.library.close()
  rmSync(folder, { recursive: true })
  restore(file, folder, NOW)
  const after = open()
  const again = await Promise.all([
    call(after, 'GET', '/documents/1'),
    call(after, 'GET', '/documents/1/versions'),
    call(after, 'GET', '/files/1/download'),
  ])
  const content = (text: string) => (JSON.parse(text) as { data: { content: string } }).data.content
  expect(content(again[0].text)).toBe(content(texts[0].text))
  expect(again[1].text).toBe(texts[1].text)
  expect(again[2].text).toBe('first 0')
  after.library.close()
})

test('[G1] a restored backup never issues an ETag or an id again, whoever issued it', async () => {
  const first = open()
  const early = await write(first, 'early')
  backup(folder, file)
  const late = await write(first, 'late')
  const issued = new Set([...early.etags, ...late.etags, ...(await allEtags(first))])
  const highestId = Math.max(...early.ids, ...late.ids)
  first.library.close()
  // The restore is on another machine, which does not know what was issued after the backup.
  rmSync(folder, { recursive: true })
  restore(file, folder, NOW)
  const second = open()
  const seen = [...(await allEtags(second)), ...(await write(second, 'second')).etags]
  for (const etag of seen) expect(issued.has(etag)).toBe(false)
  const { ids } = await write(second, 'more')
  expect(Math.min(...ids)).toBeGreaterThan(highestId)
  for (const etag of await allEtags(second)) issued.add(etag)
  for (const etag of seen) issued.add(etag)
  second.library.close()
  // A second restore from the same backup, with a clock that stands still.
  restore(file, folder, NOW)
  const third = open()
  for (const etag of [...(await allEtags(third)), ...(await write(third, 'third')).etags])
    expect(issued.has(etag)).toBe(false)
  third.library.close()
})

test('[G1] a restore moves what was there aside, and keys revoked since stay revoked', async () => {
  const first = open()
  await write(first, 'kept')
  const { store } = first.library
  backup(folder, file)
  await write(first, 'only here')
  store.accounts.revokeKey(store.accounts.listKeys()[0]?.id ?? 0, NOW)
  first.library.close()
  expect(restore(file, folder, NOW)).toContain('What was there before is in')
  const aside = readdirSync(folder).find((name) => name.startsWith('before-restore-'))
  expect(existsSync(join(folder, String(aside), 'content.sqlite'))).toBe(true)
  const second = open()
  expect((await call(second, 'GET', '/documents')).status).toBe(401)
  second.library.close()
})

test('a backup refuses to replace a file, a restore refuses what is damaged or in use', async () => {
  const service = open()
  await write(service, 'x')
  writeFileSync(file, 'precious')
  expect(sentenceOf(() => backup(folder, file))).toContain('already')
  expect(readFileSync(file, 'utf8')).toBe('precious')
  expect(sentenceOf(() => restore(file, join(base, 'other'), NOW))).toContain('no backup of this program')
  rmSync(file)
  backup(folder, file)
  expect(sentenceOf(() => restore(file, folder, NOW))).toContain('Another service is running')
  expect((await call(service, 'GET', '/documents/1')).status).toBe(200)
  service.library.close()
  truncateSync(file, 8192)
  const before = readdirSync(folder).sort()
  expect(sentenceOf(() => restore(file, folder, NOW))).toMatch(/damaged|no backup/)
  expect(existsSync(join(folder, 'content.sqlite'))).toBe(true)
  expect(before).toContain('content.sqlite')
  expect(sentenceOf(() => backup(join(base, 'nowhere'), join(base, 'x')))).toContain('no library')
})

/** A backup of the library with one additional entry, as another program might have written it. */
function tamperedBackup(name: string, bytes: string): string {
  const tampered = join(base, 'tampered.stet')
  const part = join(base, 'part')
  writeFileSync(part, bytes)
  const archive = createArchive(tampered)
  archive.add('content.sqlite', join(folder, 'content.sqlite'))
  archive.add(name, part)
  archive.close()
  return tampered
}
const everyPath = () => readdirSync(base, { recursive: true }).map(String).sort()

test.each([
  ['leads out of the library', 'files/../../../escaped'],
  ['is no hash', 'files/notes.txt'],
  ['is no part of a library', 'lock.sqlite'],
])('[M10] a restore refuses a backup with a name that %s, and writes nothing', async (_what, name) => {
  const service = open()
  await write(service, 'kept')
  service.library.close()
  const tampered = tamperedBackup(name, 'words')
  const before = everyPath()
  expect(sentenceOf(() => restore(tampered, folder, NOW))).toContain('is no part of a library')
  expect(everyPath()).toEqual(before)
  const again = open()
  expect((await call(again, 'GET', '/documents/1')).text).toContain('kept')
  again.library.close()
})

test('[M10] an upload whose bytes do not have its hash is left out of a restore, which says so', async () => {
  const service = open()
  await write(service, 'kept')
  service.library.close()
  const sha256 = '0'.repeat(64)
  const said = restore(tamperedBackup(`files/${sha256}`, 'words'), join(base, 'copy'), NOW)
  expect(said).toContain('1 uploaded file is damaged in the backup')
  expect(everyPath().some((path) => path.endsWith(sha256))).toBe(false)
  expect(existsSync(join(base, 'copy', 'content.sqlite'))).toBe(true)
})

test('[L9] only its owner may read a backup and what is restored from it', async () => {
  const othersMay = (path: string) => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  const service = open()
  await write(service, 'private')
  backup(folder, file)
  service.library.close()
  expect(othersMay(file)).toBe(false)
  restore(file, join(base, 'copy'), NOW)
  expect(othersMay(join(base, 'copy', 'content.sqlite'))).toBe(false)
})
