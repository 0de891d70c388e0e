import { _electron, type ElectronApplication } from '@playwright/test'
import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT, TEST_FLAGS, WAIT_MS, electronExecutable, testBuild } from './paths'

type LaunchOptions = NonNullable<Parameters<typeof _electron.launch>[0]>

/** Inside Playwright, which does not export it. */
const LOADER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')),
  'lib/server/electron/loader.js',
)

/**
 * Launches the app under test, or the one in `folder`; `before` are words for Electron itself.
 *
 * Playwright is not told the executable but left to find it, as the `electron` package does: only then does it make
 * the app wait until it has attached. Told a path, it attaches while the app starts, and in about one start of thirty
 * its handshake with the first window never ends. A packed app has a path; so the module by which Playwright makes
 * an app wait is named to it here, and its entry loads that (`packaging/test-entry.js`).
 */
export async function launchElectron(
  options: Omit<LaunchOptions, 'args' | 'executablePath'>,
  folder = ROOT,
  before: readonly string[] = [],
): Promise<ElectronApplication> {
  const electron = await launch(options, folder, before)
  // Playwright's configuration holds for the contexts of its browsers alone.
  electron.context().setDefaultTimeout(WAIT_MS)
  keepAnswers(electron)
  return electron
}

/**
 * V8 holds an answer that Playwright waits for weakly: where main collects its garbage in that moment, the question fails
 * with "Resulting promise was garbage collected". So main itself holds each until it is there.
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
    // Playwright sends the source of a function.
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
