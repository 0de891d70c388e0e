import { showToast } from '../state/toasts'

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** How much more fits in place of what is chosen. */
function roomIn({ maxLength, value, selectionStart, selectionEnd }: Field): number {
  if (maxLength < 0) return Infinity
  return maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0))
}

/**
 * The browser cuts what is typed or pasted where a field is full, and says nothing: that is said here, for every field
 * with a greatest length.
 *
 * @returns what ends it
 */
export function followFullFields(): () => void {
  let roomToCompose = Infinity

  const say = ({ maxLength }: Field, text: string | null, room: number) => {
    if (text !== null && text.replace(/\r\n/g, '\n').length > room)
      showToast(`At most ${maxLength.toLocaleString('en')} characters fit here. The rest was not taken.`)
  }
  const onInput = ({ target, data, isComposing }: InputEvent) => {
    if (isField(target) && !isComposing) say(target, data, roomIn(target))
  }
  const onComposing = ({ target }: CompositionEvent) => {
    if (isField(target)) roomToCompose = roomIn(target)
  }
  const onComposed = ({ target, data }: CompositionEvent) => {
    if (isField(target)) say(target, data, roomToCompose)
  }

  document.addEventListener('beforeinput', onInput)
  document.addEventListener('compositionstart', onComposing)
  document.addEventListener('compositionend', onComposed)
  return () => {
    document.removeEventListener('beforeinput', onInput)
    document.removeEventListener('compositionstart', onComposing)
    document.removeEventListener('compositionend', onComposed)
  }
}
