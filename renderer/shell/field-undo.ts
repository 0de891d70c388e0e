import { UNDO_PAUSE_MS, UNDO_STEP_CHARACTERS } from '../editor/undo/undo-step'
import { isField } from '../state/typed/insert-text'

type Field = HTMLInputElement | HTMLTextAreaElement

/** What one undo reverts in a field. */
interface Step {
  readonly kind: string
  readonly before: string
  /** The length of the text around the replaced selection; without a selection, the length before. */
  readonly rest: number
  after: string
  characters: number
  lastMs: number
}

interface Steps {
  done: Step[]
  undone: Step[]
  /** Whether the next input begins a new step, because the writer has entered the field or clicked in it. */
  isEnded: boolean
}

/**
 * Makes undo in a field revert several words at once. Chromium ends its own undo step whenever a node is removed from
 * the page, and the list and the status line re-render with each letter typed in a field.
 *
 * @returns a function that stops this
 */
export function followFieldUndo(): () => void {
  const known = new WeakMap<Field, Steps>()
  let isGoingOn = false
  let before = { field: undefined as Field | undefined, value: '', rest: 0, isAtWord: true }

  const onBeforeInput = ({ target }: InputEvent) => {
    if (!isField(target) || isGoingOn) return
    const { value, selectionStart, selectionEnd } = target
    const from = selectionStart ?? 0
    before = {
      field: target,
      value,
      rest: value.length - ((selectionEnd ?? from) - from),
      isAtWord: /^\s?$/.test(value.charAt(from - 1)),
    }
  }

  const onInput = (event: Event) => {
    // Ticking a box or choosing a date is not typing.
    if (!(event instanceof InputEvent) || !isField(event.target) || isGoingOn) return
    const { target, inputType, data, timeStamp } = event
    const steps = known.get(target) ?? { done: [], undone: [], isEnded: false }
    known.set(target, steps)
    isGoingOn = true
    if (inputType === 'historyUndo') goOn(target, 'undo', steps)
    else if (inputType === 'historyRedo') goOn(target, 'redo', steps)
    else if (before.field === target)
      note(steps, target.value, { kind: inputType, data: data ?? '', timeStamp, ...before })
    isGoingOn = false
    // Text inserted by the window itself has no preceding `beforeinput` event.
    const { value } = target
    before = { field: target, value, rest: value.length, isAtWord: false }
  }

  const onPlace = ({ target }: Event) => {
    const steps = isField(target) ? known.get(target) : undefined
    if (steps !== undefined) steps.isEnded = true
  }

  const until = new AbortController()
  document.addEventListener('focusin', onPlace, until)
  document.addEventListener('pointerdown', onPlace, until)
  document.addEventListener('beforeinput', onBeforeInput, until)
  document.addEventListener('input', onInput, until)
  return () => until.abort()
}

interface Input {
  readonly kind: string
  readonly data: string
  readonly timeStamp: number
  /** The value of the field before the input. */
  readonly value: string
  readonly rest: number
  readonly isAtWord: boolean
}

const DELETES = new Set(['deleteContentBackward', 'deleteContentForward'])

/**
 * Whether the input is one typed letter. A composition is replaced until the word is complete; several letters at once
 * come from elsewhere.
 */
const isByLetter = (kind: string, data: string): boolean =>
  DELETES.has(kind) || kind === 'insertCompositionText' || (kind === 'insertText' && [...data].length === 1)

function note(steps: Steps, after: string, input: Input): void {
  const { kind, data, timeStamp, value, rest, isAtWord } = input
  const last = steps.done.at(-1)
  steps.undone = []
  const isPaused = last !== undefined && timeStamp - last.lastMs >= UNDO_PAUSE_MS
  const isFull = isPaused || (last?.characters ?? 0) >= UNDO_STEP_CHARACTERS
  const goesOn =
    !steps.isEnded &&
    last?.kind === kind &&
    last.after === value &&
    isByLetter(kind, data) &&
    rest === value.length &&
    !(isFull && isAtWord && !/^\s/.test(data))
  steps.isEnded = false
  // A pause within a word, or before the space after it, ends the step at the end of that word.
  if (goesOn)
    Object.assign(last, { after, characters: last.characters + 1, ...(!isPaused && { lastMs: timeStamp }) })
  else steps.done.push({ kind, before: value, rest, after, characters: 1, lastMs: timeStamp })
}

/**
 * After Chromium has undone or redone one of its own steps, repeats this up to the end of our step. If Chromium's step
 * was longer than ours, only its steps count from then on.
 */
function goOn(field: Field, command: 'undo' | 'redo', steps: Steps): void {
  const [from, to] = command === 'undo' ? [steps.done, steps.undone] : [steps.undone, steps.done]
  const step = from.pop()
  if (step === undefined) return
  to.push(step)
  const [start, end] = command === 'undo' ? [step.after, step.before] : [step.before, step.after]
  const shortest = Math.min(start.length, end.length, step.rest)
  const longest = Math.max(start.length, end.length)
  for (let { value } = field; value !== end; { value } = field) {
    const isWithin = value !== start && value.length >= shortest && value.length <= longest
    if (!isWithin || !document.execCommand(command) || field.value === value) break
  }
  if (field.value !== end) Object.assign(steps, { done: [], undone: [] })
}
