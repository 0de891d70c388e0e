import { useEffect, type RefObject } from 'react'

/** The distance between the bar and the title, in px. */
const GAP = 12
/** The space above the title without the bar, as in `document.module.css`. */
const ABOVE_TITLE = 48

/**
 * Moves the title below the find bar, which covers the top of the pane. The scroll position on screen does not change.
 */
export function useFindSpace(
  bar: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
): void {
  useEffect(() => {
    const [place, scrolls] = [bar.current, scroller.current]
    if (place === null || scrolls === null) return
    let space = 0
    const observer = new ResizeObserver(() => {
      const { offsetTop, offsetHeight } = place
      const next = offsetHeight === 0 ? 0 : Math.max(0, offsetTop + offsetHeight + GAP - ABOVE_TITLE)
      if (next === space) return
      const top = scrolls.scrollTop
      scrolls.style.setProperty('--find-space', `${next}px`)
      if (top > 0) scrolls.scrollTop = Math.max(0, top + next - space)
      space = next
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [bar, scroller])
}
