import { history, historyField, isolateHistory, redoDepth, undoDepth } from '@codemirror/commands'
import { EditorSelection, EditorState, Text, type EditorStateConfig, type Extension } from '@codemirror/state'
import type { EditorView as KeptView } from '../../../shared/ipc/ipc-records'
import { areTakenAddresses, takenAddresses, type TakenAddresses } from '../undo/left-addresses'
import { areStepTimes, stepTimes, type StepTimes } from '../undo/step-times'
import { historyAlone, initialHistory, ownHistory } from '../undo/shared-history'
import { areKeptFolds, keepFolds, type KeptFold } from '../folding/kept-folds'

const NO_TIMES: StepTimes = { done: [], undone: [] }

/** The main process refuses a longer history (`ipc-records.ts`, `editorView`). */
const HISTORY_MAX = 4_000_000
/** The length kept of each direction if the history is longer. */
const STEPS_MAX = 1_900_000

/** The undo history in CodeMirror's form; the last step of each list is the next to be undone or redone. */
interface Steps {
  readonly done: readonly unknown[]
  readonly undone: readonly unknown[]
}

/** The content of the opaque `history` of a kept view: the undo history, the fingerprint of its text, and the folds. */
interface KeptHistory {
  readonly text: string
  readonly history: unknown
  /** The cursor that `line` belongs to. */
  readonly head: number
  /** A line on screen; absent where nothing was scrolled. A scroll position would depend on fonts and the window. */
  readonly line?: ShownLine | undefined
  readonly folds: readonly KeptFold[]
  /** The times of the steps in `history`. */
  readonly times: StepTimes | null
  /** The addresses missing from the steps that can be redone. */
  readonly taken: readonly TakenAddresses[]
}

/** A line, and the distance of its top from the top of the screen in px; without that it is in the middle. */
export interface ShownLine {
  readonly from: number
  readonly y?: number | undefined
}

/** Cursor, scroll position, folds and undo history of an editor, in the form that the main process keeps. */
export function keepView(state: EditorState, scrollTop: number, line: ShownLine | undefined): KeptView {
  const { anchor, head } = state.selection.main
  // A text without undo steps is not read: only the position in it is kept.
  const isTouched = undoDepth(state) > 0 || redoDepth(state) > 0
  const folds = keepFolds(state)
  const place: KeptHistory = { text: '', history: null, head, line, folds, times: null, taken: [] }
  const all = isTouched
    ? {
        ...place,
        text: fingerprint(state.doc),
        history: historyOf(state),
        times: state.field(stepTimes, false) ?? null,
        taken: state.field(takenAddresses, false) ?? [],
      }
    : place
  return { anchor, head, scrollTop: Math.max(0, scrollTop), history: writeHistory(all, place) }
}

/** Writes the whole history, or as many of the nearest steps as the main process accepts, or only the position. */
function writeHistory(all: KeptHistory, place: KeptHistory): string {
  const whole = JSON.stringify(all)
  if (whole.length <= HISTORY_MAX) return whole
  const { done, undone } = all.history as Steps
  const nearby: Steps = { done: nearest(done), undone: nearest(undone) }
  const nearer = JSON.stringify({ ...all, history: nearby })
  return nearer.length <= HISTORY_MAX ? nearer : JSON.stringify(place)
}

function nearest(steps: readonly unknown[]): readonly unknown[] {
  let room = STEPS_MAX
  const tooFar = steps.findLastIndex((step) => (room -= JSON.stringify(step).length + 1) < 0)
  return steps.slice(tooFar + 1)
}

/**
 * Restores a state. The undo history is restored if the text is the same as then, or if only words at the cursor were
 * added: the app was killed before the view was kept again, and the words are one more step. Otherwise only the cursor
 * is restored. `folds` are applied once the text is there.
 */
export function restoreState(
  doc: Text,
  view: KeptView | undefined,
  config: EditorStateConfig,
): {
  readonly state: EditorState
  /** The line to show; absent if the text begins on screen. */
  readonly line: ShownLine | undefined
  readonly folds: readonly KeptFold[]
} {
  const clamp = (position: number) => Math.min(Math.max(0, position), doc.length)
  const selection = { anchor: clamp(view?.anchor ?? 0), head: clamp(view?.head ?? 0) }
  const kept = readHistory(view?.history)
  // Without the line of this cursor the cursor itself is shown.
  const { head } = selection
  const line = kept?.head === head ? kept.line : head === 0 ? undefined : { from: head }
  const folds = kept?.folds ?? []
  if (kept !== undefined && kept.text !== '') {
    try {
      const extensions = [ownHistory(keptSteps(doc, kept, selection.head)), config.extensions ?? []]
      return { state: EditorState.create({ doc, selection, ...config, extensions }), line, folds }
    } catch {
      // The history comes from another version of the editor: it is dropped, the text is not.
    }
  }
  const extensions = [ownHistory([]), config.extensions ?? []]
  return { state: EditorState.create({ doc, selection, ...config, extensions }), line, folds }
}

