import type { EditorHandle, TextOnScreen, TrackedPlaces } from '../editor/editor'
import type { ReadingPage } from './reading-page'
import { bringInStep, placeInStep, type ScrolledBlocks, type ScrollPlace } from './scroll-place'

/** Keeps a page and the editor beside it at the same place: scrolling one of them scrolls the other one too. */
interface InStep {
  /** Called when another text is drawn; `places` tracks its positions. */
  drawn(places: TrackedPlaces): void
  /** Called when the page was scrolled. */
  pageMoved(): void
  /** Called when blocks of the page have changed their heights. */
  pageResized(): void
  end(): void
}

/** Events of user input, which come before any scrolling caused by them. */
const BY_POINTER = ['wheel', 'pointerdown', 'touchstart'] as const
const BY_KEY = ['keydown', 'beforeinput'] as const

/** `isActive`: whether the page, and not the editor, is the active side. */
export function keepInStep(
  editor: EditorHandle,
  frame: HTMLIFrameElement,
  page: ReadingPage,
  isActive: () => boolean,
): InStep {
  let places: TrackedPlaces | undefined
  /** The view that the user used last; the other one follows, and its own scrolling is ignored. */
  let leader: 'page' | 'text' = 'page'
  let isByKey = false
  /** Whether the writer is typing: the page then scrolls only to show the typed words, until another input event. */
  let isTyping = false

  function step(): void {
    const screen = editor.onScreen()
    if (screen === undefined || places === undefined) return
    const text = blocksOf(screen, page, places)
    if (leader === 'page') return bringInStep(text, placeInStep(page.places))
    // A growing block is taller in the editor than on the page, so the page would move back and forth with each word.
    if (isTyping) page.follow(placeInStep(page.places), caretOn(screen, places))
    else page.follow(placeInStep(text))
  }

  /** The place of the cursor on the page; undefined while the cursor is off screen in the editor too. */
  function caretOn({ topOf, scroller }: TextOnScreen, { before }: TrackedPlaces): ScrollPlace | undefined {
    const caret = editor.selection().to
    const y = topOf(caret)
    return y >= 0 && y < scroller.clientHeight ? page.places.placeOf(before(caret)) : undefined
  }

  function lead(event: Event): void {
    const { target, type } = event
    const isInText = target instanceof Node && editor.onScreen()?.scroller.contains(target) === true
    const isInPage = target === frame || (target as Node).ownerDocument === frame.contentDocument
    // A wheel event elsewhere scrolls something else. All other input elsewhere moves the active side.
    if (type === 'wheel' && !isInText && !isInPage) return
    leader = isInPage || (!isInText && isActive()) ? 'page' : 'text'
    isByKey = BY_KEY.some((name) => name === type)
    isTyping = false
  }

  const until = new AbortController()
  const heard = { capture: true, passive: true, signal: until.signal }
  for (const where of [document, frame.contentDocument!])
    for (const name of [...BY_POINTER, ...BY_KEY]) where.addEventListener(name, lead, heard)
  const stops = [
    editor.listenToScreen(step),
    editor.listenToMoves((isTyped) => {
      if (isTyped) isTyping = isByKey && leader === 'text'
    }),
  ]

  return {
    drawn(next) {
      places?.end()
      places = next
      step()
    },
    pageMoved() {
      leader = 'page'
      isTyping = false
      step()
    },
    pageResized() {
      if (leader === 'page') step()
    },
    end() {
      until.abort()
      places?.end()
      for (const stop of stops) stop()
    },
  }
}

/** The blocks of the page at their current positions in the editor. */
const blocksOf = (
  screen: TextOnScreen,
  { places: { begins } }: ReadingPage,
  places: TrackedPlaces,
): ScrolledBlocks => ({
  scroller: screen.scroller,
  count: begins.length,
  topOf: (block) => (block < begins.length ? screen.topOf(places.now(begins[block]!)) : screen.end),
})
