import { PAGE_SIZE } from '../../shared/ipc/as-left'
import type { DocumentGroup } from '../../shared/ipc/document-groups'
import type { CommandInput } from '../../shared/ipc/ipc'
import type { DocumentFilter, DocumentSort } from '../../shared/ipc/ipc-records'
import type { DocumentId } from '../../shared/terms'
import { timers } from './timers'

/** The documents that a list shows, and their order. */
export interface ListQuery {
  readonly filter: DocumentFilter
  readonly sort: DocumentSort
  readonly descending: boolean
  readonly group?: DocumentGroup
}

/** The request for one page of a list. */
export const pageInput = (list: ListQuery, page: number): CommandInput<'documents.list'> => ({
  ...list,
  offset: page * PAGE_SIZE,
  limit: PAGE_SIZE,
})

/** A loaded page: its number, its documents, and when it arrived, in milliseconds. */
interface LoadedPage {
  readonly number: number
  readonly items: readonly { readonly id: DocumentId }[]
  readonly at: number
}

/**
 * The index of each loaded document. Pages arrive one after another, so an older one may still have a document that is
 * in a newer one by now: it is where the newer page has it, because a list has one row for it.
 */
export function indexesOf(pages: readonly LoadedPage[]): ReadonlyMap<DocumentId, number> {
  const indexes = new Map<DocumentId, number>()
  for (const { number, items } of pages.toSorted((one, other) => one.at - other.at))
    items.forEach(({ id }, at) => indexes.set(id, number * PAGE_SIZE + at))
  return indexes
}

const AGAIN_MS = 1_000

/**
 * Delays the refresh of list rows under the pointer while many documents are changed, since a click would hit another
 * row. The list is refreshed once the pointer leaves it, the keyboard is used, the batch ends, or a document is
 * deleted, whose row must not stay visible.
 */
export function createListRefresh(isChangingMany: () => boolean, refresh: () => void) {
  let cancel: (() => void) | undefined
  function refreshOnceFree(isGone = false): void {
    cancel?.()
    cancel = undefined
    const isHeld = !isGone && pointedAt?.isConnected === true && isChangingMany()
    if (isHeld) cancel = timers.after(AGAIN_MS, refreshOnceFree)
    else refresh()
  }
  const left = () => {
    if (cancel !== undefined) refreshOnceFree()
  }
  leaving.add(left)
  addEventListener('keydown', leave, { capture: true })
  return {
    changed: refreshOnceFree,
    stop() {
      cancel?.()
      leaving.delete(left)
      removeEventListener('keydown', leave, { capture: true })
    },
  }
}

/** The list under the pointer. */
let pointedAt: Element | null = null
const leaving = new Set<() => void>()

const point = ({ currentTarget }: { readonly currentTarget: Element }) => void (pointedAt = currentTarget)

function leave(): void {
  pointedAt = null
  leaving.forEach((left) => left())
}

export const listPointerHandlers = { onPointerEnter: point, onPointerMove: point, onPointerLeave: leave }
