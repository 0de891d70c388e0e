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
 * list is then is asked for once the pointer is elsewhere, the hand is at the keyboard, nothing more is changed, or a
 * document is gone: a row of it would be told about as if it were there.
 */
export function createRestingRows(isChangingMany: () => boolean, refresh: () => void) {
  let cancel: (() => void) | undefined
  let isGone = false
  function refreshOnceFree(): void {
    cancel?.()
    cancel = undefined
    const isHeld = !isGone && pointedAt?.isConnected === true && isChangingMany()
    if (isHeld) cancel = timers.after(AGAIN_MS, refreshOnceFree)
    else {
      isGone = false
      refresh()
    }
  }
  const left = () => {
    if (cancel !== undefined) refreshOnceFree()
  }
  leaving.add(left)
  addEventListener('keydown', leave, { capture: true })
  return {
    changed: refreshOnceFree,
    gone: () => void (isGone = true),
    stop() {
      cancel?.()
      leaving.delete(left)
      removeEventListener('keydown', leave, { capture: true })
    },
  }
}

/** The rows that the pointer is over. */
let pointedAt: Element | null = null
const leaving = new Set<() => void>()

const point = ({ currentTarget }: { readonly currentTarget: Element }) => void (pointedAt = currentTarget)

function leave(): void {
  pointedAt = null
  leaving.forEach((left) => left())
}

export const rowsPointer = { onPointerEnter: point, onPointerMove: point, onPointerLeave: leave }
