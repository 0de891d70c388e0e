import { join } from 'node:path'
import { build } from './build.mjs'
import { run } from './child.mjs'
import { root, say } from './place.mjs'
import { setUp } from './setup.mjs'

// The content service alone, on this Node. Stdout is the service's: its first line is JSON for a program
// to read, so everything said here goes to stderr.
try {
  await setUp('packages')
  await build(['server'])
  const { code } = await run(process.execPath, [
    '--enable-source-maps',
    join(root, 'out', 'main', 'server.js'),
    ...process.argv.slice(2),
  ])
  process.exitCode = code
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
