import { EditorView } from '@codemirror/view'
import type { EditorView as KeptView } from '../../../shared/ipc/ipc-records'
import { unfolding } from '../folding/folds'
import { showHit, type Hit } from '../find/hit-marks'
import type { SelectedWords } from './selected-words'
import { textOnScreen, type TextOnScreen } from './text-on-screen'

/** Where an editor is shown: `scroller` is the element that scrolls, `top` the place of the find panel, `bottom` that of vim's commands. */
export interface EditorPane {
  readonly parent: HTMLElement
  readonly scroller: HTMLElement
  readonly top: HTMLElement
  readonly bottom: HTMLElement
  /** Told of words that the writer selects, and when there are none any more. */
  readonly selected?: (words: SelectedWords | undefined) => void
  /** The place that comes to the top of the screen, with the cursor; `undefined`: all is as it was when last shown. */
  readonly place?: number | undefined
}

/** Where the writer is in a text. */
export type CursorState = Pick<KeptView, 'anchor' | 'head' | 'scrollTop'>

/** An editor on screen and off it: it keeps how far it was scrolled, and does once it is shown what needs a screen. */
export interface EditorViewport {
  attach(pane: EditorPane): void
  detach(): void
  /** Tells the pane of selected words. */
  selected(words: SelectedWords | undefined): void
  /** At once where the editor is on screen, else as soon as it is; the last of those that wait. */
  whenShown(run: () => void): void
  /** Where the first line on screen begins; 0 where the title is still to be seen. */
  topOfScreen(): number
  /** `undefined` off screen. */
  onScreen(): TextOnScreen | undefined
  scrollTop(): number
  cursorState(): CursorState
  returnTo(cursor: CursorState): void
  /** The cursor goes there, once the editor is on screen; what was found is marked, and the first current word in view. */
  goTo(at: number, hit?: Hit): void
}

/** How far it is scrolled, and how much of the text's height that hides. */
interface Seen {
  readonly scrollTop: number
  readonly hidden: number
}

/**
 * @param first where the first line on screen begins when the editor is first shown
 * @param moved told when the text was scrolled or came on screen
 */
export function createEditorViewport(
  view: EditorView,
  panels: Pick<EditorPane, 'top' | 'bottom'>,
  first: number,
  moved: () => void,
): EditorViewport {
  let scroller: HTMLElement | undefined
  /** When last looked at; until then it stands as `first` says. */
  let seen: Seen | undefined
  let isFirst = true
  let tell: EditorPane['selected']
  let waiting: (() => void) | undefined

  const scrollTop = () => look()?.scrollTop ?? 0

  function whenShown(run: () => void): void {
    if (scroller === undefined) waiting = run
    else run()
  }

  /** To where it was; even to set it to where it is would lay the whole window out, once more than the frame does. */
  function putBack(onto: HTMLElement): void {
    if (seen !== undefined && seen.scrollTop > 0) onto.scrollTop = seen.scrollTop
    if (isFirst && first > 0)
      view.dispatch({ effects: EditorView.scrollIntoView(first, { y: 'start', yMargin: 0 }) })
  }

  /** Of an element that is off screen nothing can be measured any more, and it goes before this is told. */
  function look(): Seen | undefined {
    if (scroller?.isConnected !== true || (seen === undefined && scroller.scrollTop === 0)) return seen
    const hidden = scroller.getBoundingClientRect().top - view.documentTop
    return (seen = { scrollTop: scroller.scrollTop, hidden })
  }

  return {
    whenShown,
    scrollTop,
    onScreen: () => (scroller?.isConnected === true ? textOnScreen(view, scroller) : undefined),
    attach(pane) {
      scroller = pane.scroller
      tell = pane.selected
      for (const hear of [look, moved]) scroller.addEventListener('scroll', hear, { passive: true })
      pane.top.append(panels.top)
      pane.bottom.append(panels.bottom)
      pane.parent.append(view.dom)
      // Whoever waits has a place for it.
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
      for (const hear of [look, moved]) scroller?.removeEventListener('scroll', hear)
      for (const element of [view.dom, panels.top, panels.bottom]) element.remove()
      // The browser moves its selection out of a text that goes, and fires no event: CodeMirror would believe that it is
      // still there when the text comes back, and leave the cursor where the browser then puts it, at the begin.
      view.contentDOM.ownerDocument.dispatchEvent(new Event('selectionchange'))
      tell?.(undefined)
      tell = undefined
      scroller = undefined
    },
    selected: (words) => tell?.(words),
    topOfScreen() {
      const looked = look()
      // Where it begins is scrolled to with its first frame only.
      if (looked === undefined) return first
      return looked.hidden <= 0 ? 0 : view.lineBlockAtHeight(looked.hidden).from
    },
    cursorState() {
      const { anchor, head } = view.state.selection.main
      return { anchor, head, scrollTop: scrollTop() }
    },
    returnTo: (cursor) =>
      whenShown(() => {
        putCursor(view, cursor)
        view.focus()
        const scroll = () => void (scroller && (scroller.scrollTop = cursor.scrollTop))
        scroll()
        // Lines that come on screen only now may be higher than was thought.
        view.requestMeasure({ read: () => {}, write: scroll })
      }),
    // Never a selection: the next letter would replace what was only to be read.
    goTo: (at, hit) =>
      whenShown(() => {
        showPlace(view, at, hit)
        view.focus()
      }),
  }
}

/** The text may be shorter than it was when the place was noted. */
const placeIn = ({ state }: EditorView, place: number): number => Math.min(place, state.doc.length)

function putCursor(view: EditorView, { anchor, head }: CursorState): void {
  view.dispatch({
    selection: { anchor: placeIn(view, anchor), head: placeIn(view, head) },
    effects: [showHit.of(undefined), ...unfolding(view.state, placeIn(view, head))],
  })
}

function bringToTop(view: EditorView, noted: number): void {
  const place = placeIn(view, noted)
  view.dispatch({
    selection: { anchor: place },
    effects: [EditorView.scrollIntoView(place, { y: 'start', yMargin: 0 }), ...unfolding(view.state, place)],
    userEvent: 'select',
  })
}

/** Brings a place into view, or the first current word of what was found there. */
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
