import type { Page } from '@playwright/test'

/** The size in CSS pixels of a window of 1280 x 800 at 200 % zoom. */
export const AT_200_PERCENT = { width: 640, height: 400 }

/**
 * The controls that cannot be reached in the current window, because they are outside the page or clipped by an element
 * that does not scroll. If a dialog or menu is open, only its controls are checked.
 */
export function outOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) found.push('the page itself scrolls')
    const front =
      document.querySelector('[role=menu]') ??
      [...document.querySelectorAll('dialog[open]')].at(-1) ??
      document.body
    const controls = front.querySelectorAll<HTMLElement>(
      'button, input, select, textarea, summary, a[href], [tabindex="0"], [role=option], [role=menuitem]',
    )
    for (const control of controls) {
      // Elements only for assistive technology are one pixel large.
      const { width, height } = control.getBoundingClientRect()
      if (!control.checkVisibility({ visibilityProperty: true }) || width < 4 || height < 4) continue
      const why = whyNot(control)
      if (why !== undefined) found.push(`${nameOf(control)}: ${why}`)
    }
    return found

    function whyNot(control: HTMLElement): string | undefined {
      const fixed = parentsOf(control).filter((parent) => {
        const { overflowX, overflowY } = getComputedStyle(parent)
        return [overflowX, overflowY].some((way) => way === 'hidden' || way === 'clip')
      })
      const before = fixed.map(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const cutBy = fixed.find(
        ({ scrollTop, scrollLeft }, index) =>
          scrollTop !== before[index]?.[0] || scrollLeft !== before[index]?.[1],
      )
      fixed.forEach((parent, index) => {
        parent.scrollTop = before[index]?.[0] ?? 0
        parent.scrollLeft = before[index]?.[1] ?? 0
      })
      if (cutBy !== undefined) return `cut off by ${nameOf(cutBy)}`
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const inside = (from: number, to: number, end: number) =>
        to - from > end ? from < end && to > 0 : from >= -1 && to <= end + 1
      if (!inside(left, right, innerWidth) || !inside(top, bottom, innerHeight))
        return `outside of the window, at ${Math.round(left)} ${Math.round(top)}`
      return front === document.body ? undefined : coveredBy(control)
    }

    function coveredBy(control: HTMLElement): string | undefined {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2
      const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2
      const hit = document.elementFromPoint(x, y)
      if (hit === null || control.contains(hit) || hit.contains(control)) return undefined
      return control.closest('label')?.contains(hit) === true ? undefined : `under ${nameOf(hit)}`
    }

    function parentsOf(element: HTMLElement): HTMLElement[] {
      const parents: HTMLElement[] = []
      for (let parent = element.parentElement; parent !== null; parent = parent.parentElement)
        parents.push(parent)
      return parents
    }

    function nameOf(element: Element): string {
      const name = element.getAttribute('aria-label') ?? element.textContent
      return `${element.tagName.toLowerCase()} “${name.trim().slice(0, 40)}”`
    }
  })
}
