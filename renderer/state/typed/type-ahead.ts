import { FIRST_NAME } from '../deeds/new-item'
import { topDialogName } from '../../ui/top-dialog'
import { useWindow } from '../store'
import { keepUnplaced, offerWords } from './stray-words'
import { afterStep, firstWords, isErasing, takesWords, textOf, typeInto, type Held } from './type-into'

/**
 * Type-ahead: what is pressed between a command and the field that the command brings is held, and then typed into that
 * field, in order. Meanwhile a hidden field has the focus, so that an input method and a paste have a place as well.
 */
export const typeAhead = {
  /** The hidden field; without it nothing is held. */
  field: undefined as HTMLTextAreaElement | undefined,
  held: [] as Held[],
  /** What had the focus before an input method began to write; it has that again before anything else is done. */
  before: undefined as HTMLElement | undefined,
  /**
   * What ends the holding; `undefined` while nothing is held.
   *
   * - `focus`: what was asked for has the focus, or the work is done, after which the keys go to what has it.
   * - `choice`: a menu or palette that closes now; where its choice leads is not known yet.
   * - `answer`: Enter was pressed in a palette before what it chooses among has come.
   */
  until: undefined as 'focus' | 'choice' | 'answer' | undefined,
  /** How many commands make something now; what it is comes with their answers. */
  making: 0,
  /** Work goes on that leaves the focus where it is: its end types what was held. */
  isWorking: false,
  /** What was held is being typed; keys that come meanwhile join its end. */
  isTyping: false,
  /** Whether the document is still to come on screen. */
  isOpening: (_id: string): boolean => false,
}

/** Holds what is pressed while something is made that takes the keyboard: what `focusOn` then names. */
export async function holdingKeys<T>(make: () => Promise<T>): Promise<T> {
  typeAhead.making += 1
  holdKeys()
  try {
    const made = await make()
    // By then the window has been told what takes the keyboard.
    setTimeout(settle)
    return made
  } catch (error) {
    giveUpKeys()
    throw error
  } finally {
    typeAhead.making -= 1
  }
}

/** Holds what is pressed until the work is done; then it goes to what has the focus, which stays where it is meanwhile. */
export async function holdingKeysHere(work: () => Promise<void>): Promise<void> {
  const { field, until, isTyping } = typeAhead
  if (field === undefined || (until === 'focus' && !isTyping)) return work()
  typeAhead.until ??= 'focus'
  typeAhead.isWorking = true
  try {
    await work()
  } finally {
    typeAhead.isWorking = false
    void typeHeld()
  }
}

/**
 * Something was chosen in a menu or palette that closes now: what is pressed until `runChoice` belongs to where the
 * choice leads, and not to what gets the focus back meanwhile.
 */
export function holdForChoice(): void {
  const { field, isTyping, until } = typeAhead
  if (field !== undefined && !isTyping && until !== 'answer') typeAhead.until = 'choice'
}

/**
 * Enter was pressed in a palette whose choices are still to come: what is pressed from now on belongs to where the first of
 * them leads, as `runOnceClosed` says, or to the field of the palette, as `nothingToChoose` says.
 */
export function holdForAnswer(): void {
  if (typeAhead.field !== undefined) typeAhead.until = 'answer'
}

/** No choice has come, and the palette is as it was: what was held is typed into its field. */
export function nothingToChoose(): void {
  if (typeAhead.until !== 'answer') return
  typeAhead.until = 'focus'
  void typeHeld()
}

/** Does what was chosen once its menu or palette has closed and given the focus back. */
export function runOnceClosed(run: () => void): void {
  holdForChoice()
  setTimeout(() => runChoice(run))
}

/** Does what was chosen. What was held goes to what the choice makes or opens, else to what has the focus. */
export function runChoice(run: () => void): void {
  giveFocusBack()
  try {
    run()
  } finally {
    // By then the window shows what the choice asked for.
    setTimeout(() => {
      if (typeAhead.until === undefined) return
      typeAhead.until = 'focus'
      if (!typeAhead.isWorking && !holdKeys()) void typeHeld()
    })
  }
}

