import { test as base, type BrowserContext, type Page } from '@playwright/test'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import { expectFocusKept, watchFocus } from '../focus-watch'
import { ROOT } from '../paths'

export { expect } from '@playwright/test'

const folder = path.join(ROOT, 'out', 'ui')

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** The page of the app's window with the app's preload script. */
const windowPage = () =>
  fs
    .readFileSync(path.join(folder, 'index.html'), 'utf8')
    .replace('<script', '<script type="module" src="./assets/preload.js"></script><script')

/**
 * Serves the built renderer (`npm run build ui`) on loopback; `joined` is called for each page that connects to main.
 */
async function serveRenderer(joined: (socket: WebSocket) => void): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = path.join(folder, path.posix.normalize(pathname))
    const contentType = CONTENT_TYPES[path.extname(file)]
    if (contentType === undefined || !fs.existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'max-age=3600' })
    if (pathname === WINDOW) response.end(windowPage())
    else fs.createReadStream(file).pipe(response)
  })
  new WebSocketServer({ server }).on('connection', joined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

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

/** The window of the app. */
export const WINDOW = '/index.html'

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
      const server = await serveRenderer((socket) => site.joined(socket))
      const { port } = server.address() as AddressInfo
      const site: Site = { url: `http://localhost:${port}/`, joined: (socket) => socket.close() }
      await use(site)
      server.closeAllConnections()
      server.close()
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
