/** The blocks of a text in a view that is scrolled, in pixels from the top of its screen. */
export interface ScrolledBlocks {
  readonly scroller: Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>
  readonly count: number
  /** Where this block begins; for `count`, where the last one ends. */
  topOf(block: number): number
}

/** A place that two views of one text have in common, whatever height a block has in each. */
export interface ScrollPlace {
  /** -1: what stands above the first block; `count`: what stands below the last one. */
  readonly block: number
  /** How much of the height of the block lies above the place, from 0 to 1. */
  readonly part: number
}

/** Less is no movement. */
const STILL_PX = 1
/** So much room stays above and below a place that has to be seen. */
const SEEN_PX = 40

/** The place at the line that views in step have in common. */
export const placeInStep = (view: ScrolledBlocks): ScrollPlace => placeAt(view, lineOf(view))

/** The place that far below the top of the screen. */
export function placeAt(view: ScrolledBlocks, y: number): ScrollPlace {
  let [from, to] = [0, view.count]
  while (from < to) {
    const middle = (from + to) >> 1
    if (view.topOf(middle) <= y) from = middle + 1
    else to = middle
  }
  const block = from === view.count && edgeOf(view, from) <= y ? from : from - 1
  const top = edgeOf(view, block)
  const height = edgeOf(view, block + 1) - top
  return { block, part: height > 0 ? Math.min(1, Math.max(0, (y - top) / height)) : 0 }
}

/** How far below the top of the screen the place stands. */
export function heightOf(view: ScrolledBlocks, { block, part }: ScrollPlace): number {
  const top = edgeOf(view, block)
  return top + part * (edgeOf(view, block + 1) - top)
}

/** How far below the beginning of its block the place stands. */
export const pixelsIn = (view: ScrolledBlocks, place: ScrollPlace): number =>
  heightOf(view, place) - edgeOf(view, place.block)

/** The place that stands so far below the beginning of this block. */
export function withPixels(view: ScrolledBlocks, block: number, pixels: number): ScrollPlace {
  const height = edgeOf(view, block + 1) - edgeOf(view, block)
  return { block, part: height > 0 ? Math.min(1, pixels / height) : 0 }
}

/** Brings the place to the top of the screen. */
export const bringToTop = (view: ScrolledBlocks, place: ScrollPlace): void =>
  scrollTo(view, view.scroller.scrollTop + heightOf(view, place))

/** Brings the place to the line that views in step have in common; `seen` is on screen afterwards, wherever that is. */
export function bringInStep(view: ScrolledBlocks, place: ScrollPlace, seen?: ScrollPlace): void {
  const { scrollTop, clientHeight } = view.scroller
  const { begin, slope } = lastScreens(view)
  const from = scrollTop + heightOf(view, place)
  let to = from <= begin ? from : (from + slope * begin) / (1 + slope)
  if (seen !== undefined) {
    const at = scrollTop + heightOf(view, seen)
    to = Math.min(Math.max(to, at + SEEN_PX - clientHeight), at - SEEN_PX)
  }
  scrollTo(view, to)
}

function scrollTo({ scroller }: ScrolledBlocks, to: number): void {
  if (Math.abs(to - scroller.scrollTop) >= STILL_PX) scroller.scrollTop = to
}

/**
 * Views in step have the top of the screen in common. On the last screen that line goes down to the bottom, so that each
 * view is at its end when the other one is.
 */
function lineOf(view: ScrolledBlocks): number {
  const { begin, slope } = lastScreens(view)
  return Math.max(0, view.scroller.scrollTop - begin) * slope
}

/** From where on the line goes down, and by how much with each pixel that is scrolled. */
function lastScreens({ scroller }: ScrolledBlocks): { readonly begin: number; readonly slope: number } {
  const { scrollHeight, clientHeight } = scroller
  const most = Math.max(0, scrollHeight - clientHeight)
  const way = Math.min(clientHeight, most)
  return { begin: most - way, slope: way > 0 ? clientHeight / way : 0 }
}

function edgeOf(view: ScrolledBlocks, block: number): number {
  if (block < 0) return -view.scroller.scrollTop
  if (block <= view.count) return view.topOf(block)
  return view.scroller.scrollHeight - view.scroller.scrollTop
}
