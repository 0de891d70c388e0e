import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMemoryService } from '../testing/app.memory'
import { makeFirstKey, openLibrary } from './library'
import { createApp } from '../app'
import { systemRandom } from '../http/settings'
import { freshFolder, startService } from '../testing/service.spawned'

const MEGABYTE = 1024 * 1024
const SIZE_MB = process.env.STET_FUZZ_LONG === undefined ? 256 : 1024
/** Far less than the file; memory that was used is freed in steps of 32 MB, and late on a busy machine. */
const PROCESS_MB_MAX = 190

let folder: string
beforeEach(() => {
  folder = freshFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The peak memory of the process, where the system reports it. */
const peakMb = (pid: number): number | undefined => {
  const path = `/proc/${pid}/status`
  if (!existsSync(path)) return undefined
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1]) / 1024
}

test(`[A15] a file of ${SIZE_MB} MB goes up and down through a process of at most ${PROCESS_MB_MAX} MB`, async () => {
  const service = await startService(folder)
  const headers = { 'X-API-Key': String(service.key) }
  const hash = createHash('sha256')
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const head = '--B\r\nContent-Disposition: form-data; name="files[]"; filename="large.bin"\r\n\r\n'
      controller.enqueue(new TextEncoder().encode(head))
    },
    pull(controller) {
      if (sent === SIZE_MB) {
        controller.enqueue(new TextEncoder().encode('\r\n--B--\r\n'))
        return controller.close()
      }
      const chunk = Buffer.alloc(MEGABYTE, `${sent++} salt `)
      hash.update(chunk)
      controller.enqueue(chunk)
    },
  })
  const answer = await fetch(`${service.url}/api/v1/files`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=B' },
    body,
    duplex: 'half',
  })
  const { data } = (await answer.json()) as { data: { id: number; size: number; sha256: string }[] }
  const sha256 = hash.digest('hex')
  expect(data[0]).toMatchObject({ size: SIZE_MB * MEGABYTE, sha256 })
  const down = await fetch(`${service.url}/api/v1/files/${data[0]?.id}/download`, { headers })
  const received = createHash('sha256')
  for await (const chunk of down.body as AsyncIterable<Uint8Array>) received.update(chunk)
  expect(received.digest('hex')).toBe(sha256)
  const peak = peakMb(service.pid)
  if (peak !== undefined) expect(peak).toBeLessThan(PROCESS_MB_MAX)
  expect(await service.end('SIGTERM')).toBe(0)
})

test('a page of documents that are large together is sent one by one, whole', async () => {
  const service = openMemoryService()
  const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/json' }
  const texts = Array.from({ length: 6 }, (_, n) => `${n}潮`.repeat(250_000))
  for (const content of texts)
    await service.app(
      new Request('http://service/api/v1/documents', {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: 'large', content, status: 'draft' }),
      }),
    )
  const answer = await service.app(
    new Request('http://service/api/v1/documents?sort=created_at', { headers }),
  )
  const reader = answer.body?.getReader()
  let chunks = 0
  let text = ''
  const decoder = new TextDecoder()
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) break
    chunks++
    text += decoder.decode(part.value, { stream: true })
  }
  expect(chunks).toBeGreaterThan(texts.length)
  const body = JSON.parse(text) as { data: { content: string }[]; meta: { total: number } }
  expect(body.meta.total).toBe(texts.length)
  expect(body.data.map(({ content }) => content)).toEqual(texts)
  await service.close()
})

test('[A15] bytes lie on the disk once, go with the last file that has them, and orphans go at a start', async () => {
  const open = () => {
    const library = openLibrary(folder)
    return { library, app: createApp({ store: library.store, blobs: library.blobs }) }
  }
  const onDisk = () =>
    readdirSync(join(folder, 'files'), { recursive: true }).filter((name) =>
      /[0-9a-f]{64}$/.test(String(name)),
    )
  const first = open()
  const key = makeFirstKey(first.library.store, 'default', Date.now, systemRandom) ?? ''
  const send = (method: string, path: string, body?: FormData, ifMatch?: string) =>
    first.app(
      new Request(`http://service/api/v1${path}`, {
        method,
        headers: { 'X-API-Key': key, ...(ifMatch && { 'If-Match': ifMatch }) },
        ...(body && { body }),
      }),
    )
  const upload = async (content: string) => {
    const form = new FormData()
    form.append('files[]', new Blob([content]), 'twin.txt')
    await send('POST', '/files', form)
  }
  await upload('twin')
  await upload('twin')
  await upload('other')
  expect(onDisk()).toHaveLength(2)
  await send('DELETE', '/files/1', undefined, '"file-1-1"')
  expect(onDisk()).toHaveLength(2)
  await send('DELETE', '/files/2', undefined, '"file-2-1"')
  expect(onDisk()).toHaveLength(1)
  // A row without its bytes, as a kill between the two writes leaves it.
  const accountId = first.library.store.accounts.findAccount('default') ?? 0
  first.library.store.files.remove(accountId, 3)
  first.library.close()
  const second = open()
  expect(onDisk()).toHaveLength(0)
  second.library.close()
})
