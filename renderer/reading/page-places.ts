import type { BlockGroups } from './page-groups'
import { placeAt, type ScrolledBlocks, type ScrollPlace } from './scroll-place'

/** Converts between positions in the text and places on the page. */
export interface PagePlaces extends ScrolledBlocks {
  readonly begins: readonly number[]
  /** Sets the start in the text of each block. */
  begin(begins: readonly number[]): void
  /** The position in the text of the first line on screen; 0 while the title is visible. */
  top(): number
  placeOf(offset: number): ScrollPlace
}

/** `scroller` is the element that scrolls the page; it begins at the top of the frame. */
export function createPlaces(scroller: Element, groups: BlockGroups): PagePlaces {
  let begins: readonly number[] = []
  /**
   * The edges of a block. A group that has never been on screen has its estimated height, so its edges limit those of
   * the block.
   */
  function boxOf(block: number): { readonly top: number; readonly bottom: number } | undefined {
    const element = groups.blocks[block]
    if (element === undefined) return undefined
    const rect = element.getBoundingClientRect()
    // In a skipped group, Chromium returns an empty box for a heading at the first call.
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
      // Edges of blocks can be between two pixels.
      const { block, part } = placeAt(places, 1)
      if (block < 0) return 0
      const at = Math.min(block, begins.length - 1)
      // The space below a block belongs to the next one.
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
