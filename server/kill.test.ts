import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningServer } from './contract/server-process'
import { runService, freshFolder, startService } from './service.spawned'
import { openDatabase } from './store/database'
import { MIGRATIONS } from './store/migrations'

const ROUNDS = process.env.STET_FUZZ_LONG === undefined ? 5 : 200
const WRITERS = 4

let folder: string
beforeEach(() => {
  folder = freshFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const request = async (
  { url }: RunningServer,
  key: string,
  method: string,
  path: string,
  json?: unknown,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'X-API-Key': key,
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, etag: response.headers.get('etag') ?? '', text }
}

interface Written {
  /** Texts in the order in which they were sent; the first `acknowledged` of them were answered. */
  readonly texts: string[]
  acknowledged: number
}

/** Creates a document and changes it over and over until the service is gone. */
async function writeOn(
  service: RunningServer,
  key: string,
  label: string,
  kept: Map<number, Written>,
  onAck: () => void,
) {
  const text = (n: number) => `${label} ${n} ${'salt '.repeat((n * 37) % 400)}`
  try {
    const made = await request(service, key, 'POST', '/documents', {
      title: label,
      content: text(0),
      status: 'draft',
    })
    const { id } = (JSON.parse(made.text) as { data: { id: number } }).data
    const written: Written = { texts: [text(0)], acknowledged: 1 }
    kept.set(id, written)
    onAck()
    let { etag } = made
    for (let n = 1; ; n++) {
      written.texts.push(text(n))
      const put = await request(
        service,
        key,
        'PUT',
        `/documents/${id}`,
        { content: text(n) },
        { 'If-Match': etag },
      )
      expect(put.status).toBe(200)
      written.acknowledged = n + 1
      onAck()
      etag = put.etag
    }
  } catch (error) {
    // the kill ends the connection; anything else is a failure of the test
    if (!(error instanceof TypeError)) throw error
  }
}

test(`[G1] SIGKILL under writes: nothing acknowledged is lost, it opens every time (${ROUNDS} rounds)`, async () => {
  const kept = new Map<number, Written>()
  let key = ''
  for (let round = 0; round < ROUNDS; round++) {
    const service = await startService(folder)
    key = service.key ?? key
    let acks = 0
    const killAfter = 5 + ((round * 29) % 60)
    const onAck = () => {
      if (++acks === killAfter) process.kill(service.pid, 'SIGKILL')
    }
    const writers = Array.from({ length: WRITERS }, (_, n) =>
      writeOn(service, key, `${round}-${n}`, kept, onAck),
    )
    await Promise.all(writers)
    await service.end('SIGKILL')
  }
  const service = await startService(folder)
  for (const [id, { texts, acknowledged }] of kept) {
    const read = await request(service, key, 'GET', `/documents/${id}`)
    const { content } = (JSON.parse(read.text) as { data: { content: string } }).data
    // the one that was on its way when the kill came may have landed
    expect([acknowledged, acknowledged + 1]).toContain(texts.indexOf(content) + 1)
    const list = await request(service, key, 'GET', `/documents/${id}/versions?per_page=100`)
    const versions = (JSON.parse(list.text) as { data: { content: string }[] }).data.map((one) => one.content)
    expect(versions.toReversed()).toEqual(texts.slice(0, texts.indexOf(content) + 1))
  }
  expect(kept.size).toBeGreaterThanOrEqual(ROUNDS)
  expect(await service.end('SIGTERM')).toBe(0)
})

test('[G1] SIGKILL during an upload: no half file is listed, and nothing of it stays on the disk', async () => {
  const first = await startService(folder)
  const key = String(first.key)
  const whole = new FormData()
  whole.append('files[]', new Blob(['whole']), 'whole.txt')
  await fetch(`${first.url}/api/v1/files`, { method: 'POST', headers: { 'X-API-Key': key }, body: whole })
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const head = '--B\r\nContent-Disposition: form-data; name="files[]"; filename="half.bin"\r\n\r\n'
      controller.enqueue(new TextEncoder().encode(head))
    },
    async pull(controller) {
      await new Promise(setImmediate)
      if (++sent === 40) process.kill(first.pid, 'SIGKILL')
      else if (sent < 40) controller.enqueue(new Uint8Array(256 * 1024))
    },
  })
  const headers = { 'X-API-Key': key, 'Content-Type': 'multipart/form-data; boundary=B' }
  const init = { method: 'POST', headers, body, duplex: 'half' as const }
  await expect(fetch(`${first.url}/api/v1/files`, init)).rejects.toThrow(TypeError)
  await first.end('SIGKILL')
  expect(readdirSync(join(folder, 'files', 'incoming'))).toHaveLength(1)
  const second = await startService(folder)
  const list = JSON.parse((await request(second, key, 'GET', '/files')).text) as { data: { name: string }[] }
  expect(list.data.map((file) => file.name)).toEqual(['whole.txt'])
  expect((await request(second, key, 'GET', '/files/1/download')).text).toBe('whole')
  expect(existsSync(join(folder, 'files', 'incoming'))).toBe(false)
  await second.end('SIGTERM')
})

test('[G1] SIGKILL during a migration: the next start runs it from its beginning', async () => {
  openDatabase(join(folder, 'content.sqlite')).close()
  const slow = `
    CREATE TABLE slow (n INTEGER);
    INSERT INTO slow WITH RECURSIVE up(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM up WHERE n < 3000000) SELECT n FROM up;
  `
  const script = `
    const { DatabaseSync } = await import('@photostructure/sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
    process.stdout.write('begun')
    database.exec(${JSON.stringify(slow)})
    process.stdout.write('done')
  `
  const args = ['--input-type=module', '-e', script, join(folder, 'content.sqlite')]
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      setImmediate(() => child.kill('SIGKILL'))
    })
    child.on('close', () => resolve())
  })
  expect(said).toBe('begun')
  const migrations = [...MIGRATIONS, { id: '9999-slow', sql: slow.replace('3000000', '30') }]
  const database = openDatabase(join(folder, 'content.sqlite'), { migrations })
  expect(database.prepare('SELECT count(*) AS n FROM slow').get()).toEqual({ n: 30 })
  database.close()
})

test('[D6] a deletion of an account that was cut short is ended by the service', async () => {
  const key = (await runService(['keys', 'create', '--data', folder, '--account', 'leaving'])).stdout.trim()
  const database = openDatabase(join(folder, 'content.sqlite'))
  database.exec("UPDATE accounts SET deleting = 1 WHERE name = 'leaving'")
  database.close()
  const service = await startService(folder)
  let status = 403
  while (status === 403) ({ status } = await request(service, key, 'GET', '/documents'))
  expect(status).toBe(401)
  await service.end('SIGTERM')
})
