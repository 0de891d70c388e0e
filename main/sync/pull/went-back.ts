import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { RemoteId, Timestamp } from '../../../shared/terms'
import type { DocumentPullParts } from './pull-pages'
import type { KnownThere } from './pulled'

/** Lists may tell whole seconds where documents tell fractions (docs/security.md, M4). */
const SECOND_MS = 1_000
/** So many of the documents that moved last are looked for. */
const SUSPECTS = 5

/**
 * True where a backup was restored on the service: a document that is known here was changed last at an earlier time
 * than the service once said (C7). A row that says so is a suspicion only, because a list may be older than our own last
 * save. The suspected document itself decides.
 */
export async function wentBack(parts: DocumentPullParts, rows: readonly DocumentSeen[]): Promise<boolean> {
  const known = parts.pulled.knownAmong(rows.map(({ id }) => id))
  const row = rows.find(({ id, updated_at }) => isEarlier(updated_at, known.get(id)?.updatedAt))
  return row !== undefined && hasGoneBack(parts, known.get(row.id)!)
}

/**
 * The same, where the list of what moved `since` then has come to its end and has shown these: what is known here to have
 * moved since then and is not among them has gone back, or is deleted, whatever else was written after the restore.
 */
export async function isMissedBack(
  parts: DocumentPullParts,
  shown: ReadonlySet<RemoteId>,
  since: Timestamp,
): Promise<boolean> {
  for (const suspect of parts.pulled.movedSince(since, SUSPECTS))
    if (!shown.has(suspect.remoteId) && (await hasGoneBack(parts, suspect))) return true
  return false
}

async function hasGoneBack(
  { client }: DocumentPullParts,
  { remoteId, updatedAt }: KnownThere,
): Promise<boolean> {
  const answer = await client.call('documents.get', { params: { id: remoteId } })
  return answer.kind === 'ok' && isEarlier(answer.data.updated_at, updatedAt)
}

/** True where the service shows an earlier time than before; false where either cannot be read as a time. */
export const isEarlier = (shown: string | undefined, known: string | undefined): boolean =>
  Date.parse(known ?? '') - Date.parse(shown ?? '') >= SECOND_MS
