import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { FolderId } from '../../../shared/terms'
import type { TreeRow } from '../../state/tree-rows'
import { ROW_HEIGHT } from './folder-row'
import { createRowSlots } from './row-slots'

/** The number of rows rendered beyond the visible ones: more than one turn of the wheel. */
const OVERSCAN = 8

/**
 * The rendered rows of the tree, their elements, and the focused row.
 *
 * @param chosen the folder whose list is shown; it is the focusable row until another one is
 * @param named the row whose name is being typed
 */
export function useFolderRows(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  chosen: FolderId | null,
  named: number,
) {
  const [cursor, setCursor] = useState<FolderId | null>(null)
  const [slots] = useState(createRowSlots)
  /**
   * The row to focus once it is rendered; kept in a ref because an effect of an earlier rendering must not focus
   * another row.
   */
  const wanted = useRef<FolderId>(undefined)

  const placeOf = (id: FolderId | null) => rows.findIndex(({ folder }) => folder.id === id)
  const cursorIndex = Math.max(0, placeOf(cursor) < 0 ? placeOf(chosen) : placeOf(cursor))
  const rowKey = useCallback((index: number) => rows[index]?.folder.id ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: rowKey,
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(rows.length - 1, endIndex + overscan)
      const range = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      // The focused row stays in the document however far it is scrolled away.
      if (cursorIndex < first) return [cursorIndex, ...range]
      return cursorIndex > last && cursorIndex < rows.length ? [...range, cursorIndex] : range
    },
  })

  const focusable = () => scroller.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')

  // An empty tree has the focus itself and must pass it to the folders that arrive, or the focus would be lost.
  useEffect(() => {
    const drawnTree = scroller.current?.querySelector('[role=tree]')
    if (drawnTree != null && document.activeElement === drawnTree) focusable()?.focus()
  })

  useEffect(() => {
    const element = focusable()
    if (element == null || element.dataset['folder'] !== wanted.current) return
    wanted.current = undefined
    element.focus()
  })

  useEffect(() => {
    if (named >= 0) virtual.scrollToIndex(named)
    // oxlint-disable-next-line react/exhaustive-deps -- only once it is named, not where rows come and go
  }, [named >= 0])

  function moveTo(index: number): void {
    const at = Math.min(rows.length - 1, Math.max(0, index))
    const row = rows[at]
    if (row === undefined) return
    wanted.current = row.folder.id
    setCursor(row.folder.id)
    virtual.scrollToIndex(at)
  }

  const drawn = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index]
    return row === undefined ? [] : [{ row, index, start }]
  })
  const keys = slots.assign(
    drawn.map(({ row }) => row.folder.id),
    cursor,
  )
  return {
    cursor: cursorIndex,
    setCursor,
    moveTo,
    height: virtual.getTotalSize(),
    drawn: drawn.map((one, at) => ({ ...one, key: keys[at] })),
  }
}
