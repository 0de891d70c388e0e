import type { BlockGroups } from './page-groups'
import { placeAt, type ScrolledBlocks, type ScrollPlace } from './scroll-place'

/** Places of the text on the page: each block begins where the text says. */
export interface PagePlaces extends ScrolledBlocks {
  readonly begins: readonly number[]
  /** Where each block begins in the text from now on. */
  begin(begins: readonly number[]): void
  /** Where in the text the first line on screen stands; 0 where the title is still to be seen. */
  top(): number
  placeOf(offset: number): ScrollPlace
}

/** `scroller` is the element that scrolls the page, from the very top of the window on. */
export function createPlaces(scroller: Element, groups: BlockGroups): PagePlaces {
  let begins: readonly number[] = []
  /** A group that has never been on screen is as high as was thought, whatever its blocks are. */
  function boxOf(block: number): { readonly top: number; readonly bottom: number } | undefined {
    const element = groups.blocks[block]
    if (element === undefined) return undefined
    const rect = element.getBoundingClientRect()
    // Chromium has no box of a heading in a group that it leaves out, when it is asked for the first time.
    const { top, bottom } = rect.height > 0 ? rect : element.getBoundingClientRect()
    const end = element.parentElement!.getBoundingClientRect().bottom
    return { top: Math.min(top, end), bottom: Math.min(bottom, end) }
  }
  const lengthOf = (block: number) => Math.max(0, (begins[block + 1] ?? begins[block]!) - begins[block]!)

  const places: PagePlaces = {
    scroller,
    get count() {
      return begins.length
    },
    get begins() {
      return begins
    },
    topOf: (block) =>
      block < begins.length ? boxOf(block)!.top : (boxOf(block - 1)?.bottom ?? -scroller.scrollTop),
    begin: (next) => void (begins = next),
    top() {
      // Edges of blocks lie between two pixels.
      const { block, part } = placeAt(places, 1)
      if (block < 0) return 0
      const at = Math.min(block, begins.length - 1)
      // The room below a block is that of the next one.
      if (boxOf(at)!.bottom <= 0) return begins[at + 1] ?? begins[at]!
      return Math.round(begins[at]! + Math.min(0.99, part) * lengthOf(at))
    },
    placeOf(offset) {
      let [from, to] = [0, begins.length]
      while (from < to) {
        const middle = (from + to) >> 1
        if (begins[middle]! <= offset) from = middle + 1
        else to = middle
      }
      const block = from - 1
      if (block < 0 || (block === 0 && offset <= begins[0]!)) return { block: -1, part: 0 }
      const length = lengthOf(block)
      return { block, part: length > 0 ? (offset - begins[block]!) / length : 0 }
    },
  }
  return places
}
