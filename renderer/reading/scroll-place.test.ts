import { expect, test } from 'vitest'
import { bringInStep, bringToTop, heightOf, placeAt, placeInStep, type ScrolledBlocks } from './scroll-place'

/** A view with blocks of these heights, with `head` pixels above them and `foot` below, on a screen of this height. */
function view(heights: readonly number[], { head = 100, foot = 300, screen = 500 } = {}): ScrolledBlocks {
  const topOf = (block: number) => heights.slice(0, block).reduce((sum, height) => sum + height, head)
  const scrollHeight = Math.max(screen, topOf(heights.length) + foot)
  let scrollTop = 0
  const scroller = {
    get scrollTop() {
      return scrollTop
    },
    set scrollTop(to) {
      scrollTop = Math.min(Math.max(0, to), scrollHeight - screen)
    },
    scrollHeight,
    clientHeight: screen,
  }
  return { scroller, count: heights.length, topOf: (block) => topOf(block) - scrollTop }
}

const TEXT = [40, 300, 2_000, 20, 60, 900, 10, 700]
const PAGE = [80, 200, 3_500, 0, 90, 40, 10, 1_500]

test('each place of one view is found in the other and leads back, and both have their ends in common', () => {
  const [text, page] = [view(TEXT), view(PAGE, { head: 160, foot: 90 })]
  let before = -1
  for (let at = 0; at <= text.scroller.scrollHeight - 500; at += 10) {
    text.scroller.scrollTop = at
    bringInStep(page, placeInStep(text))
    expect(page.scroller.scrollTop).toBeGreaterThanOrEqual(before)
    before = page.scroller.scrollTop
    bringInStep(text, placeInStep(page))
    // A block without height on one side has no exact place there.
    expect(Math.abs(text.scroller.scrollTop - at)).toBeLessThan(21)
  }
  expect(page.scroller.scrollTop).toBe(page.scroller.scrollHeight - 500)
  bringInStep(page, { block: -1, part: 0 })
  expect(page.scroller.scrollTop).toBe(0)
})

test('a view that is not as high as its screen stays where it is', () => {
  const short = view([20, 20], { foot: 0 })
  bringInStep(short, { block: 1, part: 0.5 })
  expect(short.scroller.scrollTop).toBe(0)
  expect(placeInStep(short)).toEqual({ block: -1, part: 0 })
  expect(placeInStep(view([]))).toEqual({ block: -1, part: 0 })
})

test('a place that has to be seen is seen, with room around it', () => {
  const page = view(PAGE)
  bringInStep(page, { block: 1, part: 0 }, { block: 2, part: 0.5 })
  expect(heightOf(page, { block: 2, part: 0.5 })).toBe(460)
  bringInStep(page, { block: 5, part: 0 }, { block: 2, part: 0.5 })
  expect(heightOf(page, { block: 2, part: 0.5 })).toBe(40)
})

test('a place comes to the top, and one below the last block to the end', () => {
  const page = view(PAGE)
  bringToTop(page, { block: 2, part: 0.25 })
  expect(placeAt(page, 0)).toEqual({ block: 2, part: 0.25 })
  bringToTop(page, { block: PAGE.length, part: 1 })
  expect(page.scroller.scrollTop).toBe(page.scroller.scrollHeight - 500)
})
