import type { ChangeDesc, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'

/** Positions in the text as it was when tracking began. */
export interface TrackedPlaces {
  /** The present position of a position in that text; words inserted at the position come after it. */
  now(place: number): number
  /** The position in that text of a present position. */
  before(place: number): number
  /**
   * The range of that text that has changed, and the present range in its place; `undefined` if nothing has changed.
   */
  changed(): { readonly before: Span; readonly now: Span } | undefined
  end(): void
}

/** Follows positions of a text through all changes. */
export function createTracking(): { readonly extension: Extension; readonly track: () => TrackedPlaces } {
  const tracked = new Set<(changes: ChangeDesc) => void>()
  return {
    extension: EditorView.updateListener.of(({ docChanged, changes }) => {
      if (docChanged) for (const change of tracked) change(changes.desc)
    }),
    track() {
      let since: ChangeDesc | undefined
      const change = (next: ChangeDesc) => void (since = since?.composeDesc(next) ?? next)
      tracked.add(change)
      return {
        now: (place) => since?.mapPos(Math.min(place, since.length)) ?? place,
        before: (place) => since?.invertedDesc.mapPos(place, -1) ?? place,
        changed() {
          let [from, toBefore, to]: (number | undefined)[] = []
          since?.iterChangedRanges((_fromA, toA, fromB, toB) => {
            from ??= fromB
            ;[toBefore, to] = [toA, toB]
          })
          // Positions before the first change have not moved.
          return from === undefined ? undefined : { before: { from, to: toBefore! }, now: { from, to: to! } }
        },
        end: () => void tracked.delete(change),
      }
    },
  }
}
