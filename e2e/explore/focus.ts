import type { Page } from '@playwright/test'

/**
 * Role and name of the element that has the keyboard. "nothing" where that is the page's body: then keys go nowhere,
 * which a writer must never meet. "another window" while the page itself is not in front.
 */
export function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    if (!document.hasFocus()) return 'another window'
    const element = document.activeElement
    if (element === null || element === document.body) return 'nothing'
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase()
    const labelled = element.getAttribute('aria-labelledby')
    const name =
      element.getAttribute('aria-label') ??
      (labelled === null ? undefined : document.getElementById(labelled)?.textContent) ??
      element.textContent?.trim().slice(0, 40)
    return `${role} "${name ?? ''}"`
  })
}
