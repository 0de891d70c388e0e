import { forceParsing } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import type { EditorView as KeptView } from '../../../shared/ipc/ipc-records'
import { unfolding } from '../folding/folds'
import { showHit, type Hit } from '../find/hit-marks'
import type { SelectedWords } from './selected-words'
import type { ShownLine } from './kept-view'
import { textOnScreen, type TextOnScreen } from './text-on-screen'

/** The elements of a pane: `scroller` scrolls, `top` holds the find panel, `bottom` holds Vim's commands. */
export interface EditorPane {
  readonly parent: HTMLElement
  readonly scroller: HTMLElement
  readonly top: HTMLElement
  readonly bottom: HTMLElement
  /** Called when the writer selects words, and when there is no selection any more. */
  readonly selected?: (words: SelectedWords | undefined) => void
  /** The position to show at the top of the screen, with the cursor; `undefined` restores the last view. */
  readonly place?: number | undefined
}

/** The writer's position in a text. */
export type CursorState = Pick<KeptView, 'anchor' | 'head' | 'scrollTop'>

/** An editor on and off screen: it keeps its scroll position, and delays what needs a screen until it is shown. */
export interface EditorViewport {
  attach(pane: EditorPane): void
  detach(): void
  /** Tells the pane about selected words. */
  selected(words: SelectedWords | undefined): void
  /** Runs at once if the editor is on screen, else when it is shown; of several only the last one runs. */
  whenShown(run: () => void): void
  /** The position of the first line on screen; 0 if the title is still visible. */
  topOfScreen(): number
  /** The line of the cursor if it is on screen, else the first line there; `undefined` where nothing is scrolled. */
  shownLine(): ShownLine | undefined
  /** `undefined` off screen. */
  onScreen(): TextOnScreen | undefined
  scrollTop(): number
  cursorState(): CursorState
  returnTo(cursor: CursorState): void
  /** Moves the cursor there once the editor is on screen, marks what was found and scrolls its first word into view. */
  goTo(at: number, hit?: Hit): void
}

/** The scroll position, the height of the text above the screen, and that of the screen, in px. */
interface Seen {
  readonly scrollTop: number
  readonly hidden: number
  readonly height: number
}

/**
 * Creates the viewport of an editor view.
 *
 * @param first the line to show when the editor is first shown
 * @param moved called when the text was scrolled or came on screen
 */
export function createEditorViewport(
  view: EditorView,
  panels: Pick<EditorPane, 'top' | 'bottom'>,
  first: ShownLine | undefined,
  moved: () => void,
): EditorViewport {
  let scroller: HTMLElement | undefined
  /** The last observation; before the first one the editor is at `first`. */
  let seen: Seen | undefined
  let isFirst = true
  let tell: EditorPane['selected']
  let waiting: (() => void) | undefined

  const scrollTop = () => look()?.scrollTop ?? 0

  function whenShown(run: () => void): void {
    if (scroller === undefined) waiting = run
    else run()
  }

  /** Restores the scroll position. Setting it even to its present value would force one more layout of the window. */
  function putBack(onto: HTMLElement): void {
    if (seen !== undefined && seen.scrollTop > 0) onto.scrollTop = seen.scrollTop
    if (isFirst && first !== undefined) bringBack(view, onto, first)
  }

  /**
   * Observes the scroll position. A detached element cannot be measured any more, and it is detached before this is
   * called.
   */
  function look(): Seen | undefined {
    if (scroller?.isConnected !== true || (seen === undefined && scroller.scrollTop === 0)) return seen
    const hidden = scroller.getBoundingClientRect().top - view.documentTop
    return (seen = { scrollTop: scroller.scrollTop, hidden, height: scroller.clientHeight })
  }

  return {
    whenShown,
    scrollTop,
    onScreen: () => (scroller?.isConnected === true ? textOnScreen(view, scroller) : undefined),
    attach(pane) {
      scroller = pane.scroller
      tell = pane.selected
      for (const listener of [look, moved]) scroller.addEventListener('scroll', listener, { passive: true })
      pane.top.append(panels.top)
      pane.bottom.append(panels.bottom)
      pane.parent.append(view.dom)
      // A waiting callback sets a position itself.
      if (waiting === undefined) {
        if (pane.place === undefined) putBack(pane.scroller)
        else bringToTop(view, pane.place)
      }
      isFirst = false
      view.requestMeasure()
      moved()
      waiting?.()
      waiting = undefined
    },
    detach() {
      for (const listener of [look, moved]) scroller?.removeEventListener('scroll', listener)
      for (const element of [view.dom, panels.top, panels.bottom]) element.remove()
      // When a text is removed, the browser moves its selection out of it without an event. CodeMirror would assume
      // that the selection is unchanged when the text comes back, and leave the cursor at the beginning, where the
      // browser puts it.
      view.contentDOM.ownerDocument.dispatchEvent(new Event('selectionchange'))
      tell?.(undefined)
      tell = undefined
      scroller = undefined
    },
    selected: (words) => tell?.(words),
    // The initial position is scrolled to in the first frame only.
    topOfScreen: () => topOf(view, look()) ?? first?.from ?? 0,
    shownLine: () => shownLineOf(view, look()) ?? first,
    cursorState() {
      const { anchor, head } = view.state.selection.main
      return { anchor, head, scrollTop: scrollTop() }
    },
    returnTo: (cursor) =>
      whenShown(() => {
        putCursor(view, cursor)
        view.focus()
        if (scroller !== undefined) scrollTo(view, scroller, cursor.scrollTop)
      }),
    // Sets a cursor and never a selection: the next letter would replace what was only to be read.
    goTo: (at, hit) =>
      whenShown(() => {
        showPlace(view, at, hit)
        view.focus()
      }),
  }
}

