import type { DocumentFilter } from '../../shared/ipc/ipc-records'
import type { DocumentId, FolderId } from '../../shared/terms'
import type { Narrowing } from '../store/lists/list-query'
import { fixedScope } from './fixed-folder'

export interface SearchScopeParts {
  readonly passing: (ids: readonly DocumentId[], narrowing: Narrowing) => readonly DocumentId[]
  /** All documents that match, the latest first. */
  readonly ids: (narrowing: Narrowing) => readonly DocumentId[]
  readonly isFolderKnown: (id: FolderId) => boolean
  /** The folder and its descendants, in the order of the tree. */
  readonly foldersFrom: (id: FolderId) => readonly FolderId[]
  readonly fixedFolder: () => FolderId | undefined
  /** ISO 8601: the time since which a document counts as recent. */
  readonly recentSince: () => string
}

export type SearchScope = ReturnType<typeof createSearchScope>

/**
 * The documents that a search may find: those of its filter, limited to the fixed folder and to published documents
 * where that is set (B9).
 */
export function createSearchScope(parts: SearchScopeParts) {
  const fixed = () => fixedScope(parts.fixedFolder(), parts.isFolderKnown)

  function narrowed(wanted: DocumentFilter = {}): Narrowing {
    const fixedId = fixed()
    const filter =
      fixedId === undefined
        ? wanted
        : { ...wanted, folderId: fixedId, subfolders: false, status: 'published' as const }
    const { folderId, subfolders } = filter
    const folders = subfolders === true && folderId != null ? parts.foldersFrom(folderId) : undefined
    return { filter, recentSince: parts.recentSince(), ...(folders && { folders }) }
  }

  const passing = (ids: readonly DocumentId[], filter?: DocumentFilter) =>
    parts.passing(ids, narrowed(filter))

  return {
    narrowed,
    isFixed: () => fixed() !== undefined,
    passing,
    /** Those of these hits that a search may find and that match the filter. */
    among<Hit extends { readonly documentId: DocumentId }>(
      hits: readonly Hit[],
      filter?: DocumentFilter,
    ): readonly Hit[] {
      const found = new Set(
        passing(
          hits.map(({ documentId }) => documentId),
          filter,
        ),
      )
      return hits.filter(({ documentId }) => found.has(documentId))
    },
    within: (filter: DocumentFilter) => parts.ids(narrowed(filter)),
  }
}
