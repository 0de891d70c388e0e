/**
 * Services that differ from the API. Each variant stands in front of the real service and changes one aspect of its
 * answers. Variants can be combined.
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

/** Changes the JSON answers of the service; other answers pass unchanged. */
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

/** Changes the requests to the service. */
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

/** Sends no ETags, so nothing can be guarded. The service runs with strict revisions off. */
export const noEtags: ServiceVariant = (app) =>
  withHeaders((headers) => headers.delete('ETag'))(
    asking(async (request) => {
      const headers = new Headers(request.headers)
      headers.delete('If-Match')
      return again(request, { headers })
    })(app),
  )

/** Sends ETags but ignores `If-Match` (C6). Strict revisions are off. */
export const ignoresIfMatch: ServiceVariant = asking(async (request) => {
  const headers = new Headers(request.headers)
  headers.delete('If-Match')
  return again(request, { headers })
})

/** Sends ETags only in answers to GET. */
export const etagOnlyOnGet: ServiceVariant = withHeaders((headers, { method }) => {
  if (method !== 'GET') headers.delete('ETag')
})

/** Sends weak ETags and accepts them in the same form. */
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

/** Guards documents, but sends no revisions of folders, and writes folders unconditionally. */
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

/** Trims texts before storing them. */
export const trimsTexts = changedContent((text) => text.trim())

/** Normalises line endings and accents before storing. */
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

/** Answers a write with an HTML page, although the write was executed. */
export const pageAfterWrite: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  return isWrite(request) && answer.ok
    ? new Response('<html>Saved!</html>', { status: 200, headers: { 'Content-Type': 'text/html' } })
    : answer
}

/** Ignores certain fields of a PUT (A18). */
export const ignoresOnPut = (...fields: string[]): ServiceVariant =>
  asking(async (request) => {
    if (request.method !== 'PUT') return request
    const body = without(...fields)(JSON.parse(await request.text()) as Row)
    return again(request, { body: JSON.stringify(body) })
  })

/** Omits these fields of documents. */
export const hidesFields = (...fields: string[]): ServiceVariant =>
  answering(eachRow(without(...fields)), ({ url }) => /\/documents/.test(url) && !/versions/.test(url))

/** Omits texts in lists. */
export const thinLists: ServiceVariant = answering(
  eachRow(without('content')),
  (request) => isCollection(request) && request.method === 'GET',
)

/** Sends only the beginning of each text in lists. */
export const shortLists: ServiceVariant = answering(
  eachRow((row) => ({ ...row, content: String(row['content']).slice(0, 12) })),
  (request) => isCollection(request) && request.method === 'GET' && !/versions/.test(request.url),
)

/** Sends the time of the service in answers. */
export const datedBy = (now: () => number): ServiceVariant =>
  withHeaders((headers) => headers.set('Date', new Date(now()).toUTCString()))

/** Uses JSON strings as ids in both directions. */
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

/** Sends collections without `meta`. */
export const noMeta: ServiceVariant = answering(({ data }) => ({ data }), isCollection)

/** Returns the first page for every page. */
export const ignoresPage: ServiceVariant = asking(async (request) =>
  again(request, { url: request.url.replace(/([?&])page=\d+/, '$1page=1') }),
)

/** Ignores sorting and `updated_since`; lists have the oldest first. */
export const ignoresSorting: ServiceVariant = asking(async (request) =>
  isCollection(request) && request.method === 'GET'
    ? again(request, {
        url: `${request.url.replace(/([?&])(sort|updated_since)=[^&]*/g, '$1')}&sort=created_at`,
      })
    : request,
)

/** Refuses unknown query parameters. */
export const refusesParameters: ServiceVariant = (app) => (request) =>
  /[?&](sort|updated_since|per_page)=/.test(request.url)
    ? Response.json({ message: 'Unknown parameter.' }, { status: 422 })
    : app(request)

/** Answers a create with 200. */
export const okForCreate: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  return answer.status === 201 ? new Response(answer.body, { status: 200, headers: answer.headers }) : answer
}

