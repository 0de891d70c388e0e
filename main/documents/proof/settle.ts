import type { Field } from '../../../shared/terms'
import { isPending } from '../core/pending'
import { present } from './model-service'
import { sameRecord, type Rec } from '../core/record'
import type { WorkingCopy } from '../core/working-copy'
import { answer, happen, isWrite, land, poll, type Client, type Exchange, type World } from './world'

const STEPS_MAX = 400
const ROUNDS_MAX = 12
/** This is longer than every delay after which a client tries again. */
const ROUND_MS = 200_000

/**
 * Settles a world: the network is good and nobody types. Stray requests are gone, requests in flight arrive, and every
 * client polls and sends what is scheduled, in rounds, until nothing is left to do. `seen` is called with every
 * intermediate world and its place, and stops early by returning true: the future depends on these two alone. Throws
 * where the rounds never end.
 */
export function settle(world: World, seen: (world: World, place: string) => boolean = () => false): World {
  let now: World = { ...world, clients: world.clients.map(withGoodNetwork) }
  let steps = 0
  let isOver = false
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    for (const index of now.clients.keys()) {
      now = drain(now, index, `hears${index}`)
      if (isOver) return now
      const { isScheduled, copy } = now.clients[index]!
      // A timer that was set before the service refused the text may still fire.
      if (isScheduled || copy.phase === 'rejected')
        now = drain(happen(now, index, { kind: 'send-due', reason: 'retry' }), index, `sends${index}`)
      if (isOver) return now
      now = drain(poll(now, index), index, `polls${index}`)
      if (isOver) return now
    }
    if (now.clients.every((client) => isSettled(now, client))) return now
    now = { ...now, nowMs: now.nowMs + ROUND_MS }
  }
  throw new Error(`never settles: ${showWorld(now)}`)

  function drain(from: World, index: number, place: string): World {
    let next = from
    for (;;) {
      isOver = seen(next, place)
      const first = next.clients[index]!.wire.at(0)
      if (isOver || first === undefined) return next
      steps += 1
      if (steps > STEPS_MAX) throw new Error(`never stops asking: ${showWorld(next)}`)
      next = hearFirst(next, index, first)
    }
  }
}

/**
 * The client with a good network; the same object where nothing changed, because facts about it are stored by its
 * identity.
 */
function withGoodNetwork(client: Client): Client {
  const { isOnline, wire } = client
  if (isOnline && wire.every(({ isAwaited }) => isAwaited)) return client
  return { ...client, isOnline: true, wire: wire.filter(({ isAwaited }) => isAwaited) }
}

function hearFirst(world: World, index: number, first: Exchange): World {
  if (first.answer !== undefined) return answer(world, index, first)
  const landed = land(world, index, first)
  return answer(landed, index, landed.clients[index]!.wire[0]!)
}

/** Whether no request is in flight and the client knows the service's state. */
export function isSettled(world: World, { copy, wire, guarded, autosavePublished }: Client): boolean {
  if (wire.length > 0 || copy.flight || copy.reading || copy.unconfirmedSends.length > 0) return false
  const document = copy.remoteId === undefined ? undefined : world.service.documents[copy.remoteId]
  const there = document === undefined || document.deleted ? undefined : present(document)
  switch (copy.phase) {
    case 'clean':
      return there !== undefined && isSaved(copy, there)
    case 'conflicted': {
      // A remote update waits for the decision.
      if (copy.conflict?.kind === 'past' || (!guarded && copy.lateSends.length > 0)) return true
      const serverRecord = copy.conflict?.serverRecord
      return serverRecord === undefined || there === undefined
        ? serverRecord === there
        : sameRecord(serverRecord, there)
    }
    case 'rejected':
      return true
    case 'deleted':
      return there === undefined
    case 'dirty':
      return copy.base?.fields.status === 'published' && !autosavePublished
    case 'queued':
      return copy.base === undefined && !copy.mine.deleted && !isPending(copy)
    default:
      return false
  }
}

/** Whether the service has the record of this device, except for fields that it refused. */
function isSaved({ mine, parked }: WorkingCopy, there: Rec): boolean {
  const fields = Object.fromEntries(
    Object.entries(there.fields).filter(([name]) => !parked.includes(name as Field)),
  )
  return sameRecord({ text: there.text, fields }, mine)
}

/** One line about a world: each client's copy and requests, and the service's documents. */
export function showWorld(world: World): string {
  const clients = world.clients.map(({ name, copy, wire }) => {
    const waits = wire.map(
      ({ asks, answer: said, isAwaited, request }) =>
        `${isWrite(request) ? request.kind : asks.kind}${said ? ' landed' : ''}${isAwaited ? '' : ' late'}`,
    )
    const deleted = copy.mine.deleted ? ' deleted here' : ''
    return `${name} ${copy.phase}${deleted} ${JSON.stringify(copy.mine.text)} [${waits.join(', ')}]`
  })
  const documents = Object.values(world.service.documents).map((document) =>
    document.deleted ? 'deleted' : JSON.stringify(present(document).text),
  )
  return [...clients, `service ${documents.join(' ')}`].join(' | ')
}
