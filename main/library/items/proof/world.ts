import { problem } from '../../../../shared/problem'
import type { RemoteId } from '../../../../shared/terms'
import { isSameTagName } from '../../../../shared/text/tag-name'
import type { SendIntent } from '../../../documents/core/events'
import type { ItemContext, ItemEffect, ItemEvent, ItemRead } from '../item-events'
import { intentOf, transition } from '../item-transition'
import {
  givesUpName,
  isBusy,
  isLike,
  isNewHere,
  loaded,
  pulledItem,
  type ItemFields,
  type LibraryItem,
} from '../library-item'
import {
  modelService,
  present,
  seen,
  serve,
  type Answer,
  type Listed,
  type ModelCapabilities,
  type ModelService,
  type Request,
} from './model-service'
import { brokenStep } from './proof-of-steps'

/**
 * Test support: devices with the items of one kind, on one model service, as a plain value. The fate of each request is
 * decided step by step: it lands, it is answered, its answer is lost, it never arrives, or it lands after no client
 * waits for it any more.
 */
export interface World {
  readonly nowMs: number
  readonly service: ModelService
  readonly clients: readonly Client[]
  /** How many items were created anew. */
  readonly remade: number
  /** Promises that were broken on the way. */
  readonly breaches: readonly string[]
}

export interface Client {
  readonly name: string
  readonly items: readonly LibraryItem[]
  readonly moment: number
  /** The moments when ids of the service were removed. */
  readonly gone: Readonly<Record<RemoteId, number>>
  readonly wire: readonly Exchange[]
  /** How soon each item is to be sent. */
  readonly intents: Readonly<Record<string, SendIntent['kind']>>
  readonly etags: ItemContext['etags']
  /** How many creates were frozen. */
  readonly creates: number
}

/** A request on its way. */
export interface Exchange {
  readonly request: Request
  readonly asks:
    | { readonly kind: 'send' | 'read'; readonly id: string }
    | {
        readonly kind: 'find-created'
        readonly id: string
        readonly fields: ItemFields
        readonly except: readonly RemoteId[]
      }
    | { readonly kind: 'list'; readonly askedAt: number }
    | { readonly kind: 'missing'; readonly id: string; readonly askedAt: number }
  readonly sentAtMs: number
  /** Whether the client still waits for the answer. */
  readonly isAwaited: boolean
  /** The answer of the service, once the request has landed. */
  readonly answer?: Answer
}

export interface Setting {
  readonly kind: ModelService['kind']
  readonly clients: readonly string[]
  readonly capabilities?: Partial<ModelCapabilities>
  /** The name of an item that everybody has read; absent where there is none yet. */
  readonly shared?: string
  /** Whether that item was read in a list only. */
  readonly listed?: boolean
  readonly etags?: ItemContext['etags']
}

const LOST = problem('timeout', 'No answer.')
const AWAY = problem('unreachable', 'No connection.')
const REFUSED = problem('invalid', 'No.')

export function createWorld({ kind, clients, capabilities, shared, listed, etags }: Setting): World {
  const empty = modelService(kind, capabilities)
  const { service } =
    shared === undefined
      ? { service: empty }
      : serve(empty, { kind: 'create', fields: { name: shared }, key: 'shared' })
  const row = service.rows['1']
  const theirs = row && (listed ? { fields: present(row) } : seen(service, row))
  return {
    nowMs: 1_000_000,
    service,
    clients: clients.map((name) => ({
      name,
      items: theirs ? [pulledItem(kind, '1', theirs, 0)] : [],
      moment: 0,
      gone: {},
      wire: [],
      intents: {},
      etags: etags ?? (service.capabilities.etags ? 'yes' : 'no'),
      creates: 0,
    })),
    remade: 0,
    breaches: [],
  }
}

export function withClient(world: World, index: number, change: Partial<Client>): World {
  const clients = world.clients.map((client, at) => (at === index ? { ...client, ...change } : client))
  return { ...world, clients }
}

export const itemOf = ({ items }: Client, id: string): LibraryItem | undefined =>
  items.find((item) => item.id === id)

const byRemoteId = ({ items }: Client, remoteId: RemoteId): LibraryItem | undefined =>
  items.find((item) => item.remoteId === remoteId)

function contextOf(world: World, client: Client, { id }: LibraryItem): ItemContext {
  return {
    nowMs: world.nowMs,
    moment: client.moment + 1,
    waits: () => false,
    etags: client.etags,
    honoursKeys: world.service.capabilities.honoursKeys,
    keyOf: () => `${client.name}-${client.creates}`,
    bodyOf: ({ mine }) => JSON.stringify(mine),
    twinOf(remoteId) {
      const twin = byRemoteId(client, remoteId)
      return twin?.id === id ? undefined : twin
    },
    isNameHeld: (name) =>
      world.service.kind === 'tag' &&
      client.items.some((item) => givesUpName(item) && isSameTagName(item.base!.fields.name, name)),
  }
}

