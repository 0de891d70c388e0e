import { useRef, useState, type DragEvent } from 'react'

const DRAGGED = 'application/x-stet-section'

/** The position in the list of the row in which an event occurred; -1 outside a row. */
export function placeOf(target: EventTarget): number {
  const row = rowOf(target)
  return row === null ? -1 : [...(row.parentElement?.children ?? [])].indexOf(row)
}

const rowOf = (target: EventTarget) =>
  target instanceof Element ? target.closest('[role="treeitem"]') : null

/** The position of the row before which a row dropped at the pointer would go. */
function gapAt({ target, clientY }: DragEvent<HTMLElement>, count: number): number {
  const row = rowOf(target)
  if (row === null) return count
  const { top, height } = row.getBoundingClientRect()
  return placeOf(row) + (clientY < top + height / 2 ? 0 : 1)
}

/**
 * Lets the rows of a list be reordered by dragging. `gap` is the position of the row before which the dragged row would
 * go; the handlers belong on the element of the list.
 */
export function useSectionDrag<R extends { readonly text: string }>(
  rows: readonly R[],
  drop: (row: R, before: number) => void,
) {
  const [gap, setGap] = useState<number>()
  const dragged = useRef<R>(undefined)
  const onDragEnd = (): void => {
    dragged.current = undefined
    setGap(undefined)
  }
  return {
    gap,
    handlers: {
      onDragStart({ target, dataTransfer }: DragEvent<HTMLElement>): void {
        const row = rows[placeOf(target)]
        if (row === undefined) return
        dragged.current = row
        dataTransfer.setData(DRAGGED, '')
        dataTransfer.setData('text/plain', row.text)
        dataTransfer.effectAllowed = 'move'
      },
      onDragOver(event: DragEvent<HTMLElement>): void {
        if (dragged.current === undefined || !event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setGap(gapAt(event, rows.length))
      },
      onDragLeave: () => setGap(undefined),
      onDragEnd,
      onDrop(event: DragEvent<HTMLElement>): void {
        event.preventDefault()
        const row = dragged.current
        onDragEnd()
        if (row !== undefined) drop(row, gapAt(event, rows.length))
      },
    },
  }
}
