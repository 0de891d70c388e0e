/**
 * Services that differ from the API: each variant stands before the real service and changes one thing about how it
 * answers. Variants can be stacked.
 */
export type App = (request: Request) => Promise<Response> | Response
export type ServiceVariant = (app: App) => App

interface Body {
  readonly data?: unknown
  readonly meta?: unknown
}
type Row = Record<string, unknown>

const isWrite = ({ method }: Request) => method === 'PUT' || method === 'DELETE'
const isDocument = ({ url }: Request) => /\/documents\/[^/?]+(\?|$)/.test(url)
const isCollection = ({ url }: Request) => /\/(documents|folders|tags|files|versions)(\?|$)/.test(url)

/** Changes what the service answers with JSON; other answers pass. */
function answering(
  change: (body: Body, request: Request) => unknown,
  when: (request: Request) => boolean = () => true,
): ServiceVariant {
  return (app) => async (request) => {
    const answer = await app(request)
    if (!when(request) || !answer.ok || !answer.headers.get('Content-Type')?.includes('json')) return answer
    const body = (await answer.json()) as Body
    return new Response(JSON.stringify(change(body, request)), {
      status: answer.status,
      headers: answer.headers,
    })
  }
}

function withHeaders(change: (headers: Headers, request: Request) => void): ServiceVariant {
  return (app) => async (request) => {
    const answer = await app(request)
    const headers = new Headers(answer.headers)
    change(headers, request)
    return new Response(answer.body, { status: answer.status, headers })
  }
}

async function again(
  request: Request,
  more: { url?: string; headers?: Headers; body?: string } = {},
): Promise<Request> {
  const body = more.body ?? (request.method === 'GET' ? undefined : await request.text())
  return new Request(more.url ?? request.url, {
    method: request.method,
    headers: more.headers ?? request.headers,
    ...(body !== undefined && body !== '' && { body }),
  })
}

/** Changes what reaches the service. */
const asking =
  (change: (request: Request) => Promise<Request>): ServiceVariant =>
  (app) =>
  async (request) =>
    app(await change(request))

const eachRow = (change: (row: Row) => Row) => (body: Body) => ({
  ...body,
  data: Array.isArray(body.data) ? body.data.map((row) => change(row as Row)) : change(body.data as Row),
})

const without =
  (...fields: string[]) =>
  (row: Row): Row =>
    Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field)))

/** No ETag at all, so nothing can be guarded; the service runs with strict revisions off. */
export const noEtags: ServiceVariant = (app) =>
  withHeaders((headers) => headers.delete('ETag'))(
    asking(async (request) => {
      const headers = new Headers(request.headers)
      headers.delete('If-Match')
      return again(request, { headers })
    })(app),
  )

/** ETags come, `If-Match` is not looked at (C6). Strict revisions are off. */
export const ignoresIfMatch: ServiceVariant = asking(async (request) => {
  const headers = new Headers(request.headers)
  headers.delete('If-Match')
  return again(request, { headers })
})

/** Only a GET carries the ETag. */
export const etagOnlyOnGet: ServiceVariant = withHeaders((headers, { method }) => {
  if (method !== 'GET') headers.delete('ETag')
})

