import { isTyped } from '../../ui/shortcuts'
import { insertText } from './insert-text'

/** What was held: a key, a paste, or what an input method wrote. */
export type Held = KeyboardEvent | DataTransfer | string

export function textOf(step: Held): string {
  if (typeof step === 'string') return step
  if (step instanceof DataTransfer) return step.getData('text/plain')
  return step.key === 'Enter' ? '\n' : isTyped(step) ? step.key : ''
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The words after one step more: Backspace takes the last letter as it is seen, of an emoji all. */
export function afterStep(words: string, step: Held): string {
  return isErasing(step)
    ? words.slice(0, [...letters.segment(words)].at(-1)?.index ?? 0)
    : words + textOf(step)
}

export const isErasing = (step: Held): boolean => step instanceof KeyboardEvent && step.key === 'Backspace'

/** What was pressed in a row, without a line break among it. */
export function firstWords(held: readonly Held[]): string {
  const words = held.map(textOf)
  const end = words.findIndex((text) => text === '' || text === '\n')
  return words.slice(0, end < 0 ? words.length : end).join('')
}

/** A field for numbers takes a number, and one for a date or a choice nothing that was meant as words. */
export function takesWords(target: Element, words: string): boolean {
  if (words === '' || !(target instanceof HTMLInputElement)) return true
  return target.type === 'number' ? /^[\d.,+-]*$/.test(words) : target.selectionStart !== null
}

/** Answers whether the words of it, if any, are somewhere now. */
export function typeInto(target: Element, step: Held): boolean {
  if (typeof step === 'string') return insertText(step)
  return step instanceof DataTransfer ? paste(target, step) : press(target, step)
}

/** Lists, trees and menus take letters as the beginning of a name. */
const takesLetters = (target: Element): boolean =>
  target.closest('[role="listbox"], [role="tree"], [role="menu"]') !== null

function press(target: Element, event: KeyboardEvent): boolean {
  const again = new KeyboardEvent('keydown', {
    key: event.key,
    code: event.code,
    keyCode: event.keyCode,
    location: event.location,
    ctrlKey: event.ctrlKey,
    metaKey: event.metaKey,
    shiftKey: event.shiftKey,
    altKey: event.altKey,
    bubbles: true,
    cancelable: true,
  })
  if (!target.dispatchEvent(again)) return true
  if (isTyped(event)) return insertText(event.key) || takesLetters(target)
  // Only a key of the system's moves the focus, and closes a dialog, by itself.
  if (event.key === 'Tab') goOn(target, event.shiftKey ? -1 : 1)
  if (event.key === 'Escape')
    target.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
  if (event.key === 'Backspace') document.execCommand('delete')
  else if (event.key === 'Delete') document.execCommand('forwardDelete')
  return true
}

const PLACES = 'a[href], button, input, select, textarea, [contenteditable="true"], [tabindex]'

/** To the next place of the dialog or the window that a key can go to, or to the one before. */
function goOn(from: Element, by: 1 | -1): void {
  const all = (from.closest('dialog') ?? document).querySelectorAll<HTMLElement>(PLACES)
  const places = [...all].filter(
    (one) =>
      one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
  )
  const next = places[places.findIndex((one) => one === from) + by]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}

function paste(target: Element, clipboardData: DataTransfer): boolean {
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(event)) return true
  return insertText(clipboardData.getData('text/plain'))
}

/** A paste is over before its data is used: what of it can be kept is copied. */
export function copied(from: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const type of from.types) if (type !== 'Files') copy.setData(type, from.getData(type))
  for (const file of from.files) copy.items.add(file)
  return copy
}
