import type { Store } from '../../store/store'
import type { DocumentRow } from '../../store/document-table'
import type { KnownThere, Pulled } from '../../sync/pull/pulled'
import type { TextCache } from '../retention/text-cache'

/** What is known here of documents that the service has. */
export function knownDocuments(
  { table }: Pick<Store, 'table'>,
  textCache: TextCache,
): Pick<Pulled, 'known' | 'knownAmong' | 'knownExcept' | 'allKnown' | 'movedSince'> {
  function knownOf(row: DocumentRow): KnownThere {
    const { hasText, folderId, updatedAt } = row
    return {
      id: row.id,
      remoteId: row.remoteId ?? '',
      phase: row.phase,
      isMissed: !hasText && textCache.wants({ folderId, updatedAt }),
      ...(row.etag !== undefined && { etag: row.etag }),
      ...(row.remoteUpdatedAt !== undefined && { updatedAt: row.remoteUpdatedAt }),
      ...(row.remoteCreatedAt !== undefined && { createdAt: row.remoteCreatedAt }),
    }
  }

  return {
    movedSince: (since, limit) => table.movedSince(since, limit).map(knownOf),

    known(remoteId) {
      const row = table.byRemoteId(remoteId)
      return row && knownOf(row)
    },

    knownAmong: (remoteIds) =>
      new Map(table.byRemoteIds(remoteIds).map((row) => [row.remoteId!, knownOf(row)])),

    knownExcept: (remoteIds) => table.remoteExcept(remoteIds),

    *allKnown() {
      for (const row of table.remote()) yield knownOf(row)
    },
  }
}
