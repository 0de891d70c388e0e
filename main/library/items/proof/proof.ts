import type { Judged } from '../../../documents/proof/exhaustive'
import { changedFields, isBusy, isPending, openQuestion, type LibraryItem } from '../library-item'
import { etagOf, liveRows, present, type ModelRow } from './model-service'
import { answered } from './moves'
import { wordsOf, type Run } from './run'
import { answer, happen, pull, type Client, type World } from './world'

/** Test support: the promises that hold at every moment, and those that hold once everything has settled. */
export interface Promises {
  /** There is one writer, or each changes a field of her own, so that no decision can be needed. */
  readonly calm?: boolean
  /** Writes are not guarded: others' changes may be overwritten, and no promise covers them. */
  readonly mayOverwrite?: boolean
  /** The service shows too little to tell a create that was sent twice from two creates. */
  readonly mayDouble?: boolean
}

/** The first promise that is broken at this moment, in words. */
export function brokenNow(run: Run, promises: Promises): string | undefined {
  const { world } = run
  if (world.breaches.length > 0) return world.breaches[0]
  for (const client of world.clients)
    for (const item of client.items) {
      const broken = brokenItem(world, client, item, promises)
      if (broken !== undefined) return `${client.name}: ${broken}`
    }
  const lost = lostWord(run, Object.values(world.service.rows), promises)
  return lost && `${lost} is nowhere`
}

/** The promise that is broken once the network was good for long enough. */
export function brokenAtEnd(run: Run, promises: Promises): string | undefined {
  const { world, made, deleted } = run
  const lost = lostWord(run, Object.values(world.service.rows), promises)
  if (lost !== undefined) return `${lost} is lost`
  const rows = liveRows(world.service)
  if (!promises.mayDouble && rows.length > made + world.remade)
    return `${rows.length} rows where ${made + world.remade} were made`
  for (const { name, items } of world.clients)
    if (items.some((item) => deleted[`${name} ${item.id}`] && !openQuestion(item)))
      return `${name}: what was deleted is still here`
  return undefined
}

/**
 * A word that was written, was not given up by a writer who saw it, and no longer exists. A deleted row keeps its
 * words.
 */
function lostWord(
  { world, written, givenUp, deleted }: Run,
  rows: readonly ModelRow[],
  { mayOverwrite }: Promises,
): string | undefined {
  const isHers = (word: string) => world.clients.some(({ name }) => word.startsWith(name))
  const left = [...heldHere(world), ...rows.flatMap(wordsOfRow), ...givenUp, ...Object.values(deleted).flat()]
  const known = new Set(left)
  return written.find((word) => !known.has(word) && (isHers(word) || !mayOverwrite))
}

const wordsOfRow = (row: ModelRow) => wordsOf(present(row))

function heldHere({ clients }: World): readonly string[] {
  return clients.flatMap(({ items }) =>
    items.flatMap(({ mine, question }) => [
      ...wordsOf(mine),
      ...(question?.kind === 'clash' ? wordsOf(question.theirs) : []),
      ...(question?.kind === 'refused' && question.clash ? wordsOf(question.clash.theirs) : []),
    ]),
  )
}

function brokenItem(
  { service }: World,
  { items, intents, wire }: Client,
  item: LibraryItem,
  { calm }: Promises,
): string | undefined {
  const { id, remoteId, base, question, attempt } = item
  const awaited = wire.filter(
    ({ isAwaited, asks }) => isAwaited && 'id' in asks && asks.id === id && asks.kind !== 'missing',
  )
  if (awaited.length > 1) return 'two requests in flight'
  if ((attempt !== undefined) !== (awaited.length === 1)) return 'an attempt without a request'
  if (remoteId !== undefined && items.some((one) => one.id !== id && one.remoteId === remoteId))
    return 'one thing twice'
  if (!attempt && isPending(item) !== ((intents[id] ?? 'none') !== 'none'))
    return 'what waits is not scheduled'
  if (calm && question && question.kind !== 'refused') return `a question (${question.kind})`
  if (base?.etag === undefined) return undefined
  // An ETag is kept only with the record with which it came (W18).
  const row = remoteId === undefined ? undefined : service.rows[remoteId]
  const at = row?.versions.findIndex(
    (_, index) => etagOf({ ...row, versions: row.versions.slice(0, index + 1) }) === base.etag,
  )
  const version = at === undefined ? undefined : row?.versions[at]
  if (!version) return `no revision has ${base.etag}`
  return changedFields(version, base.fields).length > 0 ? 'base has the ETag of other fields' : undefined
}

