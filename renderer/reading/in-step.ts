import type { EditorHandle, TextOnScreen, TrackedPlaces } from '../editor/editor'
import type { ReadingPage } from './reading-page'
import { bringInStep, placeInStep, type ScrolledBlocks, type ScrollPlace } from './scroll-place'

/** A page and the text beside it that is written: whoever scrolls one of them brings the other one along. */
interface InStep {
  /** Another text is drawn; `places` are those of it. */
  drawn(places: TrackedPlaces): void
  /** Somebody has moved the page. */
  pageMoved(): void
  /** Its blocks have other heights. */
  pageResized(): void
  end(): void
}

/** What a hand does, before anything moves by it. */
const BY_POINTER = ['wheel', 'pointerdown', 'touchstart'] as const
const BY_KEY = ['keydown', 'beforeinput'] as const

/** `isActive`: whether the writer is in the page, and not in the text. */
export function keepInStep(
  editor: EditorHandle,
  frame: HTMLIFrameElement,
  page: ReadingPage,
  isActive: () => boolean,
): InStep {
  let places: TrackedPlaces | undefined
  /** The view under the writer's hand; the other one follows and never answers. */
  let leader: 'page' | 'text' = 'page'
  let isByKey = false
  /** Words are written: the page shows them and moves for nothing else, until something else is done. */
  let isTyping = false

  function step(): void {
    const screen = editor.onScreen()
    if (screen === undefined || places === undefined) return
    const text = blocksOf(screen, page, places)
    if (leader === 'page') return bringInStep(text, placeInStep(page.places))
    // A block that grows is higher in the text than on the page, so that the page would go to and fro with each word.
    if (isTyping) page.follow(placeInStep(page.places), caretOn(screen, places))
    else page.follow(placeInStep(text))
  }

  /** Where the page shows what is written; nowhere while the writer does not see it in the text either. */
  function caretOn({ topOf, scroller }: TextOnScreen, { before }: TrackedPlaces): ScrollPlace | undefined {
    const caret = editor.selection().to
    const y = topOf(caret)
    return y >= 0 && y < scroller.clientHeight ? page.places.placeOf(before(caret)) : undefined
  }

  function lead(event: Event): void {
    const { target, type } = event
    const isInText = target instanceof Node && editor.onScreen()?.scroller.contains(target) === true
    const isInPage = target === frame || (target as Node).ownerDocument === frame.contentDocument
    // A wheel over something else scrolls that; all else there moves the side that the writer is in.
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

/** The blocks of the page, where they stand in the text now. */
const blocksOf = (
  screen: TextOnScreen,
  { places: { begins } }: ReadingPage,
  places: TrackedPlaces,
): ScrolledBlocks => ({
  scroller: screen.scroller,
  count: begins.length,
  topOf: (block) => (block < begins.length ? screen.topOf(places.now(begins[block]!)) : screen.end),
})