/**
 * From now on what is pressed is held, where something is awaited. A dialog has a keyboard of its own.
 *
 * @returns whether keys are held for what is awaited
 */
export function holdKeys(): boolean {
  const { field, isTyping } = typeAhead
  if (field === undefined || isTyping || !isAwaited() || topDialogName() !== undefined) return false
  typeAhead.until ??= 'focus'
  field.hidden = false
  field.focus({ preventScroll: true })
  return true
}

/** The field does not come, or the writer goes elsewhere: what was held can be copied. */
export function giveUpKeys(): void {
  if (typeAhead.until === undefined) return
  const text = typeAhead.held.reduce(afterStep, '')
  release()
  offerWords(text)
}

/** Until nothing is held any more: a window that is left before that would lose it. No time ends this (rule W23). */
export async function heldKeysTyped(): Promise<void> {
  while (typeAhead.held.length > 0 || typeAhead.isTyping)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Holds nothing any more, and forgets what was held. */
export function release(): void {
  typeAhead.until = undefined
  typeAhead.held = []
  giveFocusBack()
  if (typeAhead.field !== undefined) typeAhead.field.hidden = true
}

/** An input method that begins to write while keys are held does so in the hidden field. */
export function takeComposition(from: EventTarget | null): void {
  const { field, until, isTyping } = typeAhead
  if (field === undefined || from === field || !(from instanceof HTMLElement)) return
  if (until === undefined || isTyping || topDialogName() !== undefined) return
  typeAhead.before = from
  field.hidden = false
  field.focus({ preventScroll: true })
}

function giveFocusBack(): void {
  const { before, field } = typeAhead
  typeAhead.before = undefined
  if (before !== undefined && document.activeElement === field) before.focus({ preventScroll: true })
}

/** What takes the keyboard is not known yet, or is known and not on screen. */
export function isAwaited(): boolean {
  const { focusOn, newItem } = useWindow.getState()
  const isUnnamed = newItem !== null && newItem.name === undefined
  const isNamed = isUnnamed && document.querySelector(`input[${FIRST_NAME}]`) === null
  return typeAhead.making > 0 || isNamed || (focusOn !== null && typeAhead.isOpening(focusOn.id))
}

/** Nothing comes that would take the keyboard. */
function settle(): void {
  const { until, isTyping, making, field } = typeAhead
  const hasField = () => document.activeElement === field
  if (until === undefined || isTyping || making > 0 || !hasField()) return
  if (isAwaited()) return void setTimeout(settle, 50)
  requestAnimationFrame(() => requestAnimationFrame(() => hasField() && giveUpKeys()))
}

/** Types what was held into what has the focus; a key that begins another wait leaves the rest to that. */
export async function typeHeld(): Promise<void> {
  if (typeAhead.isTyping) return
  typeAhead.isTyping = true
  giveFocusBack()
  if (typeAhead.field !== undefined) typeAhead.field.hidden = true
  const nextTurn = () => new Promise((resolve) => setTimeout(resolve))
  let unplaced = ''
  let isPlaced = true
  let last: Element | undefined
  // A dialog that opens moves the focus on to its field.
  if (typeAhead.held.length > 0) await nextTurn()
  while (typeAhead.held.length > 0 && !isAwaited() && !typeAhead.isWorking && typeAhead.until !== 'answer') {
    const step = typeAhead.held.shift()
    const target = document.activeElement ?? document.body
    if (step !== undefined) {
      const text = textOf(step)
      // What goes on with words that have no place has none either: Enter presses nothing, and Backspace takes one of them.
      const isOfThem = text !== '' || isErasing(step)
      const goesOn: boolean = !isPlaced && (text === '\n' || (isOfThem && target === last))
      const takes = takesWords(target, firstWords([step, ...typeAhead.held]))
      isPlaced = !goesOn && takes && typeInto(target, step)
      if (!isPlaced) unplaced = afterStep(unplaced, step)
      last = target
    }
    // The editor reads what was written before the next key.
    await nextTurn()
  }
  typeAhead.isTyping = false
  if (typeAhead.until !== 'answer' && !typeAhead.isWorking && !holdKeys()) giveUpKeys()
  keepUnplaced(unplaced)
}
