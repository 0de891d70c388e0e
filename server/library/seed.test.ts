import { expect, test } from 'vitest'
import { openMemoryService } from '../testing/app.memory'
import { SAMPLE_FOLDERS, sampleLibrary } from '../sample/library'
import { seed } from './seed'

const NOW = Date.UTC(2026, 10, 21, 12)

function seeded() {
  const service = openMemoryService()
  const get = async (path: string) => {
    const response = await service.app(
      new Request(`http://service/api/v1${path}`, { headers: { 'X-API-Key': service.key } }),
    )
    return (await response.json()) as { data: Record<string, unknown>[]; meta: { total: number } }
  }
  const accountId = service.store.accounts.ensureAccount('default', NOW)
  return { ...service, get, accountId, fill: () => seed(service.store, accountId, sampleLibrary(), NOW) }
}

test('the sample library fills an empty one, the document that explains the app first', async () => {
  const { fill, get } = seeded()
  expect(fill()).toBe(true)
  const documents = await get('/documents?per_page=100')
  expect(documents.meta.total).toBe(sampleLibrary().length)
  expect(documents.data[0]).toMatchObject({ title: 'Let it stand', folder_id: null, status: 'draft' })
  const folders = await get('/folders')
  expect(folders.meta.total).toBe(SAMPLE_FOLDERS.length)
  const tags = await get('/tags')
  expect(tags.data.map((tag) => tag.name)).toEqual(['sea', 'to check', 'winter'])
  for (const tag of tags.data) expect(tag.documents_count).toBeGreaterThan(2)
  expect((await get('/documents?status=published')).meta.total).toBe(4)
})

test('a sample document with earlier texts has them in its history, newest first', async () => {
  const { fill, get } = seeded()
  fill()
  const ferryman = (await get('/documents?per_page=100')).data.find((found) => found.title === 'The ferryman')
  expect(ferryman).toMatchObject({ revision: 3, updated_at: new Date(NOW - 120_000).toISOString() })
  const versions = await get(`/documents/${String(ferryman?.id)}/versions`)
  expect(versions.data.map((version) => version.revision)).toEqual([3, 2, 1])
  expect(versions.data[2]?.content).toMatch(/^One evening the tide was late\./)
})

test('a library in which something was written once is not filled, even when it is empty again', async () => {
  const first = seeded()
  first.fill()
  expect(first.fill()).toBe(false)
  const second = seeded()
  second.store.folders.remove(
    second.accountId,
    second.store.folders.add(second.accountId, {
      parentId: null,
      name: 'x',
      position: 0,
      createdAt: NOW,
      updatedAt: NOW,
    }),
  )
  expect(second.fill()).toBe(false)
})
