import { EditorView, type EditorViewConfig } from '@codemirror/view'
import { placeInCell } from '../tables/cell-place'

interface Point {
  readonly x: number
  readonly y: number
}

/** In a table, only the table can tell the position at a point. TypeScript requires overloads here. */
class View extends EditorView {
  override posAndSideAtCoords(point: Point, precise: false): { pos: number; assoc: -1 | 1 }
  override posAndSideAtCoords(point: Point, precise?: boolean): { pos: number; assoc: -1 | 1 } | null
  override posAndSideAtCoords(point: Point, precise = true): { pos: number; assoc: -1 | 1 } | null {
    return placeInCell(this, point.x, point.y) ?? super.posAndSideAtCoords(point, precise as false)
  }

  override posAtCoords(point: Point, precise: false): number
  override posAtCoords(point: Point, precise?: boolean): number | null
  override posAtCoords(point: Point, precise = true): number | null {
    return placeInCell(this, point.x, point.y)?.pos ?? super.posAtCoords(point, precise as false)
  }
}

/**
 * Creates an editor view. CodeMirror leaves the invisible parts of a long line out, but creates the first of these gaps
 * for lines that do not wrap, with no height. The line is then measured by its rendered part alone and considered
 * visible as a whole, so that a line of megabytes is rendered and laid out. Gaps created a second time take wrapping
 * into account.
 */
export function newView(config: EditorViewConfig): EditorView {
  const view = new View(config)
  const { viewState } = view as unknown as { readonly viewState: { lineGaps: readonly unknown[] } }
  if (viewState.lineGaps.length > 0) {
    viewState.lineGaps = []
    view.dispatch({})
  }
  return view
}
