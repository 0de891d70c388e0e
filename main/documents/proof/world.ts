import { problem } from '../../../shared/problem'
import type { Field, RemoteId } from '../../../shared/terms'
import { newDocument, pulledDocument } from '../core/initial'
import {
  ANOTHERS,
  modelService,
  seen,
  present,
  serve,
  serveFalsely,
  type Answer,
  type Lie,
  type ModelCapabilities,
  type ModelService,
  type Request,
} from './model-service'
import { brokenStep } from './proof-of-steps'
import type { Rec } from '../core/record'
import { timesTaken } from '../engine/row'
import { impossibleEtag } from '../core/sent'
import { transition } from '../core/transition'
import type { Context, Effect, Event, SnapshotReason } from '../core/events'
import type { WorkingCopy } from '../core/working-copy'

/**
 * Test support: clients on one model service, as a plain value. Every function returns a new world, so that a search
 * can go back to any moment. The fate of each request is decided step by step: it lands, it is answered, its answer is
 * lost, it never arrives, or it lands after no client waits for it any more.
 */
export interface World {
  readonly nowMs: number
  readonly service: ModelService
  readonly clients: readonly Client[]
  /** Promises that were broken on the way: an unguarded write, an ETag that was never read. */
  readonly breaches: readonly string[]
}

export interface Client {
  readonly name: string
  /** The copy in the journal: the next state is there before its effects run (W1). */
  readonly copy: WorkingCopy
  readonly wire: readonly Exchange[]
  readonly snapshots: readonly Snapshot[]
  /** New documents that were made from a record (keep both). */
  readonly made: readonly Rec[]
  readonly announced: readonly string[]
  readonly isOnline: boolean
  /** The scheduler answers with `send-due` at some later time. */
  readonly isScheduled: boolean
  /** Whether writes are guarded: the connection has answered a 412, or is our own service (C6). */
  readonly guarded: boolean
  /** How many more edits may test whether writes are guarded, while that is unknown (C6). */
  readonly guardQuestions: number
  readonly honoursKeys: boolean
  readonly autosavePublished: boolean
  readonly unresolved: readonly Field[]
  /** The number of the change that the base came from, as far as the service stated its time. */
  readonly stamp: number
  /** Whether the record shown last was older than the one here (C7). */
  readonly isOlder: boolean
  /** How many restores the client has noticed. */
  readonly restores: number
}

export interface Snapshot {
  readonly reason: SnapshotReason
  readonly record: Rec
}

/** A request on its way. */
export interface Exchange {
  readonly request: Request
  readonly asks:
    | { readonly kind: 'write' | 'read' | 'versions' | 'find-created'; readonly id: number }
    | { readonly kind: 'poll'; readonly askedAt: number; readonly listItem: boolean }
  /** Whether the client still waits for the answer. */
  readonly isAwaited: boolean
  /** The answer of the service, once the request has landed. */
  readonly answer?: Answer
}

export interface Setting {
  readonly clients: readonly string[]
  readonly capabilities?: Partial<ModelCapabilities>
  /** The document exists and everybody has read it; absent where the first client creates it. */
  readonly shared?: { readonly text: string; readonly title?: string; readonly seenInList?: boolean }
  /** The text of a document that is not on the service yet. */
  readonly begun?: string
  /** Whether the service is known to check If-Match; it is by default. */
  readonly guarded?: boolean
  /** How many edits may test whether writes are guarded; none by default. */
  readonly guardQuestions?: number
  readonly honoursKeys?: boolean
  readonly autosavePublished?: boolean
}

export const DOCUMENT = 'd'
const LOST = problem('timeout', 'No answer.')
const AWAY = problem('unreachable', 'No connection.')

