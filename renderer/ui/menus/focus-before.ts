import { useRef, type PointerEvent } from 'react'

/**
 * Where the keyboard was before a press of the mouse opened a menu, so that it goes back there: the press itself gives it
 * to what was pressed, a button or a row, on which what is typed next would press something or be lost.
 */
export function useFocusBefore() {
  const before = useRef<HTMLElement>(null)
  const isElsewhere = useRef(false)
  const forget = () => void (before.current = null)
  return {
    /** On the press that may open the menu, before it moves the keyboard: into a text or a field it is meant to. */
    pressed({ target }: PointerEvent): void {
      const { activeElement } = document
      if (isInMenu(activeElement)) return
      forget()
      const isWritten = target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS))
      if (!isWritten && activeElement instanceof HTMLElement) before.current = activeElement
    },
    /** A key opens the menu, on what has the keyboard. */
    forget,
    opened: () => void (isElsewhere.current = false),
    /** Who presses something beside the menu goes there; `opener`: what has opened it, which is no such thing. */
    wentElsewhere({ detail }: CustomEvent<{ readonly originalEvent: Event }>, opener: Element | null): void {
      const { target } = detail.originalEvent
      isElsewhere.current = !(target instanceof Node && opener?.contains(target) === true)
    },
    /** To where the keyboard was; `otherwise` where a key has opened the menu, or that place has gone. */
    giveBack(otherwise: () => void): void {
      if (isElsewhere.current || isInMenu(document.activeElement)) return
      const place = before.current
      if (place !== null && place !== document.body && place.checkVisibility())
        place.focus({ preventScroll: true })
      else otherwise()
    },
  }
}

/** One menu may open while another closes. */
const isInMenu = (element: Element | null): boolean => element?.closest('[role="menu"]') != null

const FIELDS = 'input, textarea'
