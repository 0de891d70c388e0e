import { test as base, type BrowserContext, type Page } from '@playwright/test'
import type { WebSocket } from 'ws'
import { expectFocusKept, watchFocus } from '../focus-watch'
import { serveRenderer } from './site'

export { expect } from '@playwright/test'

/** Resets a used page for the next test; the renderer stores nothing in the browser. */
async function reset(page: Page): Promise<void> {
  page.removeAllListeners()
  await page.goto('about:blank')
  await page.mouse.move(0, 0)
  for (const other of page.context().pages()) if (other !== page) await other.close()
  await page.context().clearPermissions()
  await page.context().unrouteAll()
  await page.unrouteAll()
  await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null, reducedMotion: null })
}

export interface Options {
  /** Whether the test adds scripts to its page or sets its clock, which cannot be undone. */
  readonly ownContext: boolean
}

/**
 * Switches off V8's optimizing compilers. Each test loads the window again, so optimized code would be discarded before
 * it pays off; this saves a tenth of the time of a run. The behaviour of the window is the same.
 */
const NO_OPTIMIZING = '--js-flags=--no-maglev --no-turbofan'

/** The address of the built renderer. */
export interface Site {
  readonly url: string
  /** Called for each page that connects to main. */
  joined: (socket: WebSocket) => void
}

export interface OfWorker {
  /** Whether tests measure the window's work, so that its scripts are optimized as in the app. */
  readonly isMeasured: boolean
  readonly site: Site
  readonly sharedContext: BrowserContext
}

/**
 * A test in a plain Chromium that can reach only loopback. The host is localhost, because its pages may use features
 * that need a secure context. The tests of a worker share one page, one after another: Chromium reloads compiled code
 * in a third of the processor time.
 */
export const test = base.extend<Options, OfWorker>({
  ownContext: [false, { option: true }],
  isMeasured: [false, { option: true, scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, isMeasured }, use) => {
      const args = launchOptions.args ?? []
      await use(isMeasured ? launchOptions : { ...launchOptions, args: [...args, NO_OPTIMIZING] })
    },
    { scope: 'worker' },
  ],
  site: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { url, close } = await serveRenderer((socket) => site.joined(socket))
      const site: Site = { url, joined: (socket) => socket.close() }
      await use(site)
      close()
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    async ({ browser, site }, use) => {
      const context = await browser.newContext({ baseURL: site.url })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url)
  },
  context: async ({ browser, ownContext, sharedContext }, use) => {
    if (!ownContext) return use(sharedContext)
    const context = await browser.newContext()
    await use(context)
    await context.close()
  },
  page: async ({ context, ownContext, permissions, viewport }, use) => {
    const used = context.pages().find((page) => !page.isClosed())
    const page = used ?? (await context.newPage())
    if (used === undefined) await watchFocus(page)
    if (permissions !== undefined) await context.grantPermissions(permissions)
    if (viewport !== null) await page.setViewportSize(viewport)
    await use(page)
    await expectFocusKept(page)
    if (!ownContext) await reset(page)
  },
})
