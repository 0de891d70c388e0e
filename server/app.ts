import { Hono } from 'hono'
import { OPERATIONS, type Operation, type OperationName } from '../shared/api/api'
import { API_PREFIX } from '../shared/api/api-prefix'
import { reply as toResponse } from './http/answer'
import { authenticate, requireAbility } from './http/auth'
import { documentHandlers } from './resources/documents'
import { fileHandlers } from './resources/files'
import { folderHandlers } from './resources/folders'
import { parseJson, readBytes } from './http/json-body'
import { createLimits, type UsageKeeper } from './http/limits'
import { describeApi } from './http/openapi'
import { asRefusal, damaged, isDamage, notFound, type Refusal } from './http/refusal'
import { retrievalHandlers } from './resources/retrieval'
import type { Call, Handlers, RouteParts } from './http/routes'
import type { SearchPort } from './http/search-port'
import { DEFAULT_SETTINGS, type Clock, type Settings } from './http/settings'
import type { BlobStore } from './store/blobs'
import type { Store } from './store/store'
import { tagHandlers } from './resources/tags'
import { checked } from './http/validation'
import { versionHandlers } from './resources/versions'
import { DAY_MS } from '../shared/day'

export interface AppParts {
  readonly store: Store
  readonly settings?: Partial<Settings>
  /** Milliseconds since 1970. */
  readonly clock?: Clock
  /** Where uploads are kept; without it the file routes answer 404. */
  readonly blobs?: BlobStore
  /** Without it the search and chunk routes answer 404. */
  readonly search?: SearchPort
  /** Called for unexpected failures; never for a refused request. */
  readonly onError?: (error: unknown) => void
}

/** The service as a function. It never rejects: every failure becomes an answer. */
export type App = (request: Request) => Promise<Response>

type AllBut<Some, All> = Omit<All, keyof NonNullable<Some>>

/** Builds every route of the contract (`shared/api/api.ts`) for which there is a handler. */
export function createApp(parts: AppParts): App {
  const settings = { ...DEFAULT_SETTINGS, ...parts.settings }
  const clock = parts.clock ?? Date.now
  const limits = createLimits(settings, clock, quotaKeeper(parts))
  const routeParts: RouteParts = {
    store: parts.store,
    search: parts.search,
    settings,
    now: steady(clock),
  }
  const files = parts.blobs && fileHandlers(routeParts, parts.blobs)
  const retrieval = parts.search && retrievalHandlers(routeParts, parts.search, limits)
  // A missing handler does not compile: only files and retrieval may be left out, each as a whole.
  const handlers: AllBut<typeof files, AllBut<typeof retrieval, Handlers>> & Partial<Handlers> = {
    ...documentHandlers(routeParts),
    ...versionHandlers(routeParts),
    ...folderHandlers(routeParts),
    ...tagHandlers(routeParts),
    ...files,
    ...retrieval,
  }

  let isDamaged = false

  const enter = (request: Request, answerHeaders: Record<string, string>) => {
    const caller = authenticate(request.headers, parts.store.accounts)
    limits.countRequest(caller.accountId, answerHeaders)
    return caller
  }

  const handle = async (
    name: OperationName,
    request: Request,
    params: Readonly<Record<string, string>>,
  ): Promise<Response> => {
    const operation: Operation = OPERATIONS[name]
    const answerHeaders: Record<string, string> = {}
    try {
      const caller = enter(request, answerHeaders)
      requireAbility(caller, operation.abilities)
      if (isDamaged && operation.method !== 'GET') throw damaged()
      const call = await callOf(name, caller.accountId, request, params, answerHeaders)
      // The table gives each handler the query and the body of its own operation.
      const handler = handlers[name] as (call: Call) => ReturnType<Handlers[OperationName]>
      return toResponse(operation, await handler(call), answerHeaders)
    } catch (error) {
      return refuse(error, answerHeaders)
    }
  }

  const refuse = (error: unknown, answerHeaders: Record<string, string>): Response => {
    isDamaged ||= isDamage(error)
    const refusal: Refusal | undefined = asRefusal(error)
    if (refusal === undefined || refusal.status === 503) parts.onError?.(error)
    if (refusal === undefined) return json(500, { message: 'The service failed.' }, answerHeaders)
    return json(refusal.status, refusal.body, { ...answerHeaders, ...refusal.headers })
  }

  const hono = new Hono()
  for (const name of Object.keys(handlers) as OperationName[]) {
    const { method, path } = OPERATIONS[name]
    hono.on(method, API_PREFIX + path.replace(/\{(\w+)\}/g, ':$1'), (context) =>
      handle(name, context.req.raw, context.req.param()),
    )
  }
  // The description contains nothing about accounts, so it needs no key.
  let description: string | undefined
  hono.get(`${API_PREFIX}/openapi.json`, () => {
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }
    description ??= JSON.stringify(describeApi())
    return new Response(description, { headers })
  })
  hono.notFound((context) => {
    const answerHeaders: Record<string, string> = {}
    try {
      enter(context.req.raw, answerHeaders)
      throw notFound('route')
    } catch (error) {
      return refuse(error, answerHeaders)
    }
  })
  hono.onError((error) => refuse(error, {}))
  return async (request) => hono.fetch(request)
}

/** The parts of a request for its handler, validated by the schemas of its operation. */
async function callOf(
  name: OperationName,
  accountId: number,
  request: Request,
  params: Readonly<Record<string, string>>,
  answerHeaders: Record<string, string>,
): Promise<Call> {
  const operation: Operation = OPERATIONS[name]
  const id = idIn(params.id)
  const innerId = idIn(params.versionId ?? params.chunkId)
  const takesJson = operation.body !== undefined && operation.body !== 'multipart'
  const bodyBytes = takesJson ? await readBytes(request) : new Uint8Array()
  const query = operation.query && checked(operation.query, queryOf(request.url))
  const body = takesJson ? checked(operation.body, parseJson(request.headers, bodyBytes)) : undefined
  return { name, accountId, id, innerId, query, body, bodyBytes, request, answerHeaders } as Call
}

/**
 * Keeps the use of the search quota. A search continues even where its count cannot be stored, for example on a full
 * disk.
 */
function quotaKeeper({ store, onError }: AppParts): UsageKeeper {
  return {
    find: store.quota.find,
    set(accountId, usage) {
      try {
        store.transaction(() => store.quota.set(accountId, usage))
      } catch (error) {
        onError?.(error)
      }
    },
  }
}

const json = (status: number, body: object, headers: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

/**
 * The id in the path. One that no record can have finds nothing (content API, section 7: 404). 0: the path has none.
 */
function idIn(text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^[1-9]\d{0,15}$/.test(text) || Number(text) > Number.MAX_SAFE_INTEGER) throw notFound('record')
  return Number(text)
}

function queryOf(url: string): Record<string, string> {
  const at = url.indexOf('?')
  return at === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(at + 1).replace(/#.*/s, '')))
}

/**
 * A clock that never runs backwards, even when the system's clock is corrected, so that later changes have later times.
 */
function steady(clock: Clock): Clock {
  let last = 0
  return () => {
    const time = clock()
    last = time < last && last - time < DAY_MS ? last : time
    return last
  }
}
