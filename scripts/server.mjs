import { join } from 'node:path'
import { build } from './build.mjs'
import { run } from './child.mjs'
import { root, runScript } from './paths.mjs'
import { installPackages } from './setup.mjs'

// The content service alone, on this Node. Stdout is the service's: its first line is JSON for a program to read, so
// messages of this script go to stderr.
await runScript(async () => {
  await installPackages()
  await build(['server'])
  const service = join(root, 'out', 'main', 'server.js')
  const { code } = await run(process.execPath, ['--enable-source-maps', service, ...process.argv.slice(2)])
  return code
})