/** Answers writes without a body. */
export const emptyBodies: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  if (request.method === 'GET' || !answer.ok) return answer
  await answer.arrayBuffer()
  return new Response(null, { status: 204 })
}

/** Answers a delete with the record and 200. */
export const recordAfterDelete: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  return request.method === 'DELETE' && answer.status === 204
    ? Response.json({ data: { deleted: true } })
    : answer
}

/** Ignores `Idempotency-Key`. */
export const ignoresKeys: ServiceVariant = asking(async (request) => {
  const headers = new Headers(request.headers)
  headers.delete('Idempotency-Key')
  return again(request, { headers })
})

/** Has no version history. */
export const noHistory: ServiceVariant = (app) => (request) =>
  /\/versions/.test(request.url) ? Response.json({ message: 'Not found.' }, { status: 404 }) : app(request)

/** Lists versions with the oldest first, without texts and revisions. */
export const oddHistory: ServiceVariant = answering(
  (body) => ({ data: [...(body.data as Row[])].reverse().map(without('content', 'revision')) }),
  ({ url }) => /\/versions(\?|$)/.test(url),
)

/** Ignores `If-None-Match`. */
export const never304: ServiceVariant = asking(async (request) => {
  const headers = new Headers(request.headers)
  headers.delete('If-None-Match')
  return again(request, { headers })
})

/** Sends errors with only a message, without `errors` and `code`. */
export const bareErrors: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  if (answer.ok || answer.status === 304) return answer
  const { message } = (await answer.json()) as { message: string }
  const headers = new Headers(answer.headers)
  return new Response(JSON.stringify({ message }), { status: answer.status, headers })
}

/** Sends times in whole seconds. */
export const wholeSeconds: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  if (!answer.headers.get('Content-Type')?.includes('json')) return answer
  const text = await answer.text()
  return new Response(text.replace(/(\d\d:\d\d:\d\d)\.\d{3}Z/g, '$1Z'), {
    status: answer.status,
    headers: answer.headers,
  })
}

/** Sends times in whole seconds in lists, and in milliseconds elsewhere. */
export const wholeSecondsInLists: ServiceVariant = (app) => {
  const coarse = wholeSeconds(app)
  return (request) => (isCollection(request) ? coarse(request) : app(request))
}

/** Sends times in a format that `Date.parse` does not read: 2026.01.31 12h30'59.123. */
export const oddTimes: ServiceVariant = (app) => async (request) => {
  const answer = await app(request)
  if (!answer.headers.get('Content-Type')?.includes('json')) return answer
  const text = await answer.text()
  const odd = text.replace(/"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):([\d.]+)Z"/g, `"$1.$2.$3 $4h$5'$6"`)
  return new Response(odd, { status: answer.status, headers: answer.headers })
}

/** Omits the parents of folders. */
export const flatFolders: ServiceVariant = answering(eachRow(without('parent_id', 'position')), ({ url }) =>
  /\/folders(\/\d+)?(\?|$)/.test(url),
)

/** Has no search by meaning. */
export const noSearch: ServiceVariant = (app) => (request) =>
  /\/search\//.test(request.url) ? Response.json({ message: 'Not found.' }, { status: 404 }) : app(request)

/** Changes the ETag at every read, although nothing has changed. */
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

/**
 * Uses other names for hits and chunks and omits positions. The search knows one passage, the first line of each
 * document.
 */
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

/** Accepts files only in a form field with an undocumented name. */
export const otherUploadField: ServiceVariant = (app) => (request) =>
  request.method === 'POST' && /\/files(\?|$)/.test(request.url)
    ? Response.json({ message: 'The attachment field is required.' }, { status: 422 })
    : app(request)

/** The untrue answers to a write of a document (W4), by the content of the record shown. */
export type Lie = 'old text' | 'another text' | 'no text' | 'part' | 'known record'

/**
 * Answers writes of documents with 2xx and an untrue record, as long as `lie` returns its kind: with `old text` and
 * `known record` nothing is stored, with `part` the first sentence, with the others the text as sent.
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
