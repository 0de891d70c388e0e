import { PAGE_SIZE } from '../../shared/ipc/as-left'
import type { DocumentGroup } from '../../shared/ipc/document-groups'
import type { CommandInput } from '../../shared/ipc/ipc'
import type { DocumentFilter, DocumentSort } from '../../shared/ipc/ipc-records'

/** What a list shows, and in which order. */
export interface ListQuery {
  readonly filter: DocumentFilter
  readonly sort: DocumentSort
  readonly descending: boolean
  readonly group?: DocumentGroup
}

/** What is asked of main for one page of a list. */
export const pageInput = (list: ListQuery, page: number): CommandInput<'documents.list'> => ({
  ...list,
  offset: page * PAGE_SIZE,
  limit: PAGE_SIZE,
})
