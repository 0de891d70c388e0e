import type { ChangeDesc, Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** Places of the text as it was when the tracking began. */
export interface TrackedPlaces {
  /** Where a place of that text stands now; words that were written at it stand behind it. */
  now(place: number): number
  /** Where a place of the present text stood in that one. */
  before(place: number): number
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
        end: () => void tracked.delete(change),
      }
    },
  }
}
