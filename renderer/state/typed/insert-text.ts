import { showToast } from '../toasts'

type Field = HTMLInputElement | HTMLTextAreaElement

export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** How much more fits in place of what is chosen. */
export function roomIn({ maxLength, value, selectionStart, selectionEnd }: Field): number {
  if (maxLength < 0) return Infinity
  return maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0))
}

/** The browser cuts what a full field has no room for, and says nothing: that is said here. */
export function sayIfCut(field: Field, text: string, room = roomIn(field)): void {
  if (text.replace(/\r\n/g, '\n').length > room)
    showToast(`At most ${field.maxLength.toLocaleString('en')} characters fit here. The rest was not taken.`)
}

/**
 * Writes at the cursor so that it can be undone; no `beforeinput` comes before that. Answers whether it stands somewhere
 * now.
 */
export function insertText(text: string): boolean {
  const { activeElement } = document
  if (isField(activeElement)) sayIfCut(activeElement, text)
  return document.execCommand('insertText', false, text)
}
