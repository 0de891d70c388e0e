import { build } from './build.mjs'
import { run } from './child.mjs'
import { root, runScript, say } from './paths.mjs'
import { sandboxFlags } from './sandbox.mjs'
import { chromiumFilter, hasDisplay } from './screen.mjs'
import { setUp } from './setup.mjs'

/**
 * Sets up, builds and runs the app, and returns its exit code. Arguments are passed to the app: `npm start --
 * --lang=de`.
 *
 * @param {readonly string[]} args
 */
async function start(args) {
  // The key is hidden from programs that build or set up, and from every process of the app except main.
  const key = process.env.STET_KEY
  delete process.env.STET_KEY
  const { electron } = await setUp('start')
  if (electron.kind === 'development' && isElsewhere(process.env.STET_URL))
    throw new Error(
      `This runtime cannot be verified, so it gets no key of a service elsewhere (${process.env.STET_URL}). ` +
        'Name an Electron of yours in ELECTRON_OVERRIDE_DIST_PATH, or leave STET_URL out.',
    )
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
  if (key) env.STET_KEY_FILE = '-'
  const { code } = await run(electron.executable, [...flags, root, ...args], {
    env,
    ...(key && { input: key }),
    onStderr: chromiumFilter(),
  })
  return code
}

/**
 * Whether an address leaves this machine.
 *
 * @param {string | undefined} address
 */
function isElsewhere(address) {
  if (!address) return false
  const host = URL.canParse(address) ? new URL(address).hostname : address
  return !(host === 'localhost' || host === '[::1]' || host.startsWith('127.'))
}

await runScript(() => start(process.argv.slice(2)))
