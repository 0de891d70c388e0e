import { useEffect, useRef, type RefObject } from 'react'

const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea'

/**
 * Where the focus goes when a dialog or its next step comes, the best first: what says so of itself, the first field, what
 * the dialog is there for, and, where that may not be pressed or destroys something, the way out.
 */
const PLACES = ['[data-autofocus]', `:is(${FIELDS}):enabled`, '[data-primary]:enabled', '[data-cancel]']

/** Gives the focus to what comes first in the dialog; without anything of that kind to the dialog itself, which is heard then. */
function focusFirst(dialog: HTMLDialogElement): HTMLElement {
  const found = PLACES.reduce<HTMLElement | null>(
    (best, place) => best ?? dialog.querySelector<HTMLElement>(place),
    null,
  )
  const first = found ?? dialog
  if (first === document.activeElement) return first
  first.focus()
  // What is typed now is another number, not more digits of this one.
  if (first instanceof HTMLInputElement && first.type === 'number') first.select()
  return first
}

/**
 * Keeps the focus in an open dialog: at what comes first in it, and there again once that has made way for the next step.
 * What is still to come may take it, unless somebody has pressed something meanwhile.
 *
 * @returns to be called after each drawing of a part of the dialog
 */
export function useDialogFocus(element: RefObject<HTMLDialogElement | null>): () => void {
  /** Where the focus is that nobody has chosen. */
  const given = useRef<HTMLElement>(undefined)
  const follow = useRef(() => {
    const dialog = element.current
    const at = document.activeElement
    if (dialog?.open !== true) return
    if (at === document.body || at === given.current || at?.matches(':disabled') === true)
      given.current = focusFirst(dialog)
  })
  useEffect(() => {
    const dialog = element.current
    if (dialog === null) return
    given.current = focusFirst(dialog)
    const choose = () => void (given.current = undefined)
    const until = new AbortController()
    const first = { capture: true, signal: until.signal }
    for (const event of ['keydown', 'pointerdown']) dialog.addEventListener(event, choose, first)
    return () => until.abort()
  }, [element])
  return follow.current
}