/** ETags are weak, and taken back as they were given. */
export const weakEtags: ServiceVariant = (app) =>
  withHeaders((headers) => {
    const etag = headers.get('ETag')
    if (etag) headers.set('ETag', `W/${etag}`)
  })(
    asking(async (request) => {
      const headers = new Headers(request.headers)
      const sent = headers.get('If-Match')
      if (sent) headers.set('If-Match', sent.replace(/^W\//, ''))
      return again(request, { headers })
    })(app),
  )

/** Documents are guarded; folders show no revision and are written as they come. */
export const bareFolders: ServiceVariant = (app) => async (request) => {
  if (!/\/folders(\/[^/?]+)?(\?|$)/.test(request.url)) return app(request)
  const headers = new Headers(request.headers)
  if (isWrite(request)) {
    const shown = await app(new Request(request.url, { headers: request.headers }))
    headers.set('If-Match', shown.headers.get('ETag') ?? '')
  }
  const answer = await app(await again(request, { headers }))
  const left = new Headers(answer.headers)
  left.delete('ETag')
  return new Response(answer.body, { status: answer.status, headers: left })
}

const changedContent = (change: (text: string) => string): ServiceVariant =>
  asking(async (request) => {
    if (request.method !== 'PUT' && request.method !== 'POST') return request
    const text = await request.text()
    if (!text.startsWith('{')) return again(request, { body: text })
    const body = JSON.parse(text) as Row
    if (typeof body['content'] === 'string') body['content'] = change(body['content'])
    return again(request, { body: JSON.stringify(body) })
  })

/** Texts are trimmed before they are stored. */
export const trimsTexts = changedContent((text) => text.trim())

/** Line ends and accents are normalised before they are stored. */
export const normalisesTexts = changedContent((text) => text.replace(/\r\n?/g, '\n').normalize('NFC'))

/** Refuses an empty text and an empty title. */
export const refusesEmpty: ServiceVariant = (app) => async (request) => {
  if (request.method !== 'PUT' && request.method !== 'POST') return app(request)
  const text = await request.clone().text()
  const { content, title } = JSON.parse(text || '{}') as Row
  const errors = {
    ...(content === '' && { content: ['The content field is required.'] }),
    ...(title === '' && { title: ['The title field is required.'] }),
  }
  if (Object.keys(errors).length === 0) return app(request)
  return Response.json({ message: 'The given data was invalid.', errors }, { status: 422 })
}

/** The answer to a write is a page, though the write was done. */
export const pageAfterWrite: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  return isWrite(request) && answer.ok
    ? new Response('<html>Saved!</html>', { status: 200, headers: { 'Content-Type': 'text/html' } })
    : answer
}

/** A field of a PUT is not looked at (A18). */
export const ignoresOnPut = (...fields: string[]): ServiceVariant =>
  asking(async (request) => {
    if (request.method !== 'PUT') return request
    const body = without(...fields)(JSON.parse(await request.text()) as Row)
    return again(request, { body: JSON.stringify(body) })
  })

/** Documents do not show these fields. */
export const hidesFields = (...fields: string[]): ServiceVariant =>
  answering(eachRow(without(...fields)), ({ url }) => /\/documents/.test(url) && !/versions/.test(url))

/** Lists carry no texts. */
export const thinLists: ServiceVariant = answering(
  eachRow(without('content')),
  (request) => isCollection(request) && request.method === 'GET',
)

/** Lists carry the beginning of each text only. */
export const shortLists: ServiceVariant = answering(
  eachRow((row) => ({ ...row, content: String(row['content']).slice(0, 12) })),
  (request) => isCollection(request) && request.method === 'GET' && !/versions/.test(request.url),
)

/** Answers tell the time of the service. */
export const datedBy = (now: () => number): ServiceVariant =>
  withHeaders((headers) => headers.set('Date', new Date(now()).toUTCString()))

/** Ids are JSON strings, also in what is sent. */
export const textIds: ServiceVariant = (app) => {
  const ID = /^(id|folder_id|parent_id|document_id|chunk_id)$/
  const toText = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => toText(one, key === 'tag_ids' ? 'id' : ''))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toText(one, name)]))
    return ID.test(key) && typeof value === 'number' ? String(value) : value
  }
  return answering((body) => toText(body))(
    asking(async (request) => {
      if (request.method !== 'PUT' && request.method !== 'POST') return request
      const text = await request.text()
      const numbers = (value: unknown): unknown => (typeof value === 'string' ? Number(value) : value)
      const body = JSON.parse(text) as Row
      for (const field of ['folder_id', 'parent_id'])
        if (body[field] != null) body[field] = numbers(body[field])
      if (Array.isArray(body['tag_ids'])) body['tag_ids'] = body['tag_ids'].map(numbers)
      return again(request, { body: JSON.stringify(body) })
    })(app),
  )
}

