import { showToast } from '../toasts'

type Field = HTMLInputElement | HTMLTextAreaElement

export const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** The number of UTF-16 units that the field can still take, with the selection replaced. */
export function roomIn({ maxLength, value, selectionStart, selectionEnd }: Field): number {
  if (maxLength < 0) return Infinity
  return maxLength - value.length + ((selectionEnd ?? 0) - (selectionStart ?? 0))
}

/** Tells the writer when a full field cuts inserted text, which the browser does silently. */
export function sayIfCut(field: Field, text: string, room = roomIn(field)): void {
  if (text.replace(/\r\n/g, '\n').length > room)
    showToast(`At most ${field.maxLength.toLocaleString('en')} characters fit here. The rest was not taken.`)
}

/**
 * Inserts text at the cursor so that it can be undone; no `beforeinput` event precedes this. Returns whether the text
 * was inserted.
 */
export function insertText(text: string): boolean {
  const { activeElement } = document
  if (isField(activeElement)) sayIfCut(activeElement, text)
  return document.execCommand('insertText', false, text)
}
