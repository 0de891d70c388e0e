import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ChunkRecord, HitRecord } from '../../shared/api/api-records'
import type { RunningServer } from '../contract/server-process'
import { freshFolder, startService } from '../testing/service.spawned'

const ROUNDS = process.env.STET_FUZZ_LONG === undefined ? 4 : 200
const DOCUMENTS_PER_ROUND = 60

let folder: string
beforeEach(() => {
  folder = freshFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let service: RunningServer
let key: string
const send = async (method: string, path: string, json?: object) => {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  })
  return { status: response.status, data: ((await response.json()) as { data: never }).data }
}
const search = async (query: string): Promise<HitRecord[]> =>
  (await send('POST', '/search/semantic', { query, limit: 50 })).data
const text = (n: number) =>
  `# Part ${n}\n\nThe mark is quill${n}x.\n\n## More\n\n${'Salt and rope on the pier. '.repeat(n % 70)}`

test(`[G4] SIGKILL while indexing and learning: it goes on where it was, and no chunk id means another text (${ROUNDS} rounds)`, async () => {
  const written = new Map<number, number>()
  const chunks = new Map<number, { documentId: number; text: string }>()
  let n = 0
  for (let round = 0; round < ROUNDS; round++) {
    service = await startService(folder)
    key = service.key ?? key
    const killAt = n + 10 + ((round * 17) % (DOCUMENTS_PER_ROUND - 10))
    while (n < killAt) {
      const made = await send('POST', '/documents', { title: `Document ${n}`, content: text(n) })
      written.set(n++, (made.data as { id: number }).id)
      if (n % 7 === 0)
        for (const hit of await search(`quill${n - 1}x pier`))
          chunks.set(hit.id, { documentId: hit.document_id, text: hit.text })
    }
    await service.end('SIGKILL')
  }
  service = await startService(folder)
  for (const [i, id] of written) {
    // A search indexes recent changes before it answers, a little at a time.
    let first: HitRecord | undefined
    while (first?.document_id !== id) [first] = await search(`quill${i}x`)
    expect(first.text).toContain(`quill${i}x`)
  }
  expect(chunks.size).toBeGreaterThan(0)
  for (const [id, before] of chunks) {
    const { status, data } = await send('GET', `/documents/${before.documentId}/chunks/${id}`)
    if (status === 200) expect((data as ChunkRecord).text).toBe(before.text)
    else expect(status).toBe(404)
  }
  expect(await service.end('SIGTERM')).toBe(0)
})
