import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { DocumentId } from '../../../shared/terms'
import { showTab, useWindow } from '../../state/store'
import type { ListQuery } from '../../state/list-page'

/** Keys that rest this long on a row have it opened. */
export const OPEN_AFTER_MS = 140

/** Where arrows move from. Its document is not known while its page is on the way. */
export interface Cursor {
  readonly index: number
  readonly id: DocumentId | null
}

type Choice = 'one' | 'range' | 'toggle'

interface ListCursor {
  /** Chooses the document at a place of the list; what is then the only one is opened, after a pause where keys go by. */
  go(index: number, how: Choice, openAfterMs?: number): void
  /** What the cursor was about to choose or open is left. */
  stay(): void
  /** The row of the cursor takes the focus as soon as it is drawn. */
  takeFocus(): void
}

/** What the cursor does among the rows of a list that are loaded; `index` is where it stands now. */
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
  /** What is to be done once the row of the cursor is loaded. */
  const waiting = useRef<Parameters<ListCursor['go']>>(undefined)

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    // The writer has gone on elsewhere before the row was drawn: keys are never taken from a text.
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

  /** Where a range begins: at the document that was gone to last, wherever the list has moved it since, or at the one that is chosen. */
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
    // What the other side shows is on screen: arrows pass over it.
    else if (item.id !== useWindow.getState().sideDocument)
      opening.current = setTimeout(() => showTab(item.id), openAfterMs)
  }

  function stay(): void {
    waiting.current = undefined
    clearTimeout(opening.current)
  }

  return { go, stay, takeFocus: () => void (wantsFocus.current = true) }
}

/** The cursor of a list; `null` until the writer has moved it: then it stands on what is chosen. */
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
 * The row of the cursor. Where its document has gone, alone or with those around it, that is the row of the document
 * behind them, or the last one.
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

/** Behind the nearest document above that is still there. */
function behindTheGone({ index, itemAt }: Place, indexOf: (id: DocumentId) => number | undefined): number {
  for (let above = index - 1; above >= 0; above--) {
    const item = itemAt(above)
    // What was not loaded tells nothing.
    if (item === undefined) return index
    const at = indexOf(item.id)
    if (at !== undefined) return at + 1
  }
  return 0
}

/** The focus is neither in here nor, as after a row that went away with it, nowhere. */
function isElsewhere(within: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && within?.contains(activeElement) !== true
}
