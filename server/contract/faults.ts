import type { App } from '../app'
import { API_PREFIX } from '../../shared/api/api-prefix'

/**
 * A service that breaks one rule, and the checks that must notice it, by the beginnings of their titles; at least one
 * must fail.
 */
interface Fault {
  readonly name: string
  readonly caughtBy: string
  readonly breakIt: (app: App, lenient: App) => App
}

interface Exchange {
  readonly method: string
  /** Below `/api/v1`, without the query. */
  readonly path: string
  readonly status: number
  // oxlint-disable-next-line no-explicit-any -- bodies are bent on purpose
  readonly body: any
  readonly headers: Headers
}

/** Changes answers on their way out. `undefined`: the answer is not changed. */
const answering =
  (
    change: (
      exchange: Exchange,
    ) => Partial<{ status: number; body: unknown; headers: Record<string, string | null> }> | undefined,
  ) =>
  (app: App): App =>
  async (request) => {
    const { method, url } = request
    const response = await app(request)
    const path = new URL(url).pathname.slice(API_PREFIX.length)
    const bytes = await response.clone().arrayBuffer()
    let body: unknown
    try {
      body = JSON.parse(new TextDecoder().decode(bytes))
    } catch {
      body = undefined
    }
    const changed = change({ method, path, status: response.status, body, headers: response.headers })
    if (changed === undefined) return response
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(changed.headers ?? {}))
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    const status = changed.status ?? response.status
    const content = 'body' in changed ? JSON.stringify(changed.body) : bytes
    return new Response(status === 204 || status === 304 ? null : (content ?? null), { status, headers })
  }

/** Changes requests on their way in. */
const asking =
  (
    change: (
      request: Request,
      text: string,
    ) => { url?: string; headers?: Record<string, string | null>; body?: string } | undefined,
  ) =>
  (app: App): App =>
  async (request) => {
    const bytes = await request.clone().arrayBuffer()
    const isJson = (request.headers.get('content-type') ?? '').includes('json')
    const changed = change(request, isJson ? new TextDecoder().decode(bytes) : '')
    if (changed === undefined) return app(request)
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries(changed.headers ?? {}))
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    const body = changed.body ?? (bytes.byteLength > 0 ? bytes : undefined)
    return app(
      new Request(changed.url ?? request.url, {
        method: request.method,
        headers,
        ...(body !== undefined && { body }),
      }),
    )
  }

/** Rebuilds every request and every answer without changing anything. */
export const WITHOUT_FAULT = (app: App): App => answering(() => ({}))(asking(() => ({}))(app))

const withoutParameter = (name: string) =>
  asking((request) => {
    const url = new URL(request.url)
    if (!url.searchParams.has(name)) return undefined
    url.searchParams.delete(name)
    return { url: url.href }
  })

const inBody = (change: (body: Record<string, unknown>) => Record<string, unknown>) =>
  asking((_, text) => {
    if (text === '') return undefined
    try {
      const body = JSON.parse(text) as Record<string, unknown>
      return { body: JSON.stringify(change(body)) }
    } catch {
      return undefined
    }
  })

const onPut =
  (fault: (app: App) => App) =>
  (app: App): App =>
  (request) =>
    (request.method === 'PUT' ? fault(app) : app)(request)

const inText = (change: (text: string) => string) =>
  inBody((body) => (typeof body.content === 'string' ? { ...body, content: change(body.content) } : body))

const withIfMatch = (change: (tag: string) => string | null) =>
  asking((request) => {
    const tag = request.headers.get('if-match')
    return tag === null ? undefined : { headers: { 'if-match': change(tag) } }
  })

/** Stores a write that lost the race all the same. */
const loserWritesToo =
  (app: App, lenient: App): App =>
  async (request) => {
    const again = request.clone()
    const first = await app(request)
    const isRacing = first.status === 412 && /"(name|text) \d/.test(await again.clone().text())
    return isRacing ? withIfMatch(() => null)(lenient)(again) : first
  }

/** Returns a version or chunk that was once read under one document for every other document too. */
const underAnyDocument =
  (kind: 'versions' | 'chunks') =>
  (app: App): App => {
    const known = new Map<string, string>()
    return async (request) => {
      const [, id] = new RegExp(`/${kind}/(\\d+)$`).exec(new URL(request.url).pathname) ?? []
      if (id === undefined) return app(request)
      const response = await app(new Request(known.get(id) ?? request.url, request))
      if (response.status === 200) known.set(id, request.url)
      return response
    }
  }

const anotherEtagEachTime = (): ((app: App) => App) => {
  let n = 0
  return answering(({ headers }) =>
    headers.has('etag') ? { headers: { etag: `"doc-0-${n++}"` } } : undefined,
  )
}

const withoutHeader = (path: RegExp, name: string) =>
  answering((exchange) => (path.test(exchange.path) ? { headers: { [name]: null } } : undefined))

