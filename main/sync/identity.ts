import type { ApiClient } from './api-client'
import type { Identity } from './connection-state'
import type { KnownThere } from './pulled'

const LOOKS = 5

/**
 * Whether a service and a key still stand for the account whose documents are here (C7): after a change of key, and
 * when a known id shows another `created_at`. Reads up to five known documents; one that was created at another time is
 * another document. Five that are all missing count as another account as well; fewer may have been deleted.
 */
export async function checkIdentity(client: ApiClient, known: Iterable<KnownThere>): Promise<Identity> {
  let looked = 0
  let missing = 0
  let failed = 0
  for (const { remoteId, createdAt, phase } of known) {
    if (phase === 'deleted') continue
    if (looked === LOOKS) break
    looked++
    const answer = await client.call('documents.get', { params: { id: remoteId } })
    if (answer.kind === 'ok' && isAnother(createdAt, answer.data.created_at)) return 'other'
    if (answer.kind === 'failed' && answer.problem.code === 'not-found') missing++
    else if (answer.kind === 'failed') failed++
  }
  if (missing === LOOKS) return 'other'
  return failed > 0 && failed + missing === looked ? 'in-doubt' : 'same'
}

/** A known id that shows another time of creation. */
export const isAnother = (known: string | undefined, shown: string | undefined): boolean =>
  known !== undefined && shown !== undefined && Date.parse(known) !== Date.parse(shown)
