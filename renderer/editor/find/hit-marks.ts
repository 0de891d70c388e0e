import {
  Prec,
  StateEffect,
  StateField,
  Transaction,
  type EditorState,
  type Extension,
} from '@codemirror/state'
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'
import { drawsMarks } from '../view/drawn-marks'

export interface HitMark extends Span {
  /** Whether the word belongs to the open search result; the others are further matches of the same search. */
  readonly isCurrent: boolean
}

/** The words that a search has found in this text, and the whole passage, if the search found one. */
export interface Hit {
  readonly passage?: Span
  readonly marks: readonly HitMark[]
}

/** Marks the result of a search; `undefined` removes the marks. */
export const showHit = StateEffect.define<Hit | undefined>()

const found = Decoration.mark({ class: 'cm-hit' })
const current = Decoration.mark({ class: 'cm-hit cm-hit-current' })
const wholePassage = Decoration.mark({ class: 'cm-hit-passage' })

/** The last result shown by a transaction; `null` if it contains none. */
function shownBy({ effects }: Transaction): Hit | undefined | null {
  const effect = effects.findLast((one) => one.is(showHit))
  return effect === undefined ? null : effect.value
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const hit = shownBy(transaction)
    if (hit === null) return transaction.docChanged ? value.map(transaction.changes) : value
    return Decoration.set(
      (hit?.marks ?? [])
        .filter(({ from, to }) => to > from)
        .map(({ from, to, isCurrent }) => (isCurrent ? current : found).range(from, to)),
      true,
    )
  },
  provide: (field) =>
    drawsMarks(
      (state) => state.field(field),
      (state) => [currentPlace(state), state.selection.main.head],
    ),
})

/** The first word of the open result, or else the cursor. */
function currentPlace(state: EditorState): number {
  const set = state.field(marks)
  let at = state.selection.main.head
  set.between(0, state.doc.length, (from, _to, { spec }) => {
    if (spec !== current.spec) return undefined
    at = from
    return false
  })
  return at
}

/** The passage to which a result has just led; `undefined` once the writer has typed or moved the cursor. */
const landing = StateField.define<DecorationSet | undefined>({
  create: () => undefined,
  update(value, transaction) {
    const hit = shownBy(transaction)
    if (hit !== null) return hit && passageOf(hit)
    if (transaction.isUserEvent('select')) return undefined
    if (!transaction.docChanged) return value
    return transaction.annotation(Transaction.remote) === true ? value?.map(transaction.changes) : undefined
  },
  provide: (field) => EditorView.decorations.from(field, (passage) => passage ?? Decoration.none),
})

const passageOf = ({ passage }: Hit): DecorationSet =>
  passage === undefined || passage.from === passage.to
    ? Decoration.none
    : Decoration.set(wholePassage.range(passage.from, passage.to))

/** Ignores one more Enter after opening a result, which would insert a line break into the passage. */
function stayOnHit(view: EditorView): boolean {
  if (view.state.field(landing) === undefined) return false
  view.dispatch({ selection: { anchor: currentPlace(view.state) }, userEvent: 'select' })
  return true
}

/**
 * Keeps the results of a search marked while the writer goes from one to the next. All editors share one theme: each
 * new one would stay in the page for ever and cause the styles of the whole window to be computed again.
 */
export const hitMarks: Extension = [
  marks,
  landing,
  Prec.highest(keymap.of([{ key: 'Enter', run: stayOnHit }])),
  EditorView.baseTheme({
    '.cm-hit-passage': { backgroundColor: 'color-mix(in srgb, var(--accent) 14%, transparent)' },
    // In a quotation the usual text colour is too faint on this background.
    '.cm-hit': { backgroundColor: 'var(--hit)', borderRadius: '2px', color: 'var(--ink)' },
    '.cm-hit-current': { boxShadow: 'inset 0 -2px var(--accent)' },
  }),
]