const ROUNDS_MAX = 12
const STEPS_MAX = 200
/** This is longer than every delay after which a client tries again. */
const ROUND_MS = 200_000

/**
 * Settles a world: the network is good and nobody writes. Stray requests are gone, and every device sends what is
 * scheduled and pulls, in rounds, until nothing is left to do. Throws where the rounds never end.
 */
function settle(world: World, seen: (world: World, place: string) => boolean): World {
  let now: World = {
    ...world,
    clients: world.clients.map((client) => ({
      ...client,
      wire: client.wire.filter(({ isAwaited }) => isAwaited),
    })),
  }
  let steps = 0
  let isOver = false
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    for (const index of now.clients.keys()) {
      now = drain(now, index, `hears${index}`)
      for (const { id, attempt } of now.clients[index]!.items) {
        const intent = now.clients[index]!.intents[id]
        if (isOver || attempt || (intent !== 'now' && intent !== 'undoable')) continue
        now = drain(happen(now, index, id, { kind: 'send-due', asked: false }), index, `sends${index}`)
      }
      if (!isOver) now = drain(pull(now, index), index, `pulls${index}`)
      if (isOver) return now
    }
    if (now.clients.every((client) => isSettled(now, client))) return now
    now = { ...now, nowMs: now.nowMs + ROUND_MS }
  }
  throw new Error(
    `never settles: ${JSON.stringify(now.clients[0]?.items)} | ${JSON.stringify(now.service.rows)}`,
  )

  function drain(from: World, index: number, place: string): World {
    let next = from
    for (;;) {
      isOver = seen(next, place)
      const first = next.clients[index]!.wire.at(0)
      if (isOver || first === undefined) return next
      steps += 1
      if (steps > STEPS_MAX)
        throw new Error(`never stops asking: ${JSON.stringify(next.clients[index]!.items)}`)
      next = first.answer === undefined ? answered(next, index, first) : answer(next, index, first)
    }
  }
}

/** Whether no request is in flight and the client knows the service's state. */
function isSettled({ service }: World, { items, wire }: Client): boolean {
  if (wire.length > 0 || items.some(isBusy)) return false
  const known = new Set(items.map(({ remoteId }) => remoteId))
  const isSaved = (item: LibraryItem) => {
    if (openQuestion(item)) return true
    const row = item.remoteId === undefined ? undefined : service.rows[item.remoteId]
    return row?.deleted === false && !isPending(item) && changedFields(present(row), item.mine).length === 0
  }
  return items.every(isSaved) && liveRows(service).every(({ id }) => known.has(id))
}

/** A short name for every part of a run that can influence its future. */
function fingerprint({ world, givenUp, made, deleted }: Run, extra = ''): string {
  const { nowMs, service, clients } = world
  const age = (atMs: number) => Math.min(3, Math.floor((nowMs - atMs) / 100_000))
  const plain = clients.map(({ items, moment: _moment, gone, wire, ...client }) => ({
    ...client,
    gone: wire.map(({ asks }) =>
      Object.keys(gone).filter((id) => 'askedAt' in asks && gone[id]! > asks.askedAt),
    ),
    items: items.map(({ movedAt, flight, lateSends, attempt, ...item }) => ({
      ...item,
      attempt: attempt && { ...attempt, soughtAtMs: age(attempt.soughtAtMs ?? nowMs) },
      flight: flight && {
        ...flight,
        atMs: age(flight.atMs),
        lastTriedMs: age(flight.lastTriedMs ?? flight.atMs),
      },
      lateSends: lateSends?.map((sent) => ({ ...sent, atMs: age(sent.atMs) })),
      voids: wire.map(({ asks }) => 'askedAt' in asks && movedAt > asks.askedAt),
    })),
    wire: wire.map(({ asks, sentAtMs, ...exchange }) => ({
      ...exchange,
      asks: { ...asks, askedAt: 0 },
      isFresh: sentAtMs === nowMs,
    })),
  }))
  return JSON.stringify([plain, service.rows, service.keys, world.remade, givenUp, made, deleted, extra])
}

/** The promises that every run of items must keep. */
export const judgedBy = (promises: Promises): Judged<Run> => ({
  fingerprint,
  brokenNow: (run) => brokenNow(run, promises),
  brokenAtEnd: (run) => brokenAtEnd(run, promises),
  settle: (run, seen) => ({
    ...run,
    world: settle(run.world, (there, place) => seen({ ...run, world: there }, place)),
  }),
})