export function createWorld(setting: Setting): World {
  const nowMs = 1_000_000
  const empty = modelService(setting.capabilities)
  const { capabilities } = empty
  const fields = { title: setting.shared?.title ?? 'T', folderId: null, tagIds: [], status: 'draft' }
  const service =
    setting.shared === undefined
      ? empty
      : serve(empty, { kind: 'create', text: setting.shared.text, fields, key: 'shared' }, nowMs).service
  const document = service.documents['1']
  const copy =
    document === undefined
      ? newDocument(DOCUMENT, { text: setting.begun ?? '', fields: { title: 'T' } })
      : pulledDocument(DOCUMENT, document.id, seen(service, document, setting.shared?.seenInList !== true))
  const clients = setting.clients.map((name): Client => ({
    name,
    copy,
    wire: [],
    snapshots: [],
    made: [],
    announced: [],
    isOnline: true,
    isScheduled: document === undefined,
    guarded: setting.guarded ?? (capabilities.etags === 'checked' || capabilities.etags === 'refused'),
    guardQuestions: setting.guardQuestions ?? 0,
    honoursKeys: setting.honoursKeys ?? capabilities.honoursKeys,
    autosavePublished: setting.autosavePublished ?? false,
    unresolved: [],
    stamp: document === undefined ? 0 : present(document).stamp,
    isOlder: false,
    restores: 0,
  }))
  return { nowMs, service, clients, breaches: [] }
}

export function withClient(world: World, index: number, change: Partial<Client>): World {
  const clients = world.clients.map((client, i) => (i === index ? { ...client, ...change } : client))
  return { ...world, clients }
}

export function contextOf(world: World, client: Client): Context {
  return {
    nowMs: world.nowMs,
    canSend: client.isOnline,
    ...(!client.isOnline && { problem: AWAY }),
    guarded: client.guarded,
    asksGuard: client.guardQuestions > 0,
    hasVersions: world.service.capabilities.keepsVersions,
    honoursKeys: client.honoursKeys,
    autosavePublished: client.autosavePublished,
    newKey: `${client.name}-${client.copy.creates ?? 0}`,
    isTaken: (remoteId) => remoteId === ANOTHERS,
    unresolvedIn: () => client.unresolved,
    isOlder: client.isOlder,
  }
}

/** Lets an event reach a client's document: the next state is journaled, then its effects run. */
export function happen(world: World, index: number, event: Event): World {
  const client = world.clients[index]!
  const context = contextOf(world, client)
  const step = transition(client.copy, event, context)
  const { next, effects } = step
  if (next === client.copy && effects.length === 0) return world
  const broken = brokenStep(client.copy, event, step, context)
  const stepped = withClient(world, index, { copy: next })
  return effects.reduce(
    (now, effect) => perform(now, index, effect),
    broken === undefined ? stepped : breached(stepped, `${client.name}: ${broken}`),
  )
}

function breached(world: World, breach: string): World {
  return { ...world, breaches: [...world.breaches, breach] }
}

function perform(world: World, index: number, effect: Effect): World {
  const client = world.clients[index]!
  switch (effect.kind) {
    case 'send': {
      const request = requestOf(effect)
      const breach = breachOf(world, client, request)
      const next = breach === undefined ? world : breached(world, breach)
      const { guardQuestions } = client
      const counted =
        effect.sent.asksGuard === true
          ? withClient(next, index, { guardQuestions: guardQuestions - 1 })
          : next
      return ask(counted, index, request, { kind: 'write', id: effect.sent.id })
    }
    case 'read':
      return ask(
        world,
        index,
        { kind: 'read', remoteId: effect.remoteId },
        { kind: 'read', id: effect.reading },
      )
    case 'read-versions': {
      const { remoteId, until, notFirst, lastRead } = effect
      const request = {
        kind: 'versions',
        remoteId,
        until,
        notFirst,
        ...(lastRead !== undefined && { lastRead }),
      } as const
      return ask(world, index, request, { kind: 'versions', id: effect.reading })
    }
    case 'find-created': {
      const { text, fields } = effect.create
      return ask(
        world,
        index,
        { kind: 'find-created', text, fields, sinceMs: effect.sinceMs },
        { kind: 'find-created', id: effect.reading },
      )
    }
    case 'poll':
      return poll(world, index)
    case 'schedule': {
      const isScheduled = effect.intent.kind !== 'none' && effect.intent.kind !== 'asked'
      return isScheduled === client.isScheduled ? world : withClient(world, index, { isScheduled })
    }
    case 'snapshot':
      return withClient(world, index, {
        snapshots: [...client.snapshots, { reason: effect.reason, record: effect.record }],
      })
    case 'create-copy':
      return withClient(world, index, { made: [...client.made, effect.record] })
    case 'announce':
      return withClient(world, index, {
        announced: [...client.announced, effect.what],
        ...(effect.what === 'not-guarded' && { guardQuestions: 0 }),
      })
    case 'forget':
      return withClient(world, index, { announced: [...client.announced, 'forget'] })
  }
}

