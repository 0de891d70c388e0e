import { pressedButton } from '../ui/focus-before'
import { firstFocus, focusWriting } from '../ui/panes'

/** The element that was last given the focus by code, until the writer presses a key or a mouse button. */
let broughtTo: Element | null = null

/** Whether the writer has not chosen where the focus is, so that a view that comes on screen may take it. */
export const isFocusUnclaimed = (): boolean =>
  document.activeElement === document.body || document.activeElement === broughtTo

/**
 * Keeps the focus inside the window. When the focused element is removed or disabled, or a click hits no control,
 * Chromium focuses the body and keys go nowhere. Within one frame the focus moves to the open dialog, else to the list
 * that was clicked, else to the element that had it, else to the pane that had it last, else to the text. Code that
 * moves the focus itself within that frame is left alone.
 *
 * @returns a function that stops this
 */
export function keepFocus(): () => void {
  let last: HTMLElement | undefined
  let pane: string | undefined
  let pressed: HTMLElement | null = null
  let isAwaited = false

  const remember = (event: FocusEvent) => {
    if (!(event.target instanceof HTMLElement)) return
    last = event.target
    pressed = null
    // A menu or dialog is in no pane; what it was opened from is in the one before.
    pane = last.closest<HTMLElement>('[data-pane]')?.dataset['pane'] ?? pane
  }
  const check = () => {
    if (isAwaited || document.activeElement !== document.body) return
    isAwaited = true
    requestAnimationFrame(() => {
      isAwaited = false
      if (document.activeElement !== document.body || isSelectingText()) return
      bringBack(pressed ?? last, pane)
      broughtTo = document.activeElement
    })
  }

  const claim = ({ target }: Event) => {
    broughtTo = null
    pressed = target instanceof HTMLElement && pressedButton(target) === null ? listOf(target) : null
  }

  const changes = new MutationObserver(check)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'hidden'] })
  const until = new AbortController()
  const first = { capture: true, signal: until.signal }
  document.addEventListener('focusin', remember, until)
  document.addEventListener('focusout', check, until)
  document.addEventListener('pointerup', check, until)
  document.addEventListener('keydown', claim, first)
  document.addEventListener('pointerdown', claim, first)
  check()
  return () => {
    changes.disconnect()
    until.abort()
  }
}

/** The focusable element of the document list or text list that was clicked. */
const listOf = (target: HTMLElement): HTMLElement | null =>
  target.closest('[data-pane="list"]')?.querySelector<HTMLElement>('[data-pane-focus]') ?? null

/**
 * Whether the writer is selecting text outside the editor, to copy it: moving the focus would clear that selection. A
 * selection inside the editor survives without the focus.
 */
function isSelectingText(): boolean {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed) return false
  const { anchorNode: node } = selection
  return (node instanceof Element ? node : node?.parentElement)?.closest('.cm-content') == null
}

function bringBack(last: HTMLElement | undefined, pane: string | undefined): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
  if (dialog !== undefined) return dialog.focus()
  const options = [
    last,
    ...document.querySelectorAll<HTMLElement>(pane === undefined ? 'none' : `[data-pane="${pane}"]`),
  ]
  for (const option of options) {
    if (option?.checkVisibility() !== true) continue
    // When a text disappears, no button may get the keys of a writer who is typing: a space would press it.
    const target = option === last ? option : pane === 'editor' ? null : firstFocus(option)
    target?.focus({ preventScroll: true })
    if (document.activeElement !== document.body) return
  }
  focusWriting()
  if (document.activeElement !== document.body) return
  for (const shown of document.querySelectorAll<HTMLElement>('[data-pane]')) {
    if (shown.checkVisibility()) firstFocus(shown)?.focus({ preventScroll: true })
    if (document.activeElement !== document.body) return
  }
}
