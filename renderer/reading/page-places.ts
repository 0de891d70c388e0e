/** Places of the text on the page: each child of `text` is a block, and begins where the text says. */
export interface PagePlaces {
  /** Where each block begins in the text from now on. */
  begin(begins: readonly number[]): void
  /** Where in the text the first line on screen stands; 0 where the title is still to be seen. */
  top(): number
  /** Brings this place of the text to the top of the screen. */
  bring(place: number): void
}

/** `scroller` is the element that scrolls the page, from the very top of the window on. */
export function createPlaces(scroller: Element, text: HTMLElement): PagePlaces {
  let begins: readonly number[] = []

  /** The first of the blocks, which lie below each other and begin one behind the other, of which this is true. */
  function firstOf(isTrue: (index: number) => boolean): number {
    let [from, to] = [0, text.childElementCount]
    while (from < to) {
      const middle = (from + to) >> 1
      if (isTrue(middle)) to = middle
      else from = middle + 1
    }
    return from
  }

  const boxOf = (index: number) => text.children[index]?.getBoundingClientRect()
  const spanOf = (index: number) => {
    const from = begins[index] ?? 0
    return { from, length: Math.max(0, (begins[index + 1] ?? from) - from) }
  }

  return {
    begin: (next) => void (begins = next),
    top() {
      const index = firstOf((at) => boxOf(at)!.bottom > 0)
      const box = boxOf(index)
      if (box === undefined || (index === 0 && box.top >= 0)) return 0
      const { from, length } = spanOf(index)
      return Math.round(from + length * Math.min(0.99, Math.max(0, -box.top / Math.max(1, box.height))))
    },
    bring(place) {
      const index = Math.max(0, firstOf((at) => begins[at]! > place) - 1)
      const box = boxOf(index)
      const { from, length } = spanOf(index)
      if (box === undefined || (index === 0 && place <= from)) return scroller.scrollTo({ top: 0 })
      scroller.scrollTop += box.top + (length > 0 ? (place - from) / length : 0) * box.height
    },
  }
}
