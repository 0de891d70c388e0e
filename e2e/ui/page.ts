import { test as base, type BrowserContext, type Page } from '@playwright/test'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { acceptSocket, type TextSocket } from '../host/socket'
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

/** The window of the app, with the app's preload before it. */
const windowPage = () =>
  fs
    .readFileSync(path.join(folder, 'index.html'), 'utf8')
    .replace('<script', '<script type="module" src="./assets/preload.js"></script><script')

/** Serves the built renderer (`npm run build ui`) on loopback; `joined` hears of each page that asks for main. */
async function serveRenderer(joined: (socket: TextSocket) => void): Promise<http.Server> {
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
  server.on('upgrade', (request: http.IncomingMessage, stream: Duplex) =>
    joined(acceptSocket(request, stream)),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Readies a page that a test has used for the next one; the renderer stores nothing in the browser. */
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
  /** For a test that adds scripts to its page or sets its clock, which cannot be taken back. */
  readonly ownContext: boolean
}

/**
 * Without the compilers of V8 that optimize what runs often. Each test loads the window anew, so that what they make is
 * thrown away before it has paid: a tenth of the time of a run. What the window does is the same either way.
 */
const NO_OPTIMIZING = '--js-flags=--no-maglev --no-turbofan'

/** Where the built renderer is served. */
export interface Site {
  readonly url: string
  /** Hears of each page that asks for main. */
  joined: (socket: TextSocket) => void
}

/** The window of the app. */
export const WINDOW = '/index.html'

export interface OfWorker {
  /** For tests that measure the window's work: its scripts are optimized as in the app. */
  readonly isMeasured: boolean
  readonly site: Site
  readonly sharedContext: BrowserContext
}

/**
 * A test in a plain Chromium on the memory bridge, at `/memory.html`; the browser reaches nothing but loopback.
 * Localhost, because a page there may use what needs a secure context. The tests of a worker share one page, one after
 * the other: what Chromium has compiled before, it loads in a third of the processor's time.
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
