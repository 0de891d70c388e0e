import { isField, roomIn, sayIfCut } from '../state/typed/insert-text'

/**
 * Tells the writer when the browser cuts typed or pasted text, for every field with a maximum length.
 *
 * @returns a function that stops this
 */
export function followFullFields(): () => void {
  let roomToCompose = Infinity

  const onInput = ({ target, data, isComposing }: InputEvent) => {
    if (isField(target) && !isComposing && data !== null) sayIfCut(target, data)
  }
  const onComposing = ({ target }: CompositionEvent) => {
    if (isField(target)) roomToCompose = roomIn(target)
  }
  const onComposed = ({ target, data }: CompositionEvent) => {
    if (isField(target)) sayIfCut(target, data, roomToCompose)
  }

  const until = new AbortController()
  document.addEventListener('beforeinput', onInput, until)
  document.addEventListener('compositionstart', onComposing, until)
  document.addEventListener('compositionend', onComposed, until)
  return () => until.abort()
}
