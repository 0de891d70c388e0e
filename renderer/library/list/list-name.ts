import type { CommandOutput } from '../../../shared/ipc/ipc'
import type { DocumentFilter } from '../../../shared/ipc/ipc-records'

const SMART_NAMES: Readonly<Record<NonNullable<DocumentFilter['smart']>, string>> = {
  all: 'All documents',
  recent: 'Recent',
  drafts: 'Drafts',
  published: 'Published',
  'edited-since-published': 'Unpublished changes',
  'needs-you': 'Needs attention',
  untagged: 'Without a tag',
}

type Library = CommandOutput<'library.get'>

const isThere = (items: readonly { readonly id: string }[], id: string): boolean =>
  items.some((item) => item.id === id)

/** The deleted folder or tag, if the list shows one; it may have been deleted elsewhere. */
export function goneIn({ folderId, tagIds = [] }: DocumentFilter, library: Library | undefined) {
  if (library === undefined) return undefined
  if (folderId != null && !isThere(library.folders, folderId)) return 'folder'
  return tagIds.every((id) => isThere(library.tags, id)) ? undefined : 'tag'
}

/** The name of the document list. */
export function listName(filter: DocumentFilter, library: Library | undefined): string {
  if (filter.folderId === null) return 'In no folder'
  const nameOf = (
    items: readonly { readonly id: string; readonly name: string }[],
    id: string,
    gone: string,
  ) => items.find((item) => item.id === id)?.name ?? gone
  if (filter.folderId !== undefined)
    return library === undefined ? 'Folder' : nameOf(library.folders, filter.folderId, 'Deleted folder')
  if (filter.tagIds !== undefined && filter.tagIds.length > 0)
    return library === undefined
      ? 'Tag'
      : filter.tagIds.map((tag) => nameOf(library.tags, tag, 'Deleted tag')).join(' + ')
  return SMART_NAMES[filter.smart ?? 'all']
}
