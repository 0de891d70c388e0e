import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { startApp, type App, type AppOptions } from '../app'
import { startFaultProxy, type FaultProxy } from '../faults'
import { freshFolder } from '../paths'
import { startService, type RunningService } from '../service'
import { fillLibrary, WORKING_LIBRARY, type LibrarySize } from './large-library'
import { focusOf } from './focus'

/**
 * The tools of an explorer: the real app connected to a service with a large library, through a network on which faults
 * can be switched on.
 */
export interface Exploration {
  readonly app: App
  readonly page: Page
  readonly service: RunningService
  readonly network: FaultProxy['faults']
  /** Starts another app on the same service with its own profile, like another device. */
  another(options?: AppOptions): Promise<App>
  /** Saves a screenshot of the window and returns the path of the file. */
  shot(name: string, of?: Page): Promise<string>
  /** Presses a key, or a combination such as `Control+End`, a number of times. */
  press(keys: string, times?: number): Promise<void>
  type(words: string, delayMs?: number): Promise<void>
  /** The role and name of the focused element; "nothing" for the body of the page. */
  focus(): Promise<string>
  resize(width: number, height: number): Promise<void>
  /** The errors of all pages so far: uncaught exceptions and lines of `console.error`. */
  complaints(): readonly string[]
  close(): Promise<void>
}

export interface ExplorationOptions {
  readonly size?: LibrarySize
  /** Whether the app uses its embedded service with the sample library instead of a separate service. */
  readonly embedded?: boolean
  /** Command line arguments of the service, which apply after its library is filled. */
  readonly serviceWords?: readonly string[]
  readonly app?: AppOptions
}

/** Starts everything; `close` ends everything and removes all files except the screenshots. */
export async function explore(options: ExplorationOptions = {}): Promise<Exploration> {
  const service = await startService()
  if (options.embedded !== true) await fillLibrary(service, options.size ?? WORKING_LIBRARY)
  if (options.serviceWords !== undefined) {
    await service.stop()
    await service.restart(0, options.serviceWords)
  }
  const proxy = await startFaultProxy(service.url)
  const pictures = freshFolder('pictures')
  const complaints: string[] = []
  const apps: App[] = []

  async function start(given: AppOptions = {}): Promise<App> {
    const app = await startApp({
      ...(options.embedded !== true && { service: { url: proxy.url, key: service.key } }),
      ...given,
    })
    apps.push(app)
    const listen = (page: Page) => {
      page.on('pageerror', (error) => complaints.push(`page error: ${error.stack ?? error.message}`))
      page.on('console', (line) => {
        if (line.type() === 'error') complaints.push(`console: ${line.text()}`)
      })
      page.on('crash', () => complaints.push('the page crashed'))
    }
    app.electron.windows().forEach(listen)
    app.electron.on('window', listen)
    return app
  }

  const app = await start(options.app)
  const { page } = app
  return {
    app,
    page,
    service,
    network: proxy.faults,
    another: start,
    async shot(name, of = page) {
      const file = path.join(pictures, `${name}.png`)
      await of.screenshot({ path: file })
      return file
    },
    async press(keys, times = 1) {
      for (let time = 0; time < times; time++) await page.keyboard.press(keys)
    },
    type: (words, delay = 20) => page.keyboard.type(words, { delay }),
    focus: () => focusOf(page),
    async resize(width, height) {
      await app.electron.evaluate(
        ({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h),
        [width, height] as const,
      )
    },
    complaints: () => complaints,
    async close() {
      for (const one of apps) {
        await one.electron.close().catch(() => undefined)
        fs.rmSync(one.profile, { recursive: true, force: true, maxRetries: 3 })
      }
      await proxy.close()
      await service.dispose()
    },
  }
}
