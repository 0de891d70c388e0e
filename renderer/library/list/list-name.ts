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

/** What the head of the document list says. */
export function listName(filter: DocumentFilter, library: CommandOutput<'library.get'> | undefined): string {
  if (filter.folderId === null) return 'In no folder'
  if (filter.folderId !== undefined)
    return library?.folders.find(({ id }) => id === filter.folderId)?.name ?? 'Folder'
  if (filter.tagIds !== undefined && filter.tagIds.length > 0)
    return filter.tagIds.map((tag) => library?.tags.find(({ id }) => id === tag)?.name ?? '').join(' + ')
  return SMART_NAMES[filter.smart ?? 'all']
}
