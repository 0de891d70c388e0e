import type { Fields } from '../../../shared/terms'
import type { ModelDocument } from './model-service'
import { wordsEverWritten, wordsOfRecord, type Run } from './run'
import type { Base, Rec } from '../core/record'
import type { Conflict, Sent, WorkingCopy } from '../core/working-copy'
import type { Client, Exchange, World } from './world'

/**
 * Test support: a short name for every part of a run that can influence its future. Two runs have the same name where
 * they differ only in their counters, or in records that an earlier decision could still name. A name is valid among
 * those that one call made. `canUndo`: merges may be undone. `canName`: a decision may name a record that was shown
 * before. `canLag`: a read may show an earlier record. `canGoBack`: the service may go on from a backup.
 */
export function createFingerprint({
  canUndo = false,
  canName = false,
  canLag = false,
  canGoBack = false,
} = {}): (run: Run, extra?: string) => string {
  /** Long parts are replaced by a number. */
  const numbers = new Map<string, number>()
  const number = (part: string): number => {
    const known = numbers.get(part)
    if (known !== undefined) return known
    numbers.set(part, numbers.size)
    return numbers.size - 1
  }

  /** Most objects of a run are the same as in the run before it, so their numbers are kept by object. */
  const kept = new WeakMap<object, number>()
  const keep = <T extends object>(value: T, print: (value: T) => string): number => {
    const known = kept.get(value)
    if (known !== undefined) return known
    const made = number(print(value))
    kept.set(value, made)
    return made
  }

  const record = (one: Rec) => keep(one, ({ text, fields }) => text + printFields(fields))
  const base = (one: Base) => `${record(one)}${one.etag}`
  const sent = (one: Sent, nowMs: number) => `${keep(one, printSent)}.${age(nowMs, one.atMs)}`

  function document(one: ModelDocument): number {
    return keep(one, ({ id, deleted, versions }) =>
      [
        id,
        deleted,
        ...versions.map(
          (version) => `${version.revision}:${record(version)}${canGoBack ? `@${version.stamp}` : ''}`,
        ),
      ].join(),
    )
  }

  function client(one: Client, { nowMs }: World): string {
    const { copy, wire, made: copies, isOnline, isScheduled, guarded, guardQuestions } = one
    const parts: unknown[] = [
      copyAt(copy, nowMs),
      isOnline,
      isScheduled,
      guarded,
      guardQuestions,
      copy.newestReadVersion,
    ]
    if (canGoBack) parts.push(one.stamp, one.isOlder, one.restores)
    for (const exchange of wire) parts.push(exchangePart(exchange, copy))
    for (const made of copies) parts.push(record(made))
    return parts.join('/')
  }

  const atTimes = new WeakMap<WorkingCopy, { readonly nowMs: number; readonly number: number }>()
  function copyAt(copy: WorkingCopy, nowMs: number): number {
    const known = atTimes.get(copy)
    if (known?.nowMs === nowMs) return known.number
    const made = number(copyParts(copy, nowMs).join('/'))
    atTimes.set(copy, { nowMs, number: made })
    return made
  }

  function copyParts(copy: WorkingCopy, nowMs: number): readonly unknown[] {
    const { flight, reading, create, conflict, merge } = copy
    return [
      copy.phase,
      copy.remoteId,
      copy.base && base(copy.base),
      record(copy.mine),
      copy.mine.deleted,
      copy.unconfirmedSends.map((one) => sent(one, nowMs)).join(),
      copy.lateSends.map((one) => sent(one, nowMs)).join(),
      copy.parked.join(),
      flight && sent(flight, nowMs),
      reading && keep(reading, ({ kind, then, theirs }) => kind + then + (theirs ? base(theirs) : '')),
      reading && copy.generation - reading.askedAt,
      create && `${record(create)}${create.key}${create.mixedUp}${age(nowMs, create.lastTriedMs)}`,
      conflict && keep(conflict, printConflict),
      copy.published && keep(copy.published, ({ text, title }) => `${text}${title}`),
      copy.problem !== undefined,
      copy.limitBytes,
      copy.unrecognised,
      canUndo &&
        merge &&
        keep(merge, () => [record(merge.base), record(merge.mine), record(merge.theirs), merge.text].join()),
      (canLag || canGoBack) && copy.leftEtags?.map(({ etag, atMs }) => `${etag}${age(nowMs, atMs)}`).join(),
      copy.remoteUpdatePending,
      copy.isDoubted,
      copy.sendIntent,
      copy.readForWrite,
      copy.refusedEtag,
      copy.deletionConfirmed,
    ]
  }

  function exchangePart({ request, asks, isAwaited, answer }: Exchange, copy: WorkingCopy): string {
    const isLive =
      asks.kind === 'poll'
        ? `p${copy.generation - asks.askedAt}${asks.listItem}`
        : asks.id === copy.flight?.id || asks.id === copy.reading?.id
    return `${isLive}${isAwaited}${keep(request, JSON.stringify)}.${answer ? keep(answer, JSON.stringify) : ''}`
  }

  function printConflict({
    kind,
    theirs,
    serverRecord,
    decisions,
    fieldDecisions,
    earlier,
  }: Conflict): string {
    const decided = JSON.stringify({ decisions, fieldDecisions })
    const before = canName ? earlier.at(-1) : undefined
    const named = before && `${before.serverRecord && base(before.serverRecord)}`
    return [kind, theirs && record(theirs), serverRecord && base(serverRecord), decided, named].join('^')
  }

  /** The words that only a snapshot contains; words of a version are kept permanently. */
  function keptWords({ world, takenBack }: Run): string {
    const here = world.clients.flatMap(({ snapshots }) => wordsOfSnapshots(snapshots))
    if (here.length === 0) return ''
    const elsewhere = wordsEverWritten(world.service)
    return here.filter((word) => !elsewhere.has(word) && !takenBack.includes(word)).join()
  }

  return (run, extra = '') =>
    [
      ...Object.values(run.world.service.documents).map(document),
      ...run.world.clients.map((one) => client(one, run.world)),
      keptWords(run),
      Object.keys(run.world.service.keys).join(';'),
      run.takenBack.join(';'),
      run.givenUp.join(';'),
      extra,
    ].join()
}

function remembered<K extends object>(make: (of: K) => readonly string[]): (of: K) => readonly string[] {
  const known = new WeakMap<K, readonly string[]>()
  return (of) => {
    const found = known.get(of) ?? [...new Set(make(of))].toSorted()
    known.set(of, found)
    return found
  }
}
const wordsOfSnapshots = remembered<Client['snapshots']>((snapshots) =>
  snapshots.flatMap(({ record }) => wordsOfRecord(record)),
)

const printSent = ({ kind, text, fields, etag, reason, contradicted, asksGuard }: Sent) =>
  `${kind}${text}${printFields(fields)}${etag}${reason}${contradicted}${asksGuard}`
const printFields = ({ title, folderId, tagIds, status }: Fields) =>
  `<${title},${folderId},${tagIds?.join()},${status}>`
const age = (nowMs: number, atMs: number) => Math.min(3, Math.floor((nowMs - atMs) / 100_000))
