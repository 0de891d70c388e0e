import { getSearchQuery, search, searchPanelOpen } from '@codemirror/search'
import { RangeSetBuilder, type Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView } from '@codemirror/view'
import { drawnMarks } from '../view/drawn-marks'
import { onScreen } from '../view/on-screen'

/** How far outside the visible part a match may begin or end, in UTF-16 units. */
const BEYOND_SCREEN_MAX = 250

const place = Decoration.mark({ class: 'cm-searchMatch' })
const chosen = Decoration.mark({ class: 'cm-searchMatch cm-searchMatch-selected' })

/**
 * CodeMirror's search with marks of our own. Its own marks are rendered for every match on screen, and thousands in one
 * line blocked the window for seconds at each key, or crashed the page.
 */
export function findAndMark(options: NonNullable<Parameters<typeof search>[0]>): Extension {
  const [settings, parts] = search(options) as readonly [Extension, readonly Extension[]]
  const [, marksOfSearch] = search() as readonly Extension[]
  return [settings, parts.filter((part) => part !== marksOfSearch), findMarks]
}

const findMarks = onScreen({
  draw: placesOf,
  isStale: ({ state, startState, selectionSet }) =>
    selectionSet ||
    searchPanelOpen(state) !== searchPanelOpen(startState) ||
    getSearchQuery(state) !== getSearchQuery(startState),
})

function placesOf(view: EditorView): DecorationSet {
  const { state, visibleRanges } = view
  const query = getSearchQuery(state)
  if (!searchPanelOpen(state) || !query.valid) return Decoration.none
  const places = new RangeSetBuilder<Decoration>()
  let last = -1
  for (const { from, to } of visibleRanges) {
    const start = Math.max(0, from - BEYOND_SCREEN_MAX)
    const found = query.getCursor(state, start, Math.min(state.doc.length, to + BEYOND_SCREEN_MAX))
    for (let next = found.next(); next.done !== true; next = found.next()) {
      const { from: begin, to: end } = next.value
      if (begin < last || begin === end) continue
      const isChosen = state.selection.ranges.some((range) => range.from === begin && range.to === end)
      places.add(begin, end, isChosen ? chosen : place)
      last = end
    }
  }
  return drawnMarks(view, places.finish(), [state.selection.main.head])
}
