import type { VersionSummary } from '../../shared/ipc/ipc-history'
import type { DocumentId } from '../../shared/terms'

/** What the id of such a version begins with. */
export const BACKUP = 'backup:'

/** Versions of documents that stand as files in the backup folder. */
export interface BackedUpVersions {
  /** Newest first; `at` in milliseconds since the epoch, `digest` over title and text. */
  list(id: DocumentId): readonly {
    readonly id: number
    readonly at: number
    readonly title: string
    readonly digest: string
  }[]
  /** Throws an AppError where the file cannot be read. */
  read(id: number): Promise<{ readonly title: string; readonly text: string }>
}

/** Two lists that each keep their own order, joined by time: the clock may have gone back between two snapshots. */
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
