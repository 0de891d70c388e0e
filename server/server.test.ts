import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshFolder, runService, startService, startUtility } from './testing/service.spawned'

let folder: string
beforeEach(() => {
  folder = freshFolder()
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const status = async (url: string, key: string | null, path = '/documents') =>
  (await fetch(`${url}/api/v1${path}`, { headers: key === null ? {} : { Authorization: `Bearer ${key}` } }))
    .status

test('[G2] the first line is the address and a key with every ability; the key is given once', async () => {
  const first = await startService(folder)
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(first.key).toMatch(/^mk_[\w-]{43}$/)
  for (const path of ['/documents', '/folders', '/tags', '/files'])
    expect(await status(first.url, first.key, path)).toBe(200)
  expect(await first.end('SIGTERM')).toBe(0)
  const second = await startService(folder)
  expect(second.key).toBeNull()
  expect(await status(second.url, first.key)).toBe(200)
  expect(await second.end('SIGTERM')).toBe(0)
})

test('[D6] only hashes of keys are on the disk', async () => {
  const service = await startService(folder)
  const { key } = service
  await service.end('SIGTERM')
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = readFileSync(join(file.parentPath, file.name))
    expect(bytes.includes(String(key))).toBe(false)
    expect(bytes.includes(String(key).slice(3))).toBe(false)
  }
})

test('[L9] all that the service writes is its owner’s alone, a backup too', async () => {
  const data = join(folder, 'library')
  const before = process.umask(0)
  const service = await startService(data)
  await fetch(`${service.url}/api/v1/files`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${String(service.key)}` },
    body: withFile(),
  })
  await runService(['backup', '--data', data, '--to', join(folder, 'backup')])
  process.umask(before)
  await service.end('SIGTERM')
  const open = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )
  expect(open).toEqual([])
  expect(readdirSync(join(data, 'files'), { recursive: true }).length).toBeGreaterThan(0)
})

function withFile(): FormData {
  const form = new FormData()
  form.append('files[]', new Blob(['low water']), 'tides.txt')
  return form
}

test('[D6] keys are made, listed and revoked while the service runs', async () => {
  const service = await startService(folder)
  const made = await runService([
    'keys',
    'create',
    '--data',
    folder,
    '--abilities',
    'documents:read',
    '--name',
    'reader',
  ])
  const key = made.stdout.trim()
  expect(await status(service.url, key)).toBe(200)
  expect(await status(service.url, key, '/tags')).toBe(403)
  const list = (await runService(['keys', 'list', '--data', folder])).stdout
  expect(list).not.toContain(key)
  const entry = list
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { id: number; name: string; abilities: string[]; revoked_at: string | null },
    )
    .find((one) => one.name === 'reader')
  expect(entry).toMatchObject({ abilities: ['documents:read'], revoked_at: null })
  expect((await runService(['keys', 'revoke', String(entry?.id), '--data', folder])).code).toBe(0)
  expect(await status(service.url, key)).toBe(401)
  expect((await runService(['keys', 'revoke', String(entry?.id), '--data', folder])).code).toBe(1)
  await service.end('SIGTERM')
})

test('[D6] an account is deleted while the service runs, and nothing of another is touched', async () => {
  const service = await startService(folder)
  const key = (await runService(['keys', 'create', '--data', folder, '--account', 'leaving'])).stdout.trim()
  const post = (with_: string | null, title: string) =>
    fetch(`${service.url}/api/v1/documents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${with_}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, content: 'x', status: 'draft' }),
    })
  await Promise.all([post(key, 'gone'), post(key, 'gone too'), post(service.key, 'stays')])
  expect((await runService(['accounts', 'delete', 'leaving', '--data', folder])).code).toBe(0)
  expect(await status(service.url, key)).toBe(401)
  const left = await fetch(`${service.url}/api/v1/documents`, {
    headers: { 'X-API-Key': String(service.key) },
  })
  expect(((await left.json()) as { meta: { total: number } }).meta.total).toBe(1)
  await service.end('SIGTERM')
})

test('[D6] the app gets its address and a fresh key over its port at every start; the last one is dead then', async () => {
  const first = await startUtility(folder)
  expect(first.message).toEqual({
    kind: 'ready',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    key: expect.stringMatching(/^mk_/) as string,
  })
  const one = first.message as { url: string; key: string }
  expect(await status(one.url, one.key)).toBe(200)
  first.tell({ kind: 'stop' })
  expect(await first.ended).toBe(0)
  const second = await startUtility(folder)
  const two = second.message as { url: string; key: string }
  expect(await status(two.url, one.key)).toBe(401)
  expect(await status(two.url, two.key)).toBe(200)
  second.tell({ kind: 'stop' })
  expect(await second.ended).toBe(0)
})

test('[G2] the app is told in one sentence why the service cannot start', async () => {
  writeFileSync(join(folder, 'content.sqlite'), 'x'.repeat(10_000))
  const { message, ended } = await startUtility(folder)
  expect(message).toEqual({ kind: 'failed', problem: expect.stringContaining('is damaged') as string })
  expect(await ended).toBe(1)
})

test('--seed fills a new library, and only that', async () => {
  const service = await startService(folder, ['--seed'])
  const list = await fetch(`${service.url}/api/v1/documents`, {
    headers: { 'X-API-Key': String(service.key) },
  })
  expect(((await list.json()) as { meta: { total: number } }).meta.total).toBeGreaterThan(20)
  await service.end('SIGTERM')
})

describe('[G2] what cannot start says why in one sentence, exits with 1, and deletes nothing', () => {
  const refused = async (args: readonly string[], sentence: RegExp) => {
    const { code, stdout, stderr } = await runService(args)
    expect(stderr.trim()).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect([code, stdout]).toEqual([1, ''])
  }

  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    await refused(['--data', folder, '--port', String(port)], /^Port \d+ on 127\.0\.0\.1 is taken/)
    other.close()
  })

  test('a folder that another service uses', async () => {
    const service = await startService(folder)
    await refused(['--data', folder, '--port', '0'], /^Another service is running on the library/)
    await service.end('SIGTERM')
  })

  test('a damaged database', async () => {
    writeFileSync(join(folder, 'content.sqlite'), 'x'.repeat(10_000))
    await refused(['--data', folder, '--port', '0'], /is damaged and was left untouched/)
    expect(readFileSync(join(folder, 'content.sqlite'), 'utf8')).toBe('x'.repeat(10_000))
  })

  test('a place where nothing can be written', async () => {
    writeFileSync(join(folder, 'file'), 'x')
    await refused(['--data', join(folder, 'file', 'library'), '--port', '0'], /cannot be opened for writing/)
    mkdirSync(join(folder, 'readonly'))
    chmodSync(join(folder, 'readonly'), 0o500)
    // Root may write everywhere.
    if (process.getuid?.() !== 0)
      await refused(['--data', join(folder, 'readonly'), '--port', '0'], /cannot be opened for writing/)
  })
})
