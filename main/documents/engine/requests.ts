import type { DocumentSeen, VersionSeen as VersionRead } from '../../../shared/api/api-reading'
import { sameNormalForm } from '../../../shared/text/normal-form'
import { problem, type Problem } from '../../../shared/problem'
import type { ETag, RemoteId } from '../../../shared/terms'
import type { Clock } from '../../system/clock'
import type { Answer, FailedAnswer } from '../../sync/http/answer'
import { areBelievedGone } from '../../sync/service/believed-gone'
import type { ApiClient } from '../../sync/http/api-client'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import { ANOTHER } from '../../sync/http/identity'
import { walkPages } from '../../sync/pull/pages'
import { createdSince } from '../core/lost-create'
import type { IdMapping } from '../documents'
import { readBack } from './read-back'
import { sameRecord, type Rec } from '../core/record'
import { impossibleEtag } from '../core/sent'
import { blamedFields, bodyOf, seenFields, seenRecord, timesOf, type SeenTimes } from './seen'
import type { Effect, Event, ReadOutcome, WriteOutcome } from '../core/events'
import type { FrozenCreate, VersionSeen } from '../core/working-copy'
import { wellFormed } from '../../../shared/text/well-formed'

type EffectOf<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>
type EventOf<K extends Event['kind']> = Extract<Event, { readonly kind: K }>
type VersionsOutcome = Omit<EventOf<'versions-read'>, 'reading'> | Omit<EventOf<'versions-failed'>, 'reading'>
type FindCreatedOutcome = Extract<Event, { readonly kind: 'find-created-ended' }>['outcome']

export interface RequestParts {
  readonly api: ApiClient
  readonly idMapping: IdMapping
  readonly capabilities: () => ServiceCapabilities
  readonly clock: Clock
  /** Other documents that the service is known to have, most recent first; a few are enough. */
  readonly controlDocuments: (except: RemoteId) => readonly RemoteId[]
  readonly isKnown: (remoteId: RemoteId) => boolean
  /** Whether the row is another document than the one that is known here by its id (C7). */
  readonly isAnother: (row: DocumentSeen) => boolean
  /** How far this device's clock is known to be ahead of the service's. */
  readonly aheadMs: () => number
  /** Whether the account is known to be the same; until then nothing counts as deleted (C7). */
  readonly isSameAccount: () => boolean
}

/** The requests of a working copy and their outcomes. Nothing here rejects. */
export interface DocumentRequests {
  /** Sends a write. `before` is the base that it changes, for fields that its answer does not show. */
  send(
    effect: EffectOf<'send'>,
    before?: Rec,
  ): Promise<{
    readonly outcome: WriteOutcome
    readonly times: SeenTimes
    readonly capabilities?: ServiceCapabilities
  }>
  read(remoteId: RemoteId): Promise<{ readonly outcome: ReadOutcome; readonly times: SeenTimes }>
  /** As `read`, but `undefined` where the service says that the revision is still `etag`. */
  readIfMoved(
    remoteId: RemoteId,
    etag: ETag | undefined,
  ): Promise<{ readonly outcome: ReadOutcome; readonly times: SeenTimes } | undefined>
  /** Reads versions, newest first, back to the one that the effect names, or 200. */
  readVersions(effect: EffectOf<'read-versions'>): Promise<VersionsOutcome>
  findCreated(
    create: FrozenCreate,
  ): Promise<{ readonly outcome: FindCreatedOutcome; readonly times: SeenTimes }>
}

const VERSIONS_MAX = 200
const PER_PAGE = 100
const CANDIDATES_MAX = 50
const BAD_ANSWER = problem('bad-answer', 'The service answered without the text of the document.')

const UNNAMED = problem(
  'not-allowed',
  'The service wants the revision that a text is based on, but names none.',
)

