import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** One entry for each time that keys had no effect for noticeably long: the element that had the focus before. */
    focusLost?: string[]
  }
}

const LOST_AFTER_MS = 400

/**
 * Runs in the page. It must not contain named functions, because some loaders wrap those in a helper that the page
 * lacks.
 */
function watch(lostAfterMs: number): void {
  // Frames are skipped; some are not allowed to run scripts.
  if (window !== window.top || window.focusLost !== undefined) return
  const lost: string[] = (window.focusLost = [])
  let had: string | undefined
  let since: number | undefined
  setInterval(() => {
    const active = document.activeElement
    const selection = getSelection()
    // Selected words in a text are legitimate without a focused element.
    const isSelecting =
      selection?.isCollapsed === false && selection.anchorNode?.parentElement?.closest('.cm-content') == null
    if (active !== null && active !== document.body) {
      had = `${active.tagName.toLowerCase()} "${active.getAttribute('aria-label') ?? active.textContent?.slice(0, 40) ?? ''}"`
      since = undefined
    } else if (had !== undefined && document.hasFocus() && !isSelecting) {
      since ??= performance.now()
      if (performance.now() - since < lostAfterMs) return
      lost.push(`after ${had}`)
      had = since = undefined
    } else since = undefined
  }, 50)
}

/**
 * Watches a page from now on, also after it is reloaded. A test that calls `expectFocusKept` at the end fails if the
 * body of the page had the focus for longer than 400 ms after an element had it.
 */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript(watch, LOST_AFTER_MS)
  await page.evaluate(watch, LOST_AFTER_MS)
}

/** Does nothing if the page is closed or has crashed. */
export async function expectFocusKept(page: Page): Promise<void> {
  if (page.isClosed()) return
  const lost = await page
    .evaluate(() => window.focusLost ?? [])
    .catch((error: unknown) => {
      if (/Target crashed|has been closed/.test(String(error))) return []
      throw error
    })
  expect(lost, 'the keyboard was left on the page’s body').toEqual([])
}
