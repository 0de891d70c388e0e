import type { VersionSeen } from '../../shared/api/api-reading'
import type { Command } from '../../shared/ipc/ipc'
import type { VersionSummary } from '../../shared/ipc/ipc-history'
import type { Snapshot } from '../../shared/ipc/ipc-records'
import { AppError, appError, type Problem } from '../../shared/problem'
import type { DocumentId, RemoteId } from '../../shared/terms'
import type { SnapshotStore } from '../store/snapshots'
import type { VersionNotes } from '../store/versions/version-notes'
import type { KnownVersion, VersionRow, VersionStore } from '../store/versions/versions'
import type { ApiClient } from '../sync/http/api-client'
import type { Connection } from '../sync/service/connection'
import { BACKUP, backupOf, byTime, type BackedUpVersions } from './backed-up'
import { SNAPSHOT } from './texts'
import { versionPages } from './version-pages'

/**
 * The service's versions and this device's snapshots of a document: one method for each command of
 * shared/ipc/ipc-history.ts.
 */
export interface History {
  readonly list: Command<'history.list'>
  readonly look: Command<'history.look'>
  /** Reads a version. Throws an AppError where it is not here and cannot be fetched. */
  readonly read: Command<'history.read'>
  readonly keep: Command<'history.keep'>
  readonly note: Command<'history.note'>
  readonly published: Command<'history.published'>
}

interface HistoryParts {
  readonly client: ApiClient
  readonly connection: Connection
  readonly versions: VersionStore
  readonly notes: VersionNotes
  readonly snapshots: Pick<SnapshotStore, 'keep' | 'list' | 'read' | 'digests'>
  /** The service's id; `undefined` where the document is not on the service yet. */
  readonly remoteIdOf: (id: DocumentId) => RemoteId | undefined
  /** The text on this device; `undefined` where it is not here. */
  readonly now: (id: DocumentId) => PresentText | undefined
  readonly backups?: BackedUpVersions
}

export interface PresentText {
  readonly title: string
  readonly text: string
  /** The published words that the service is known to have, where they differ from the present text. */
  readonly published?: { readonly title: string; readonly text: string }
}

/**
 * How many versions, or for long texts how many characters, the first look at a history reads; the writer can request
 * more.
 */
const FIRST = 100
const FIRST_LENGTH = 10_000_000
/** How many versions a later look reads at most before it meets a known one. */
const NEWS_MAX = 500

const REASONS = {
  restore: 'Before an older version was restored',
  'take-back': 'Before a passage was taken back',
} as const

export function createHistory(parts: HistoryParts): History {
  const { client, connection, versions, notes, snapshots } = parts

  return {
    list({ id, limit }) {
      const noted = notes.list(id)
      const given = <T extends { readonly id: string }>(one: T) => {
        const note = noted.get(one.id)
        return {
          ...one,
          starred: note?.starred ?? false,
          ...(note && note.name !== '' && { name: note.name }),
        }
      }
      const digests = snapshots.digests(id)
      return {
        versions: versions.list(id, limit).map((row) => given(summaryOf(row))),
        snapshots: byTime(
          snapshots
            .list(id)
            .filter(({ kind }) => kind !== 'quarantine')
            .map((one) => snapshotOf(one, digests.get(one.id))),
          parts.backups?.list(id).map(backupOf) ?? [],
        ).map(given),
        ...versions.count(id),
      }
    },

    async look({ id, older }) {
      const remoteId = parts.remoteIdOf(id)
      if (remoteId === undefined)
        return { changed: false, more: false, note: 'This document is not on the service yet.' }
      const { fresh, more, hasForeign, failure } = await readVersions(parts, id, remoteId, older)
      const { known } = versions.count(id)
      const isNone = known === 0 && (failure === undefined || failure.code === 'not-found')
      if (isNone || known > 0) connection.noteCapabilities({ history: isNone ? 'no' : 'yes' })
      const note = isNone ? 'This service keeps no version history.' : noteOf(failure, hasForeign)
      return { changed: fresh > 0, more, ...(note !== undefined && { note }) }
    },

    async read({ id, versionId }) {
      if (versionId.startsWith(SNAPSHOT)) return readSnapshot(snapshots, versionId.slice(SNAPSHOT.length))
      if (versionId.startsWith(BACKUP) && parts.backups)
        return parts.backups.read(Number(versionId.slice(BACKUP.length)))
      const titleNow = () => parts.now(id)?.title ?? ''
      const kept = versions.read(id, versionId)
      if (kept?.text !== undefined) return { title: kept.title ?? titleNow(), text: kept.text }
      const remoteId = parts.remoteIdOf(id)
      if (remoteId === undefined) throw appError('not-found-here', 'This version is not on this device.')
      const row = await fetchVersion(client, remoteId, versionId)
      await versions.put(id, [row])
      if (versions.read(id, versionId) === undefined) await versions.mend(id, row)
      return { title: row.title ?? titleNow(), text: row.text ?? '' }
    },

    keep({ id, why }) {
      const present = parts.now(id)
      if (!present) throw appError('not-found-here', 'This document is not here any more.')
      const { title, text } = present
      snapshots.keep({ documentId: id, kind: 'snapshot', reason: REASONS[why], title, text })
    },

    note({ id, versionId, name, starred }) {
      const before = notes.list(id).get(versionId) ?? { name: '', starred: false }
      notes.put(id, versionId, { name: name?.trim() ?? before.name, starred: starred ?? before.starred })
    },

    async published({ id }) {
      const present = parts.now(id)
      if (present?.published) return { ...present.published, at: '' }
      const last = versions.lastPublished(id)
      if (!last) return null
      const { title, text } = await this.read({ id, versionId: last.versionId })
      return { title, text, at: last.at }
    },
  }
}

