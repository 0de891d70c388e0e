import { useEffect, useRef, type RefObject } from 'react'

const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea'

/**
 * The elements that get the focus when a dialog or its next step appears, in order of preference: one marked for it,
 * the first field, the primary button, and the cancel button if the primary button is disabled or destroys something.
 */
const PLACES = ['[data-autofocus]', `:is(${FIELDS}):enabled`, '[data-primary]:enabled', '[data-cancel]']

/** Focuses the first of these elements in the dialog, or the dialog itself if there is none, which is then read out. */
function focusFirst(dialog: HTMLDialogElement): HTMLElement {
  const found = PLACES.reduce<HTMLElement | null>(
    (best, place) => best ?? dialog.querySelector<HTMLElement>(place),
    null,
  )
  const first = found ?? dialog
  if (first === document.activeElement) return first
  first.focus()
  // Typing replaces the number instead of adding digits to it.
  if (first instanceof HTMLInputElement && first.type === 'number') first.select()
  return first
}

/**
 * Keeps the focus in an open dialog: on its first element, and again on that of the next step. An element that appears
 * later may take the focus, unless the writer has pressed something meanwhile.
 *
 * @returns a function to call after each rendering of a part of the dialog
 */
export function useDialogFocus(element: RefObject<HTMLDialogElement | null>): () => void {
  /** The element that has the focus without the writer's choice. */
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
