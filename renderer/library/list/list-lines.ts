import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, type RefObject } from 'react'
import { PAGE_SIZE } from '../../../shared/ipc/as-left'
import type { ListQuery } from '../../state/list-page'
import { ITEM_HEIGHT } from './document-item'
import { documentAt } from './list-groups'
import type { ListRows } from './list-rows'

const HEAD_HEIGHT = 32

export type Lines = Virtualizer<HTMLDivElement, Element>

/** The visible rows of a list and their positions; another list begins at its top. */
export function useLines(rows: ListRows, scroller: RefObject<HTMLDivElement | null>, list: ListQuery): Lines {
  // Before the row of the cursor is brought into sight again.
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [list, scroller])
  // A stable function, because the positions of all rows are computed again when it changes.
  const lineKey = useCallback(
    (row: number) => {
      const found = rows.at(row)
      return found.kind === 'head' ? `head ${found.group.key}` : found.index
    },
    [rows],
  )
  // oxlint-disable-next-line react/incompatible-library -- its functions are asked anew each time, none is remembered
  return useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (rows.at(row).kind === 'head' ? HEAD_HEIGHT : ITEM_HEIGHT),
    overscan: 6,
    getItemKey: lineKey,
  })
}

/**
 * The pages that the list needs: the first one, which describes the whole, the visible ones, and that of the cursor.
 */
export function neededPages(lines: Lines, rows: ListRows, cursor: number): readonly number[] {
  const range = lines.calculateRange()
  const pageAt = (row: number | undefined) => Math.floor(documentAt(rows, row ?? 0) / PAGE_SIZE)
  const first = pageAt(range?.startIndex)
  const last = Math.max(first, pageAt(range?.endIndex))
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return [...new Set([0, Math.floor(cursor / PAGE_SIZE), ...shown])]
}

/**
 * The rows to render: the visible ones, and the row of the cursor, which keeps the focus however far it is scrolled
 * away.
 */
export function drawnLines(lines: Lines, cursorRow: number): readonly VirtualItem[] {
  const shown = lines.getVirtualItems()
  const cursorLine = lines.measurementsCache[cursorRow]
  if (cursorLine === undefined || shown.some(({ index }) => index === cursorRow)) return shown
  return cursorRow < (shown[0]?.index ?? 0) ? [cursorLine, ...shown] : [...shown, cursorLine]
}
