import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../app'
import { databaseIn, makeFirstKey, openLibrary } from './library'
import { systemRandom } from '../http/settings'
import { freshFolder } from '../testing/service.spawned'
import { openDatabase } from '../store/database'
import { createStore } from '../store/store'

/** Bytes are flipped in a place that no start checks, because the library is large: a request finds them. */
test('[G1] damage under a running service: 503 with a message, never a wrong text, never a write on top of it', async () => {
  const folder = freshFolder()
  const library = openLibrary(folder)
  const key = makeFirstKey(library.store, 'default', Date.now, systemRandom) ?? ''
  const send = async (store: typeof library.store, method: string, path: string, json?: object) => {
    const response = await createAppOnce(store)(
      new Request(`http://service/api/v1${path}`, {
        method,
        headers: { 'X-API-Key': key, ...(json && { 'Content-Type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
      }),
    )
    return { status: response.status, text: await response.text() }
  }
  const texts: string[] = []
  for (let n = 0; n < 400; n++) {
    texts.push(`${n} ${'salt '.repeat(1_500)}`)
    await send(library.store, 'POST', '/documents', { title: `${n}`, content: texts[n], status: 'draft' })
  }
  library.close()

  const path = databaseIn(folder)
  const pages = statSync(path).size / 4096
  const file = openSync(path, 'r+')
  for (let page = 40; page < pages; page += 3) writeSync(file, Buffer.alloc(64, 0xff), 0, 64, page * 4096)
  closeSync(file)
  const before = readFileSync(path)

  const database = openDatabase(path, { check: false })
  const store = createStore(database)
  const statuses = new Set<number>()
  for (let n = 1; n <= 400; n++) {
    const { status, text } = await send(store, 'GET', `/documents/${n}`)
    statuses.add(status)
    const body = JSON.parse(text) as { message?: string; data?: object }
    if (status === 200) expect(body.data).toMatchObject({ title: `${n - 1}`, content: texts[n - 1] })
    else expect([status, body.message]).toEqual([503, expect.stringContaining('damaged')])
  }
  expect(statuses).toContain(503)
  const write = await send(store, 'POST', '/documents', { title: 'x', content: 'x', status: 'draft' })
  expect([write.status, write.text]).toEqual([503, expect.stringContaining('damaged')])
  database.close()
  expect(readFileSync(path).equals(before)).toBe(true)
  rmSync(join(folder), { recursive: true, force: true })
})

const apps = new Map<object, ReturnType<typeof createApp>>()
function createAppOnce(store: Parameters<typeof createApp>[0]['store']) {
  const app = apps.get(store) ?? createApp({ store })
  apps.set(store, app)
  return app
}
