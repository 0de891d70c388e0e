import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** Each time that keys went nowhere for longer than a writer can miss: what had the focus before. */
    focusLost?: string[]
  }
}

const LOST_AFTER_MS = 400

/** Runs in the page: without a function that has a name, which some loaders mark with a helper that no page has. */
function watch(lostAfterMs: number): void {
  // A frame of the page may be forbidden to run anything.
  if (window !== window.top || window.focusLost !== undefined) return
  const lost: string[] = (window.focusLost = [])
  let had: string | undefined
  let since: number | undefined
  setInterval(() => {
    const active = document.activeElement
    const selection = getSelection()
    // Words that are chosen in a text are there with the keyboard elsewhere as well.
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
 * Watches a page from now on, and from its first script on when it is loaded again. With `expectFocusKept` at the end a
 * test fails where the page's body had the keyboard for longer than 400 ms, after something in the page first had it.
 */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript(watch, LOST_AFTER_MS)
  await page.evaluate(watch, LOST_AFTER_MS)
}

/** Passes for a page that is closed or has crashed: nobody types there. */
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
