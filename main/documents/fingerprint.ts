import type { Fields } from '../../shared/terms'
import type { ModelDocument } from './model-service'
import { wordsOfRecord, type Play } from './play'
import type { Base, Rec } from './record'
import type { Conflict, Sent, WorkingCopy } from './working-copy'
import type { Client, Exchange } from './world'

/**
 * Test support: a short name for all of a play that can matter to what comes next. Plays that differ only in how their
 * counters stand have the same name; two others never have. A name holds among those that one call made.
 */
export function createFingerprint(): (played: Play, extra?: string) => string {
  /** Long parts are known by a number. */
  const numbers = new Map<string, number>()
  const number = (part: string): number => {
    const known = numbers.get(part)
    if (known !== undefined) return known
    numbers.set(part, numbers.size)
    return numbers.size - 1
  }

  /** Most of a play is the same value as in the play before it: its number is kept beside it. */
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
      [id, deleted, ...versions.map((version) => `${version.revision}:${record(version)}`)].join(),
    )
  }

  const atTimes = new WeakMap<Client, { readonly nowMs: number; readonly number: number }>()
  function client(one: Client, nowMs: number): number {
    const known = atTimes.get(one)
    if (known?.nowMs === nowMs) return known.number
    const { copy, wire, snapshots, made, isOnline, guarded } = one
    const parts = [
      isOnline,
      guarded,
      ...copyParts(copy, nowMs),
      ...wire.map((exchange) => exchangePart(exchange, copy)),
      keep(snapshots, () =>
        [...new Set(snapshots.flatMap((snapshot) => wordsOfRecord(snapshot.record)))].toSorted().join(),
      ),
      ...made.map(record),
    ]
    const made_ = number(parts.join('/'))
    atTimes.set(one, { nowMs, number: made_ })
    return made_
  }

  function copyParts(copy: WorkingCopy, nowMs: number): readonly unknown[] {
    const { flight, reading, create, conflict, merge } = copy
    return [
      copy.phase,
      copy.remoteId,
      copy.base && base(copy.base),
      record(copy.mine),
      copy.mine.deleted,
      copy.unconfirmed.map((one) => sent(one, nowMs)).join(),
      copy.ghosts.map((one) => sent(one, nowMs)).join(),
      copy.parked.join(),
      flight && sent(flight, nowMs),
      reading && keep(reading, ({ kind, then, theirs }) => kind + then + (theirs ? base(theirs) : '')),
      reading && copy.generation - reading.askedAt,
      create && `${record(create)}${create.key}${age(nowMs, create.lastTriedMs)}`,
      conflict && keep(conflict, printConflict),
      copy.problem?.code,
      copy.limitBytes,
      copy.unrecognised,
      merge &&
        keep(merge, () => [record(merge.base), record(merge.mine), record(merge.theirs), merge.text].join()),
      copy.newsNoted,
      copy.wanted,
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

  function printConflict({ kind, theirs, ground, earlier, decisions, fieldDecisions }: Conflict): string {
    const grounds = earlier.map((one) => one.ground && base(one.ground)).join()
    const decided = JSON.stringify({ decisions, fieldDecisions })
    return [kind, theirs && record(theirs), ground && base(ground), grounds, decided].join('^')
  }

  return ({ world, takenBack, letGo }, extra = '') =>
    [
      ...Object.values(world.service.documents).map(document),
      ...world.clients.map((one) => client(one, world.nowMs)),
      number(Object.keys(world.service.keys).join()),
      number(takenBack.join()),
      number(letGo.join()),
      extra,
    ].join()
}

const printSent = ({ kind, text, fields, etag, reason }: Sent) =>
  `${kind}${text}${printFields(fields)}${etag}${reason}`
const printFields = ({ title, folderId, tagIds, status }: Fields) =>
  `<${title},${folderId},${tagIds?.join()},${status}>`
const age = (nowMs: number, atMs: number) => Math.min(3, Math.floor((nowMs - atMs) / 100_000))
