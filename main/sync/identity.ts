import { problem } from '../../shared/problem'
import type { RemoteId } from '../../shared/terms'
import type { Answer, DataOf, JsonOperation } from './answer'
import type { ApiClient, CallRequest } from './api-client'
import type { Connection } from './connection'
import type { Identity } from './connection-state'
import type { KnownThere } from './pulled'

const LOOKS = 5
const ANOTHER = problem('not-allowed', 'The service shows another document under an id that is known here.')

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
    if (answer.kind !== 'failed') continue
    if (answer.problem === ANOTHER) return 'other'
    if (answer.problem.code === 'not-found') missing++
    else failed++
  }
  if (missing === LOOKS) return 'other'
  return failed > 0 && failed + missing === looked ? 'in-doubt' : 'same'
}

/** A known id that shows another time of creation. */
export const isAnother = (known: string | undefined, shown: string | undefined): boolean =>
  known !== undefined && shown !== undefined && Date.parse(known) !== Date.parse(shown)

/** The same client; an answer that shows another document under a known id is none, and stops every write (C7). */
export function withIdentity(
  client: ApiClient,
  connection: Connection,
  createdAtOf: (remoteId: RemoteId) => string | undefined,
): ApiClient {
  return {
    ...client,
    async call<N extends JsonOperation>(name: N, request?: CallRequest): Promise<Answer<DataOf[N]>> {
      const answer = await client.call(name, request)
      if ((name !== 'documents.get' && name !== 'documents.update') || answer.kind !== 'ok') return answer
      const { id, created_at } = answer.data as DataOf['documents.get']
      if (!isAnother(createdAtOf(id), created_at)) return answer
      connection.noteIdentity('in-doubt')
      return { kind: 'failed', problem: ANOTHER, certain: false }
    },
  }
}