/** The kept undo history, continued to this text; empty if it does not lead there. Throws if it cannot be read. */
function keptSteps(doc: Text, kept: KeptHistory, head: number): Extension {
  const from = kept.text === fingerprint(doc) ? head : beginOfTyped(doc, kept.text, head)
  if (from === undefined) return []
  const begun = historyField.init(() => historyFrom(kept.history))
  const times = kept.times === null ? [] : stepTimes.init(() => kept.times ?? NO_TIMES)
  const taken = takenAddresses.init(() => kept.taken)
  const steps = [begun, times, taken]
  if (from === head) return steps
  const before = EditorState.create({
    doc: doc.replace(from, head, Text.empty),
    selection: { anchor: from },
    extensions: steps,
  })
  const typed = {
    changes: { from, insert: doc.slice(from, head) },
    selection: { anchor: head },
    annotations: isolateHistory.of('full'),
  }
  return initialHistory(historyAlone(before).update(typed).state)
}

/** Where the words begin that end at the cursor and are all that a text has more than that of the fingerprint. */
function beginOfTyped(doc: Text, print: string, head: number): number | undefined {
  const from = head - (doc.length - Number.parseInt(print, 10))
  const isBefore = from >= 0 && from < head
  return isBefore && fingerprint(doc.replace(from, head, Text.empty)) === print ? from : undefined
}

/** A kept view without its history, because steps made in one editor are undone there. */
export function withoutHistory({ history: written, ...place }: KeptView): KeptView {
  const kept = readHistory(written)
  if (kept === undefined) return place
  return {
    ...place,
    history: JSON.stringify({
      ...kept,
      text: '',
      history: null,
      times: null,
      taken: [],
    } satisfies KeptHistory),
  }
}

/** The undo history as plain data, without the text that a state would include. */
function historyOf(state: EditorState): unknown {
  const value = state.field(historyField, false)
  const bare = EditorState.create({ extensions: historyField.init(() => value) })
  return (bare.toJSON({ history: historyField }) as { readonly history: unknown }).history
}

function historyFrom(data: unknown): unknown {
  const json = { doc: '', selection: EditorSelection.single(0).toJSON(), history: data }
  return EditorState.fromJSON(json, { extensions: history() }, { history: historyField }).field(historyField)
}

function readHistory(text: string | undefined): KeptHistory | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const {
      text: print,
      history: kept,
      head,
      line,
      folds,
      times,
      taken,
    } = value as Partial<Record<keyof KeptHistory, unknown>>
    if (typeof print !== 'string' || typeof kept !== 'object') return undefined
    return {
      text: print,
      history: kept,
      head: typeof head === 'number' ? head : -1,
      line: isShownLine(line) ? line : undefined,
      folds: areKeptFolds(folds) ? folds : [],
      times: areStepTimes(times) ? times : null,
      taken: areTakenAddresses(taken) ? taken : [],
    }
  } catch {
    return undefined
  }
}

function isShownLine(value: unknown): value is ShownLine {
  if (typeof value !== 'object' || value === null) return false
  const { from, y } = value as Partial<Record<keyof ShownLine, unknown>>
  return typeof from === 'number' && (y === undefined || typeof y === 'number')
}

/** The length and a polynomial hash of the text; distinguishes texts, but is not cryptographic. */
export function fingerprint(doc: Text): string {
  return `${doc.length}:${(hashOf(doc) >>> 0).toString(16)}`
}

const BASE = 0x9e3779b1
const LINE_BREAK = 10

/**
 * Hashes by part of the text's tree. After a change nearly all parts are the same objects, so only new ones are read.
 */
const hashes = new WeakMap<Text, number>()

/** Reads parts of a text for its fingerprint while `more` returns true; false if some are left. */
export function readAhead(part: Text, more: () => boolean): boolean {
  if (hashes.has(part)) return true
  if (part.children?.every((child) => readAhead(child, more)) === false || !more()) return false
  hashOf(part)
  return true
}

function hashOf(part: Text): number {
  const known = hashes.get(part)
  if (known !== undefined) return known
  let hash = 0
  if (part.children === null) {
    const text = part.sliceString(0, part.length, '\n')
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
  } else
    for (const [index, child] of part.children.entries()) {
      if (index > 0) hash = (Math.imul(hash, BASE) + LINE_BREAK) | 0
      hash = (Math.imul(hash, power(child.length)) + hashOf(child)) | 0
    }
  hashes.set(part, hash)
  return hash
}

function power(exponent: number): number {
  let result = 1
  for (let factor = BASE, left = exponent; left > 0; left >>>= 1) {
    if (left & 1) result = Math.imul(result, factor)
    factor = Math.imul(factor, factor)
  }
  return result
}
