import { isTyped, matchesShortcut } from '../../ui/shortcuts'
import { FIRST_NAME } from '../first-name'
import { queueToast, showToast, useWindow } from '../store'

/**
 * Type-ahead: what is pressed between a command and the field that the command brings is held, and then typed into that
 * field, in order. Meanwhile a hidden field has the focus, so that an input method and a paste have a place as well.
 */

/** How long the field for the name of something new may take; where the sidebar does not list it there is none. */
const NAME_FIELD_MS = 1_000

/** Words that have no place are offered after a pause of so long. */
const STRAY_MS = 800

const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'CapsLock'])
/** What an input method is asked for: it writes into the field. */
const COMPOSED = new Set(['Process', 'Dead', 'Unidentified'])

type Held = KeyboardEvent | DataTransfer | string

let field: HTMLTextAreaElement | undefined
let isHolding = false
/** The awaited field has the focus, and what was held is being typed. */
let isTyping = false
/** Something was chosen in a menu or palette that is closing; where it leads is not known yet. */
let isChosen = false
/** Enter was pressed in a palette before what it chooses among has come. */
let isUnanswered = false
/** Something is done after which the keys go to what has the focus then. */
let isWorking = false
/** How many commands make something now; what it is comes with their answers. */
let making = 0
let held: Held[] = []

/** Holds what is pressed while something is made that takes the keyboard: what `focusOn` or `renaming` then names. */
export async function holdingKeys<T>(make: () => Promise<T>): Promise<T> {
  making += 1
  holdKeys()
  try {
    const made = await make()
    making -= 1
    // By then the window has been told what takes the keyboard.
    setTimeout(settle)
    return made
  } catch (error) {
    making -= 1
    giveUpKeys()
    throw error
  }
}

/** Holds what is pressed until the work is done; then it goes to what has the focus, which stays where it is meanwhile. */
export async function holdingKeysHere(work: () => Promise<void>): Promise<void> {
  if (field === undefined || (isHolding && !isChosen)) return work()
  isHolding = true
  isWorking = true
  try {
    await work()
  } finally {
    isWorking = false
    void typeHeld()
  }
}

/**
 * Something was chosen in a menu or palette that closes now: what is pressed until `runChoice` belongs to where the
 * choice leads, and not to what gets the focus back meanwhile.
 */
export function holdForChoice(): void {
  if (field === undefined || (isTyping && !isUnanswered)) return
  isChosen = true
  isHolding = true
}

/**
 * Enter was pressed in a palette whose choices are still to come: what is pressed from now on belongs to where the first of
 * them leads, as `runOnceClosed` says, or to the field of the palette, as `nothingToChoose` says.
 */
export function holdForAnswer(): void {
  if (field === undefined) return
  isUnanswered = true
  isHolding = true
}

/** No choice has come, and the palette is as it was: what was held is typed into its field. */
export function nothingToChoose(): void {
  if (!isUnanswered) return
  isUnanswered = false
  void typeHeld()
}

/** Does what was chosen once its menu or palette has closed and given the focus back. */
export function runOnceClosed(run: () => void): void {
  holdForChoice()
  setTimeout(() => runChoice(run))
}

/** Does what was chosen. What was held goes to what the choice makes or opens, else to what has the focus. */
export function runChoice(run: () => void): void {
  try {
    run()
  } finally {
    // By then the window shows what the choice asked for.
    setTimeout(() => {
      isChosen = isUnanswered = false
      if (isHolding && !isWorking && !holdKeys()) void typeHeld()
    })
  }
}

/**
 * From now on what is pressed is held, where something is awaited. A dialog has a keyboard of its own.
 *
 * @returns whether keys are held for what is awaited
 */
export function holdKeys(): boolean {
  if (field === undefined || isTyping || !isAwaited() || document.querySelector('dialog[open]') !== null)
    return false
  isHolding = true
  field.hidden = false
  field.focus({ preventScroll: true })
  return true
}

/** The field does not come, or the writer goes elsewhere: what was held can be copied. */
export function giveUpKeys(): void {
  if (!isHolding) return
  const text = held.map(textOf).join('')
  release()
  offerWords(text)
}

/** Said after the sentence that says why, and until the writer has done something about it. */
function offerWords(text: string): void {
  if (text.trim() === '') return
  setTimeout(() =>
    queueToast(
      'Words that were typed meanwhile have no place yet',
      [copying(text.trim()), { label: 'Dismiss', run: () => {} }],
      { stays: true },
    ),
  )
}

/** What was typed where a text has just gone: its pane has the keyboard, and nothing in it takes words. */
let stray = ''
let strayTimer: ReturnType<typeof setTimeout> | undefined

function keepStray(event: KeyboardEvent): void {
  if (!isTyped(event) || !(event.target instanceof Element) || !event.target.matches('[data-pane="editor"]'))
    return
  stray += event.key
  clearTimeout(strayTimer)
  strayTimer = setTimeout(() => {
    offerWords(stray)
    stray = ''
  }, STRAY_MS)
}

/** Words that have no place, for a toast. */
export const copying = (text: string) => ({
  label: 'Copy them',
  run: () => void navigator.clipboard.writeText(text).then(() => showToast('Copied')),
})

function textOf(step: Held): string {
  if (typeof step === 'string') return step
  if (step instanceof DataTransfer) return step.getData('text/plain')
  return step.key === 'Enter' ? '\n' : isTyped(step) ? step.key : ''
}

