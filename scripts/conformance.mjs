import { join } from 'node:path'
import { build } from './build.mjs'
import { run } from './child.mjs'
import { root, say } from './place.mjs'
import { setUp } from './setup.mjs'

// The conformance suite against any server of the API (npm run conformance -- --url URL --key KEY), or against
// servers of this project that it starts (--own).
try {
  await setUp('packages')
  if (process.argv.includes('--own')) await build(['server'])
  const { code } = await run(process.execPath, [
    '--import',
    import.meta.resolve('tsx'),
    join(root, 'server', 'cli', 'conformance.ts'),
    ...process.argv.slice(2),
  ])
  process.exitCode = code
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
