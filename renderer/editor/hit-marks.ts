import { StateEffect, StateField, type Extension } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import type { Span } from '../../shared/span'

/** Marks the words of the hit that is open; an empty list ends it. */
export const showHit = StateEffect.define<readonly Span[]>()

const mark = Decoration.mark({ class: 'cm-hit' })

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let ranges = transaction.docChanged ? value.map(transaction.changes) : value
    for (const effect of transaction.effects)
      if (effect.is(showHit))
        ranges = Decoration.set(
          effect.value.filter(({ from, to }) => to > from).map(({ from, to }) => mark.range(from, to)),
          true,
        )
    return ranges
  },
  provide: (field) => EditorView.decorations.from(field),
})

/**
 * What a search has found stays marked while the writer goes from hit to hit. One theme for all editors: each new one is
 * one more in the page for ever, for which the style of the whole window is reckoned anew.
 */
export const hitMarks: Extension = [
  marks,
  EditorView.baseTheme({ '.cm-hit': { backgroundColor: 'var(--hit)', borderRadius: '2px' } }),
]