function release(): void {
  isHolding = false
  isChosen = isUnanswered = false
  held = []
  if (field !== undefined) field.hidden = true
}

/** What takes the keyboard is not known yet, or is known and not on screen. */
function isAwaited(): boolean {
  const { focusOn, renaming } = useWindow.getState()
  const isNamed = renaming?.isNew === true && document.querySelector(`input[${FIRST_NAME}]`) === null
  return making > 0 || isNamed || (focusOn !== null && isOpening(focusOn.id))
}
let isOpening: (id: string) => boolean = () => false

/** Nothing comes that would take the keyboard. */
function settle(): void {
  if (!isHolding || isTyping || making > 0) return
  const since = Date.now()
  const look = () => {
    if (!isHolding || isTyping || making > 0 || document.activeElement !== field) return
    const isLate = Date.now() - since > NAME_FIELD_MS && useWindow.getState().renaming !== null
    if (isAwaited() && !isLate) return void setTimeout(look, 50)
    requestAnimationFrame(() => requestAnimationFrame(() => document.activeElement === field && giveUpKeys()))
  }
  look()
}

/** Types what was held into what has the focus; a key that begins another wait leaves the rest to that. */
async function typeHeld(): Promise<void> {
  if (isTyping) return
  isTyping = true
  if (field !== undefined) field.hidden = true
  const nextTurn = () => new Promise((resolve) => setTimeout(resolve))
  let unplaced = ''
  // A dialog that opens moves the focus on to its field.
  if (held.length > 0) await nextTurn()
  while (held.length > 0 && !isAwaited() && !isUnanswered) {
    const step = held.shift()
    const target = document.activeElement ?? document.body
    if (step !== undefined && !typeInto(target, step)) unplaced += textOf(step)
    // The editor reads what was written before the next key.
    await nextTurn()
  }
  isTyping = false
  if (!isUnanswered && !holdKeys()) giveUpKeys()
  offerWords(unplaced)
}

/** Answers whether the words of it, if any, are somewhere now. */
function typeInto(target: Element, step: Held): boolean {
  if (typeof step === 'string') return document.execCommand('insertText', false, step)
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
  if (isTyped(event)) return document.execCommand('insertText', false, event.key) || takesLetters(target)
  // Only a key of the system's closes a dialog by itself.
  if (event.key === 'Escape')
    target.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
  if (event.key === 'Backspace') document.execCommand('delete')
  else if (event.key === 'Delete') document.execCommand('forwardDelete')
  return true
}

function paste(target: Element, clipboardData: DataTransfer): boolean {
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  if (!target.dispatchEvent(event)) return true
  return document.execCommand('insertText', false, clipboardData.getData('text/plain'))
}

/** A paste is over before its data is used: what of it can be kept is copied. */
function copied(from: DataTransfer): DataTransfer {
  const copy = new DataTransfer()
  for (const type of from.types) if (type !== 'Files') copy.setData(type, from.getData(type))
  for (const file of from.files) copy.items.add(file)
  return copy
}

const isPaste = (event: KeyboardEvent): boolean =>
  ['Mod+V', 'Mod+Shift+V', 'Shift+Insert'].some((keys) => matchesShortcut(event, keys))

/**
 * Follows the keys of the window from now on.
 *
 * @param place the hidden field that has the focus while keys are held
 * @param isBeingOpened whether the document is still to come on screen
 * @returns what ends it
 */
export function followKeys(place: HTMLTextAreaElement, isBeingOpened: (id: string) => boolean): () => void {
  field = place
  isOpening = isBeingOpened
  const stop = new AbortController()
  const { signal } = stop

  function onKey(event: KeyboardEvent): void {
    if (!event.isTrusted) return
    if (!isHolding) return keepStray(event)
    if (isUnanswered && event.key === 'Escape') return giveUpKeys()
    const isComposed = event.isComposing || COMPOSED.has(event.key)
    event.stopImmediatePropagation()
    if (isComposed || MODIFIERS.has(event.key) || isPaste(event)) return
    event.preventDefault()
    // The key that chose may be down still, or is pressed again by who has no patience.
    const isSameEnter = isUnanswered && held.length === 0 && event.key === 'Enter'
    if (!isSameEnter && !(event.repeat && (isChosen || isUnanswered))) held.push(event)
  }
  function onFocus({ target }: FocusEvent): void {
    if (!isHolding || isTyping || isChosen || isUnanswered || target === place) return
    if (!isAwaited()) return void typeHeld()
    if (target instanceof Element && target.closest('dialog[open]') !== null) giveUpKeys()
    else place.focus({ preventScroll: true })
  }
  const take = (event: Event, step: Held | null | undefined) => {
    event.preventDefault()
    if (step != null && step !== '') held.push(step)
  }
  window.addEventListener('keydown', onKey, { signal, capture: true })
  window.addEventListener('pointerdown', () => !isTyping && giveUpKeys(), { signal, capture: true })
  document.addEventListener('focusin', onFocus, { signal })
  place.addEventListener(
    'paste',
    (event) => take(event, event.clipboardData && copied(event.clipboardData)),
    { signal },
  )
  place.addEventListener('beforeinput', (event) => !event.isComposing && take(event, event.data), { signal })
  place.addEventListener(
    'compositionend',
    ({ data }) => {
      held.push(data)
      place.value = ''
      if (isHolding && document.activeElement !== place && !isAwaited()) void typeHeld()
    },
    { signal },
  )
  return () => {
    stop.abort()
    release()
    field = undefined
  }
}
