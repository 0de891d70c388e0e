import type { DocumentSeen } from '../../../shared/api/api-reading'
import type { RemoteId, Timestamp } from '../../../shared/terms'
import type { DocumentPullParts } from './pull-pages'
import type { KnownThere } from './pulled'

/** How many of the documents that changed last are checked. */
const SUSPECTS = 5

/**
 * True where a backup was restored on the service: a known document shows an earlier time of change than the service
 * stated before (C7). A row of a list is only a suspicion, because a list may be older than our own last save; the
 * document itself decides.
 */
export async function wentBack(parts: DocumentPullParts, rows: readonly DocumentSeen[]): Promise<boolean> {
  const known = parts.pulled.knownAmong(rows.map(({ id }) => id))
  const row = rows.find(({ id, updated_at }) => isEarlier(updated_at, known.get(id)?.updatedAt))
  return row !== undefined && hasGoneBack(parts, known.get(row.id)!)
}

/**
 * True where the list of documents changed since `since` has ended with these rows and a document known to have changed
 * since then is missing: it has gone back, or was deleted, whatever else was written after the restore.
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

/**
 * True where the service shows an earlier time than before; false where either time is unreadable. Lists may state times
 * in whole seconds where documents state fractions (docs/security.md, M4): the coarser of both decides.
 */
export function isEarlier(shown: string | undefined, known: string | undefined): boolean {
  const [shownMs, knownMs] = [Date.parse(shown ?? ''), Date.parse(known ?? '')]
  const stepMs = Math.max(stepOf(shownMs), stepOf(knownMs))
  return Math.floor(shownMs / stepMs) < Math.floor(knownMs / stepMs)
}

/** The precision of a time, in ms. */
const stepOf = (ms: number): number => [1_000, 100, 10].find((step) => ms % step === 0) ?? 1