function requestOf({ sent, remoteId, key }: Extract<Effect, { kind: 'send' }>): Request {
  const { text, fields } = sent
  const etag = sent.asksGuard === true && sent.etag !== undefined ? impossibleEtag(sent.etag) : sent.etag
  if (sent.kind === 'create') return { kind: 'create', text, fields, key: key ?? '' }
  const guard = etag !== undefined && { etag }
  return sent.kind === 'update'
    ? { kind: 'update', remoteId: remoteId ?? '', text, fields, ...guard }
    : { kind: 'delete', remoteId: remoteId ?? '', ...guard }
}

/** The promise of W2 or W3 that a request breaks. */
function breachOf(world: World, client: Client, request: Request): string | undefined {
  if (client.wire.some(({ isAwaited, asks }) => isAwaited && asks.kind === 'write'))
    return `${client.name}: two writes in flight`
  if (request.kind !== 'update' && request.kind !== 'delete') return undefined
  if (world.service.capabilities.etags === 'none') return undefined
  if (request.etag === undefined) return `${client.name}: an unguarded ${request.kind}`
  return undefined
}

function ask(world: World, index: number, request: Request, asks: Exchange['asks']): World {
  const { wire } = world.clients[index]!
  return withClient(world, index, { wire: [...wire, { request, asks, isAwaited: true }] })
}

/** Lets the client poll, by a GET or as a row of a list. */
export function poll(world: World, index: number, listItem = false): World {
  const { copy } = world.clients[index]!
  if (copy.remoteId === undefined) return world
  const kind = listItem ? 'list' : 'read'
  const asks = { kind: 'poll', askedAt: copy.generation, listItem } as const
  return ask(world, index, { kind, remoteId: copy.remoteId }, asks)
}

/** Lets the request reach the service, which answers; the answer is in flight then. */
export function land(world: World, index: number, exchange: Exchange): World {
  const served = serve(world.service, exchange.request, world.nowMs)
  const landed = { ...world, service: served.service }
  return exchange.isAwaited
    ? replace(landed, index, exchange, { ...exchange, answer: served.answer })
    : replace(landed, index, exchange)
}

/** Answers the client with a lie; `undefined` where this lie is impossible for the request. */
export function lieTo(world: World, index: number, exchange: Exchange, lie: Lie): World | undefined {
  const { request } = exchange
  const lied = serveFalsely(world.service, request, lie, world.nowMs)
  if (lied === undefined) return undefined
  const answered = { ...exchange, answer: lied.answer }
  return answer(replace({ ...world, service: lied.service }, index, exchange, answered), index, answered)
}

/** Delivers the answer of a landed request. With `again` it may come a second time, when no client waits for it. */
export function answer(world: World, index: number, exchange: Exchange, again = false): World {
  const { answer: said } = exchange
  if (said === undefined) throw new Error('it has not landed')
  const left = again ? [{ ...exchange, isAwaited: false }] : []
  const rest = replace(world, index, exchange, ...left)
  const stale = said.to === 'write' && said.outcome.kind === 'stale'
  const client = rest.clients[index]!
  const learned = stale && !client.guarded ? withClient(rest, index, { guarded: true }) : rest
  const stamp = 'stamp' in said ? said.stamp : undefined
  return happenDated(learned, index, eventOf(exchange.asks, said), stamp)
}

/** Dates the record that an answer shows, as the engine does (`timesTaken`). */
function happenDated(world: World, index: number, event: Event, stamp: number | undefined): World {
  const before = world.clients[index]!
  const isOlder = before.isOlder || (stamp !== undefined && stamp < before.stamp)
  const next = happen(
    isOlder === before.isOlder ? world : withClient(world, index, { isOlder }),
    index,
    event,
  )
  const { copy } = next.clients[index]!
  const isTaken = stamp !== undefined && timesTaken(copy, event, { updatedAt: '' }).updatedAt !== undefined
  const isMoved = copy.base?.text !== before.copy.base?.text
  if (!isTaken && !(isMoved && isOlder)) return next
  return withClient(next, index, { ...(isTaken && { stamp }), ...(isMoved && { isOlder: false }) })
}

