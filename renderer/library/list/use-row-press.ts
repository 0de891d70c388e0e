import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { DocumentId } from '../../../shared/terms'
import { useApp } from '../../state/context'
import { finishPress, holdDown, rowGone, type RowPress } from '../../state/press'

/**
 * Presses on the rows of a list: what a row shows is prepared while the button is down on it, and a row that the list
 * moves from under a hand that holds still is pressed all the same.
 */
export function useRowPress(list: {
  idAt(index: number): DocumentId | undefined
  indexOf(id: DocumentId): number | undefined
  pressed(index: number, event: MouseEvent): void
}) {
  const { sessions } = useApp()
  const down = useRef<RowPress>(undefined)
  const idIn = (event: MouseEvent) => {
    const index = indexAt(event)
    return index === undefined ? undefined : list.idAt(index)
  }
  return {
    onPointerDown(event: PointerEvent) {
      const id = idIn(event)
      down.current = id === undefined ? undefined : { id, x: event.clientX, y: event.clientY }
      const isPlain = !event.altKey && !event.shiftKey && !event.ctrlKey && !event.metaKey
      if (id !== undefined && event.button === 0 && isPlain) holdDown(sessions, id)
    },
    onPointerUp(event: PointerEvent) {
      // No click tells of a row that went away.
      const gone = rowGone(down.current, event, idIn(event))
      const index = gone === undefined ? undefined : list.indexOf(gone)
      down.current = undefined
      if (index !== undefined && event.button === 0) list.pressed(index, event)
    },
    onClick(event: MouseEvent) {
      const index = indexAt(event)
      if (index === undefined) finishPress()
      else list.pressed(index, event)
    },
  }
}

/** The row of the list that a press or the focus is in. */
export const rowOf = ({ target }: { readonly target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null

/** The place in the list of that row. */
export function indexAt(event: { readonly target: EventTarget }): number | undefined {
  const row = rowOf(event)
  return row === null ? undefined : Number(row.dataset['index'])
}
