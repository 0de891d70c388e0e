import type { ChangeDesc, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Span } from '../../../shared/text/span'

/** Places of the text as it was when the tracking began. */
export interface TrackedPlaces {
  /** Where a place of that text stands now; words that were written at it stand behind it. */
  now(place: number): number
  /** Where a place of the present text stood in that one. */
  before(place: number): number
  /** The stretch of that text in which something has changed, and what stands there now; `undefined` where nothing has. */
  changed(): { readonly before: Span; readonly now: Span } | undefined
  end(): void
}

/** Follows places of a text through all changes. */
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
          // Nothing before the first change has moved.
          return from === undefined ? undefined : { before: { from, to: toBefore! }, now: { from, to: to! } }
        },
        end: () => void tracked.delete(change),
      }
    },
  }
}
