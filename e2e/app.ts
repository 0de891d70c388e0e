import { expect, test as base, type ElectronApplication, type Locator, type Page } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { withOwnDisplay } from './display'
import { launchElectron } from './electron'
import { expectFocusKept, watchFocus } from './focus-watch'
import { ROOT, WAIT_MS, eventually, freshFolder, removeFolder, virtualClock } from './paths'
import { startService, type RunningService } from './service'

export interface AppOptions {
  /** An existing profile; by default a new one. */
  readonly profile?: string
  /** The service to connect to; by default the embedded one with its sample library. */
  readonly service?: Pick<RunningService, 'url' | 'key'>
  readonly colorScheme?: 'light' | 'dark'
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** How far main's clock is ahead of this machine's, in ms. */
  readonly clockAheadMs?: number
}

/** The running app in the words of its UI. Elements are found by the names that assistive technology reads. */
export interface App {
  readonly electron: ElectronApplication
  readonly page: Page
  readonly profile: string
  readonly title: Locator
  readonly text: Locator
  readonly saveStatus: Locator
  readonly connection: Locator
  readonly documents: Locator
  readonly tree: Locator
  openDocument(title: string): Promise<void>
  newDocument(title: string): Promise<void>
  /** Types at the end of the text. */
  type(words: string): Promise<void>
  /** The text shown by the editor. */
  readText(): Promise<string>
  runCommand(name: string): Promise<void>
  waitForPhase(phase: string): Promise<void>
  /** Quits normally. */
  close(): Promise<void>
  /** Kills the whole app with SIGKILL, so that nothing can finish its work. */
  kill(): Promise<void>
}

/** Starts the built app with a profile and waits for its first window. */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const profile = options.profile ?? freshFolder('profile')
  const environment = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  delete environment['ELECTRON_RUN_AS_NODE']
  const clock = options.clockAheadMs === undefined ? undefined : virtualClock(options.clockAheadMs)
  const launched = {
    env: {
      ...environment,
      ...clock?.env,
      ...options.env,
      STET_PROFILE: profile,
      ...(options.service === undefined
        ? {}
        : { STET_URL: options.service.url, STET_KEY_FILE: keyFile(options.service.key) }),
    },
    ...(options.colorScheme === undefined ? {} : { colorScheme: options.colorScheme }),
  }
  const electron = await launchElectron(launched, ROOT, clock?.arguments)
  const page = await electron.firstWindow({ timeout: WAIT_MS })
  await watchFocus(page)
  const saveStatus = page.getByRole('status', { name: 'Save status' })
  const text = page.getByRole('textbox', { name: 'Document text' })
  const title = page.getByRole('textbox', { name: 'Title' })
  const documents = page.getByRole('listbox', { name: 'Documents' })
  const app: App = {
    electron,
    page,
    profile,
    title,
    text,
    saveStatus,
    documents,
    connection: page.getByRole('status', { name: 'Connection' }),
    tree: page.getByRole('tree', { name: 'Library' }),
    async openDocument(name) {
      await documents
        .getByRole('option', { name: new RegExp(`^${escapeRegExp(name)}`) })
        .first()
        .click()
      await expect(title).toHaveValue(name)
      await expect(text).toBeVisible()
    },
    async newDocument(name) {
      await page.getByRole('button', { name: 'New document' }).first().click()
      await expect(title).toHaveValue('')
      await title.fill(name)
      await title.press('Enter')
    },
    async type(words) {
      await text.click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type(words)
    },
    readText: async () => (await text.locator('.cm-line').allTextContents()).join('\n'),
    async runCommand(name) {
      await page.keyboard.press('ControlOrMeta+Shift+P')
      const palette = page.getByRole('dialog', { name: 'Commands' })
      await expect(palette).toBeVisible()
      await page.keyboard.type(name)
      await palette
        .getByRole('option', { name: new RegExp(`^${escapeRegExp(name)}`) })
        .first()
        .click()
    },
    async waitForPhase(phase) {
      await expect(saveStatus).toHaveAttribute('data-phase', phase)
    },
    close: () => electron.close(),
    async kill() {
      const { pid } = electron.process()
      const gone = new Promise((resolve) => electron.process().once('exit', resolve))
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await gone
    },
  }
  // In a split view the sidebar is hidden.
  await expect(app.tree.or(documents).first()).toBeAttached()
  return app
}

/** Writes a file with the key, which the app deletes after reading. */
function keyFile(key: string): string {
  const file = path.join(freshFolder('key'), 'key')
  fs.writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return file
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

interface Fixtures {
  /** Starts apps; at the end of the test they are closed and their profiles removed. */
  readonly start: (options?: AppOptions) => Promise<App>
  readonly service: RunningService
}

/** Playwright's test with the app and its own service. Parallel workers have their own display. */
export const test = base.extend<Fixtures, { readonly display: void }>({
  display: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use, { parallelIndex }) => {
      if (parallelIndex > 0) await withOwnDisplay(use)
      else await use()
    },
    { scope: 'worker', auto: true },
  ],
  // eslint-disable-next-line no-empty-pattern
  start: async ({}, use) => {
    const started: App[] = []
    await use(async (options) => {
      const app = await startApp(options)
      started.push(app)
      return app
    })
    for (const app of started) {
      await expectFocusKept(app.page)
      await app.electron.close().catch(() => undefined)
    }
    // Two apps may have used the same profile one after the other.
    for (const { profile } of started) removeFolder(profile)
  },
  // eslint-disable-next-line no-empty-pattern
  service: async ({}, use) => {
    const service = await startService()
    await use(service)
    await service.dispose()
  },
})

/**
 * A test for features that exist only on Linux. On other systems it is not declared, since a skipped test counts as
 * failed.
 */
export const onLinux = process.platform === 'linux' ? test : () => {}

/**
 * One app with its own service for all tests of a file that need no more than a running app. Each test begins with a
 * new document. This saves starts, which take three seconds of processor time each.
 */
export function appOfFile(): () => { readonly app: App; readonly service: RunningService } {
  // Each of the two is closed even if the other did not start.
  let service: RunningService | undefined
  let app: App | undefined
  test.beforeAll(async () => {
    service = await startService()
    app = await startApp({ service })
  })
  test.afterEach(() => (app === undefined ? undefined : expectFocusKept(app.page)))
  test.afterAll(async () => {
    await app?.electron.close().catch(() => undefined)
    if (app !== undefined) removeFolder(app.profile)
    await service?.dispose()
  })
  return () => {
    if (app === undefined || service === undefined) throw new Error('the app of this file did not start')
    return { app, service }
  }
}

/** Connects to a service in the settings. `isKeyKept`: the key is stored for later runs, even without a keychain. */
export async function connect(
  { page, runCommand }: App,
  { url, key }: Pick<RunningService, 'url' | 'key'>,
  isKeyKept = false,
): Promise<void> {
  await runCommand('Connect to a service')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('textbox', { name: 'Service address' }).fill(url)
  await settings.getByRole('textbox', { name: 'API key' }).fill(key)
  const kept = settings.getByRole('radio', { name: /unprotected/ })
  if (isKeyKept && (await kept.count()) > 0) await kept.click()
  await settings.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(settings).toHaveCount(0)
}

export { expect, eventually }
