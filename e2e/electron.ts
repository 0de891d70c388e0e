import { _electron, type ElectronApplication } from '@playwright/test'
import path from 'node:path'
import { ROOT, TEST_FLAGS, electronExecutable } from './place'

type LaunchOptions = NonNullable<Parameters<typeof _electron.launch>[0]>

/**
 * Launches the built app.
 *
 * Playwright is not told the executable but left to find it, as the `electron` package does: only then does it make
 * the app wait until it has attached. Told a path, it attaches while the app starts, and in about one start of thirty
 * its handshake with the first window never ends.
 */
export function launchElectron(
  options: Omit<LaunchOptions, 'args' | 'executablePath'>,
): Promise<ElectronApplication> {
  const folder = path.dirname(electronExecutable())
  if (!folder.startsWith(path.join(ROOT, 'node_modules'))) process.env['ELECTRON_OVERRIDE_DIST_PATH'] = folder
  return _electron.launch({ args: [ROOT, ...TEST_FLAGS], cwd: ROOT, ...options })
}
