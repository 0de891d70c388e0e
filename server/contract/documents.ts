import { check, decision, must, same, statusIs, type Check } from './check'
import type { Body } from './target'

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/

/** Texts that a careless server changes. */
const TEXTS: Readonly<Record<string, string>> = {
  'CRLF and CR': 'a\r\nb\rc\n\nd',
  'no final newline': 'one\ntwo',
  'space at both ends': '  \n\ta\t\n  ',
  'byte order mark': '\ufeff# Title\ufeff',
  'combining marks': 'e\u0301 é \u0915\u094d\u0937 ȧ̈',
  'emoji of several parts': '👩‍👩‍👧‍👦 🏳️‍🌈 🇪🇺',
  'CJK and right to left': '潮が一時間遅れた。 הגאות איחרה \u202bتأخّر\u202c',
  'what looks like markup': '<script>alert(1)</script> &amp; %00 \\u0000 {{x}} ${y}',
  nothing: '',
}

export const DOCUMENT_CHECKS: readonly Check[] = [
  check('A1 A5 A2', 'a document is made under /api/v1 and has the fields of the document', async (trial) => {
    const title = trial.name('Made')
    const { record, answer } = await trial.document({ title, content: 'The tide was late.' })
    must(answer.status === 201 || answer.status === 200, `found ${answer.status}`)
    must(Number.isInteger(record.id), `id is not an integer: ${record.id}`)
    same([record.title, record.content, record.status], [title, 'The tide was late.', 'draft'], 'fields')
    must(ISO_UTC.test(record.created_at) && ISO_UTC.test(record.updated_at), 'times are not ISO 8601 UTC')
  }),

  check('A6 A3', 'one document is read in its envelope', async (trial) => {
    const { record } = await trial.document()
    const read = await trial.send('GET', `/documents/${record.id}`)
    statusIs(read, 200)
    same(read.body?.data, record, 'the record')
    must(
      /^application\/json\b/.test(read.headers.get('content-type') ?? ''),
      'the answer is not application/json',
    )
  }),

  check('A4 A3 E4', 'documents are listed in pages with the four numbers of meta', async (trial) => {
    for (let n = 0; n < 2; n++) await trial.document()
    const list = await trial.send('GET', '/documents')
    statusIs(list, 200)
    must(Array.isArray(list.body?.data), 'data is not a list')
    for (const key of ['current_page', 'last_page', 'per_page', 'total'])
      must(Number.isInteger(list.body.meta?.[key]), `meta.${key} is missing`)
    must(list.body.meta.total >= 2, `total is ${list.body.meta.total} after two were made`)
  }),

  check('A7', 'an update changes the text and leaves what it does not name', async (trial) => {
    const { record } = await trial.document({ content: 'before' })
    const answer = await trial.guarded('PUT', `/documents/${record.id}`, { content: 'after' })
    statusIs(answer, 200)
    const read = await trial.send('GET', `/documents/${record.id}`)
    same([read.body.data.content, read.body.data.title], ['after', record.title], 'text and title')
  }),

  check('A7 E1', 'an update without content is refused', async (trial) => {
    const { record } = await trial.document()
    statusIs(await trial.guarded('PUT', `/documents/${record.id}`, { title: 'No content' }), 422)
  }),

  check('A8 E1', 'a deleted document is gone', async (trial) => {
    const { record } = await trial.document()
    const gone = await trial.guarded('DELETE', `/documents/${record.id}`)
    must(gone.status >= 200 && gone.status < 300, `found ${gone.status}`)
    statusIs(await trial.send('GET', `/documents/${record.id}`), 404)
    statusIs(await trial.guarded('DELETE', `/documents/${record.id}`), 404)
  }),

  check('A9 A10', 'every accepted change of the text is a version that can be read', async (trial) => {
    const { record } = await trial.document({ content: 'first' })
    const path = `/documents/${record.id}`
    for (const content of ['second', 'third']) await trial.guarded('PUT', path, { content })
    const list = await trial.send('GET', `${path}/versions`)
    statusIs(list, 200)
    must(Array.isArray(list.body?.data) && list.body.meta !== undefined, 'not a collection')
    const texts: string[] = []
    for (const version of list.body.data as Body[]) {
      const one = await trial.send('GET', `${path}/versions/${version.id}`)
      statusIs(one, 200)
      same(one.body.data.id, version.id, 'id of the version')
      texts.push(one.body.data.content)
    }
    same([...texts].sort(), ['first', 'second', 'third'], 'texts')
    statusIs(await trial.send('GET', `${path}/versions/999999999`), 404)
  }),

  check('A10', 'a version is found only under its own document', async (trial) => {
    const [one, other] = [await trial.document(), await trial.document()]
    const list = await trial.send('GET', `/documents/${one.record.id}/versions`)
    const id = list.body?.data?.[0]?.id
    statusIs(await trial.send('GET', `/documents/${one.record.id}/versions/${id}`), 200)
    statusIs(await trial.send('GET', `/documents/${other.record.id}/versions/${id}`), 404)
  }),

  decision(
    'F',
    'versions: one for every accepted change, newest first, with all their fields',
    async (trial) => {
      const { record } = await trial.document({ content: 'a', title: 'One' })
      const path = `/documents/${record.id}`
      await trial.guarded('PUT', path, { content: 'a', title: 'Two' })
      await trial.guarded('PUT', path, { content: 'b', status: 'published' })
      const { body } = await trial.send('GET', `${path}/versions`)
      same(
        body.data.map((found: Body) => [found.title, found.content, found.status]),
        [
          ['Two', 'b', 'published'],
          ['Two', 'a', 'draft'],
          ['One', 'a', 'draft'],
        ],
        'versions',
      )
      const now = await trial.send('GET', path)
      same(body.data[0].revision, now.body.data.revision, 'revision of the newest')
      same(body.data[0].document_id, record.id, 'document_id')
      must(ISO_UTC.test(body.data[0].created_at), 'created_at is not ISO 8601 UTC')
      const second = await trial.send('GET', `${path}/versions?per_page=1&page=2`)
      same([second.body.data[0]?.id, second.body.meta.total], [body.data[1].id, 3], 'the second page')
    },
  ),

  decision('A18 F', 'title, status, folder and tags are taken on update too', async (trial) => {
    const [folder, tag] = [await trial.folder(), await trial.tag()]
    const { record } = await trial.document({ content: 'x' })
    const path = `/documents/${record.id}`
    const sent = {
      content: 'x',
      title: 'Renamed',
      status: 'published',
      folder_id: folder.record.id,
      tag_ids: [tag.record.id],
    }
    statusIs(await trial.guarded('PUT', path, sent), 200)
    const { data } = (await trial.send('GET', path)).body
    same([data.title, data.status, data.folder_id], ['Renamed', 'published', folder.record.id], 'fields')
    same(data.tags, [{ id: tag.record.id, name: tag.record.name }], 'tags')
    await trial.guarded('PUT', path, { content: 'x', folder_id: null, tag_ids: [] })
    const after = (await trial.send('GET', path)).body.data
    same([after.folder_id, after.tags, after.title], [null, [], 'Renamed'], 'fields taken away again')
  }),

  decision('F', 'document fields: folder_id, tags, revision, published_at', async (trial) => {
    const { record } = await trial.document()
    same([record.folder_id, record.tags, record.published_at], [null, [], null], 'of a new draft')
    must(Number.isInteger(record.revision), 'revision is not an integer')
    const published = await trial.document({ status: 'published' })
    must(ISO_UTC.test(published.record.published_at ?? ''), 'published_at of a published document is no time')
  }),

  decision('F', 'list items hold the content', async (trial) => {
    const { record } = await trial.document({ content: 'in the list' })
    const list = await trial.send('GET', '/documents?sort=-created_at&per_page=5')
    const item = list.body.data.find((found: Body) => found.id === record.id)
    same(item?.content, 'in the list', 'content')
  }),

  decision('F', 'create answers 201, delete 204 without a body', async (trial) => {
    const { record, answer } = await trial.document()
    statusIs(answer, 201)
    const gone = await trial.guarded('DELETE', `/documents/${record.id}`)
    same([gone.status, gone.text], [204, ''], 'delete')
  }),

  decision('F', 'texts come back byte for byte', async (trial) => {
    for (const [what, content] of Object.entries(TEXTS)) {
      const { record } = await trial.document({ content })
      const read = await trial.send('GET', `/documents/${record.id}`)
      same(read.body.data.content, content, what)
      const path = `/documents/${record.id}`
      await trial.guarded('PUT', path, { content: `${content}!` })
      const versions = (await trial.send('GET', `${path}/versions`)).body.data as Body[]
      same(
        versions.map((version) => version.content),
        [`${content}!`, content],
        `${what}, in the versions`,
      )
    }
    const { record } = await trial.document({ content: 'a\0b' })
    same((await trial.send('GET', `/documents/${record.id}`)).body.data.content, 'a\0b', 'NUL')
  }),

  decision('F', 'a title is 1 to 255 characters', async (trial) => {
    const longest = 'x'.repeat(255)
    const { record } = await trial.document({ title: longest })
    same(record.title, longest, 'title')
    for (const title of ['', `${longest}x`, null, 7])
      statusIs(await trial.send('POST', '/documents', { json: { title, content: '', status: 'draft' } }), 422)
  }),
]
