import type { VersionSummary } from '../../shared/ipc/ipc-history'
import type { DocumentId } from '../../shared/terms'

/** The prefix of the id of such a version. */
export const BACKUP = 'backup:'

/** Versions of documents that exist as files in the backup folder. */
export interface BackedUpVersions {
  /** The versions, newest first; `at` in milliseconds since the epoch, `digest` of title and text. */
  list(id: DocumentId): readonly {
    readonly id: number
    readonly at: number
    readonly title: string
    readonly digest: string
  }[]
  /** The words of a version; throws an AppError where its file cannot be read. */
  read(id: number): Promise<{ readonly title: string; readonly text: string }>
}

/** Merges two lists by time; each keeps its own order, because the clock may have gone back between two snapshots. */
export function byTime<T extends { readonly at: string }>(
  one: readonly T[],
  other: readonly T[],
): readonly T[] {
  const joined: T[] = []
  let next = 0
  for (const entry of one) {
    for (let found = other[next]; found && found.at > entry.at; found = other[++next]) joined.push(found)
    joined.push(entry)
  }
  return [...joined, ...other.slice(next)]
}

export const backupOf = ({
  id,
  at,
  title,
  digest,
}: ReturnType<BackedUpVersions['list']>[number]): Omit<VersionSummary, 'starred'> => ({
  id: BACKUP + id,
  at: new Date(at).toISOString(),
  title,
  origin: 'device',
  label: 'Backup',
  here: true,
  digest,
})
