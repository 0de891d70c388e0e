import { describe, expect, test } from 'vitest'
import { openMemoryService } from './testing/app.memory'

function open(...args: Parameters<typeof openMemoryService>) {
  const service = openMemoryService(...args)
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await service.app(
      new Request(`http://service/api/v1${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${service.key}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? '',
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  return { ...service, call }
}

test('[A5] a document is made, read, changed under its ETag, listed and deleted', async () => {
  const { call } = open()
  const made = await call('POST', '/documents', { title: 'Low water', content: 'a\r\nb\0c', status: 'draft' })
  expect(made.status).toBe(201)
  expect(made.etag).toBe('"doc-1-1"')
  const read = await call('GET', '/documents/1')
  expect(read.body).toEqual(made.body)
  expect(read.body.data.content).toBe('a\r\nb\0c')
  expect((await call('PUT', '/documents/1', { content: 'x' })).status).toBe(428)
  expect((await call('PUT', '/documents/1', { content: 'x' }, { 'If-Match': '"doc-1-9"' })).status).toBe(412)
  const changed = await call('PUT', '/documents/1', { content: 'x' }, { 'If-Match': made.etag })
  expect([changed.status, changed.etag]).toEqual([200, '"doc-1-2"'])
  const same = await call('PUT', '/documents/1', { content: 'x' }, { 'If-Match': changed.etag })
  expect([same.status, same.etag]).toEqual([200, '"doc-1-2"'])
  const versions = await call('GET', '/documents/1/versions')
  expect(versions.body.data.map((version: { content: string }) => version.content)).toEqual([
    'x',
    'a\r\nb\0c',
  ])
  expect((await call('GET', '/documents')).body.meta).toEqual({
    current_page: 1,
    last_page: 1,
    per_page: 25,
    total: 1,
  })
  const gone = await call('DELETE', '/documents/1', undefined, { 'If-Match': changed.etag })
  expect([gone.status, gone.body]).toEqual([204, undefined])
  expect((await call('GET', '/documents/1')).body).toEqual({ message: 'No such document.' })
})

test('a long text comes back with the write as it comes with a read, however it was escaped', async () => {
  const { call } = open()
  const title = 'The "content":"" of a box'
  await call('POST', '/documents', { title, content: '', status: 'draft' })
  const content = 'mast \\ "wind"\n\u2028語🌊\0'.repeat(4_000)
  const escaped = JSON.stringify({ title, content }).replace(/[^\0-~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  for (const [index, body] of [
    JSON.stringify({ content }),
    escaped,
    `{"content":"", ${escaped.slice(1)}`,
  ].entries()) {
    // The second and the third write change nothing.
    const { etag } = await call('GET', '/documents/1')
    const changed = await call('PUT', '/documents/1', body, { 'If-Match': etag })
    expect([changed.status, changed.etag]).toEqual([200, '"doc-1-2"'])
    expect(changed.body.data.content, `body ${index}`).toBe(content)
    expect(changed.body).toEqual((await call('GET', '/documents/1')).body)
  }
})

describe('lists', () => {
  test('filters hold together and totals follow them', async () => {
    const { call } = open()
    const folder = (await call('POST', '/folders', { name: 'Notes' })).body.data.id
    const tag = (await call('POST', '/tags', { name: 'sea' })).body.data.id
    for (let n = 0; n < 30; n++)
      await call('POST', '/documents', {
        title: `n${n}`,
        content: '',
        status: n % 2 ? 'published' : 'draft',
        folder_id: n % 3 ? folder : null,
        tag_ids: n % 5 ? [] : [tag],
      })
    const total = async (query: string) => (await call('GET', `/documents?${query}`)).body.meta.total
    expect(await total('')).toBe(30)
    expect(await total('status=draft')).toBe(15)
    expect(await total(`folder_id=${folder}`)).toBe(20)
    expect(await total('folder_id=null')).toBe(10)
    expect(await total(`folder_id=${folder}&status=published`)).toBe(10)
    expect(await total(`tag_id=${tag}`)).toBe(6)
    expect(await total(`tag_id=${tag}&status=draft`)).toBe(3)
    expect(await total('updated_since=2999-01-01T00:00:00Z')).toBe(0)
    const page = await call('GET', '/documents?per_page=7&page=5&sort=created_at')
    expect(page.body.data.map((document: { title: string }) => document.title)).toEqual(['n28', 'n29'])
    expect(page.body.meta).toEqual({ current_page: 5, last_page: 5, per_page: 7, total: 30 })
    expect((await call('GET', `/folders/${folder}/documents?per_page=1`)).body.meta.total).toBe(20)
    expect((await call('GET', `/tags/${tag}/documents?sort=title`)).body.data[0].tags).toEqual([
      { id: tag, name: 'sea' },
    ])
  })
})
