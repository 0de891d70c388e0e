import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** The positions of the lines in the scrolling element, in pixels from its top. */
export interface TextOnScreen {
  readonly scroller: HTMLElement
  /** The top of the line that contains this position. */
  topOf(place: number): number
  /** The bottom of the last line. */
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

/**
 * Notifies listeners whenever the text was scrolled or lines changed their height, once everything on screen is
 * measured.
 */
interface ScreenListeners {
  readonly extension: Extension
  readonly listen: (listener: () => void) => () => void
  /** Tells the listeners that lines may have moved on screen. */
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
      // Measuring has just ended with a scroll, so listeners are told at once: waiting for the next frame would make
      // them jump visibly.
      else tell()
    }),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
