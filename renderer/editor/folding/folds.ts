import { foldedRanges, foldEffect, unfoldEffect } from '@codemirror/language'
import type { EditorState, StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { counted } from '../../../shared/text/counted'
import type { Span } from '../../../shared/text/span'
import { foldRangeAt } from './foldable'

export const linesIn = ({ doc }: EditorState, { from, to }: Span): number =>
  doc.lineAt(to).number - doc.lineAt(from).number

/** The folded ranges that touch a range. */
export function foldsAt(state: EditorState, from: number, to = from): readonly Span[] {
  const found: Span[] = []
  foldedRanges(state).between(from, to, (begin, end) => void found.push({ from: begin, to: end }))
  return found
}

/** The effects that unfold a position; everything that leads there must add them. */
export const unfolding = (state: EditorState, at: number): readonly StateEffect<unknown>[] =>
  foldsAt(state, at)
    .filter(({ from, to }) => from < at && at <= to)
    .map((fold) => unfoldEffect.of(fold))

/** Whether the line at a position is hidden. */
export const isFolded = (state: EditorState, at: number): boolean =>
  foldsAt(state, at).some(({ from, to }) => from < at && at <= to)

/** Folds ranges, keeping the cursor visible. */
export function foldAway(view: EditorView, folds: readonly Span[]): boolean {
  if (folds.length === 0) return false
  const { main } = view.state.selection
  const around = folds.find(({ from, to }) => from < main.head && main.head <= to)
  view.dispatch({
    effects: [
      ...folds.map((fold) => foldEffect.of(fold)),
      ...(folds.length === 1 ? [said(view.state, 'Folded', folds)] : []),
    ],
    ...(around !== undefined && { selection: { anchor: around.from } }),
  })
  return true
}

function said(state: EditorState, what: 'Folded' | 'Unfolded', folds: readonly Span[]) {
  const lines = folds.reduce((sum, fold) => sum + linesIn(state, fold), 0)
  return EditorView.announce.of(`${what} ${counted(lines, 'line')}`)
}

export function open(view: EditorView, folds: readonly Span[]): boolean {
  if (folds.length === 0) return false
  view.dispatch({
    effects: [...folds.map((fold) => unfoldEffect.of(fold)), said(view.state, 'Unfolded', folds)],
  })
  return true
}

/** Folds or unfolds the range of the line at `at`. */
export function toggleFoldAt(view: EditorView, at: number): void {
  const line = view.state.doc.lineAt(at)
  if (
    open(
      view,
      foldsAt(view.state, line.to).filter(({ from }) => from === line.to),
    )
  )
    return
  const range = foldRangeAt(view.state, line)
  if (range !== undefined) foldAway(view, [range])
}
