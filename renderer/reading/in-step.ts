import type { EditorHandle, TextOnScreen, TrackedPlaces } from '../editor/editor'
import type { ReadingPage } from './reading-page'
import { bringInStep, placeAt, placeInStep, type ScrolledBlocks } from './scroll-place'

/** A page and the text beside it that is written: whoever scrolls one of them brings the other one along. */
export interface InStep {
  /** Another text is drawn; `places` are those of it. */
  drawn(places: TrackedPlaces): void
  /** Somebody has moved the page. */
  pageMoved(): void
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
  /** Words are written: the page shows them, even where that takes it out of step. */
  let isTyping = false

  function step(): void {
    const screen = editor.onScreen()
    if (screen === undefined || places === undefined) return
    const text = blocksOf(screen, page, places)
    if (leader === 'page') return bringInStep(text, placeInStep(page.places))
    page.follow(placeInStep(text), isTyping ? caretOn(screen, text) : undefined)
  }

  /** The block with the caret, and how much of it stands above; none while the writer does not see it either. */
  function caretOn(screen: TextOnScreen, text: ScrolledBlocks) {
    const y = screen.topOf(editor.selection().to)
    return y >= 0 && y < screen.scroller.clientHeight ? placeAt(text, y) : undefined
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
