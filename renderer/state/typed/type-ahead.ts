import { FIRST_NAME } from '../actions/new-item'
import { topDialogName } from '../../ui/top-dialog'
import { useWindow } from '../store'
import { keepUnplaced, offerWords } from './stray-words'
import { afterStep, firstWords, isErasing, takesWords, textOf, typeInto, type Held } from './type-into'

/**
 * Type-ahead: keys pressed between a command and the appearance of the field it opens are held, and then typed into
 * that field in order. Meanwhile a hidden field has the focus, so that input methods and pastes have a target too.
 */
export const typeAhead = {
  /** The hidden field; without it nothing is held. */
  field: undefined as HTMLTextAreaElement | undefined,
  held: [] as Held[],
  /** The element that had the focus before a composition began; it gets the focus back before anything else happens. */
  before: undefined as HTMLElement | undefined,
  /**
   * The event that ends the holding; `undefined` while nothing is held.
   * - `focus`: the requested field has the focus, or the work is done, and the keys go to the focused element.
   * - `choice`: a menu or palette is closing, and the target of its choice is not known yet.
   * - `answer`: Enter was pressed in a palette before its results had arrived.
   */
  until: undefined as 'focus' | 'choice' | 'answer' | undefined,
  /** The number of commands that are creating something whose id is not known yet. */
  making: 0,
  /** Whether work is going on that leaves the focus where it is; its end types the held keys. */
  isWorking: false,
  /** Whether held keys are being typed; keys that arrive meanwhile are appended. */
  isTyping: false,
  /** Whether the document is not on screen yet. */
  isOpening: (_id: string): boolean => false,
}

/** Holds keys while something is created that will take the focus; `focusOn` then names it. */
export async function holdingKeys<T>(make: () => Promise<T>): Promise<T> {
  typeAhead.making += 1
  holdKeys()
  try {
    const made = await make()
    // By the next task the window state names the element that takes the focus.
    setTimeout(settle)
    return made
  } catch (error) {
    giveUpKeys()
    throw error
  } finally {
    typeAhead.making -= 1
  }
}

/** Holds keys until the work is done, then types them into the focused element. The focus does not move meanwhile. */
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
 * Holds keys because a choice was made in a menu or palette that is closing: until `runChoice`, they belong to the
 * target of the choice, not to the element that gets the focus back in between.
 */
export function holdForChoice(): void {
  const { field, isTyping, until } = typeAhead
  if (field !== undefined && !isTyping && until !== 'answer') typeAhead.until = 'choice'
}

/**
 * Holds keys because Enter was pressed in a palette whose results have not arrived: they belong to the target of the
 * first result (`runOnceClosed`), or to the palette's field (`nothingToChoose`).
 */
export function holdForAnswer(): void {
  if (typeAhead.field !== undefined) typeAhead.until = 'answer'
}

/** Types the held keys into the palette's field, because no result has arrived. */
export function nothingToChoose(): void {
  if (typeAhead.until !== 'answer') return
  typeAhead.until = 'focus'
  void typeHeld()
}

/** Runs a choice after its menu or palette has closed and returned the focus. */
export function runOnceClosed(run: () => void): void {
  holdForChoice()
  setTimeout(() => runChoice(run))
}

/** Runs a choice. Held keys go to what it creates or opens, else to the focused element. */
export function runChoice(run: () => void): void {
  giveFocusBack()
  try {
    run()
  } finally {
    // By the next task the window shows what the choice asked for.
    setTimeout(() => {
      if (typeAhead.until === undefined) return
      typeAhead.until = 'focus'
      if (!typeAhead.isWorking && !holdKeys()) void typeHeld()
    })
  }
}

/**
 * Holds keys from now on if something is awaited, unless a dialog is open, which gets its own keys.
 *
 * @returns whether keys are held
 */
export function holdKeys(): boolean {
  const { field, isTyping } = typeAhead
  if (field === undefined || isTyping || !isAwaited() || topDialogName() !== undefined) return false
  typeAhead.until ??= 'focus'
  field.hidden = false
  field.focus({ preventScroll: true })
  return true
}

/** Offers the held words for copying, because the field does not appear or the writer has gone elsewhere. */
export function giveUpKeys(): void {
  if (typeAhead.until === undefined) return
  const text = typeAhead.held.reduce(afterStep, '')
  release()
  offerWords(text)
}

/**
 * Resolves when no keys are held any more: closing the window before that would lose them. There is no time limit (rule
 * W23).
 */
export async function heldKeysTyped(): Promise<void> {
  while (typeAhead.held.length > 0 || typeAhead.isTyping)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Stops holding keys and discards the held ones. */
export function release(): void {
  typeAhead.until = undefined
  typeAhead.held = []
  giveFocusBack()
  if (typeAhead.field !== undefined) typeAhead.field.hidden = true
}

/** Redirects a composition that begins while keys are held to the hidden field. */
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

/** Whether the target of the keys is not known yet, or is known but not on screen. */
export function isAwaited(): boolean {
  const { focusOn, newItem } = useWindow.getState()
  const isUnnamed = newItem !== null && newItem.name === undefined
  const isNamed = isUnnamed && document.querySelector(`input[${FIRST_NAME}]`) === null
  return typeAhead.making > 0 || isNamed || (focusOn !== null && typeAhead.isOpening(focusOn.id))
}

/** Ends the holding if nothing is coming that would take the focus. */
function settle(): void {
  const { until, isTyping, making, field } = typeAhead
  const hasField = () => document.activeElement === field
  if (until === undefined || isTyping || making > 0 || !hasField()) return
  if (isAwaited()) return void setTimeout(settle, 50)
  requestAnimationFrame(() => requestAnimationFrame(() => hasField() && giveUpKeys()))
}

/** Types the held keys into the focused element. A key that starts another wait leaves the rest to that wait. */
export async function typeHeld(): Promise<void> {
  if (typeAhead.isTyping) return
  typeAhead.isTyping = true
  giveFocusBack()
  if (typeAhead.field !== undefined) typeAhead.field.hidden = true
  const nextTurn = () => new Promise((resolve) => setTimeout(resolve))
  let unplaced = ''
  let isPlaced = true
  let last: Element | undefined
  // An opening dialog moves the focus to its field.
  if (typeAhead.held.length > 0) await nextTurn()
  while (typeAhead.held.length > 0 && !isAwaited() && !typeAhead.isWorking && typeAhead.until !== 'answer') {
    const step = typeAhead.held.shift()
    const target = document.activeElement ?? document.body
    if (step !== undefined) {
      const text = textOf(step)
      // Keys that continue unplaced words are unplaced too: Enter presses nothing, and Backspace removes a letter from
      // the words.
      const isOfThem = text !== '' || isErasing(step)
      const goesOn: boolean = !isPlaced && (text === '\n' || (isOfThem && target === last))
      const takes = takesWords(target, firstWords([step, ...typeAhead.held]))
      isPlaced = !goesOn && takes && typeInto(target, step)
      if (!isPlaced) unplaced = afterStep(unplaced, step)
      last = target
    }
    // The editor reads the inserted text before the next key.
    await nextTurn()
  }
  typeAhead.isTyping = false
  if (typeAhead.until !== 'answer' && !typeAhead.isWorking && !holdKeys()) giveUpKeys()
  keepUnplaced(unplaced)
}
