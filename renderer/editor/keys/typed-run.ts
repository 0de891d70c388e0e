import type { EditorState } from '@codemirror/state'
import type { ViewUpdate } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'

/** The text typed in one go at one place, as it is now. */
export class TypedRun {
  private span: Span | undefined
  /** Other text was changed as well, so that the typed text is unknown. */
  private isBroken = false

  begin(): void {
    this.span = undefined
    this.isBroken = false
  }

  update({ docChanged, selectionSet, changes, state }: ViewUpdate): void {
    if (docChanged)
      changes.iterChanges((fromA, toA, fromB, toB) => {
        const { span } = this
        const isWithin = span !== undefined && fromA >= span.from && toA <= span.to
        if (isWithin) this.span = { from: span.from, to: span.to + (toB - fromB) - (toA - fromA) }
        else if (span === undefined && fromA === toA) this.span = { from: fromB, to: toB }
        else this.isBroken = true
      })
    else if (selectionSet && !this.holds(state.selection.main.head)) this.begin()
  }

  words(state: EditorState): string | undefined {
    if (this.isBroken || this.span === undefined || state.selection.ranges.length > 1) return undefined
    return state.sliceDoc(this.span.from, this.span.to)
  }

  private holds(place: number): boolean {
    return this.span !== undefined && this.span.from <= place && place <= this.span.to
  }
}
