import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { DocumentId } from '../../../shared/terms'
import { showTab, useWindow } from '../../state/store'
import type { ListQuery } from '../../state/list-page'

/** A row is opened when arrow keys have rested on it for this long. */
export const OPEN_AFTER_MS = 140

/** The row from which arrow keys move. Its document is unknown while its page is loading. */
export interface Cursor {
  readonly index: number
  readonly id: DocumentId | null
}

type Choice = 'one' | 'range' | 'toggle'

interface ListCursor {
  /** Selects the document at an index; a document selected alone is opened, after a delay if keys are passing by. */
  go(index: number, how: Choice, openAfterMs?: number): void
  /** Cancels a pending selection or opening. */
  stay(): void
  /** Focuses the row of the cursor as soon as it is rendered. */
  takeFocus(): void
}

/** Moves the cursor over the loaded rows of a list; `index` is its current position. */
export function useListCursor(list: {
  readonly query: ListQuery
  readonly index: number
  readonly scroller: RefObject<HTMLElement | null>
  setCursor(cursor: Cursor): void
  itemAt(index: number): DocumentSummary | undefined
  indexOf(id: DocumentId): number | undefined
  chooseBetween(from: number, to: number): void
}): ListCursor {
  const anchor = useRef<Cursor & { readonly query: ListQuery }>(undefined)
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wantsFocus = useRef(false)
  /** The step to take once the row of the cursor is loaded. */
  const waiting = useRef<Parameters<ListCursor['go']>>(undefined)

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    // If the writer has gone elsewhere before the row is rendered, the focus must not be taken from a text.
    if (isElsewhere(list.scroller.current)) wantsFocus.current = false
    const row = list.scroller.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]')
    if (row == null || !wantsFocus.current) return
    wantsFocus.current = false
    row.focus()
  })
  const isLoaded = list.itemAt(list.index) !== undefined
  useEffect(() => {
    if (isLoaded && waiting.current !== undefined) go(...waiting.current)
  })

  /**
   * The start of a range selection: the document reached last, wherever the list has moved it since, or the selected
   * one.
   */
  function rangeFrom(): number {
    const kept = anchor.current?.query === list.query ? anchor.current : undefined
    const id = kept === undefined ? useWindow.getState().selected[0] : kept.id
    return (id == null ? undefined : list.indexOf(id)) ?? kept?.index ?? list.index
  }

  function go(index: number, how: Choice, openAfterMs = 0): void {
    const item = list.itemAt(index)
    waiting.current = item === undefined && how !== 'range' ? [index, how, openAfterMs] : undefined
    clearTimeout(opening.current)
    list.setCursor({ id: item?.id ?? null, index })
    if (how === 'range') {
      const from = rangeFrom()
      list.chooseBetween(Math.min(from, index), Math.max(from, index))
      return
    }
    anchor.current = { query: list.query, index, id: item?.id ?? null }
    if (item === undefined) return
    if (how === 'toggle') {
      const { selected } = useWindow.getState()
      const without = selected.filter((id) => id !== item.id)
      useWindow.setState({ selected: without.length < selected.length ? without : [...selected, item.id] })
      return
    }
    useWindow.setState({ selected: [item.id] })
    if (openAfterMs === 0) showTab(item.id)
    // The document on the other side is already on screen, so arrows pass over it without opening it.
    else if (item.id !== useWindow.getState().sideDocument)
      opening.current = setTimeout(() => showTab(item.id), openAfterMs)
  }

  function stay(): void {
    waiting.current = undefined
    clearTimeout(opening.current)
  }

  return { go, stay, takeFocus: () => void (wantsFocus.current = true) }
}

/** The cursor of a list; `null` until the writer has moved it, which means the selected row. */
export function useCursorState(list: ListQuery): [Cursor | null, (cursor: Cursor) => void] {
  const [kept, setKept] = useState<{ readonly list: ListQuery; readonly cursor: Cursor } | null>(null)
  return [kept?.list === list ? kept.cursor : null, (cursor) => setKept({ list, cursor })]
}

interface Place {
  readonly list: ListQuery
  readonly id: DocumentId
  readonly index: number
  itemAt(index: number): DocumentSummary | undefined
}

/**
 * The index of the cursor. If its document was deleted, alone or with its neighbours, this is the index of the document
 * after them, or of the last one.
 */
export function useCursorIndex(
  list: ListQuery,
  cursor: Cursor,
  total: number,
  pages: Pick<Place, 'itemAt'> & { indexOf(id: DocumentId): number | undefined },
): number {
  const last = useRef<Place>(undefined)
  const found = cursor.id === null ? undefined : pages.indexOf(cursor.id)
  useLayoutEffect(() => {
    if (cursor.id !== null && found !== undefined)
      last.current = { list, id: cursor.id, index: found, itemAt: pages.itemAt }
  })
  if (found !== undefined) return found
  const before = last.current
  const isOfCursor = before?.list === list && before.id === cursor.id
  const index = isOfCursor ? behindTheGone(before, pages.indexOf) : cursor.index
  return Math.min(index, Math.max(0, total - 1))
}

/** The position after the nearest document above that still exists. */
function behindTheGone({ index, itemAt }: Place, indexOf: (id: DocumentId) => number | undefined): number {
  for (let above = index - 1; above >= 0; above--) {
    const item = itemAt(above)
    // A page that was not loaded gives no information.
    if (item === undefined) return index
    const at = indexOf(item.id)
    if (at !== undefined) return at + 1
  }
  return 0
}

/** Whether the focus is on an element outside, and not merely lost, as after its row was removed. */
function isElsewhere(within: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && within?.contains(activeElement) !== true
}