/** Adds an item that is new on this device. */
export function add(world: World, index: number, item: LibraryItem): World {
  const { items, intents } = world.clients[index]!
  return withClient(world, index, {
    items: [...items, item],
    intents: { ...intents, [item.id]: intentOf(item, false).kind },
  })
}

/** Lets an event reach an item: the next state is durable, then its effects run. */
export function happen(world: World, index: number, id: string, event: ItemEvent): World {
  const client = world.clients[index]!
  const item = itemOf(client, id)
  if (!item) return world
  const context = contextOf(world, client, item)
  const step = transition(item, event, context)
  const { next, effects } = step
  const broken = brokenStep(item, event, step, context)
  const isGone = effects.some(({ kind }) => kind === 'forget')
  const items = client.items.flatMap((one) => (one.id !== id ? [one] : isGone ? [] : [next]))
  const { [id]: _intent, ...intents } = client.intents
  const isLeft = item.remoteId !== undefined && (isGone || next.remoteId !== item.remoteId)
  const stepped = withClient(world, index, {
    items,
    moment: client.moment + 1,
    ...(isLeft && { gone: { ...client.gone, [item.remoteId]: client.moment + 1 } }),
    ...(isGone && { intents }),
  })
  const checked = broken === undefined ? stepped : breached(stepped, `${client.name}: ${broken}`)
  return effects.reduce((now, effect) => perform(now, index, next, effect), checked)
}

const breached = (world: World, breach: string): World => ({
  ...world,
  breaches: [...world.breaches, breach],
})

function perform(world: World, index: number, item: LibraryItem, effect: ItemEffect): World {
  const client = world.clients[index]!
  const { id, remoteId = '' } = item
  switch (effect.kind) {
    case 'send': {
      const { verb, fields, etag, key = '' } = effect.flight
      const guard = etag !== undefined && { etag }
      const isNew = key === `${client.name}-${client.creates}`
      const counted = isNew ? withClient(world, index, { creates: client.creates + 1 }) : world
      const request: Request =
        verb === 'create'
          ? { kind: verb, fields: client.items[0]?.kind === 'file' ? { name: fields.name } : fields, key }
          : verb === 'update'
            ? { kind: verb, remoteId, fields, ...guard }
            : { kind: verb, remoteId, ...guard }
      return ask(counted, index, request, { kind: 'send', id })
    }
    case 'read':
      return ask(world, index, { kind: 'read', remoteId }, { kind: 'read', id })
    case 'find-created': {
      const except = client.items.flatMap((one) =>
        givesUpName(one) && one.remoteId !== undefined ? [one.remoteId] : [],
      )
      return ask(world, index, { kind: 'list' }, { kind: 'find-created', id, fields: effect.fields, except })
    }
    case 'unite':
      return withClient(world, index, { items: client.items.filter((one) => one.id !== effect.twin.id) })
    case 'schedule':
      return withClient(world, index, { intents: { ...client.intents, [id]: effect.intent.kind } })
    case 'no-etags':
      return withClient(world, index, { etags: 'no' })
    case 'remade':
      return { ...world, remade: world.remade + 1 }
    case 'failed':
    case 'forget':
      return world
  }
}

function ask(world: World, index: number, request: Request, asks: Exchange['asks']): World {
  const { wire } = world.clients[index]!
  return withClient(world, index, {
    wire: [...wire, { request, asks, sentAtMs: world.nowMs, isAwaited: true }],
  })
}

/** Lets the client read the whole list. */
export const pull = (world: World, index: number): World =>
  ask(world, index, { kind: 'list' }, { kind: 'list', askedAt: world.clients[index]!.moment })

/** Lets the request reach the service, which answers; the answer is in flight then. */
export function land(world: World, index: number, exchange: Exchange): World {
  const { service, answer: said } = serve(world.service, exchange.request)
  const landed = { ...world, service }
  return exchange.isAwaited
    ? replace(landed, index, exchange, { ...exchange, answer: said })
    : replace(landed, index, exchange)
}

/** Delivers the answer of a landed request. */
export function answer(world: World, index: number, exchange: Exchange): World {
  const { asks, answer: said } = exchange
  if (said === undefined) throw new Error('it has not landed')
  const rest = replace(world, index, exchange)
  if (asks.kind === 'list' && said.to === 'list') return takeList(rest, index, said.rows, asks.askedAt)
  if (asks.kind === 'find-created' && said.to === 'list') {
    const found = findAmong(rest.clients[index]!, asks, said.rows)
    const outcome = found ? { kind: 'found' as const, ...found } : { kind: 'gone' as const }
    return happen(rest, index, asks.id, { kind: 'find-created-ended', outcome })
  }
  if (asks.kind === 'send' && said.to === 'write')
    return happen(rest, index, asks.id, { kind: 'write-ended', outcome: said.outcome })
  if (said.to === 'read') return hearRead(rest, index, asks, said.outcome)
  throw new Error(`an answer to ${said.to} for ${asks.kind}`)
}

