import { join } from 'node:path'
import { build } from './build.mjs'
import { runTool } from './child.mjs'
import { root, say } from './place.mjs'
import { withDisplay } from './screen.mjs'
import { setUp } from './setup.mjs'

/**
 * Starts the built app on a service with a large library and gives it into the hands of an explorer
 * (e2e/explore/main.ts); words after the command go there.
 */
try {
  const { electron } = await setUp('test')
  process.env.STET_ELECTRON = electron.executable
  await build()
  process.exitCode = await withDisplay(async () => {
    const entry = join(root, 'e2e', 'explore', 'main.ts')
    return (await runTool('tsx', [entry, ...process.argv.slice(2)])).code
  })
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
