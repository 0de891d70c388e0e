// The entry point of a test build, in place of the app's own. Before the app, it loads the modules named by `--require`
// on the command line, as Electron without an app does. In this way Playwright makes the app wait until it has
// attached.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** @type {string[]} */
const preloads = []
for (let at = 1; at < process.argv.length;)
  if (['-r', '--require'].includes(process.argv[at] ?? ''))
    preloads.push(...process.argv.splice(at, 2).slice(1))
  else at++
for (const file of preloads) require(file)
await import('./out/main/main.js')
