import { PAGE_STYLE } from '../../shared/markdown/html/page-style'
import { shownTitle } from '../../shared/terms'
import { styleNonce } from '../editor/nonce'
import type { PageChange } from './page-blocks'
import { elementsOf, type Pictures } from './page-elements'
import { createGroups } from './page-groups'
import { faces, facesOfText, followLook, SCREEN_STYLE } from './page-look'
import { createPlaces, type PagePlaces } from './page-places'
import { bringInStep, bringToTop, pixelsIn, placeAt, withPixels, type ScrollPlace } from './scroll-place'

/** The page in the frame of the reading view. */
export interface ReadingPage {
  setTitle(title: string): void
  /** Draws a change in several steps and leaves the rest as it is; resolves when the change is drawn. */
  change(change: PageChange): Promise<void>
  /** Scrolls a position of the text to the top of the screen, as soon as the text is drawn, and keeps it there. */
  goTo(place: number): void
  /** Keeps a place aligned with another view, and the place `seen` on screen. */
  follow(place: ScrollPlace, seen?: ScrollPlace): void
  /** The places of the drawn blocks. */
  readonly places: PagePlaces
  /**
   * The position in the text of the first line on screen; `undefined` if the page is still where `goTo` scrolled it.
   */
  movedTo(): number | undefined
  end(): void
}

/** The maximum time of one step of drawing. */
const TURN_MS = 12

/** The number of blocks sanitized at a time. */
const AT_ONCE = 20

interface Drawing extends Pictures {
  /** Called when a part of the text was drawn. */
  readonly drawn: () => void
  /** Called when the user or `goTo` has scrolled the page, but not when the page follows another view. */
  readonly moved: () => void
  /** Called when blocks have changed their heights, after the kept place was restored. */
  readonly resized: () => void
}

/**
 * A place that keeps its position on screen while blocks above it change their heights, until the user scrolls the
 * page.
 */
interface Held {
  readonly place: ScrollPlace
  readonly kind: 'top' | 'in-step'
  readonly seen?: ScrollPlace | undefined
}

/** Creates the page in a sandboxed frame of the window that has loaded nothing. */
export function createReadingPage(frame: HTMLIFrameElement, options: Drawing): ReadingPage {
  const page = frame.contentDocument!
  const root = page.documentElement
  const { title, text, groups } = buildPage(page)
  // A frame that loads nothing is in quirks mode, where the body scrolls.
  const scroller = page.scrollingElement ?? root
  const places = createPlaces(scroller, groups)
  /** The position to which `goTo` scrolls once the text is drawn. */
  let wanted: number | undefined
  let held: Held | undefined
  /** The scroll offset that the page itself set last. */
  let cameTo: number | undefined
  let drawing: Promise<unknown> = facesOfText(page)
  let hasEnded = false

  const isWhereItCame = () => cameTo !== undefined && Math.abs(scroller.scrollTop - cameTo) < 1

  function hold(next: Held | undefined): void {
    held = next
    // Chromium's own scroll anchoring would interfere with this one.
    root.style.overflowAnchor = held === undefined ? '' : 'none'
    bring()
  }

  function bring(): void {
    if (held === undefined || hasEnded) return
    if (held.kind === 'top') bringToTop(places, held.place)
    else bringInStep(places, held.place, held.seen)
    cameTo = scroller.scrollTop
  }

  async function draw(change: PageChange): Promise<void> {
    const { kept, keptAtEnd, blocks } = change
    const made = await drawn(page, blocks, options, () => hasEnded)
    if (hasEnded) return
    const { place, seen } = held ?? { place: placeAt(places, 0) }
    const inPixels = pixelsIn(places, place)
    const last = groups.blocks.length - keptAtEnd
    groups.replace({ from: kept, to: last }, made)
    places.begin(change.begins)
    // Text typed in a block is usually below the line that is read, so the place keeps its distance in pixels from the
    // start.
    const moved = withPixels(places, blockAfter(change, last, place.block), inPixels)
    if (wanted !== undefined) goTo(wanted)
    else if (held !== undefined)
      hold({ ...held, place: moved, seen: seen && { ...seen, block: blockAfter(change, last, seen.block) } })
    else {
      bringToTop(places, moved)
      cameTo = scroller.scrollTop
    }
    options.drawn()
  }

  function goTo(place: number): void {
    wanted = places.count === 0 ? place : undefined
    if (wanted !== undefined) return
    hold({ kind: 'top', place: places.placeOf(place) })
    options.moved()
  }

  page.addEventListener('scroll', ({ target }) => {
    if (target !== page || isWhereItCame()) return
    cameTo = undefined
    hold(undefined)
    options.moved()
  })
  // Images loaded late, and blocks whose estimated height turns out wrong, change heights.
  const heights = whenResized([frame, text], () => {
    bring()
    options.resized()
  })
  const endLook = followLook(root)

  return {
    places,
    goTo,
    setTitle(words) {
      title.textContent = shownTitle(words)
    },
    change(change) {
      const done = drawing.then(() => (hasEnded ? undefined : draw(change)))
      drawing = done
      return done
    },
    follow: (place, seen) => hold({ kind: 'in-step', place, seen }),
    // Scroll events arrive only with the next frame, so the offset is compared here.
    movedTo: () =>
      places.count === 0 || (held?.kind === 'top' && isWhereItCame()) ? undefined : places.top(),
    end() {
      hasEnded = true
      heights.disconnect()
      endLook()
    },
  }
}

function whenResized(elements: readonly Element[], listener: () => void): ResizeObserver {
  const sizes = new ResizeObserver(listener)
  for (const element of elements) sizes.observe(element)
  return sizes
}

function buildPage(page: Document) {
  const style = page.createElement('style')
  style.nonce = styleNonce()
  style.textContent = `${faces()}\n${PAGE_STYLE}\n${SCREEN_STYLE}`
  page.head.append(style)
  const main = page.createElement('main')
  const title = page.createElement('h1')
  title.className = 'title'
  const text = page.createElement('div')
  main.append(title, text)
  page.body.append(main)
  return { title, text, groups: createGroups(text) }
}

/**
 * Creates the elements of blocks in steps, between which the window can do other work. Ends early if `hasEnded` returns
 * true.
 */
async function drawn(
  page: Document,
  blocks: readonly string[],
  pictures: Pictures,
  hasEnded: () => boolean,
): Promise<readonly Element[]> {
  const made: Element[] = []
  let turn = performance.now()
  for (let at = 0; at < blocks.length && !hasEnded(); at += AT_ONCE) {
    if (performance.now() - turn > TURN_MS) {
      await new Promise<void>((resume) => setTimeout(resume))
      turn = performance.now()
    }
    for (const element of elementsOf(blocks.slice(at, at + AT_ONCE), pictures))
      made.push(page.adoptNode(element))
  }
  return made
}

/** The block that replaces a given block after a change; `last`: the first old block of those kept at the end. */
function blockAfter({ kept, blocks, begins, keptAtEnd }: PageChange, last: number, block: number): number {
  if (block < kept) return block
  if (block >= last) return block - last + begins.length - keptAtEnd
  return Math.min(block, kept + Math.max(0, blocks.length - 1))
}
