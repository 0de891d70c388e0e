import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningServer } from '../contract/server-process'
import { runService, freshFolder, startService } from '../testing/service.spawned'
import { openDatabase } from '../store/database'
import { MIGRATIONS } from '../store/migrations'
import { createStore } from '../store/store'
import type { Migration } from '../../node/database'

/** `npm run fuzz -- kill` kills 200 times in each test. */
const rounds = (few: number) => (process.env.STET_FUZZ_LONG === undefined ? few : 200)
const ROUNDS = rounds(5)
const UPLOAD_ROUNDS = rounds(2)
const MIGRATION_ROUNDS = rounds(2)
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
  /** Texts in the order of sending; the first `acknowledged` of them were acknowledged. */
  readonly texts: string[]
  acknowledged: number
}

/** Creates a document and changes it repeatedly until the service is gone. */
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
    // The kill breaks the connection; any other error is a failure of the test.
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
    // The write in flight at the time of the kill may have landed.
    expect([acknowledged, acknowledged + 1]).toContain(texts.indexOf(content) + 1)
    const list = await request(service, key, 'GET', `/documents/${id}/versions?per_page=100`)
    const versions = (JSON.parse(list.text) as { data: { content: string }[] }).data.map((one) => one.content)
    expect(versions.toReversed()).toEqual(texts.slice(0, texts.indexOf(content) + 1))
  }
  expect(kept.size).toBeGreaterThanOrEqual(ROUNDS)
  expect(await service.end('SIGTERM')).toBe(0)
})

const UPLOAD_PIECES = 40
const pieceOf = (round: number) => Buffer.alloc(256 * 1024, `${round} salt `)

/** Uploads a file for each round; the service is killed after this many pieces were sent. */
async function uploadUntilKilled(service: RunningServer, key: string, round: number, killAt: number) {
  const name = `${round}.bin`
  let sent = 0
  let late: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const head = `--B\r\nContent-Disposition: form-data; name="files[]"; filename="${name}"\r\n\r\n`
      controller.enqueue(new TextEncoder().encode(head))
    },
    async pull(controller) {
      await new Promise(setImmediate)
      if (sent === killAt) process.kill(service.pid, 'SIGKILL')
      if (sent++ < UPLOAD_PIECES) return controller.enqueue(pieceOf(round))
      controller.enqueue(new TextEncoder().encode('\r\n--B--\r\n'))
      // The kill comes while the last piece is received and recorded.
      if (killAt > UPLOAD_PIECES)
        late = setTimeout(() => process.kill(service.pid, 'SIGKILL'), killAt - UPLOAD_PIECES)
      controller.close()
    },
  })
  const headers = { 'X-API-Key': key, 'Content-Type': 'multipart/form-data; boundary=B' }
  const init = { method: 'POST', headers, body, duplex: 'half' as const }
  return fetch(`${service.url}/api/v1/files`, init)
    .then(
      ({ status }) => (status === 201 ? name : undefined),
      () => undefined,
    )
    .finally(() => clearTimeout(late)) // by then another process may have this id
}

test(`[G1] SIGKILL during an upload: no half file is listed, and nothing of it stays on the disk (${UPLOAD_ROUNDS} rounds)`, async () => {
  const acknowledged = new Set<string>()
  let service = await startService(folder)
  const key = String(service.key)
  for (let round = 0; round < UPLOAD_ROUNDS; round++) {
    // 38, 59, 20, 41, 62, ...: during the upload and up to 22 ms after its end
    const name = await uploadUntilKilled(service, key, round, 1 + ((round * 21 + 37) % 62))
    if (name !== undefined) acknowledged.add(name)
    await service.end('SIGKILL')
    service = await startService(folder)
    expect(existsSync(join(folder, 'files', 'incoming'))).toBe(false)
  }
  const listed: { id: number; name: string }[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { text } = await request(service, key, 'GET', `/files?per_page=100&page=${page}`)
    const answer = JSON.parse(text) as { data: typeof listed; meta: { last_page: number } }
    listed.push(...answer.data)
    last = answer.meta.last_page
  }
  const names = listed.map((file) => file.name)
  for (const name of acknowledged) expect(names).toContain(name)
  for (const { id, name } of listed) {
    const headers = { 'X-API-Key': key }
    const answer = await fetch(`${service.url}/api/v1/files/${id}/download`, { headers })
    const whole = Buffer.concat(Array.from({ length: UPLOAD_PIECES }, () => pieceOf(parseInt(name))))
    expect(Buffer.from(await answer.arrayBuffer()).equals(whole)).toBe(true)
  }
  const onDisk = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
  expect(onDisk.filter((entry) => entry.isFile())).toHaveLength(listed.length)
  expect(await service.end('SIGTERM')).toBe(0)
})

const slowMigration = (rows: number): Migration => ({
  id: '9999-slow',
  sql: `
    CREATE TABLE slow (n INTEGER);
    INSERT INTO slow WITH RECURSIVE up(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM up WHERE n < ${rows}) SELECT n FROM up;
  `,
})

test(`[G1] SIGKILL during a migration: the next start runs it from its beginning (${MIGRATION_ROUNDS} rounds)`, async () => {
  let cut = 0
  for (let round = 0; round < MIGRATION_ROUNDS; round++) {
    const path = join(folder, `${round}.sqlite`)
    // An earlier version of the program wrote it.
    const earlier = openDatabase(path, { migrations: MIGRATIONS.slice(0, 3) })
    earlier.exec(`
      INSERT INTO accounts (name, created_at) VALUES ('kept', 1);
      INSERT INTO documents (account_id, title, status, revision, created_at, updated_at, checksum, content)
        VALUES (1, 'Kept', 'draft', 1, 1, 1, 0, x'');
      INSERT INTO tags (account_id, name, folded_name, created_at, updated_at) VALUES (1, 'salt', 'salt', 1, 1);
      INSERT INTO document_tags VALUES (1, 1)`)
    earlier.close()
    const script = `
      const { openDatabase } = await import('../store/database.ts')
      const { MIGRATIONS } = await import('../store/migrations/index.ts')
      process.stdout.write('begun')
      openDatabase(process.argv[1], { migrations: [...MIGRATIONS, ${JSON.stringify(slowMigration(3_000_000))}] })
      process.stdout.write('done')
    `
    const args = ['--import', 'tsx', '--input-type=module', '-e', script, path]
    const child = spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (bytes: Buffer) => {
        said += bytes.toString()
        setTimeout(() => child.kill('SIGKILL'), (round * 37) % 400)
      })
      child.on('close', () => resolve())
    })
    if (!said.includes('done')) cut++
    const database = openDatabase(path, { migrations: [...MIGRATIONS, slowMigration(30)] })
    expect([30, 3_000_000]).toContain(database.prepare('SELECT count(*) AS n FROM slow').get()?.['n'])
    const { documents } = createStore(database)
    const page = { limit: 9, offset: 0, total: documents.count(1, { tagId: 1, status: 'draft' }) }
    expect(documents.page(1, { tagId: 1 }, { by: 'title', descending: false }, page)).toHaveLength(1)
    database.close()
    rmSync(path)
  }
  expect(cut).toBeGreaterThan(0)
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
