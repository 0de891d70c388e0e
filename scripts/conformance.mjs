import { join } from 'node:path'
import { build } from './build.mjs'
import { run } from './child.mjs'
import { root, runScript } from './paths.mjs'
import { installPackages } from './setup.mjs'

// Runs the conformance suite against any server of the API (npm run conformance -- --url URL --key KEY), or against
// servers of this project that it starts (--own).
await runScript(async () => {
  await installPackages()
  if (process.argv.includes('--own')) await build(['server'])
  const suite = join(root, 'server', 'cli', 'conformance.ts')
  const args = ['--import', import.meta.resolve('tsx'), suite, ...process.argv.slice(2)]
  return (await run(process.execPath, args)).code
})
