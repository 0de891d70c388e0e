import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './child.mjs'
import { installBrowser } from './browser.mjs'
import { installSystemPackages } from './system-packages.mjs'
import { findElectron } from './electron-runtime.mjs'
import { isEntry, readJson, root, runScript, say } from './paths.mjs'
import { checkSandbox } from './sandbox.mjs'

/**
 * Checks Node's version and installs the packages, which is enough for the build and the service.
 *
 * @throws {Error} with a message for the person at the terminal
 */
export async function installPackages() {
  checkNode()
  await installFrom(root, 'Installing packages (a minute or two, once).')
}

/**
 * Sets up a checkout so that the app can run (`start`) or be tested (`test`): packages, system packages, an Electron.
 * Prints one line for each step, and nothing where nothing is to do.
 *
 * @param {'start' | 'test'} purpose
 * @throws {Error} with a message for the person at the terminal
 */
export async function setUp(purpose) {
  await installPackages()
  await installSystemPackages(purpose)
  if (purpose === 'test') await installBrowser()
  const electron = await findElectron()
  checkSandbox(electron.executable)
  return { electron }
}

function checkNode() {
  const wanted = readJson(join(root, 'package.json')).engines.node.replace(/[^\d.]/g, '')
  const [major = 0, minor = 0] = wanted.split('.').map(Number)
  const [haveMajor = 0, haveMinor = 0] = process.versions.node.split('.').map(Number)
  if (haveMajor > major || (haveMajor === major && haveMinor >= minor)) return
  throw new Error(
    `Stet needs Node ${wanted} or newer (22 is advised), this is ${process.versions.node}. ` +
      'Install it from https://nodejs.org and try again.',
  )
}

/**
 * Installs the packages of a folder's lockfile, unless exactly this lockfile was installed there last. Install scripts
 * are not run: no package here needs one, and they are foreign code.
 *
 * @param {string} folder
 * @param {string} message what is said before npm is started
 */
async function installFrom(folder, message) {
  if (!existsSync(join(folder, 'package-lock.json'))) return
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const stamp = join(folder, 'node_modules', '.stet-install')
  const fingerprint = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  if (!isInstalled(folder, JSON.parse(lock))) {
    say(message)
    // A stamp left beside an incomplete install would mark it as complete.
    rmSync(stamp, { force: true })
    // npm writes to stderr, because stdout is for results.
    const { code } = await runNpm(installExactly, { cwd: folder, stdio: ['ignore', 2, 2] })
    if (code !== 0) throw new Error('The packages could not be installed: npm says why above.')
  }
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

/**
 * `npm ci` is not used: it refuses a lockfile without the binaries of other systems, and ours has none, because a
 * registry need not have them all. This takes every version from the lockfile, adds the binaries for this system, and
 * changes neither file. Some packages declare a newer Node than they need, and npm's warnings say nothing else of use,
 * so only its errors and its summary are shown.
 */
const installExactly = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/**
 * Whether npm itself has already installed the packages of the lockfile, for example by `npm install`.
 *
 * @param {string} folder
 * @param {{packages: Record<string, {version?: string, optional?: boolean, devOptional?: boolean}>}} lock
 */
function isInstalled(folder, lock) {
  const present = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages
  if (!present) return false
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = present[path]
    return found
      ? found.version === wanted.version && existsSync(join(folder, path))
      : wanted.optional === true || wanted.devOptional === true
  })
}

if (isEntry(import.meta.url))
  await runScript(async () => {
    await setUp(process.argv.includes('--test') ? 'test' : 'start')
    say('Ready: npm start')
  })
