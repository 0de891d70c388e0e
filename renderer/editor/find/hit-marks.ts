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
  /** A word of the hit that is open; the others are further places of the same search. */
  readonly isCurrent: boolean
}

/** What a search has found in this text, and the whole passage, if that is what was found. */
export interface Hit {
  readonly passage?: Span
  readonly marks: readonly HitMark[]
}

/** Marks what was found; without a hit nothing is marked any more. */
export const showHit = StateEffect.define<Hit | undefined>()

const found = Decoration.mark({ class: 'cm-hit' })
const current = Decoration.mark({ class: 'cm-hit cm-hit-current' })
const wholePassage = Decoration.mark({ class: 'cm-hit-passage' })

/** The last of a transaction; `null`: it says nothing of hits. */
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

/** The first word of the hit that is open, or else the cursor. */
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

/** The passage that a hit has just led to; `undefined` once the writer has typed or gone on from there. */
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

/** Enter pressed once too often, on its way from a list of hits, must not break the sentence that was found. */
function stayOnHit(view: EditorView): boolean {
  if (view.state.field(landing) === undefined) return false
  view.dispatch({ selection: { anchor: currentPlace(view.state) }, userEvent: 'select' })
  return true
}

/**
 * What a search has found stays marked while the writer goes from hit to hit. One theme for all editors: each new one is
 * one more in the page for ever, for which the style of the whole window is reckoned anew.
 */
export const hitMarks: Extension = [
  marks,
  landing,
  Prec.highest(keymap.of([{ key: 'Enter', run: stayOnHit }])),
  EditorView.baseTheme({
    '.cm-hit-passage': { backgroundColor: 'color-mix(in srgb, var(--accent) 14%, transparent)' },
    // In a quote the words are softer than this ground allows.
    '.cm-hit': { backgroundColor: 'var(--hit)', borderRadius: '2px', color: 'var(--ink)' },
    '.cm-hit-current': { boxShadow: 'inset 0 -2px var(--accent)' },
  }),
]
