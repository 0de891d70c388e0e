import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** Where the lines of a text stand in the element that scrolls it, in pixels from the top of that. */
export interface TextOnScreen {
  readonly scroller: HTMLElement
  /** Where the line with this place begins. */
  topOf(place: number): number
  /** Where the last line ends. */
  readonly end: number
}

export function textOnScreen(view: EditorView, scroller: HTMLElement): TextOnScreen {
  const top = view.documentTop - scroller.getBoundingClientRect().top
  const { length } = view.state.doc
  return {
    scroller,
    topOf: (place) => top + view.lineBlockAt(Math.min(place, length)).top,
    end: top + view.lineBlockAt(length).bottom,
  }
}

/** Tells of the screen whenever it was scrolled or lines got other heights, once all that is on screen was measured. */
interface ScreenListeners {
  readonly extension: Extension
  readonly listen: (listener: () => void) => () => void
  /** Lines may stand elsewhere on screen. */
  readonly changed: (view: EditorView) => void
}

export function createScreenListeners(): ScreenListeners {
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  function changed(view: EditorView): void {
    if (listeners.size > 0) view.requestMeasure({ key: listeners, read: () => {}, write: tell })
  }
  return {
    changed,
    extension: EditorView.updateListener.of(({ geometryChanged, docChanged, view }) => {
      if (!geometryChanged) return
      if (docChanged) changed(view)
      // It was measured just now, and scrolled for that: whoever waited for the next frame would be seen to jump.
      else tell()
    }),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