/** Limits a position, because the text may be shorter than when the position was recorded. */
const placeIn = ({ state }: EditorView, place: number): number => Math.min(place, state.doc.length)

function putCursor(view: EditorView, { anchor, head }: CursorState): void {
  view.dispatch({
    selection: { anchor: placeIn(view, anchor), head: placeIn(view, head) },
    effects: [showHit.of(undefined), ...unfolding(view.state, placeIn(view, head))],
  })
}

function topOf(view: EditorView, seen: Seen | undefined): number | undefined {
  return seen && (seen.hidden <= 0 ? 0 : view.lineBlockAtHeight(seen.hidden).from)
}

function shownLineOf(view: EditorView, seen: Seen | undefined): ShownLine | undefined {
  if (seen === undefined) return undefined
  const { hidden, height } = seen
  const cursor = view.lineBlockAt(view.state.selection.main.head)
  const isOnScreen = cursor.bottom > hidden && cursor.top < hidden + height
  const { from, top } = isOnScreen ? cursor : view.lineBlockAtHeight(hidden)
  return { from, y: top - hidden }
}

/** The length of the text around a line whose look is known before the line is shown; about a screen. */
const PARSED_AHEAD = 4_000
const PARSING_MS = 30

/** Shows a line where it was on screen. */
function bringBack(view: EditorView, scroller: HTMLElement, { from: noted, y }: ShownLine): void {
  const from = placeIn(view, noted)
  forceParsing(view, Math.min(view.state.doc.length, from + PARSED_AHEAD), PARSING_MS)
  const options = y === undefined ? ({ y: 'center' } as const) : ({ y: 'start', yMargin: y } as const)
  view.dispatch({ effects: EditorView.scrollIntoView(from, options) })
  if (y === undefined) return
  // CodeMirror scrolls to the letters of a line, which may begin below its top, at the end of this frame's measuring.
  requestAnimationFrame(() =>
    view.requestMeasure({
      read: () => view.documentTop + view.lineBlockAt(from).top - scroller.getBoundingClientRect().top - y,
      write(off) {
        if (Math.abs(off) >= 1) scroller.scrollTop += off
      },
    }),
  )
}

function scrollTo(view: EditorView, scroller: HTMLElement, scrollTop: number): void {
  const scroll = () => void (scroller.scrollTop = scrollTop)
  scroll()
  // Lines that come on screen only now may be higher than estimated.
  view.requestMeasure({ read: () => {}, write: scroll })
}

function bringToTop(view: EditorView, noted: number): void {
  const place = placeIn(view, noted)
  view.dispatch({
    selection: { anchor: place },
    effects: [EditorView.scrollIntoView(place, { y: 'start', yMargin: 0 }), ...unfolding(view.state, place)],
    userEvent: 'select',
  })
}

/** Scrolls a position into view, or the first word of what was found there. */
function showPlace(view: EditorView, at: number, hit: Hit | undefined): void {
  const place = placeIn(view, at)
  const word = placeIn(view, hit?.marks.find(({ isCurrent }) => isCurrent)?.from ?? at)
  view.dispatch({
    selection: { anchor: place },
    effects: [
      ...unfolding(view.state, place),
      ...unfolding(view.state, word),
      ...(hit === undefined ? [] : [showHit.of(hit)]),
      hit === undefined
        ? EditorView.scrollIntoView(place, { y: 'start', yMargin: 24 })
        : EditorView.scrollIntoView(word, { y: 'center' }),
    ],
    userEvent: 'select',
  })
}
