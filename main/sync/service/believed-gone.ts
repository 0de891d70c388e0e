import type { RemoteId } from '../../../shared/terms'
import type { ApiClient } from '../http/api-client'

/** How many other known documents are read to tell whether a missing one was deleted. */
const CONTROL_DOCUMENTS = 3

/**
 * Whether documents that the service answered with 404 count as deleted (W11). They do where another document reads
 * well, either a known one or else the first in the list. Where the list is empty, only a few known documents can have
 * been deleted together. `known` are documents that the service is known to have; it may include the missing ones.
 */
export async function areBelievedGone(
  client: ApiClient,
  missing: ReadonlySet<RemoteId>,
  known: Iterable<RemoteId>,
): Promise<boolean> {
  const reads = async (id: RemoteId) => (await client.call('documents.get', { params: { id } })).kind === 'ok'
  let others = 0
  for (const id of known) {
    if (missing.has(id)) continue
    if (others++ === CONTROL_DOCUMENTS) break
    if (await reads(id)) return true
  }
  const list = await client.call('documents.list', { query: { per_page: 1 } })
  if (list.kind !== 'ok') return false
  const [shown] = list.data
  if (!shown) return missing.size + others <= CONTROL_DOCUMENTS
  return !missing.has(shown.id) && (await reads(shown.id))
}