export function createDocumentRequests(parts: RequestParts): DocumentRequests {
  const { api, idMapping, capabilities, clock } = parts

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

  async function versionsPage(remoteId: RemoteId, page: number) {
    return api.call('versions.list', { params: { id: remoteId }, query: { page, per_page: PER_PAGE } })
  }

  /** The text of a version that the list shows without one, or the answer that failed. */
  async function contentOf(remoteId: RemoteId, version: VersionRead): Promise<string | Answer<VersionRead>> {
    const answer = await api.call('versions.get', { params: { id: remoteId, versionId: version.id } })
    return (answer.kind === 'ok' ? answer.data.content : undefined) ?? answer
  }

  /** The text and title with which a document began, as far as its history shows them. */
  async function firstVersion(remoteId: RemoteId): Promise<VersionRead | FailedAnswer | undefined> {
    let answer = await versionsPage(remoteId, 1)
    const last = answer.kind === 'ok' ? (answer.page?.lastPage ?? 1) : 1
    if (last > 1) answer = await versionsPage(remoteId, last)
    if (answer.kind === 'failed') return answer.problem.code === 'not-found' ? undefined : answer
    const oldest = answer.kind === 'ok' ? answer.data.at(-1) : undefined
    if (!oldest) return undefined
    const content = oldest.content ?? (await contentOf(remoteId, oldest))
    return typeof content === 'string' ? { ...oldest, content } : undefined
  }

  async function candidates(create: FrozenCreate): Promise<readonly DocumentSeen[] | FailedAnswer> {
    const found: DocumentSeen[] = []
    const sinceMs = createdSince(create.firstTriedMs, clock.now(), parts.aheadMs())
    const isSorted = capabilities().sorting === 'yes'
    const request = isSorted ? { query: { sort: '-created_at' } } : {}
    for await (const step of walkPages({ client: api, clock }, 'documents.list', request)) {
      if (step.kind === 'failed') return step
      if (step.kind === 'end') break
      // Such a row becomes a candidate once the document that had its id is told to be gone.
      if (step.rows.some(parts.isAnother)) return { kind: 'failed', problem: ANOTHER, certain: false }
      const isOld = (row: DocumentSeen) => Date.parse(row.created_at ?? '') < sinceMs
      found.push(...step.rows.filter((row) => !isOld(row) && !parts.isKnown(row.id)))
      if (isSorted && step.rows.some(isOld)) break
    }
    return found
  }

  return {
    async send(effect, before) {
      // The service is known to guard, or may guard by the revisions that it shows, and yet showed none: the document is
      // read again before anything is written (W3).
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

    read: async (remoteId) => outcomeOf(remoteId, await get(remoteId)),

    async readIfMoved(remoteId, etag) {
      const answer = await get(remoteId, etag)
      return answer.kind === 'not-modified' ? undefined : outcomeOf(remoteId, answer)
    },

    async readVersions({ remoteId, until, notFirst, lastRead }) {
      const versions: VersionSeen[] = []
      for (let page = 1; versions.length < VERSIONS_MAX; page++) {
        const answer = await versionsPage(remoteId, page)
        if (answer.kind !== 'ok') return withoutVersions(answer)
        for (const version of answer.data) {
          const text = version.content ?? (await contentOf(remoteId, version))
          if (typeof text !== 'string') return withoutVersions(text)
          const seen = versionSeen(version, text)
          versions.push(seen)
          const isLast =
            lastRead === undefined
              ? sameRecord(seen, until) && (versions.length > 1 || !notFirst)
              : seen.id === lastRead
          if (isLast || versions.length === VERSIONS_MAX) return { kind: 'versions-read', versions }
        }
        if (answer.data.length === 0 || page >= (answer.page?.lastPage ?? page)) break
      }
      return { kind: 'versions-read', versions }
    },

    async findCreated(create) {
      const ended = (outcome: FindCreatedOutcome, times: SeenTimes = {}) => ({ outcome, times })
      const found = await candidates(create)
      if ('kind' in found) return ended({ kind: 'failed', problem: found.problem })
      let candidate: DocumentSeen | undefined
      let sure = false
      const began = (text: string | undefined, title: string | undefined) =>
        text !== undefined &&
        sameNormalForm(text, create.text) &&
        (title === undefined || title === create.fields.title)
      for (const row of found.slice(0, CANDIDATES_MAX)) {
        const first = capabilities().history === 'no' ? undefined : await firstVersion(row.id)
        if (first && 'kind' in first) return ended({ kind: 'failed', problem: first.problem })
        if (first && began(first.content, first.title)) {
          candidate = row
          sure = true
          break
        }
        if (first === undefined && candidate === undefined && began(row.content, row.title)) candidate = row
      }
      if (!candidate) return ended({ kind: 'nothing' })
      const answer = await get(candidate.id)
      if (answer.kind === 'failed') return ended({ kind: 'failed', problem: answer.problem })
      const seen = answer.kind === 'ok' ? seenRecord(answer.data, answer.etag, idMapping) : undefined
      if (answer.kind !== 'ok' || !seen) return ended({ kind: 'failed', problem: BAD_ANSWER })
      return ended({ kind: 'found', seen, sure }, timesOf(answer.data))
    },
  }
}

/** The outcome without versions: asked again later where that can help, never where the service has none to show. */
function withoutVersions(answer: Answer<unknown>): VersionsOutcome {
  const never =
    answer.kind !== 'failed' || ['not-found', 'missing-ability', 'forbidden'].includes(answer.problem.code)
  return never ? { kind: 'versions-read' } : { kind: 'versions-failed', problem: answer.problem }
}

function versionSeen(version: VersionRead, text: string): VersionSeen {
  const { id, title, status, created_at: at } = version
  const atMs = Date.parse(at ?? '')
  return {
    id,
    text: wellFormed(text),
    fields: { ...(title !== undefined && { title }), ...(status !== undefined && { status }) },
    ...(!Number.isNaN(atMs) && { atMs }),
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
      // A write without an ETag follows a read that showed none. That may have been lost on the way, so the next try
      // reads again; a service that never shows one is asked less and less often.
      return sent.etag === undefined ? { kind: 'blocked', problem: UNNAMED } : { kind: 'stale' }
    case 'not-found':
      return sent.kind === 'create' ? { kind: 'blocked', problem: why } : { kind: 'gone' }
    case 'invalid':
    case 'too-large':
      return { kind: 'refused', problem: why, fields: blamedFields(why.fields), ...limitIn(why) }
    case 'forbidden':
      // The reason is unclear: it may be a field that this key may not set, so the fields are parked and the text goes
      // alone (W2).
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
