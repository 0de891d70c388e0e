import { PAGE_STYLE } from '../../shared/markdown/html/page-style'
import { shownTitle } from '../../shared/terms'
import { styleNonce } from '../editor/nonce'
import type { PageChange } from './page-blocks'
import { elementsOf, type Pictures } from './page-elements'
import { createGroups } from './page-groups'
import { faces, facesOfText, followLook, SCREEN_STYLE } from './page-look'
import { createPlaces, type PagePlaces } from './page-places'
import { bringInStep, bringToTop, pixelsIn, placeAt, withPixels, type ScrollPlace } from './scroll-place'

/** The page within the frame of the reading view. */
export interface ReadingPage {
  setTitle(title: string): void
  /** Draws what changed, bit by bit, and leaves the rest as it is; resolves when that is done. */
  change(change: PageChange): Promise<void>
  /** Brings this place of the text to the top of the screen, as soon as it is drawn, and keeps it there. */
  goTo(place: number): void
  /** Keeps this place in step with another view, and `seen` on screen. */
  follow(place: ScrollPlace, seen?: ScrollPlace): void
  /** The blocks that are drawn. */
  readonly places: PagePlaces
  /** Where in the text the first line on screen stands; `undefined` where that is where `goTo` has brought it. */
  movedTo(): number | undefined
  end(): void
}

/** The longest turn of drawing. */
const TURN_MS = 12

/** Blocks that go through the wall together. */
const AT_ONCE = 20

interface Drawing extends Pictures {
  /** Told when a part of the text was drawn. */
  readonly drawn: () => void
  /** Told when the page was scrolled or brought to a place, unless it follows. */
  readonly moved: () => void
  /** Told when blocks have got other heights, once the page is where it is kept. */
  readonly resized: () => void
}

/** A place that stays where it is on screen while blocks above it get other heights, until somebody scrolls the page. */
interface Held {
  readonly place: ScrollPlace
  readonly kind: 'top' | 'in-step'
  readonly seen?: ScrollPlace | undefined
}

/** `frame` is in the window, sandboxed, and has loaded nothing. */
export function createReadingPage(frame: HTMLIFrameElement, options: Drawing): ReadingPage {
  const page = frame.contentDocument!
  const root = page.documentElement
  const { title, text, groups } = buildPage(page)
  // A frame that loads nothing is a page of the oldest kind, where the body scrolls.
  const scroller = page.scrollingElement ?? root
  const places = createPlaces(scroller, groups)
  /** The place that is gone to once it is drawn. */
  let wanted: number | undefined
  let held: Held | undefined
  /** How far the page was scrolled when it was last brought somewhere. */
  let cameTo: number | undefined
  let drawing: Promise<unknown> = facesOfText(page)
  let hasEnded = false

  const isWhereItCame = () => cameTo !== undefined && Math.abs(scroller.scrollTop - cameTo) < 1

  function hold(next: Held | undefined): void {
    held = next
    // Chromium keeps what is on screen in its place by itself, which would be a second hand on the page.
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
    // What was written in a block is, as a rule, below the line that is read.
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
  // Pictures that come late, and blocks that have been thought higher or lower until they come on screen.
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
    // The window hears of scrolling with its next frame.
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

/** The elements of these blocks. Other work of the window comes between two turns; it ends early where `hasEnded`. */
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

/** Which block is in the place of this one; `last`: the first of those that were kept at the end. */
function blockAfter({ kept, blocks, begins, keptAtEnd }: PageChange, last: number, block: number): number {
  if (block < kept) return block
  if (block >= last) return block - last + begins.length - keptAtEnd
  return Math.min(block, kept + Math.max(0, blocks.length - 1))
}
