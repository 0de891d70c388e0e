import { EditorView, type EditorViewConfig } from '@codemirror/view'
import { placeInCell } from '../tables/cell-place'

interface Point {
  readonly x: number
  readonly y: number
}

/** What a point means in a table is known to the table alone. Of the two forms of a question TypeScript asks for one. */
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
 * An editor view. CodeMirror leaves what is off screen of a long line out, but makes the first of these gaps for lines
 * that do not wrap: flat. The line is then measured as low as what was drawn of it, and taken to be on screen whole;
 * all of a line of megabytes is drawn and laid out. Gaps that are made again know that lines wrap.
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