const withStatus = (from: number, to: number) =>
  answering(({ status }) => (status === from ? { status: to } : undefined))

const without = (record: object, field: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== field))

const isOneDocument = (path: string) => /^\/documents\/\d+$/.test(path)
const isVersions = (path: string) => /^\/documents\/\d+\/versions$/.test(path)

// prettier-ignore
export const FAULTS: readonly Fault[] = [
  { name: 'writes need no If-Match', caughtBy: 'strict: a write without If-Match', breakIt: (_, lenient) => lenient },
  { name: 'If-Match is not looked at', caughtBy: 'a write with the current ETag is taken', breakIt: (_, lenient) => withIfMatch(() => null)(lenient) },
  { name: 'the wildcard matches', caughtBy: 'the wildcard is refused', breakIt: (_, lenient) => withIfMatch((tag) => (tag === '*' ? null : tag))(lenient) },
  { name: 'weak tags match', caughtBy: 'lists, weak tags', breakIt: withIfMatch((tag) => tag.replace(/^W\//, '')) },
  { name: 'the first of a list matches', caughtBy: 'lists, weak tags', breakIt: withIfMatch((tag) => tag.split(', ')[0] ?? '') },
  { name: 'stale is 409', caughtBy: 'a write with the current ETag is taken', breakIt: withStatus(412, 409) },
  { name: 'the second of two writers wins too', caughtBy: 'of eight racing writers', breakIt: loserWritesToo },
  { name: 'documents have an ETag of another shape', caughtBy: 'a document ETag has the shape', breakIt: answering(({ path, headers }) => (isOneDocument(path) && headers.has('etag') ? { headers: { etag: `"v${headers.get('etag')?.replaceAll(/\D/g, '')}"` } } : undefined)) },
  { name: 'a PUT answers without an ETag', caughtBy: 'an ETag comes with the answer to every write', breakIt: answering(({ method }) => (method === 'PUT' ? { headers: { etag: null } } : undefined)) },
  { name: 'reading gives no ETag', caughtBy: 'reading gives an ETag', breakIt: answering(({ method }) => (method === 'GET' ? { headers: { etag: null } } : undefined)) },
  { name: 'texts are trimmed', caughtBy: 'texts come back byte for byte', breakIt: inText((text) => text.trim()) },
  { name: 'line ends are made alike', caughtBy: 'texts come back byte for byte', breakIt: inText((text) => text.replaceAll('\r\n', '\n')) },
  { name: 'texts are brought to NFC', caughtBy: 'texts come back byte for byte', breakIt: inText((text) => text.normalize('NFC')) },
  { name: 'half characters are replaced', caughtBy: 'half of a surrogate pair', breakIt: inBody((body) => Object.fromEntries(Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? value.toWellFormed() : value]))) },
  { name: 'status is not taken on update', caughtBy: 'title, status, folder and tags are taken on update', breakIt: onPut(inBody((body) => without(body, 'status'))) },
  { name: 'an update may leave out the content', caughtBy: 'an update without content', breakIt: onPut(inBody((body) => ({ content: 'x', ...body }))) },
  { name: 'the oldest version is lost', caughtBy: 'every accepted change of the text is a version', breakIt: answering(({ path, body }) => (isVersions(path) && body?.data?.length > 2 ? { body: { ...body, data: body.data.slice(0, -1) } } : undefined)) },
  { name: 'versions come oldest first', caughtBy: 'versions: one for every accepted change', breakIt: answering(({ path, body }) => (isVersions(path) && Array.isArray(body?.data) ? { body: { ...body, data: body.data.toReversed() } } : undefined)) },
  { name: 'a version is found under any document', caughtBy: 'a version is found only under its own', breakIt: underAnyDocument('versions') },
  { name: 'a deleted document answers 200', caughtBy: 'a deleted document is gone', breakIt: answering(({ method, path, status }) => (method === 'GET' && isOneDocument(path) && status === 404 ? { status: 200, body: { data: null } } : undefined)) },
  { name: 'errors have no message', caughtBy: 'what does not exist is 404', breakIt: answering(({ status, body }) => (status >= 400 ? { body: { error: body?.message } } : undefined)) },
  { name: '422 has no message per field', caughtBy: '422 has a message per field', breakIt: answering(({ status, body }) => (status === 422 ? { body: { message: body.message } } : undefined)) },
  { name: 'a wrong key is 403', caughtBy: 'every route answers 401', breakIt: withStatus(401, 403) },
  { name: 'X-API-Key is not taken', caughtBy: 'a key is taken as Authorization: Bearer and as X-API-Key', breakIt: asking(() => ({ headers: { 'x-api-key': null } })) },
  { name: '403 has no code', caughtBy: '403 says which one it is', breakIt: answering(({ status, body }) => (status === 403 ? { body: { message: body.message } } : undefined)) },
  { name: 'the status filter is passed over', caughtBy: 'lists: page, per_page', breakIt: withoutParameter('status') },
  { name: 'the tag filter is passed over', caughtBy: 'lists: page, per_page', breakIt: withoutParameter('tag_id') },
  { name: 'the order is passed over', caughtBy: 'lists: page, per_page', breakIt: withoutParameter('sort') },
  { name: 'updated_since is passed over', caughtBy: 'lists: page, per_page', breakIt: withoutParameter('updated_since') },
  { name: 'the page parameter is passed over', caughtBy: 'walking the pages', breakIt: withoutParameter('page') },
  { name: 'the total is one page', caughtBy: 'lists: page, per_page', breakIt: answering(({ body }) => (body?.meta ? { body: { ...body, meta: { ...body.meta, total: body.data.length } } } : undefined)) },
  { name: 'there is no meta', caughtBy: 'documents are listed in pages', breakIt: answering(({ body }) => (body?.meta ? { body: { data: body.data } } : undefined)) },
  { name: 'lists come without content', caughtBy: 'list items hold the content', breakIt: answering(({ path, body }) => (path === '/documents' && Array.isArray(body?.data) ? { body: { ...body, data: body.data.map((record: object) => without(record, 'content')) } } : undefined)) },
  { name: 'create answers 200', caughtBy: 'create answers 201', breakIt: withStatus(201, 200) },
  { name: 'times are local', caughtBy: 'a document is made under /api/v1', breakIt: answering(({ path, body }) => (path.startsWith('/documents') && typeof body?.data?.created_at === 'string' ? { body: { data: { ...body.data, created_at: body.data.created_at.replace('Z', '') } } } : undefined)) },
  { name: 'an Idempotency-Key is passed over', caughtBy: 'a create with an Idempotency-Key', breakIt: asking(() => ({ headers: { 'idempotency-key': null } })) },
  { name: 'If-None-Match is passed over', caughtBy: 'If-None-Match with the current ETag', breakIt: asking(() => ({ headers: { 'if-none-match': null } })) },
  { name: 'an unchanged PUT is written', caughtBy: 'a PUT that changes nothing', breakIt: onPut(anotherEtagEachTime()) },
  { name: 'Range is passed over', caughtBy: 'serve answers a Range', breakIt: asking(() => ({ headers: { range: null } })) },
  { name: 'types may be sniffed', caughtBy: 'download is an attachment', breakIt: withoutHeader(/(serve|download)$/, 'x-content-type-options') },
  { name: 'served files may run scripts', caughtBy: 'download is an attachment', breakIt: answering(({ path }) => (path.endsWith('/serve') ? { headers: { 'content-security-policy': 'sandbox allow-scripts' } } : undefined)) },
  { name: 'a download is inline', caughtBy: 'download is an attachment', breakIt: answering(({ path, headers }) => (path.endsWith('/download') ? { headers: { 'content-disposition': (headers.get('content-disposition') ?? '').replace('attachment', 'inline') } } : undefined)) },
  { name: 'a tag has a route of its own', caughtBy: 'a tag has no route of its own', breakIt: answering(({ method, path, status }) => (method === 'GET' && /^\/tags\/\d+$/.test(path) && status === 404 ? { status: 200, body: { data: {} } } : undefined)) },
  { name: 'a folder shows all documents', caughtBy: 'a folder lists the documents directly in it', breakIt: asking((request) => (/\/folders\/\d+\/documents$/.test(new URL(request.url).pathname) ? { url: request.url.replace(/\/folders\/\d+/, '') } : undefined)) },
  { name: 'two tags may have one name', caughtBy: 'tags: assigned by tag_ids', breakIt: (app) => async (request) => (request.method === 'POST' && request.url.endsWith('/tags') ? inBody((body) => ({ name: `${String(body.name)}${Math.random()}` }))(app)(request) : app(request)) },
  { name: '429 comes without Retry-After', caughtBy: 'above the rate limit', breakIt: answering(({ status }) => (status === 429 ? { headers: { 'retry-after': null } } : undefined)) },
  { name: 'a search reaches into other folders', caughtBy: 'folder and status filter together', breakIt: inBody((body) => without(body, 'folder_id')) },
  { name: 'an unknown folder is an error of the search', caughtBy: 'a folder that is not there', breakIt: answering(({ path, body }) => (path === '/search/semantic' && body?.data?.length === 0 ? { status: 422, body: { message: 'No such folder.' } } : undefined)) },
  { name: 'a chunk is found under any document', caughtBy: 'a chunk is read by the pair', breakIt: underAnyDocument('chunks') },
  { name: 'there is no description', caughtBy: 'an OpenAPI 3.1 description', breakIt: answering(({ path }) => (path === '/openapi.json' ? { status: 404, body: { message: 'No.' } } : undefined)) },
]
