import { z } from 'zod'
import { HEADER, OPERATIONS, type Answer, type Operation } from '../../shared/api/api'
import { API_PREFIX } from '../../shared/api/api-prefix'
import { errorBody, pageMeta } from '../../shared/api/api-records'

type Json = Readonly<Record<string, unknown>>

const ERRORS: Readonly<Record<number, string>> = {
  400: 'The body is not JSON in UTF-8, or is broken.',
  401: 'Key missing or invalid.',
  403: 'The key lacks the ability, the search quota is used up, or the account is being deleted; `code` says which.',
  404: 'The resource does not exist.',
  412: 'The revision in `If-Match` is stale.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  416: 'The range begins past the end of the file.',
  422: 'Request validation failed; `errors` has a message per field.',
  428: '`If-Match` is missing (strict revisions).',
  429: 'Rate limit exceeded.',
  503: 'The library cannot be used at the moment.',
  507: 'The disk is full; nothing was changed.',
}

/** The OpenAPI 3.1 description of the whole API, generated from the contract (requirement G3). */
export function describeApi(): Json {
  const schemas = new Map<string, Json>()
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, operation] of Object.entries(OPERATIONS as Record<string, Operation>)) {
    const path = (paths[API_PREFIX + operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(name, operation, schemas)
  }
  reference(errorBody, schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content Management REST API',
      version: '1.0.0',
      description: 'Markdown documents, folders, tags, files and semantic search of one account.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: ['Documents', 'Folders', 'Tags', 'Files', 'Search'].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A management key, `mk_…`.' },
        apiKey: { type: 'apiKey', in: 'header', name: HEADER.apiKey },
      },
      headers: {
        ETag: { description: 'Names this state; send it back in `If-Match`.', schema: { type: 'string' } },
        RateLimit: {
          description: 'Requests per window, where there is a limit.',
          schema: { type: 'integer' },
        },
        RateRemaining: { description: 'Requests left in this window.', schema: { type: 'integer' } },
        RetryAfter: { description: 'Seconds until another try makes sense.', schema: { type: 'integer' } },
      },
    },
  }
}

function describe(name: string, operation: Operation, schemas: Map<string, Json>): Json {
  const body = describeBody(operation)
  return {
    operationId: name,
    summary: operation.summary,
    description: `Ability: ${operation.abilities.join(' or ')}.`,
    tags: [tagOf(operation.path)],
    parameters: [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...success(operation, schemas), ...errors(operation) },
  }
}

function tagOf(path: string): string {
  const first = path.split('/')[1] ?? ''
  return first.charAt(0).toUpperCase() + first.slice(1)
}

const pathParameters = ({ path }: Operation): Json[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  }))

function queryParameters({ query }: Operation): Json[] {
  if (query === undefined) return []
  const { properties = {} } = schemaOf(query, 'input') as { properties?: Record<string, Json> }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    // Numbers arrive as text, and the text schema does not show the type.
    schema: name === 'page' || name === 'per_page' ? { ...schema, type: 'integer' } : schema,
  }))
}

function headerParameters({ method, guarded, answer }: Operation): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  if (guarded) return [header(HEADER.ifMatch, 'The ETag as it was read. Required with strict revisions.')]
  if (method === 'POST' && answer.status === 201)
    return [header(HEADER.idempotencyKey, 'A repeat within 24 hours gets the first answer again.')]
  const isCacheable = method === 'GET' && (answer.kind === 'bytes' || (answer.kind === 'one' && answer.etag))
  const conditional = isCacheable ? [header(HEADER.ifNoneMatch, 'An ETag; unchanged is 304.')] : []
  return answer.kind === 'bytes' ? [...conditional, header('Range', 'One range of bytes.')] : conditional
}

function describeBody({ body }: Operation): Json | undefined {
  if (body === undefined) return undefined
  if (body !== 'multipart')
    return { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } }
  const files = { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } }
  const schema = { type: 'object', properties: { 'files[]': files }, required: ['files[]'] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function success(operation: Operation, schemas: Map<string, Json>): Record<string, Json> {
  const { answer } = operation
  const headers = {
    ...(hasEtag(answer) ? { [HEADER.etag]: { $ref: '#/components/headers/ETag' } } : {}),
    [HEADER.rateLimit]: { $ref: '#/components/headers/RateLimit' },
    [HEADER.rateRemaining]: { $ref: '#/components/headers/RateRemaining' },
  }
  const answered = (description: string, content?: Json) => ({
    [answer.status]: { description, headers, ...(content && { content }) },
  })
  const unchanged: Record<string, Json> =
    operation.method === 'GET' && hasEtag(answer) ? { 304: { description: 'Unchanged.' } } : {}
  switch (answer.kind) {
    case 'empty':
      return answered('Done.')
    case 'bytes': {
      const content = { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } }
      return {
        ...answered('The content.', content),
        206: { description: 'The range.', content },
        ...unchanged,
      }
    }
    case 'one':
      return {
        ...answered('The record.', envelope({ data: reference(answer.record, schemas) })),
        ...unchanged,
      }
    case 'many':
      return answered(
        'The records.',
        envelope({
          data: { type: 'array', items: reference(answer.record, schemas) },
          meta: reference(pageMeta, schemas),
        }),
      )
  }
}

const hasEtag = (answer: Answer): boolean => answer.kind === 'bytes' || (answer.kind === 'one' && answer.etag)

const envelope = (properties: Record<string, Json>): Json => ({
  'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } },
})

function errors({ path, query, body, guarded, answer }: Operation): Record<string, Json> {
  const statuses = [401, 403, 429, 503]
  if (path.includes('{')) statuses.push(404)
  if (query !== undefined || body !== undefined || guarded) statuses.push(422)
  if (body !== undefined) statuses.push(400, 415, 507)
  if (body !== undefined && body !== 'multipart') statuses.push(413)
  if (guarded) statuses.push(412, 428)
  if (answer.kind === 'bytes') statuses.push(416)
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: ERRORS[status] ?? '',
        ...(status === 429
          ? { headers: { [HEADER.retryAfter]: { $ref: '#/components/headers/RetryAfter' } } }
          : {}),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

/** A reference to the schema's definition, which is added at its first use. */
function reference(schema: z.ZodType, schemas: Map<string, Json>): Json {
  const name = z.globalRegistry.get(schema)?.id
  if (name === undefined) return schemaOf(schema, 'output')
  if (!schemas.has(name)) schemas.set(name, schemaOf(schema, 'output'))
  return { $ref: `#/components/schemas/${name}` }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  // A schema with a name of its own would be a reference to its own definition.
  const own = z.globalRegistry.get(schema)?.id
  const { $schema: _, id: __, ...rest } = (own === undefined ? whole : (whole.$defs?.[own] ?? whole)) as Json
  return rest
}
