import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { DocumentId } from '../../../shared/terms'
import { useApp } from '../../state/context'

/** The row on which the mouse button was pressed, and the position. */
interface RowPress {
  readonly id: DocumentId
  readonly x: number
  readonly y: number
}

/** A pointer that moves no further than this between press and release counts as still. */
const STILL_PX = 6

/**
 * Handles clicks on the rows of a list. The document is preloaded while the button is down, and a row that the list
 * moves away from a still pointer counts as clicked all the same.
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
  function press(event: MouseEvent): void {
    const index = indexAt(event)
    if (index !== undefined) list.pressed(index, event)
  }
  return {
    onPointerDown(event: PointerEvent) {
      const id = idIn(event)
      down.current = id === undefined ? undefined : { id, x: event.clientX, y: event.clientY }
      const isPlain = !event.altKey && !event.shiftKey && !event.ctrlKey && !event.metaKey
      if (id !== undefined && event.button === 0 && isPlain) sessions.readAhead(id)
    },
    onPointerUp(event: PointerEvent) {
      // A row that was moved away gets no click event.
      const gone = rowGone(down.current, event, idIn(event))
      const index = gone === undefined ? undefined : list.indexOf(gone)
      down.current = undefined
      if (index !== undefined && event.button === 0) list.pressed(index, event)
    },
    onClick: press,
    onMouseDown(event: MouseEvent) {
      // The middle button opens the document and must not start scrolling.
      if (event.button === 1) event.preventDefault()
    },
    onAuxClick(event: MouseEvent) {
      if (event.button === 1) press(event)
    },
  }
}

/** The pressed row, if the list has moved it away from a still pointer. */
function rowGone(
  pressed: RowPress | undefined,
  release: { readonly clientX: number; readonly clientY: number },
  under: DocumentId | undefined,
): DocumentId | undefined {
  if (pressed === undefined || pressed.id === under) return undefined
  const moved = Math.hypot(release.clientX - pressed.x, release.clientY - pressed.y)
  return moved > STILL_PX ? undefined : pressed.id
}

/** The row that a mouse or focus event is in. */
export const rowOf = ({ target }: { readonly target: EventTarget }): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null

/** The index of that row in the list. */
export function indexAt(event: { readonly target: EventTarget }): number | undefined {
  const row = rowOf(event)
  return row === null ? undefined : Number(row.dataset['index'])
}
