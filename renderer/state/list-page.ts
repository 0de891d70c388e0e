import { PAGE_SIZE } from '../../shared/ipc/as-left'
import type { DocumentGroup } from '../../shared/ipc/document-groups'
import type { CommandInput } from '../../shared/ipc/ipc'
import type { DocumentFilter, DocumentSort } from '../../shared/ipc/ipc-records'
import { timers } from './timers'

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

const AGAIN_MS = 1_000

/**
 * Rows stay where they are under the pointer while many documents are changed: a press would meet another one. What the
 * list is then is asked for once the pointer is elsewhere, or nothing more is changed.
 */
export function createRestingRows(isChangingMany: () => boolean, refresh: () => void) {
  let cancel: (() => void) | undefined
  function refreshOnceFree(): void {
    cancel?.()
    cancel = undefined
    if (pointedAt?.isConnected === true && isChangingMany()) cancel = timers.after(AGAIN_MS, refreshOnceFree)
    else refresh()
  }
  const left = () => {
    if (cancel !== undefined) refreshOnceFree()
  }
  leaving.add(left)
  return {
    changed: refreshOnceFree,
    stop() {
      cancel?.()
      leaving.delete(left)
    },
  }
}

/** The rows that the pointer is over. */
let pointedAt: Element | null = null
const leaving = new Set<() => void>()

export const rowsPointer = {
  onPointerEnter: ({ currentTarget }: { readonly currentTarget: Element }) =>
    void (pointedAt = currentTarget),
  onPointerLeave() {
    pointedAt = null
    leaving.forEach((left) => left())
  },
}
