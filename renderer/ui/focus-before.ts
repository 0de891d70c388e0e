import { useRef } from 'react'

/** The last mouse press and the element that had the focus before it; undefined once a key has been pressed. */
let press: { readonly on: Element; readonly before: Element | null } | undefined

/** Whether the current action was started by mouse; its outcome must not move the focus to a button then. */
export const isByPress = (): boolean => press !== undefined

/** The button under a mouse press. */
export const pressedButton = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest('button') : null

/**
 * Leaves the focus where it is when a button is pressed by mouse: with the focus on the button, the next keys would
 * press it again or be lost. If a press moves the focus elsewhere, such as to a row, the focus returns to its previous
 * place when the menu or dialog opened by the press closes; for this the focus before each press is recorded.
 *
 * @returns a function that stops this
 */
export function followPresses(): () => void {
  const onPress = ({ target }: PointerEvent) => {
    const { activeElement } = document
    if (isInMenu(activeElement) || !(target instanceof Element)) return
    // A press in a text or field is meant to move the focus there.
    const isWritten = target.matches(FIELDS) || (target instanceof HTMLElement && target.isContentEditable)
    press = isWritten ? undefined : { on: target, before: activeElement }
  }
  const forget = () => void (press = undefined)
  const leave = (event: MouseEvent) => {
    if (event.target !== null && pressedButton(event.target) !== null) event.preventDefault()
  }
  document.addEventListener('pointerdown', onPress, { capture: true })
  document.addEventListener('mousedown', leave)
  document.addEventListener('keydown', forget, { capture: true })
  return () => {
    document.removeEventListener('pointerdown', onPress, { capture: true })
    document.removeEventListener('mousedown', leave)
    document.removeEventListener('keydown', forget, { capture: true })
  }
}

/** The element that had the focus before a mouse press moved it to `at`, or `at` itself if no press did. */
export function focusBeforePress(at: Element | null = document.activeElement): Element | null {
  const isOfPress = at === null || at === document.body || (press !== undefined && at.contains(press.on))
  return isOfPress && press !== undefined && isPlace(press.before) ? press.before : at
}

/** For a menu: remembers where the focus returns when the menu closes. */
export function useFocusBefore() {
  const before = useRef<Element>(null)
  const isElsewhere = useRef(false)
  return {
    opened(): void {
      before.current = press?.before ?? null
      isElsewhere.current = false
    },
    /**
     * Notes that the writer has clicked outside the menu, in which case the focus stays there. A click on `opener`, the
     * button of the menu, does not count.
     */
    wentElsewhere({ detail }: CustomEvent<{ readonly originalEvent: Event }>, opener: Element | null): void {
      const { target } = detail.originalEvent
      isElsewhere.current = !(target instanceof Node && opener?.contains(target) === true)
    },
    /**
     * Returns the focus to its previous place. `otherwise` runs if a key opened the menu or that place no longer
     * exists.
     */
    giveBack(otherwise: () => void): void {
      if (isElsewhere.current || isInMenu(document.activeElement)) return
      const place = before.current
      if (isPlace(place)) place.focus({ preventScroll: true })
      else otherwise()
    },
  }
}

/** Whether the element is visible and can take the focus. */
export const isPlace = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.checkVisibility()

/** One menu may open while another closes. */
const isInMenu = (element: Element | null): boolean => element?.closest('[role="menu"]') != null

const FIELDS = 'input, textarea'
