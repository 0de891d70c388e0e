import { searchPanelOpen } from '@codemirror/search'
import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'

/** Limits the search to these ranges; `undefined` searches everywhere. */
export const setFindScope = StateEffect.define<readonly Span[] | undefined>()

const inScope = Decoration.mark({ class: 'find-scope' })

/** The ranges to which find and replace are limited, mapped through changes while the panel is open. */
export const findScope = StateField.define<readonly Span[] | undefined>({
  create: () => undefined,
  update(scope, { changes, effects, docChanged, state }) {
    for (const effect of effects) if (effect.is(setFindScope)) return effect.value
    if (!searchPanelOpen(state)) return undefined
    if (scope !== undefined && docChanged)
      scope = scope.map(({ from, to }) => ({ from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) }))
    return scope
  },
  provide: (field) =>
    EditorView.decorations.from(field, (scope) =>
      Decoration.set(
        (scope ?? []).filter(({ from, to }) => from < to).map(({ from, to }) => inScope.range(from, to)),
      ),
    ),
})

/** For `SearchQuery.test`; a single function, so that queries that use it are equal. */
export const isInScope = (_: string, state: EditorState, from: number, to: number): boolean =>
  state.field(findScope, false)?.some((span) => span.from <= from && to <= span.to) ?? true

/** The selected ranges, if any. */
export const selectedSpans = (state: EditorState): readonly Span[] =>
  state.selection.ranges.filter(({ empty }) => !empty).map(({ from, to }) => ({ from, to }))
