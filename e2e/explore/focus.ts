import type { Page } from '@playwright/test'

/**
 * The role and name of the focused element. "nothing" for the body of the page: keys then have no effect, which must
 * never happen to a writer. "another window" if the page itself does not have the focus.
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
