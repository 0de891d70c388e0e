import { join } from 'node:path'
import { build } from './build.mjs'
import { runTool } from './child.mjs'
import { root, runScript } from './paths.mjs'
import { withDisplay } from './screen.mjs'
import { setUp } from './setup.mjs'

/**
 * Starts the built app on a service with a large library for exploratory testing (e2e/explore/main.ts); further
 * arguments are passed on.
 */
await runScript(async () => {
  const { electron } = await setUp('test')
  process.env.STET_ELECTRON = electron.executable
  await build()
  const entry = join(root, 'e2e', 'explore', 'main.ts')
  return withDisplay(async () => (await runTool('tsx', [entry, ...process.argv.slice(2)])).code)
})
