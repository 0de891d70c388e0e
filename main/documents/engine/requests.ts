import type { DocumentSeen } from '../../../shared/api/api-reading'
import { problem, type Problem } from '../../../shared/problem'
import type { ETag, RemoteId } from '../../../shared/terms'
import type { Answer } from '../../sync/http/answer'
import { areBelievedGone } from '../../sync/service/believed-gone'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import type { IdMapping } from '../documents'
import { findCreated, type FindCreatedParts } from './find-created'
import { readBack } from './read-back'
import { readVersions } from './read-versions'
import type { Rec } from '../core/record'
import { impossibleEtag } from '../core/sent'
import { BAD_ANSWER, blamedFields, bodyOf, seenFields, seenRecord, timesOf, type SeenTimes } from './seen'
import type { Effect, ReadOutcome, WriteOutcome } from '../core/events'
import type { FrozenCreate } from '../core/working-copy'
import { wellFormed } from '../../../shared/text/well-formed'

type EffectOf<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>

interface RequestParts extends FindCreatedParts {
  /** Other documents that the service is known to have, most recent first; a few are enough. */
  readonly controlDocuments: (except: RemoteId) => readonly RemoteId[]
  /** Whether the account is known to be the same; until then nothing counts as deleted (C7). */
  readonly isSameAccount: () => boolean
}

interface Sent {
  readonly outcome: WriteOutcome
  readonly times: SeenTimes
  readonly capabilities?: ServiceCapabilities
}

export type DocumentRequests = ReturnType<typeof createDocumentRequests>

const UNNAMED = problem(
  'not-allowed',
  'The service wants the revision that a text is based on, but names none.',
)

/** The requests of a working copy and their outcomes. None of them rejects. */
export function createDocumentRequests(parts: RequestParts) {
  const { api, idMapping, capabilities } = parts

  async function put({ sent, remoteId, key }: EffectOf<'send'>): Promise<Answer<DocumentSeen>> {
    const id = remoteId ?? ''
    const etag = sent.asksGuard === true && sent.etag !== undefined ? impossibleEtag(sent.etag) : sent.etag
    const guard = etag === undefined ? {} : { ifMatch: etag }
    if (sent.kind === 'delete') return api.call('documents.delete', { params: { id }, ...guard })
    const body = bodyOf(sent, sent.kind, idMapping, capabilities())
    if (sent.kind === 'update') return api.call('documents.update', { params: { id }, body, ...guard })
    return api.call('documents.create', {
      frozenBody: JSON.stringify(body),
      ...(key !== undefined && { idempotencyKey: key }),
    })
  }

  async function get(remoteId: RemoteId, etag?: ETag) {
    const mayBeShort = etag !== undefined && capabilities().notModified !== 'no'
    return api.call('documents.get', { params: { id: remoteId }, ...(mayBeShort && { ifNoneMatch: etag }) })
  }

  async function outcomeOf(remoteId: RemoteId, answer: Answer<DocumentSeen>) {
    if (answer.kind === 'ok') {
      const seen = seenRecord(answer.data, answer.etag, idMapping)
      const outcome: ReadOutcome = seen ? { kind: 'record', seen } : { kind: 'failed', problem: BAD_ANSWER }
      return { outcome, times: seen ? timesOf(answer.data) : {} }
    }
    const why = answer.kind === 'failed' ? answer.problem : BAD_ANSWER
    const gone = why.code === 'not-found' && (await isGone(remoteId))
    const outcome: ReadOutcome = gone ? { kind: 'gone' } : { kind: 'failed', problem: why }
    return { outcome, times: {} }
  }

  const isGone = async (remoteId: RemoteId): Promise<boolean> =>
    parts.isSameAccount() && areBelievedGone(api, new Set([remoteId]), parts.controlDocuments(remoteId))

  return {
    /** Sends a write. `before` is the base that it changes; it supplies fields that the answer does not show. */
    async send(effect: EffectOf<'send'>, before?: Rec): Promise<Sent> {
      // The service guards its writes, or may do so by the revisions that it shows, and yet showed none for this
      // document: the document is read again before anything is written (W3).
      const isUnguarded = effect.sent.kind !== 'create' && effect.sent.etag === undefined
      const { guarded, etags } = capabilities()
      if (isUnguarded && (guarded === 'seen' || (guarded === undefined && etags === 'yes')))
        return { outcome: { kind: 'blocked', problem: UNNAMED }, times: {} }
      const answer = await put(effect)
      const times = answer.kind === 'ok' && effect.sent.kind !== 'delete' ? timesOf(answer.data) : {}
      const outcome = writeOutcome(effect, answer, idMapping)
      if (outcome.kind !== 'stored' || effect.sent.kind !== 'update' || before === undefined)
        return { outcome, times }
      return { ...(await readBack(parts, effect.sent, outcome, before)), times }
    },

    read: async (remoteId: RemoteId) => outcomeOf(remoteId, await get(remoteId)),

    /** As `read`, but `undefined` where the service says that the revision is still `etag`. */
    async readIfMoved(remoteId: RemoteId, etag: ETag | undefined) {
      const answer = await get(remoteId, etag)
      return answer.kind === 'not-modified' ? undefined : outcomeOf(remoteId, answer)
    },

    readVersions: (effect: EffectOf<'read-versions'>) => readVersions(api, effect),
    findCreated: (create: FrozenCreate) => findCreated(parts, create),
  }
}

