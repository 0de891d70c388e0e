import { isTyped, matchesShortcut } from '../../ui/shortcuts'
import { insertText } from './insert-text'

/** A held key, paste, or text from an input method. */
export type Held = KeyboardEvent | DataTransfer | string

export function textOf(step: Held): string {
  if (typeof step === 'string') return step
  if (step instanceof DataTransfer) return step.getData('text/plain')
  return step.key === 'Enter' ? '\n' : isTyped(step) ? step.key : ''
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The words after one more step. Backspace removes the last visible character, such as a whole emoji. */
export function afterStep(words: string, step: Held): string {
  return isErasing(step)
    ? words.slice(0, [...letters.segment(words)].at(-1)?.index ?? 0)
    : words + textOf(step)
}

export const isErasing = (step: Held): boolean => step instanceof KeyboardEvent && step.key === 'Backspace'

/** The text typed up to the first line break. */
export function firstWords(held: readonly Held[]): string {
  const words = held.map(textOf)
  const end = words.findIndex((text) => text === '' || text === '\n')
  return words.slice(0, end < 0 ? words.length : end).join('')
}

/** Whether a field accepts the words: a number field accepts a number, and date and choice fields accept none. */
export function takesWords(target: Element, words: string): boolean {
  if (words === '' || !(target instanceof HTMLInputElement)) return true
  return target.type === 'number' ? /^[\d.,+-]*$/.test(words) : target.selectionStart !== null
}

/** Replays a step at the target. Returns whether its text, if it has any, was placed. */
export function typeInto(target: Element, step: Held): boolean {
  if (typeof step === 'string') return insertText(step)
  return step instanceof DataTransfer ? paste(target, step) : press(target, step)
}

/** Lists, trees and menus use letters to select a row by name. */
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
  // Synthetic keys do not break a line, move the focus or close a dialog, so all of that is done here.
  if (event.key === 'Enter' && target instanceof HTMLTextAreaElement) insertText('\n')
  if (event.key === 'Tab') goOn(target, event.shiftKey ? -1 : 1)
  if (event.key === 'Escape')
    target.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
  const edit = EDITS.find(([keys]) => matchesShortcut(event, keys))
  if (edit !== undefined) document.execCommand(edit[1])
  return true
}

/** The keys with which the browser edits, and its commands for them. */
const EDITS = [
  ['Backspace', 'delete'],
  ['Delete', 'forwardDelete'],
  ['Mod+A', 'selectAll'],
  ['Mod+C', 'copy'],
  ['Mod+X', 'cut'],
] as const

const PLACES = 'a[href], button, input, select, textarea, [contenteditable="true"], [tabindex]'

/** Focuses the next or the previous focusable element of the dialog or window. */
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

/** A paste's data is gone before it is used, so a copy is made of what can be kept. */
export function copied(from: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const type of from.types) if (type !== 'Files') copy.setData(type, from.getData(type))
  for (const file of from.files) copy.items.add(file)
  return copy
}
