import { build } from './build.mjs'
import { run } from './child.mjs'
import { root, say } from './place.mjs'
import { chromiumFilter, hasDisplay, sandboxFlags } from './screen.mjs'
import { setUp } from './setup.mjs'

/**
 * Sets up, builds and runs the app; its exit code is ours. Arguments go to the app:
 * `npm start -- --lang=de`.
 */
async function start(args) {
  const { electron } = await setUp('start')
  await build()
  if (!hasDisplay()) {
    say(
      'There is no display to show a window on. To run without one: xvfb-run -a npm start (apt-get install xvfb xauth)',
    )
    return 1
  }
  const flags = sandboxFlags()
  if (flags.length > 0) say('Running as root, so Chromium runs without its sandbox (--no-sandbox).')
  const env = { ...process.env }
  delete env.ELECTRON_RUN_AS_NODE
  const { code } = await run(electron.executable, [...flags, root, ...args], {
    env,
    onStderr: chromiumFilter(),
  })
  return code
}

try {
  process.exitCode = await start(process.argv.slice(2))
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