/** Collections carry no `meta`. */
export const noMeta: ServiceVariant = answering(({ data }) => ({ data }), isCollection)

/** Every page is the first one. */
export const ignoresPage: ServiceVariant = asking(async (request) =>
  again(request, { url: request.url.replace(/([?&])page=\d+/, '$1page=1') }),
)

/** Sorting and `updated_since` are not looked at; lists come oldest first. */
export const ignoresSorting: ServiceVariant = asking(async (request) =>
  isCollection(request) && request.method === 'GET'
    ? again(request, {
        url: `${request.url.replace(/([?&])(sort|updated_since)=[^&]*/g, '$1')}&sort=created_at`,
      })
    : request,
)

/** Refuses query parameters that it does not know. */
export const refusesParameters: ServiceVariant = (app) => (request) =>
  /[?&](sort|updated_since|per_page)=/.test(request.url)
    ? Response.json({ message: 'Unknown parameter.' }, { status: 422 })
    : app(request)

/** A create answers 200. */
export const okForCreate: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  return answer.status === 201 ? new Response(answer.body, { status: 200, headers: answer.headers }) : answer
}

/** Writes are answered without a body. */
export const emptyBodies: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  if (request.method === 'GET' || !answer.ok) return answer
  await answer.arrayBuffer()
  return new Response(null, { status: 204 })
}

/** A delete answers with the record and 200. */
export const recordAfterDelete: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  return request.method === 'DELETE' && answer.status === 204
    ? Response.json({ data: { deleted: true } })
    : answer
}

/** `Idempotency-Key` is not looked at. */
export const ignoresKeys: ServiceVariant = asking(async (request) => {
  const headers = new Headers(request.headers)
  headers.delete('Idempotency-Key')
  return again(request, { headers })
})

/** No version history. */
export const noHistory: ServiceVariant = (app) => (request) =>
  /\/versions/.test(request.url) ? Response.json({ message: 'Not found.' }, { status: 404 }) : app(request)

/** The history comes oldest first, without texts and revisions. */
export const oddHistory: ServiceVariant = answering(
  (body) => ({ data: [...(body.data as Row[])].reverse().map(without('content', 'revision')) }),
  ({ url }) => /\/versions(\?|$)/.test(url),
)

/** `If-None-Match` is not looked at. */
export const never304: ServiceVariant = asking(async (request) => {
  const headers = new Headers(request.headers)
  headers.delete('If-None-Match')
  return again(request, { headers })
})

/** Errors carry a message alone: no `errors`, no `code`. */
export const bareErrors: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  if (answer.ok || answer.status === 304) return answer
  const { message } = (await answer.json()) as { message: string }
  const headers = new Headers(answer.headers)
  return new Response(JSON.stringify({ message }), { status: answer.status, headers })
}

/** Times are of whole seconds. */
export const wholeSeconds: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  if (!answer.headers.get('Content-Type')?.includes('json')) return answer
  const text = await answer.text()
  return new Response(text.replace(/(\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1Z'), {
    status: answer.status,
    headers: answer.headers,
  })
}

/** Times are of whole seconds in lists, of milliseconds elsewhere. */
export const wholeSecondsInLists: ServiceVariant = (app) => {
  const coarse = wholeSeconds(app)
  return (request) => (isCollection(request) ? coarse(request) : app(request))
}

/** Times have a form that `Date.parse` does not read: 2026.01.31 12h30'59.123. */
export const oddTimes: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  if (!answer.headers.get('Content-Type')?.includes('json')) return answer
  const text = await answer.text()
  const odd = text.replace(/"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):([\d.]+)Z"/g, `"$1.$2.$3 $4h$5'$6"`)
  return new Response(odd, { status: answer.status, headers: answer.headers })
}

/** Folders do not name their parent. */
export const flatFolders: ServiceVariant = answering(eachRow(without('parent_id', 'position')), ({ url }) =>
  /\/folders(\/\d+)?(\?|$)/.test(url),
)

