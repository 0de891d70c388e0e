import { _electron, type ElectronApplication } from '@playwright/test'
import path from 'node:path'
import { ROOT, TEST_FLAGS, electronExecutable } from './paths'

type LaunchOptions = NonNullable<Parameters<typeof _electron.launch>[0]>

/**
 * Launches the built app, or the one in `folder`; `before` are words for Electron itself.
 *
 * Playwright is not told the executable but left to find it, as the `electron` package does: only then does it make
 * the app wait until it has attached. Told a path, it attaches while the app starts, and in about one start of thirty
 * its handshake with the first window never ends.
 */
export function launchElectron(
  options: Omit<LaunchOptions, 'args' | 'executablePath'>,
  folder = ROOT,
  before: readonly string[] = [],
): Promise<ElectronApplication> {
  const runtime = path.dirname(electronExecutable())
  if (!runtime.startsWith(path.join(ROOT, 'node_modules')))
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] = runtime
  return _electron.launch({ args: [...before, folder, ...TEST_FLAGS], cwd: ROOT, ...options })
}
