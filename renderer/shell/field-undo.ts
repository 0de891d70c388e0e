import { UNDO_PAUSE_MS, UNDO_STEP_CHARACTERS } from '../editor/undo/undo-step'
import { isField } from '../state/typed/insert-text'

type Field = HTMLInputElement | HTMLTextAreaElement

/** What one press of undo takes back in a field. */
interface Step {
  readonly kind: string
  readonly before: string
  /** The length of what stood beside the chosen words that are typed over; without any, the length before. */
  readonly rest: number
  after: string
  characters: number
  lastMs: number
}

interface Steps {
  done: Step[]
  undone: Step[]
  /** The writer has come to the field, or has pressed in it: what is typed next is a step of its own. */
  isEnded: boolean
}

/**
 * Undo in a field takes back some words at once. Chromium ends its own step with each node that leaves the page, and
 * beside a field that is typed in, the list and the status line are drawn anew with each letter.
 *
 * @returns what ends it
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
    // A box that is ticked, or a date that is chosen, is no typing.
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
    // No `beforeinput` comes before what the window writes there itself.
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
  /** The field before it. */
  readonly value: string
  readonly rest: number
  readonly isAtWord: boolean
}

const DELETES = new Set(['deleteContentBackward', 'deleteContentForward'])

/** What an input method writes is replaced until the word stands; several letters at once come from elsewhere. */
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
  // A pause within a word, or before the space behind it, ends the step with that word.
  if (goesOn)
    Object.assign(last, { after, characters: last.characters + 1, ...(!isPaused && { lastMs: timeStamp }) })
  else steps.done.push({ kind, before: value, rest, after, characters: 1, lastMs: timeStamp })
}

/**
 * Chromium has taken one of its own steps back, or made it again: more of them follow up to the end of ours. Where its
 * step was longer than ours, its own are all that count from then on.
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
