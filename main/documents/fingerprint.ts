import type { Fields } from '../../shared/terms'
import { wordsOf, type Play } from './play'
import type { Base, Rec } from './record'
import type { Conflict, Sent, WorkingCopy } from './working-copy'
import type { Client, Exchange } from './world'

/**
 * Test support: a number for all of a play that can matter to what comes next. Plays that differ only in how counters
 * stand have the same one. 53 bits: among ten million plays two different ones meet by chance once in two hundred runs.
 */
export function fingerprint(played: Play, extra = ''): number {
  const { world } = played
  const documents = Object.values(world.service.documents).map(
    ({ id, deleted, versions }) =>
      `${id}${deleted ? '-' : '+'}${versions.map((version) => `${version.revision}${record(version)}`).join()}`,
  )
  const clients = world.clients.map((client) => clientKey(client, world.nowMs))
  const parts = [
    ...documents,
    ...clients,
    Object.keys(world.service.keys).join(),
    played.takenBack.join(),
    played.letGo.join(),
    extra,
  ]
  return hash(parts.join('|'))
}

function clientKey(client: Client, nowMs: number): string {
  const { copy, wire, snapshots, made, isOnline, guarded } = client
  const kept = new Set(snapshots.flatMap(({ record: one }) => wordsOf(one.text)))
  return [
    isOnline ? 1 : 0,
    guarded ? 1 : 0,
    copyKey(copy, nowMs),
    wire.map((exchange) => exchangeKey(exchange, copy)).join(';'),
    [...kept].toSorted().join(),
    made.map(record).join(),
  ].join('/')
}

function copyKey(copy: WorkingCopy, nowMs: number): string {
  const { flight, reading, create, conflict, merge } = copy
  return [
    copy.phase,
    copy.remoteId,
    copy.base && base(copy.base),
    record(copy.mine),
    copy.mine.deleted ? 1 : 0,
    copy.unconfirmed.map((sent) => sentKey(sent, nowMs)).join(),
    copy.ghosts.map((sent) => sentKey(sent, nowMs)).join(),
    copy.parked.join(),
    flight && sentKey(flight, nowMs),
    reading &&
      `${reading.kind}${reading.then}${copy.generation - reading.askedAt}${reading.theirs ? record(reading.theirs) : ''}`,
    create && `${create.text}${fields(create.fields)}${create.key}${age(nowMs, create.lastTriedMs)}`,
    conflict && conflictKey(conflict),
    copy.problem?.code,
    copy.limitBytes,
    copy.unrecognised,
    merge && `${record(merge.base)}${record(merge.mine)}${record(merge.theirs)}${merge.text}`,
    copy.newsNoted ? 1 : 0,
    copy.wanted,
    copy.readForWrite ? 1 : 0,
    copy.refusedEtag,
    copy.deletionConfirmed ? 1 : 0,
  ].join('~')
}

function exchangeKey({ request, asks, isAwaited, answer }: Exchange, copy: WorkingCopy): string {
  const isLive =
    asks.kind === 'poll'
      ? `p${copy.generation - asks.askedAt}${asks.listItem}`
      : asks.id === copy.flight?.id || asks.id === copy.reading?.id
  return `${isLive}${isAwaited}${JSON.stringify(request)}${JSON.stringify(answer)}`
}

function conflictKey({ kind, theirs, ground, earlier, decisions, fieldDecisions }: Conflict): string {
  return [
    kind,
    theirs && record(theirs),
    ground && base(ground),
    earlier.map((one) => one.ground && base(one.ground)).join(),
    decisions.length === 0 ? '' : JSON.stringify(decisions),
    JSON.stringify(fieldDecisions),
  ].join('^')
}

const sentKey = (sent: Sent, nowMs: number) =>
  `${sent.kind}${sent.text}${fields(sent.fields)}${sent.etag}${age(nowMs, sent.atMs)}`
const age = (nowMs: number, atMs: number) => Math.min(3, Math.floor((nowMs - atMs) / 100_000))
const base = (one: Base) => `${record(one)}${one.etag}`
const record = (one: Rec) => `${one.text}${fields(one.fields)}`
const fields = ({ title, folderId, tagIds, status }: Fields) =>
  `<${title},${folderId},${tagIds?.join()},${status}>`

/** Two 32-bit mixes of the characters, as one whole number below 2 ** 53. */
function hash(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
