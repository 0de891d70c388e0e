import { check, decision, must, same, statusIs, type Check } from './check'
import type { Body } from './target'

const idsOf = (body: Body): number[] => body.data.map((record: Body) => record.id)

export const ORGANISING_CHECKS: readonly Check[] = [
  check('A12 A17', 'a folder is made, read, changed, listed and deleted; folders nest', async (trial) => {
    const outer = await trial.folder()
    const inner = await trial.folder({ parent_id: outer.record.id })
    const read = await trial.send('GET', `/folders/${inner.record.id}`)
    statusIs(read, 200)
    same(read.body.data.name, inner.record.name, 'name')
    const name = trial.name('Renamed')
    statusIs(await trial.guarded('PUT', `/folders/${inner.record.id}`, { name }), 200)
    same((await trial.send('GET', `/folders/${inner.record.id}`)).body.data.name, name, 'new name')
    const list = await trial.send('GET', '/folders')
    must(Array.isArray(list.body?.data) && Number.isInteger(list.body.meta?.total), 'not a collection')
    const gone = await trial.guarded('DELETE', `/folders/${inner.record.id}`)
    must(gone.status >= 200 && gone.status < 300, `found ${gone.status}`)
    statusIs(await trial.send('GET', `/folders/${inner.record.id}`), 404)
  }),

  check('A13', 'a folder lists the documents directly in it, never those of its children', async (trial) => {
    const outer = await trial.folder()
    const inner = await trial.folder({ parent_id: outer.record.id })
    const direct = await trial.document({ folder_id: outer.record.id })
    await trial.document({ folder_id: inner.record.id })
    const list = await trial.send('GET', `/folders/${outer.record.id}/documents`)
    statusIs(list, 200)
    same(idsOf(list.body), [direct.record.id], 'documents')
    same(list.body.meta?.total, 1, 'total')
    statusIs(await trial.send('GET', '/folders/999999999/documents'), 404)
  }),

  decision('F', 'folder fields: parent_id, position, times', async (trial) => {
    const outer = await trial.folder()
    const inner = await trial.folder({ parent_id: outer.record.id, position: 7 })
    same([outer.record.parent_id, inner.record.parent_id], [null, outer.record.id], 'parent_id')
    same(inner.record.position, 7, 'position')
    must(Number.isInteger(outer.record.position), 'position is not an integer')
    must(!Number.isNaN(Date.parse(inner.record.created_at)), 'created_at is no time')
    await trial.guarded('PUT', `/folders/${inner.record.id}`, { position: 3 })
    same((await trial.send('GET', `/folders/${inner.record.id}`)).body.data.position, 3, 'new position')
    await trial.guarded('PUT', `/folders/${inner.record.id}`, { parent_id: null })
    same((await trial.send('GET', `/folders/${inner.record.id}`)).body.data.parent_id, null, 'moved out')
  }),

  decision('F A17', 'a parent that would make a circle, or is not there, is 422', async (trial) => {
    const top = await trial.folder()
    const middle = await trial.folder({ parent_id: top.record.id })
    const low = await trial.folder({ parent_id: middle.record.id })
    for (const parent of [top, middle, low])
      statusIs(await trial.guarded('PUT', `/folders/${top.record.id}`, { parent_id: parent.record.id }), 422)
    same((await trial.send('GET', `/folders/${top.record.id}`)).body.data.parent_id, null, 'parent')
    statusIs(await trial.guarded('PUT', `/folders/${low.record.id}`, { parent_id: 999999999 }), 422)
    statusIs(await trial.send('POST', '/folders', { json: { name: 'x', parent_id: 999999999 } }), 422)
  }),

  decision('F', 'a folder that is not empty is not deleted: 422', async (trial) => {
    const outer = await trial.folder()
    const inner = await trial.folder({ parent_id: outer.record.id })
    const document = await trial.document({ folder_id: inner.record.id })
    statusIs(await trial.guarded('DELETE', `/folders/${outer.record.id}`), 422)
    statusIs(await trial.guarded('DELETE', `/folders/${inner.record.id}`), 422)
    statusIs(await trial.send('GET', `/documents/${document.record.id}`), 200)
  }),

  check('A14', 'a tag is made, renamed, listed and deleted', async (trial) => {
    const { record } = await trial.tag()
    const name = trial.name('Renamed')
    statusIs(await trial.send('PUT', `/tags/${record.id}`, { json: { name } }), 200)
    const total = (await trial.send('GET', '/tags')).body.meta.total as number
    const names: string[] = []
    for (let page = 1; names.length < total && page <= total; page++)
      names.push(...(await trial.send('GET', `/tags?page=${page}`)).body.data.map((tag: Body) => tag.name))
    must(names.includes(name), 'the new name is not in the list')
    const gone = await trial.send('DELETE', `/tags/${record.id}`)
    must(gone.status >= 200 && gone.status < 300, `found ${gone.status}`)
    statusIs(await trial.send('DELETE', `/tags/${record.id}`), 404)
  }),

  check('A14', 'a tag has no route of its own: GET answers 404', async (trial) => {
    const { record } = await trial.tag()
    statusIs(await trial.send('GET', `/tags/${record.id}`), 404, 405)
  }),

  check('A14', 'a tag lists the documents that carry it', async (trial) => {
    const tag = await trial.tag()
    const carrier = await trial.document({ tag_ids: [tag.record.id] })
    await trial.document()
    const list = await trial.send('GET', `/tags/${tag.record.id}/documents`)
    statusIs(list, 200)
    same(idsOf(list.body), [carrier.record.id], 'documents')
    statusIs(await trial.send('GET', '/tags/999999999/documents'), 404)
  }),

  decision('F', 'tags: assigned by tag_ids, counted, unique by name', async (trial) => {
    const tag = await trial.tag()
    await trial.document({ tag_ids: [tag.record.id, tag.record.id] })
    const again = await trial.send('POST', '/tags', { json: { name: tag.record.name } })
    statusIs(again, 422)
    must(Array.isArray(again.body?.errors?.name), 'no message for name')
    const other = await trial.tag()
    statusIs(await trial.send('PUT', `/tags/${other.record.id}`, { json: { name: tag.record.name } }), 422)
    const renamed = await trial.send('PUT', `/tags/${tag.record.id}`, {
      json: { name: trial.name('Counted') },
    })
    same(renamed.body?.data?.documents_count, 1, 'documents_count')
    const wrong = { title: 'x', content: '', status: 'draft', tag_ids: [999999999] }
    statusIs(await trial.send('POST', '/documents', { json: wrong }), 422)
  }),

  decision('F', 'renaming or deleting a tag moves no document', async (trial) => {
    const tag = await trial.tag()
    const { record, answer } = await trial.document({ tag_ids: [tag.record.id] })
    await trial.send('PUT', `/tags/${tag.record.id}`, { json: { name: trial.name('Renamed') } })
    await trial.send('DELETE', `/tags/${tag.record.id}`)
    const read = await trial.send('GET', `/documents/${record.id}`)
    same([read.etag, read.body.data.tags], [answer.etag, []], 'ETag and tags')
    same((await trial.send('GET', `/documents/${record.id}/versions`)).body.meta.total, 1, 'versions')
  }),

  decision(
    'F',
    'deleting a folder, or putting a document in it, is a change of that one alone',
    async (trial) => {
      const folder = await trial.folder()
      const { record } = await trial.document({ folder_id: folder.record.id })
      const before = await trial.send('GET', `/folders/${folder.record.id}`)
      same(before.etag, folder.answer.etag, 'ETag of the folder after a document came in')
      await trial.guarded('PUT', `/documents/${record.id}`, { content: 'x', folder_id: null })
      const moved = await trial.send('GET', `/documents/${record.id}`)
      must(
        (await trial.guarded('DELETE', `/folders/${folder.record.id}`)).status < 300,
        'the empty folder stays',
      )
      same((await trial.send('GET', `/documents/${record.id}`)).etag, moved.etag, 'ETag of the document')
    },
  ),

  decision('F E4', 'lists: page, per_page (25, at most 100), filters, order', async (trial) => {
    const folder = await trial.folder()
    const tag = await trial.tag()
    const made: Body[] = []
    for (let n = 0; n < 30; n++)
      made.push(
        (
          await trial.document({
            title: `${String.fromCharCode(97 + ((n * 7) % 26))}${n}`,
            folder_id: folder.record.id,
            status: n % 3 === 0 ? 'published' : 'draft',
            tag_ids: n % 2 === 0 ? [tag.record.id] : [],
          })
        ).record,
      )
    const list = async (query: string) =>
      (await trial.send('GET', `/documents?folder_id=${folder.record.id}&${query}`)).body
    same((await list('')).meta, { current_page: 1, last_page: 2, per_page: 25, total: 30 }, 'meta')
    const pages = [
      await list('per_page=7&page=1'),
      await list('per_page=7&page=2'),
      await list('per_page=7&page=9'),
    ]
    same(
      pages.map((page) => page.data.length),
      [7, 7, 0],
      'lengths of the pages',
    )
    same(new Set([...idsOf(pages[0]), ...idsOf(pages[1])]).size, 14, 'different documents on two pages')
    same((await list('status=published')).meta.total, 10, 'published')
    same((await list(`tag_id=${tag.record.id}`)).meta.total, 15, 'tagged')
    same((await list(`tag_id=${tag.record.id}&status=published`)).meta.total, 5, 'tagged and published')
    const inOrder = async (sort: string) => idsOf(await list(`per_page=100&sort=${sort}`))
    same(
      await inOrder('created_at'),
      made.map((record) => record.id),
      'sort=created_at',
    )
    same(await inOrder('-created_at'), made.map((record) => record.id).reverse(), 'sort=-created_at')
    const byTitle = [...made].sort((a, b) => (a.title < b.title ? -1 : 1)).map((record) => record.id)
    same(await inOrder('title'), byTitle, 'sort=title')
    await trial.guarded('PUT', `/documents/${made[4].id}`, { content: 'moved to the top' })
    same((await inOrder('-updated_at'))[0], made[4].id, 'first of sort=-updated_at')
    const since = (await trial.send('GET', `/documents/${made[4].id}`)).body.data.updated_at
    must(
      idsOf(await list(`updated_since=${since}`)).includes(made[4].id),
      'updated_since leaves out its own moment',
    )
    same((await list('updated_since=2999-01-01T00:00:00Z')).meta.total, 0, 'updated since 2999')
    for (const query of [
      'page=0',
      'per_page=101',
      'per_page=x',
      'sort=bogus',
      'status=bogus',
      'updated_since=yesterday',
    ])
      statusIs(await trial.send('GET', `/documents?${query}`), 422)
    same(
      (await trial.send('GET', `/folders/${folder.record.id}/documents?status=published`)).body.meta.total,
      10,
      'published in the folder',
    )
    same(
      (await trial.send('GET', `/tags/${tag.record.id}/documents?status=published`)).body.meta.total,
      5,
      'published under the tag',
    )
  }),
]