function hearRead(world: World, index: number, asks: Exchange['asks'], outcome: ItemRead): World {
  if (asks.kind === 'read') return happen(world, index, asks.id, { kind: 'read-ended', outcome })
  if (asks.kind !== 'missing') throw new Error(`a read for ${asks.kind}`)
  return happen(world, index, asks.id, { kind: 'remote-read', askedAt: asks.askedAt, outcome })
}

function findAmong(
  client: Client,
  { id, fields, except }: Extract<Exchange['asks'], { kind: 'find-created' }>,
  rows: readonly Listed[],
): Listed | undefined {
  const item = itemOf(client, id)
  return rows.find(({ remoteId, theirs }) => {
    const mayBe = item?.kind === 'tag' ? !except.includes(remoteId) : !byRemoteId(client, remoteId)
    return item && mayBe && isLike(item, fields, theirs.fields)
  })
}

/** Takes in a whole list; items that are missing in it are verified. */
function takeList(world: World, index: number, rows: readonly Listed[], askedAt: number): World {
  let now = rows.reduce((there, { remoteId, theirs }) => {
    const client = there.clients[index]!
    const item = byRemoteId(client, remoteId)
    if (item)
      return happen(there, index, item.id, {
        kind: 'remote-read',
        askedAt,
        outcome: { kind: 'found', theirs },
      })
    const pulled = pulledItem(there.service.kind, remoteId, theirs, askedAt)
    if (!isNewHere(client.items, pulled, client.gone[remoteId])) return there
    return add(there, index, itemOf(client, pulled.id) ? { ...pulled, id: `again:${remoteId}` } : pulled)
  }, world)
  for (const item of now.clients[index]!.items) {
    const { id, remoteId } = item
    if (remoteId === undefined || rows.some((row) => row.remoteId === remoteId)) continue
    if (isBusy(item) || item.movedAt > askedAt) continue
    now =
      item.kind === 'tag'
        ? happen(now, index, id, { kind: 'remote-read', askedAt, outcome: { kind: 'gone' } })
        : ask(now, index, { kind: 'read', remoteId }, { kind: 'missing', id, askedAt })
  }
  return now
}

/** Stops waiting for a request. A write that has not landed may still do so, unless `forGood`. */
export function lose(world: World, index: number, exchange: Exchange, forGood = false): World {
  const isStray = exchange.answer === undefined && !forGood && isWrite(exchange.request)
  const left = isStray ? [{ ...exchange, isAwaited: false }] : []
  return hearFailure(replace(world, index, exchange, ...left), index, exchange.asks)
}

function hearFailure(world: World, index: number, asks: Exchange['asks']): World {
  switch (asks.kind) {
    case 'send':
      return happen(world, index, asks.id, {
        kind: 'write-ended',
        outcome: { kind: 'unknown', problem: LOST },
      })
    case 'read':
      return happen(world, index, asks.id, { kind: 'read-ended', outcome: { kind: 'failed', problem: LOST } })
    case 'find-created':
      return happen(world, index, asks.id, {
        kind: 'find-created-ended',
        outcome: { kind: 'failed', problem: LOST },
      })
    case 'list':
    case 'missing':
      return world
  }
}

/**
 * Fails a write that certainly was not carried out: no connection is made, or with `forGood` the service refuses it as
 * it stands.
 */
export function refuse(world: World, index: number, exchange: Exchange, forGood = false): World {
  const { asks } = exchange
  const rest = replace(world, index, exchange)
  if (asks.kind !== 'send') return hearFailure(rest, index, asks)
  const outcome = forGood
    ? ({ kind: 'refused', problem: REFUSED } as const)
    : ({ kind: 'blocked', problem: AWAY } as const)
  return happen(rest, index, asks.id, { kind: 'write-ended', outcome })
}

/** Loses a request that no client waits for any more. */
export const vanish = (world: World, index: number, exchange: Exchange): World =>
  replace(world, index, exchange)

/** Crashes and restarts the client: no client waits for the requests in flight. */
export function crash(world: World, index: number): World {
  const client = world.clients[index]!
  const wire = client.wire.flatMap((exchange) =>
    exchange.answer === undefined && isWrite(exchange.request) ? [{ ...exchange, isAwaited: false }] : [],
  )
  const items = client.items.map(loaded)
  const intents = Object.fromEntries(items.map((item) => [item.id, intentOf(item, false).kind]))
  return withClient(world, index, { wire, items, intents, moment: 0, gone: {} })
}

export const isWrite = ({ kind }: Request): boolean =>
  kind === 'create' || kind === 'update' || kind === 'delete'

function replace(world: World, index: number, exchange: Exchange, ...by: readonly Exchange[]): World {
  const { wire } = world.clients[index]!
  return withClient(world, index, { wire: wire.flatMap((one) => (one === exchange ? by : [one])) })
}
