import { pressedButton } from '../ui/focus-before'
import { firstFocus, focusWriting } from '../ui/panes'

/** Where the keyboard was brought to, until the writer presses a key or a button of the mouse. */
let broughtTo: Element | null = null

/** The writer has not chosen where the keyboard is: a view that comes on screen may take it. */
export const isFocusUnclaimed = (): boolean =>
  document.activeElement === document.body || document.activeElement === broughtTo

/**
 * Keeps the keyboard in the window. Where the element that has the focus goes away or is disabled, or where a click
 * lands beside every control, Chromium gives the focus to the page's body and keys go nowhere. Within a frame the focus
 * returns: to the open dialog, else to the list that the click is in, else to the element that had it, else to the pane of
 * that element, else to the text.
 * Whoever moves the focus itself within that frame is not disturbed.
 *
 * @returns what ends it
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
    pane = last.closest<HTMLElement>('[data-pane]')?.dataset['pane']
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

/** What takes the focus of the list of documents, or of texts, that a press is in. */
const listOf = (target: HTMLElement): HTMLElement | null =>
  target.closest('[data-pane="list"]')?.querySelector<HTMLElement>('[data-pane-focus]') ?? null

/**
 * Text outside of the editor that the writer marks with the mouse, to copy it, would lose its marking. Words that are
 * chosen in a text stay so without the keyboard.
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
    // In place of a text that has gone no button takes the keys of the hand that writes: a space would press it.
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
