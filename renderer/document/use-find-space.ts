import { useEffect, type RefObject } from 'react'

/** Between the bar and the title, in pixels. */
const GAP = 12
/** What the pane has above the title without it, as `document.module.css` says. */
const ABOVE_TITLE = 48

/** The title stands below the find bar, which lies over the pane. What was scrolled stays where it is on screen. */
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
