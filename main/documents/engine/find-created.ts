import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { RemoteId } from '../../../shared/terms'
import { sameNormalForm } from '../../../shared/text/normal-form'
import type { Clock } from '../../system/clock'
import type { FailedAnswer } from '../../sync/http/answer'
import type { ApiClient } from '../../sync/http/api-client'
import { ANOTHER } from '../../sync/http/identity'
import { walkPages } from '../../sync/pull/pages'
import type { ServiceCapabilities } from '../../sync/service/capabilities'
import type { Event } from '../core/events'
import { createdSince } from '../core/lost-create'
import type { FrozenCreate } from '../core/working-copy'
import type { IdMapping } from '../documents'
import { firstVersion } from './read-versions'
import { BAD_ANSWER, seenRecord, timesOf, type SeenTimes } from './seen'

export interface FindCreatedParts {
  readonly api: ApiClient
  readonly idMapping: IdMapping
  readonly capabilities: () => ServiceCapabilities
  readonly clock: Clock
  readonly isKnown: (remoteId: RemoteId) => boolean
  /** Whether the row is a document other than the one that is known here by its id (C7). */
  readonly isAnother: (row: DocumentSeen) => boolean
  /** How far this device's clock is known to be ahead of the service's, in milliseconds. */
  readonly aheadMs: () => number
}

type Ended = Extract<Event, { readonly kind: 'find-created-ended' }>

const CANDIDATES_MAX = 50

/**
 * Finds the document that a create with a lost answer has made: the one whose first version is the frozen body (W17).
 */
export async function findCreated(parts: FindCreatedParts, create: FrozenCreate) {
  const ended = (outcome: Ended['outcome'], times: SeenTimes = {}) => ({ outcome, times })
  const found = await candidates(parts, create)
  if ('kind' in found) return ended({ kind: 'failed', problem: found.problem })
  let candidate: DocumentSeen | undefined
  let sure = false
  const began = (text: string | undefined, title: string | undefined) =>
    text !== undefined &&
    sameNormalForm(text, create.text) &&
    (title === undefined || title === create.fields.title)
  for (const row of found.slice(0, CANDIDATES_MAX)) {
    const first = parts.capabilities().history === 'no' ? undefined : await firstVersion(parts.api, row.id)
    if (first && 'kind' in first) return ended({ kind: 'failed', problem: first.problem })
    if (first && began(first.content, first.title)) {
      candidate = row
      sure = true
      break
    }
    if (first === undefined && candidate === undefined && began(row.content, row.title)) candidate = row
  }
  if (!candidate) return ended({ kind: 'nothing' })
  const answer = await parts.api.call('documents.get', { params: { id: candidate.id } })
  if (answer.kind === 'failed') return ended({ kind: 'failed', problem: answer.problem })
  const seen = answer.kind === 'ok' ? seenRecord(answer.data, answer.etag, parts.idMapping) : undefined
  if (answer.kind !== 'ok' || !seen) return ended({ kind: 'failed', problem: BAD_ANSWER })
  return ended({ kind: 'found', seen, sure }, timesOf(answer.data))
}

/** Documents that the create may have made: created since its first attempt, and not known here. */
async function candidates(
  parts: FindCreatedParts,
  create: FrozenCreate,
): Promise<readonly DocumentSeen[] | FailedAnswer> {
  const { api, clock } = parts
  const found: DocumentSeen[] = []
  const sinceMs = createdSince(create.firstTriedMs, clock.now(), parts.aheadMs())
  const isSorted = parts.capabilities().sorting === 'yes'
  const request = isSorted ? { query: { sort: '-created_at' } } : {}
  for await (const step of walkPages({ client: api, clock }, 'documents.list', request)) {
    if (step.kind === 'failed') return step
    if (step.kind === 'end') break
    // Such a row becomes a candidate after the document that had its id is reported as gone.
    if (step.rows.some(parts.isAnother)) return { kind: 'failed', problem: ANOTHER, certain: false }
    const isOld = (row: DocumentSeen) => Date.parse(row.created_at ?? '') < sinceMs
    found.push(...step.rows.filter((row) => !isOld(row) && !parts.isKnown(row.id)))
    if (isSorted && step.rows.some(isOld)) break
  }
  return found
}
