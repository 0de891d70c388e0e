import { matchesShortcut, PASTE_KEYS } from '../../ui/shortcuts'
import { keepStray, offerStray } from './stray-words'
import { giveUpKeys, isAwaited, release, takeComposition, typeAhead, typeHeld } from './type-ahead'
import { copied, type Held } from './type-into'

const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock'])
/** Keys handled by an input method, which writes into the field itself. */
const COMPOSED = new Set(['Process', 'Dead', 'Unidentified'])

const isPaste = (event: KeyboardEvent): boolean => PASTE_KEYS.some((keys) => matchesShortcut(event, keys))

/**
 * Follows the keys of the window from now on.
 *
 * @param place the hidden field that has the focus while keys are held
 * @param isBeingOpened whether the document is not on screen yet
 * @returns a function that stops this
 */
export function followKeys(place: HTMLTextAreaElement, isBeingOpened: (id: string) => boolean): () => void {
  typeAhead.field = place
  typeAhead.isOpening = isBeingOpened
  const stop = new AbortController()
  const { signal } = stop

  function onKey(event: KeyboardEvent): void {
    if (!event.isTrusted) return
    const { until, held } = typeAhead
    if (until === undefined) return keepStray(event)
    if (until === 'answer' && event.key === 'Escape') return giveUpKeys()
    const isComposed = event.isComposing || COMPOSED.has(event.key)
    event.stopImmediatePropagation()
    if (isComposed || MODIFIERS.has(event.key) || isPaste(event)) return
    event.preventDefault()
    // The key that made the choice may still be down, or may be pressed again by an impatient writer.
    const isSameEnter = until === 'answer' && held.length === 0 && event.key === 'Enter'
    if (!isSameEnter && !(event.repeat && until !== 'focus')) held.push(event)
  }
  function onPress(): void {
    if (!typeAhead.isTyping) giveUpKeys()
    offerStray()
  }
  function onFocus({ target }: FocusEvent): void {
    if (typeAhead.until !== 'focus' || typeAhead.isTyping || target === place) return
    if (!isAwaited()) return void typeHeld()
    if (target instanceof Element && target.closest('dialog[open]') !== null) giveUpKeys()
    else place.focus({ preventScroll: true })
  }
  function take(event: Event, step: Held | null | undefined): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (step != null && step !== '') typeAhead.held.push(step)
  }
  function onPaste(event: ClipboardEvent): void {
    if (event.isTrusted && isHeld(event)) take(event, event.clipboardData && copied(event.clipboardData))
  }
  /** Takes text from an emoji picker, from dictation, or from the end of a composition. */
  function onInput(event: InputEvent): void {
    if (!event.isComposing && isHeld(event) && (event.target === place || event.data !== null))
      take(event, event.data)
  }
  const isHeld = ({ target }: Event): boolean => target === place || typeAhead.until !== undefined
  window.addEventListener('keydown', onKey, { signal, capture: true })
  window.addEventListener('pointerdown', onPress, { signal, capture: true })
  document.addEventListener('focusin', onFocus, { signal })
  window.addEventListener('paste', onPaste, { signal, capture: true })
  window.addEventListener('beforeinput', onInput, { signal, capture: true })
  window.addEventListener('compositionstart', ({ target }) => takeComposition(target), {
    signal,
    capture: true,
  })
  place.addEventListener(
    'compositionend',
    ({ data }) => {
      typeAhead.held.push(data)
      place.value = ''
      if (typeAhead.until === 'focus' && document.activeElement !== place && !isAwaited()) void typeHeld()
    },
    { signal },
  )
  return () => {
    stop.abort()
    release()
    typeAhead.field = undefined
  }
}
