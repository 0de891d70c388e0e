import { useRef } from 'react'

/** The last press of the mouse, and what had the keyboard before it; none once a key was pressed. */
let press: { readonly on: Element; readonly before: Element | null } | undefined

/** What is done now was asked for with the mouse: what comes of that gives no button the keyboard. */
export const isByPress = (): boolean => press !== undefined

/** The button that a press of the mouse is on. */
export const pressedButton = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest('button') : null

/**
 * A press of the mouse on a button leaves the keyboard where it is: on the button, what is typed next would press it again
 * or be lost. Where a press brings the keyboard elsewhere, to a row, it goes back from what that has opened: so this
 * follows where the keyboard is before each press.
 *
 * @returns what ends it
 */
export function followPresses(): () => void {
  const onPress = ({ target }: PointerEvent) => {
    const { activeElement } = document
    if (isInMenu(activeElement) || !(target instanceof Element)) return
    // Into a text or a field the keyboard is meant to go.
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

/** Where the keyboard was before a press of the mouse brought it to `at`; that itself where no press did. */
export function focusBeforePress(at: Element | null = document.activeElement): Element | null {
  const isOfPress = at === null || at === document.body || (press !== undefined && at.contains(press.on))
  return isOfPress && press !== undefined && isPlace(press.before) ? press.before : at
}

/** For a menu: where the keyboard goes when it closes. */
export function useFocusBefore() {
  const before = useRef<Element>(null)
  const isElsewhere = useRef(false)
  return {
    opened(): void {
      before.current = press?.before ?? null
      isElsewhere.current = false
    },
    /** Who presses something beside the menu goes there; `opener`: what has opened it, which is no such thing. */
    wentElsewhere({ detail }: CustomEvent<{ readonly originalEvent: Event }>, opener: Element | null): void {
      const { target } = detail.originalEvent
      isElsewhere.current = !(target instanceof Node && opener?.contains(target) === true)
    },
    /** To where the keyboard was; `otherwise` where a key has opened the menu, or that place has gone. */
    giveBack(otherwise: () => void): void {
      if (isElsewhere.current || isInMenu(document.activeElement)) return
      const place = before.current
      if (isPlace(place)) place.focus({ preventScroll: true })
      else otherwise()
    },
  }
}

/** It is on screen and takes the keyboard. */
export const isPlace = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element !== document.body && element.checkVisibility()

/** One menu may open while another closes. */
const isInMenu = (element: Element | null): boolean => element?.closest('[role="menu"]') != null

const FIELDS = 'input, textarea'