function writeOutcome(
  { sent }: EffectOf<'send'>,
  answer: Answer<DocumentSeen>,
  idMapping: IdMapping,
): WriteOutcome {
  switch (answer.kind) {
    case 'ok':
      if (sent.kind === 'delete') return { kind: 'empty' }
      return {
        kind: 'stored',
        remoteId: answer.data.id,
        fields: seenFields(answer.data, idMapping),
        ...(answer.etag !== undefined && { etag: answer.etag }),
        ...(answer.data.content !== undefined && { text: wellFormed(answer.data.content) }),
      }
    case 'empty':
      return { kind: 'empty' }
    case 'not-modified':
      return { kind: 'unknown', problem: problem('bad-answer', 'The service answered a write with 304.') }
    case 'failed':
      return failedOutcome(sent, answer.problem, answer.certain)
  }
}

function failedOutcome(sent: EffectOf<'send'>['sent'], why: Problem, certain: boolean): WriteOutcome {
  switch (why.code) {
    case 'stale':
      return { kind: 'stale' }
    case 'precondition-required':
      // A write without an ETag follows a read that showed none. That ETag may have been lost on the way, so the next
      // attempt reads again; a service that never shows one is asked less and less often.
      return sent.etag === undefined ? { kind: 'blocked', problem: UNNAMED } : { kind: 'stale' }
    case 'not-found':
      return sent.kind === 'create' ? { kind: 'blocked', problem: why } : { kind: 'gone' }
    case 'invalid':
    case 'too-large':
      return { kind: 'refused', problem: why, fields: blamedFields(why.fields), ...limitIn(why) }
    case 'forbidden':
      // The reason is unclear: a field may be one that this key may not set, so the fields are parked and the text is
      // sent alone (W2).
      return Object.keys(sent.fields).length > 0 && sent.kind === 'update'
        ? { kind: 'refused', problem: why, fields: [] }
        : { kind: 'blocked', problem: why }
    default:
      return certain ? { kind: 'blocked', problem: why } : { kind: 'unknown', problem: why }
  }
}

const UNITS: Readonly<Record<string, number>> = { b: 1, k: 1024, m: 1024 * 1024 }

/** The size limit, where the service states one (W5). */
function limitIn({ code, message, fields }: Problem): { readonly limitBytes?: number } {
  if (code !== 'too-large') return {}
  const words = [message, ...Object.values(fields ?? {}).flat()].join(' ')
  const { number, unit } = sizeIn(words)
  const limitBytes = Number(number.replace(/[,\s]|\.$/g, '')) * (UNITS[unit.charAt(0).toLowerCase()] ?? NaN)
  return Number.isFinite(limitBytes) && limitBytes > 0 ? { limitBytes } : {}
}

/** The first number in a message that is followed by a unit of size; empty where there is none. */
function sizeIn(words: string): { readonly number: string; readonly unit: string } {
  for (const { index, 0: unit } of words.matchAll(/(?<![a-z])(?:bytes|kilobytes|kb|megabytes|mb)\b/gi)) {
    let start = index
    while (start > 0 && /[\d,.\s]/.test(words.charAt(start - 1))) start--
    const number = words.slice(start, index)
    if (/\d/.test(number)) return { number: number.slice(number.search(/\d/)), unit }
  }
  return { number: '', unit: '' }
}
