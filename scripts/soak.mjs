import { join } from 'node:path'
import { build } from './build.mjs'
import { runTool } from './child.mjs'
import { testBuild } from './package.mjs'
import { root, runScript } from './paths.mjs'
import { withDisplay } from './screen.mjs'
import { setUp } from './setup.mjs'

/**
 * Writes for a long time in the packed test build on a bad network, then kills it repeatedly (e2e/soak/main.ts);
 * further arguments are passed on.
 */
await runScript(async () => {
  const { electron } = await setUp('test')
  process.env.STET_ELECTRON = electron.executable
  await build()
  process.env.STET_TEST_BUILD = (await testBuild(electron)).executable
  const entry = join(root, 'e2e', 'soak', 'main.ts')
  return withDisplay(async () => (await runTool('tsx', [entry, ...process.argv.slice(2)])).code)
})