/** Lets the pull notice that the service went on from a backup (C7). */
export function hearOfRestore(world: World, index: number): World {
  const heard = withClient(world, index, { restores: world.service.restores })
  return happen(heard, index, { kind: 'revisions-doubted' })
}

/** Stops waiting for a request. One that has not landed may still do so, unless `forGood`. */
export function lose(world: World, index: number, exchange: Exchange, forGood = false): World {
  const stray = exchange.answer === undefined && !forGood && isWrite(exchange.request)
  const rest = stray
    ? replace(world, index, exchange, { ...exchange, isAwaited: false })
    : replace(world, index, exchange)
  return happenLost(rest, index, exchange, LOST)
}

/** Fails to connect, so that the request certainly was not carried out. */
export function refuseConnection(world: World, index: number, exchange: Exchange): World {
  const rest = replace(world, index, exchange)
  if (exchange.asks.kind !== 'write') return happenLost(rest, index, exchange, AWAY)
  const outcome = { kind: 'blocked', problem: AWAY } as const
  return happen(rest, index, { kind: 'write-ended', flight: exchange.asks.id, outcome })
}

/** Loses a request that no client waits for any more. */
export function vanish(world: World, index: number, exchange: Exchange): World {
  return replace(world, index, exchange)
}

/** Crashes and restarts the client: its journal survives, and no client waits for the requests in flight. */
export function crash(world: World, index: number): World {
  const wire = world.clients[index]!.wire.flatMap((exchange) =>
    exchange.answer === undefined && isWrite(exchange.request) ? [{ ...exchange, isAwaited: false }] : [],
  )
  return happen(withClient(world, index, { wire, isScheduled: false }), index, { kind: 'loaded' })
}

export function isWrite(request: Request): boolean {
  return request.kind === 'create' || request.kind === 'update' || request.kind === 'delete'
}

function happenLost(world: World, index: number, { asks }: Exchange, why: ReturnType<typeof problem>): World {
  switch (asks.kind) {
    case 'poll': {
      const { askedAt, listItem } = asks
      return happen(world, index, {
        kind: 'remote-read',
        askedAt,
        outcome: { kind: 'failed', problem: why },
        listItem,
      })
    }
    case 'write':
      return happen(world, index, {
        kind: 'write-ended',
        flight: asks.id,
        outcome: { kind: 'unknown', problem: why },
      })
    case 'read':
      return happen(world, index, {
        kind: 'read-ended',
        reading: asks.id,
        outcome: { kind: 'failed', problem: why },
      })
    case 'versions':
      return happen(world, index, { kind: 'versions-failed', reading: asks.id, problem: why })
    case 'find-created':
      return happen(world, index, {
        kind: 'find-created-ended',
        reading: asks.id,
        outcome: { kind: 'failed', problem: why },
      })
  }
}

function eventOf(asks: Exchange['asks'], said: Answer): Event {
  if (asks.kind === 'write' && said.to === 'write')
    return { kind: 'write-ended', flight: asks.id, outcome: said.outcome }
  if (asks.kind === 'read' && said.to === 'read')
    return { kind: 'read-ended', reading: asks.id, outcome: said.outcome }
  if (asks.kind === 'poll' && said.to === 'read')
    return { kind: 'remote-read', askedAt: asks.askedAt, outcome: said.outcome, listItem: asks.listItem }
  if (asks.kind === 'versions' && said.to === 'versions') {
    const { versions } = said
    return { kind: 'versions-read', reading: asks.id, ...(versions !== undefined && { versions }) }
  }
  if (asks.kind === 'find-created' && said.to === 'find-created')
    return { kind: 'find-created-ended', reading: asks.id, outcome: said.outcome }
  throw new Error(`an answer to ${said.to} for ${asks.kind}`)
}

function replace(world: World, index: number, exchange: Exchange, ...by: readonly Exchange[]): World {
  const { wire } = world.clients[index]!
  return withClient(world, index, { wire: wire.flatMap((one) => (one === exchange ? by : [one])) })
}

/** The id of the one document of this world, as the client knows it or, failing that, as the service does. */
export function remoteIdOf(world: World): RemoteId | undefined {
  return Object.keys(world.service.documents).at(0)
}