/** No search by meaning. */
export const noSearch: ServiceVariant = (app) => (request) =>
  /\/search\//.test(request.url) ? Response.json({ message: 'Not found.' }, { status: 404 }) : app(request)

/** The ETag moves with every read, though nothing changed. */
export const restlessEtags: ServiceVariant = (app) => {
  let count = 0
  const real = new Map<string, string>()
  return async (request) => {
    const headers = new Headers(request.headers)
    const sent = headers.get('If-Match')
    if (sent) headers.set('If-Match', real.get(sent) ?? sent)
    headers.delete('If-None-Match')
    const answer = await app(await again(request, { headers }))
    const etag = answer.headers.get('ETag')
    if (!etag || !isDocument(request)) return answer
    const shown = `"r${++count}"`
    real.set(shown, etag)
    const changed = new Headers(answer.headers)
    changed.set('ETag', shown)
    return new Response(answer.body, { status: answer.status, headers: changed })
  }
}

export const stacked =
  (...variants: readonly ServiceVariant[]): ServiceVariant =>
  (app) =>
    variants.reduce((inner, variant) => variant(inner), app)

/** Hits and chunks by other names, without places; a search that knows one passage, the first line of each document. */
export const oddPassages: ServiceVariant = (app) => async (request) => {
  const { pathname } = new URL(request.url)
  const json = (body: object) => Response.json(body)
  if (pathname.endsWith('/search/semantic')) {
    const { query } = (await request.json()) as { query: string }
    const list = await app(
      new Request(new URL('/api/v1/documents?per_page=100', request.url), { headers: request.headers }),
    )
    const { data } = (await list.json()) as { data: { id: number; content: string }[] }
    const found = data.filter(({ content }) => content.includes(query))
    return json({
      data: found.map(({ id, content }) => ({
        chunk_id: `c${id}`,
        document_id: String(id),
        content: content.split('\n').find((line) => line.includes(query)),
      })),
    })
  }
  const chunk = /\/chunks\/(.+)$/.exec(pathname)
  return chunk ? json({ data: { chunk_id: chunk[1], content: `The chunk ${chunk[1]}` } }) : app(request)
}

/** Files are taken under a name of its own, which nobody outside knows. */
export const otherUploadField: ServiceVariant = (app) => (request) =>
  request.method === 'POST' && /\/files(\?|$)/.test(request.url)
    ? Response.json({ message: 'The attachment field is required.' }, { status: 422 })
    : app(request)

/** How a service can lie about a write of a document (W4): what it shows instead of what it was sent. */
export type Lie = 'old text' | 'another text' | 'no text' | 'part' | 'known record'

/**
 * Answers writes of documents with 2xx and something else than what was sent, while `lie` names how: `old text`,
 * `known record` store nothing, `part` stores the first sentence, the others store the text as it came.
 */
export const liesAboutWrites =
  (lie: () => Lie | undefined): ServiceVariant =>
  (app) =>
  async (request) => {
    const now = lie()
    const isEdit = request.method === 'PUT' && isDocument(request)
    const isCreate = request.method === 'POST' && /\/documents(\?|$)/.test(request.url)
    if (now === undefined || (!isEdit && !isCreate)) return app(request)
    const read = (url: string) => app(new Request(url, { headers: request.headers }))
    if (now === 'old text') return isEdit ? read(request.url) : app(request)
    if (now === 'known record') return isCreate ? read(`${request.url}/1`) : app(request)
    const body = JSON.parse(await request.text()) as Row
    const content = String(body['content'])
    const stored = now === 'part' ? content.slice(0, content.indexOf('.') + 1) : content
    const answer = await app(await again(request, { body: JSON.stringify({ ...body, content: stored }) }))
    if (now === 'part' || !answer.ok) return answer
    const { data } = (await answer.json()) as { data: Row }
    const shown = now === 'no text' ? '' : 'Something else.'
    return new Response(JSON.stringify({ data: { ...data, content: shown } }), {
      status: answer.status,
      headers: answer.headers,
    })
  }
