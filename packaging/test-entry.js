// The entry of a test build, in the place of the app's own: it loads the modules that the command line names with
// `--require` before the app, as an Electron without an app does. Playwright makes the app wait for it in this way.
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
