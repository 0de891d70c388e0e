import { _electron, type ElectronApplication } from '@playwright/test'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT, TEST_FLAGS, WAIT_MS, electronExecutable, testBuild } from './paths'

type LaunchOptions = NonNullable<Parameters<typeof _electron.launch>[0]>

/** A module inside Playwright that its package does not export. */
const LOADER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
)

/**
 * Launches the app under test, or the one in `folder`; `before` are arguments for Electron itself.
 *
 * Playwright is not given the path of the executable, but finds it through the `electron` package: only then does
 * Playwright make the app wait until it has attached. With a path, Playwright attaches while the app is starting, and
 * in about one of thirty starts its handshake with the first window never ends. A packed app has a path, so this
 * function passes the app the module by which Playwright makes it wait, and the app's entry point loads that module
 * (`packaging/test-entry.js`).
 */
export async function launchElectron(
  options: Omit<LaunchOptions, 'args' | 'executablePath'>,
  folder = ROOT,
  before: readonly string[] = [],
): Promise<ElectronApplication> {
  const electron = await launch(options, folder, before)
  // Playwright's configuration applies only to the contexts of its browsers.
  electron.context().setDefaultTimeout(WAIT_MS)
  keepAnswers(electron)
  return electron
}

/**
 * Keeps a strong reference to each pending answer in main. V8 holds an answer that Playwright waits for only weakly: if
 * main collects garbage at that moment, the call fails with "Resulting promise was garbage collected".
 */
function keepAnswers(electron: ElectronApplication): void {
  const evaluate = electron.evaluate.bind(electron) as (work: () => void, given: unknown) => Promise<unknown>
  electron.evaluate = ((work: unknown, given: unknown) => {
    const source = `async (electron, given) => {
      const kept = (globalThis.keptAnswers ??= new Set())
      const answer = (async () => (${String(work)})(electron, given))()
      kept.add(answer)
      try {
        return await answer
      } finally {
        kept.delete(answer)
      }
    }`
    // Playwright sends the source of a function, so `toString` returns the source.
    return evaluate(
      Object.assign(() => {}, { toString: () => source }),
      given,
    )
  }) as typeof electron.evaluate
}

function launch(
  options: Omit<LaunchOptions, 'args' | 'executablePath'>,
  folder: string,
  before: readonly string[],
): Promise<ElectronApplication> {
  const packed = folder === ROOT ? testBuild() : undefined
  if (packed !== undefined)
    return _electron.launch({
      executablePath: packed,
      args: ['-r', LOADER, ...before, ...TEST_FLAGS],
      cwd: ROOT,
      ...options,
    })
  const runtime = path.dirname(electronExecutable())
  if (!runtime.startsWith(path.join(ROOT, 'node_modules')))
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] = runtime
  return _electron.launch({ args: [...before, folder, ...TEST_FLAGS], cwd: ROOT, ...options })
}
