import type { DocumentSeen } from '../../shared/api-reading'
import type { DocumentPullParts } from './pull-pages'

/** Lists may tell whole seconds where documents tell fractions (M4). */
const SECOND_MS = 1_000

/**
 * True where a backup was restored on the service: a document that is known here was changed last at an earlier time
 * than the service once said (C7). A row that says so is a suspicion only, because a list may be older than our own last
 * save; so is a first page that shows nothing as new as `newest`, because that document may be deleted. The suspected
 * document itself decides.
 */
export async function wentBack(
  { client, pulled }: DocumentPullParts,
  rows: readonly DocumentSeen[],
  newest?: string,
): Promise<boolean> {
  const known = pulled.knownAmong(rows.map(({ id }) => id))
  const row = rows.find(({ id, updated_at }) => isEarlier(updated_at, known.get(id)?.updatedAt))
  const isOlder = newest !== undefined && !rows.some(({ updated_at }) => !isEarlier(updated_at, newest))
  const suspect = row ? known.get(row.id) : isOlder ? pulled.latestThere() : undefined
  if (suspect === undefined) return false
  const answer = await client.call('documents.get', { params: { id: suspect.remoteId } })
  return answer.kind === 'ok' && isEarlier(answer.data.updated_at, suspect.updatedAt)
}

/** True where the service shows an earlier time than before; false where either cannot be read as a time. */
export const isEarlier = (shown: string | undefined, known: string | undefined): boolean =>
  Date.parse(known ?? '') - Date.parse(shown ?? '') >= SECOND_MS