/**
 * Reads versions from the service until it meets a known one, or has enough; `older`: those older than all known ones.
 */
async function readVersions(
  { client, versions, now }: Pick<HistoryParts, 'client' | 'versions' | 'now'>,
  id: DocumentId,
  remoteId: RemoteId,
  older: boolean,
) {
  const before = versions.count(id).known
  const enough = older || before === 0 ? FIRST : NEWS_MAX
  const length = now(id)?.text.length ?? 0
  let fresh = 0
  let freshLength = 0
  let hasForeign = false
  let isNewest = true
  let last: string | undefined
  for await (const page of versionPages({ client, remoteId, length, skip: older ? before : 0 })) {
    if (page.kind === 'failed') return { fresh, more: false, hasForeign, failure: page.problem }
    hasForeign ||= page.hasForeign
    const unseen = page.rows.filter((row) => !versions.has(id, row.id))
    await versions.put(id, page.rows.map(rowOf), last)
    last = older && isNewest ? versions.oldest(id) : (page.rows.at(-1)?.id ?? last)
    fresh += unseen.length
    for (const { content = '' } of unseen) freshLength += content.length
    const { known } = versions.count(id)
    const more = !page.isLast && (page.total === undefined || page.total > known)
    if (page.isLast) return { fresh, more, hasForeign }
    const isEnough = fresh >= enough || (enough === FIRST && freshLength >= FIRST_LENGTH)
    const meetsKnown = !older && before > 0 && unseen.length < page.rows.length
    if (meetsKnown || (isEnough && !(older && isNewest))) return { fresh, more, hasForeign }
    isNewest = false
  }
  return { fresh, more: false, hasForeign }
}

function readSnapshot(snapshots: Pick<SnapshotStore, 'read'>, snapshotId: string) {
  try {
    const kept = snapshots.read(snapshotId)
    if (kept) return { title: kept.title, text: kept.text }
  } catch {
    throw appError('damaged', 'This copy is damaged and cannot be read.')
  }
  throw appError('not-found-here', 'This copy is no longer kept.')
}

/** Reads one version from the service. Throws an AppError with the true reason. */
export async function fetchVersion(
  client: ApiClient,
  remoteId: RemoteId,
  versionId: string,
  signal?: AbortSignal,
): Promise<VersionRow> {
  const answer = await client.call('versions.get', {
    params: { id: remoteId, versionId },
    ...(signal && { signal }),
  })
  if (answer.kind === 'failed') {
    if (answer.problem.code === 'not-found')
      throw new AppError({ ...answer.problem, message: 'The service does not have this version any more.' })
    throw new AppError({
      ...answer.problem,
      message: `This version is not on this device yet. ${answer.problem.message}`,
    })
  }
  if (answer.kind !== 'ok' || answer.data.content === undefined)
    throw appError('bad-answer', 'The service did not show the text of this version.')
  const { id, document_id } = answer.data
  if (id !== versionId || (document_id != null && document_id !== remoteId))
    throw appError('bad-answer', 'The service returned a different version from the one requested.')
  return rowOf(answer.data)
}

function noteOf(failure: Problem | undefined, hasForeign: boolean): string | undefined {
  if (failure) return `These are the versions read before. ${failure.message}`
  return hasForeign ? 'The service listed versions of another document; they are left out.' : undefined
}

export const rowOf = ({ id, created_at, title, status, content }: VersionSeen): VersionRow => ({
  versionId: id,
  at: created_at ?? '',
  ...(title !== undefined && { title }),
  ...(status !== undefined && { status }),
  ...(content !== undefined && { text: content }),
})

const summaryOf = ({
  versionId,
  at,
  title,
  status,
  digest,
  isHere,
}: KnownVersion): Omit<VersionSummary, 'starred'> => ({
  id: versionId,
  at,
  origin: 'service',
  label: status === 'published' ? 'Published' : 'Saved',
  here: isHere,
  ...(title !== undefined && { title }),
  ...(status !== undefined && { status }),
  ...(digest !== undefined && { digest }),
})

const snapshotOf = (
  { id, at, title, reason }: Snapshot,
  digest: string | undefined,
): Omit<VersionSummary, 'starred'> => ({
  id: SNAPSHOT + id,
  at,
  title,
  origin: 'device',
  label: reason,
  here: true,
  ...(digest !== undefined && { digest }),
})
