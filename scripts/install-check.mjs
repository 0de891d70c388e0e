import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from './build.mjs'
import { findProgram, runTool } from './child.mjs'
import { testDeb } from './package.mjs'
import { readJson, root, runScript, say } from './paths.mjs'
import { setUp } from './setup.mjs'

/** The Debian programs that it runs, each with its package. */
const programs = {
  mmdebstrap: 'mmdebstrap',
  xdotool: 'xdotool',
  'dpkg-scanpackages': 'dpkg-dev',
  Xvfb: 'xvfb',
  unshare: 'util-linux',
}

/**
 * Installs the deb of a test build in a clean Debian root, and writes, kills and updates it there
 * (e2e/install/main.ts).
 */
await runScript(async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('It makes a root of its own, which only root on Linux can.')
  const missing = Object.entries(programs).filter(([program]) => !findProgram(program))
  if (missing.length > 0)
    throw new Error(
      `Some programs are missing. Install them with:\n  apt-get install ${missing.map(([, name]) => name).join(' ')}`,
    )
  const { electron } = await setUp('test')
  await build()
  const { version } = readJson(join(root, 'package.json'))
  say('Making the deb of this version and of a later one.')
  const debs = [await testDeb(electron, version), await testDeb(electron, '9.9.9')]
  const entry = join(root, 'e2e', 'install', 'main.ts')
  try {
    return (await runTool('tsx', [entry, ...debs, ...process.argv.slice(2)])).code
  } finally {
    // Each has the size of a release.
    for (const deb of debs) rmSync(dirname(deb), { recursive: true, force: true })
  }
})
