import { Prec, StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view'
import type { Span } from '../../shared/span'

export interface HitMark extends Span {
  /** A word of the hit that is open; the others are further places of the same search. */
  readonly isCurrent: boolean
}

/** Marks what a search has found in this text; an empty list ends it. */
export const showHit = StateEffect.define<readonly HitMark[]>()

const found = Decoration.mark({ class: 'cm-hit' })
const current = Decoration.mark({ class: 'cm-hit cm-hit-current' })

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let ranges = transaction.docChanged ? value.map(transaction.changes) : value
    for (const effect of transaction.effects)
      if (effect.is(showHit))
        ranges = Decoration.set(
          effect.value
            .filter(({ from, to }) => to > from)
            .map(({ from, to, isCurrent }) => (isCurrent ? current : found).range(from, to)),
          true,
        )
    return ranges
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** The sentence that is selected because a hit has just led there; nothing else was done since. */
const landing = StateField.define<Span | undefined>({
  create: () => undefined,
  update(value, { docChanged, effects, newSelection, selection }) {
    const isLanding = effects.some((effect) => effect.is(showHit) && effect.value.length > 0)
    if (isLanding) return newSelection.main
    return docChanged || selection !== undefined ? undefined : value
  },
})

/** Enter pressed once too often, on its way from a list of hits, must not replace the sentence that was found. */
function stayOnHit(view: EditorView): boolean {
  const landed = view.state.field(landing)
  if (landed === undefined || landed.from === landed.to) return false
  let at = landed.from
  view.state.field(marks).between(landed.from, landed.to, (from) => {
    at = from
    return false
  })
  view.dispatch({ selection: { anchor: at } })
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
    '.cm-hit': { backgroundColor: 'var(--hit)', borderRadius: '2px' },
    '.cm-hit-current': { boxShadow: 'inset 0 -2px var(--accent)' },
  }),
]
