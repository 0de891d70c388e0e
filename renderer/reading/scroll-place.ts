/** The blocks of a text in a scrollable view; lengths are pixels, measured from the top of the screen. */
export interface ScrolledBlocks {
  readonly scroller: Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>
  readonly count: number
  /** The top of a block; for `count`, the bottom of the last block. */
  topOf(block: number): number
}

/** A place independent of the heights of blocks, so that two views of one text can share it. */
export interface ScrollPlace {
  /** -1: the space above the first block; `count`: the space below the last one. */
  readonly block: number
  /** The share of the block's height above the place, from 0 to 1. */
  readonly part: number
}

/** A smaller difference does not cause scrolling. */
const STILL_PX = 1
/** The minimum space above and below a place that has to be visible. */
const SEEN_PX = 40

/** The place at the alignment line, where aligned views show the same place. */
export const placeInStep = (view: ScrolledBlocks): ScrollPlace => placeAt(view, lineOf(view))

/** The place at a distance from the top of the screen. */
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

/** The distance of a place from the top of the screen. */
export function heightOf(view: ScrolledBlocks, { block, part }: ScrollPlace): number {
  const top = edgeOf(view, block)
  return top + part * (edgeOf(view, block + 1) - top)
}

/** The distance of a place from the top of its block. */
export const pixelsIn = (view: ScrolledBlocks, place: ScrollPlace): number =>
  heightOf(view, place) - edgeOf(view, place.block)

/** The place at a distance from the top of a block. */
export function withPixels(view: ScrolledBlocks, block: number, pixels: number): ScrollPlace {
  const height = edgeOf(view, block + 1) - edgeOf(view, block)
  return { block, part: height > 0 ? Math.min(1, pixels / height) : 0 }
}

/** Scrolls a place to the top of the screen. */
export const bringToTop = (view: ScrolledBlocks, place: ScrollPlace): void =>
  scrollTo(view, view.scroller.scrollTop + heightOf(view, place))

/**
 * Scrolls a place to the alignment line. `seen` is on screen afterwards, even if the first place has to leave the line.
 */
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
 * The distance of the alignment line from the top of the screen. The line is the top of the screen; while the last
 * screen is scrolled, it moves down to the bottom, so that both views reach their ends together.
 */
function lineOf(view: ScrolledBlocks): number {
  const { begin, slope } = lastScreens(view)
  return Math.max(0, view.scroller.scrollTop - begin) * slope
}

/** The scroll offset from which the alignment line moves down, and its movement per scrolled pixel. */
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
