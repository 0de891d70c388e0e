import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { build, fingerprintOfApp } from './build.mjs'
import { findProgram, run } from './child.mjs'
import { findElectron } from './electron-runtime.mjs'
import { writeBill } from './packaging/bill.mjs'
import { checkFuses } from './packaging/fuses.mjs'
import { distOf, executableIn, packagesOf, prepackaged, unpackedFolder, unsigned } from './packaging/plan.mjs'
import { sizesOf } from './packaging/sizes.mjs'
import { isEntry, messageOf, readJson, remembered, root, runScript, say } from './paths.mjs'
import { installPackages } from './setup.mjs'

const usage = `npm run package -- [--dir] [--test]
  --dir   only the unpacked app, no installer
  --test  a build for tests: it has an inspector, another name, and may be made of the development runtime`

/** @typedef {import('./electron-runtime.mjs').Electron} Electron */
/** @typedef {import('electron-builder').Configuration} Configuration */
/** @typedef {{executable: string, folder: string, output: string, arch: string}} Unpacked */
/** @typedef {Omit<Configuration, 'files'> & {files: string[]}} Configured */
/** @typedef {{isTest: boolean, arch: string, version?: string}} Wanted `version`: of a test build other than its own. */

const systemNames = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }
const system = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux'

/** Why a target cannot be made, from electron-builder's output; otherwise its first line is shown. */
const reasons = [
  {
    says: /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|getaddrinfo|fetch failed|cannot download|status code 4|Forbidden/i,
    reason: 'its tools could not be fetched',
  },
  { says: /rpmbuild/, reason: 'rpmbuild is missing (apt-get install rpm)' },
]

/** @param {readonly string[]} args */
async function makePackages(args) {
  const { values } = parseArgs({
    args: [...args],
    options: { dir: { type: 'boolean' }, test: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) return say(usage)
  await installPackages()
  const electron = await findElectron()
  const isTest = values.test ?? false
  if (!isTest) refuseOtherElectron(electron)
  await build()
  const wanted = packagesOf(await readConfiguration(), system, process.arch)
  // A test build uses the installed Electron, and the processor of this machine.
  for (const { arch, targets } of isTest ? wanted.filter((one) => one.arch === process.arch) : wanted) {
    const unpacked = isTest ? await testBuild(electron) : await pack(electron, { isTest, arch })
    say(`Made ${relative(root, unpacked.folder)}`)
    for (const line of sizesOf(unpacked.folder)) say(`  ${line}`)
    if (values.dir) continue
    for (const target of targets) await make(target, unpacked, electron, { isTest, arch })
  }
  if (!values.dir) for (const line of await madeElsewhere(system)) say(line)
  return undefined
}

/**
 * A line for each package that only another system can make.
 *
 * @param {keyof typeof systemNames} here
 * @returns {Promise<string[]>}
 */
export async function madeElsewhere(here) {
  const config = await readConfiguration()
  const others = /** @type {(keyof typeof systemNames)[]} */ (Object.keys(systemNames)).filter(
    (one) => one !== here,
  )
  return others.flatMap((other) => {
    const names = packagesOf(config, other, process.arch).flatMap(({ targets }) => targets)
    return [...new Set(names)].map(
      (target) => `Could not make ${target}: only ${systemNames[other]} makes it.`,
    )
  })
}

/** @returns {Promise<Configured>} */
async function readConfiguration() {
  // The import is here because `npm test` loads this module before anything is installed.
  const { parse } = await import('yaml')
  return parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'))
}

/**
 * @param {Electron} electron
 * @throws {Error} where it is not the one in package.json as its makers publish it
 */
function refuseOtherElectron(electron) {
  const wanted = readJson(join(root, 'package.json')).devDependencies.electron
  if (electron.kind === 'installed') return
  throw new Error(
    `No release is made here: it is packaged from Electron ${wanted} itself, which could not be had. ` +
      'For tests: npm run package -- --test',
  )
}

/**
 * The unpacked test build, rebuilt only after a change.
 *
 * @param {Electron} electron
 * @returns {Promise<Unpacked>}
 */
export async function testBuild(electron) {
  const stamp = join(remembered, 'test-build.json')
  const hash = createHash('sha256').update(fingerprintOfApp()).update(electron.executable)
  const sources = [
    'electron-builder.yml',
    'package.json',
    'package-lock.json',
    'packaging',
    'scripts/packaging',
  ]
  for (const file of [...sources.flatMap(filesOf), 'scripts/package.mjs'])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  const fingerprint = hash.digest('hex')
  /** @type {Unpacked & {fingerprint: string} | undefined} */
  const last = readJson(stamp)
  if (last?.fingerprint === fingerprint && existsSync(last.executable)) return last
  rmSync(stamp, { force: true })
  const started = Date.now()
  const unpacked = await pack(electron, { isTest: true, arch: process.arch })
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ ...unpacked, fingerprint }))
  say(`Packed the test build in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
  return unpacked
}

/**
 * Makes a .deb of a test build with this version; returns its path.
 *
 * @param {Electron} electron
 * @param {string} version
 * @returns {Promise<string>}
 */
export async function testDeb(electron, version) {
  const wanted = { isTest: true, arch: process.arch, version }
  const unpacked = await pack(electron, wanted)
  const { output } = unpacked
  await make('deb', unpacked, electron, wanted)
  const name = readdirSync(output).find((one) => one.endsWith('.deb') && one.includes(version))
  if (!name) throw new Error('No deb was made; the line above says why.')
  return join(output, name)
}

/** @param {string} path */
function filesOf(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * Packs the app for this system, and verifies the settings in its executable.
 *
 * @param {Electron} electron
 * @param {Wanted} wanted
 * @returns {Promise<Unpacked>}
 */
async function pack(electron, wanted) {
  const { isTest, arch } = wanted
  const config = await configurationOf(electron, wanted)
  writeBill(join(root, 'out', 'bill'), versionOf(electron))
  await runBuilder(['dir'], config, arch)
  const output = config.directories?.output ?? ''
  const folder = unpackedFolder(output, system, arch)
  const executable = executableIn(folder, system, productOf(isTest), isTest ? testExecutable : 'stet')
  await checkFuses(executable, config.electronFuses ?? {})
  return { executable, folder, output, arch }
}

/**
 * @param {Electron} electron
 * @param {Wanted} wanted
 * @returns {Promise<Configuration>}
 */
async function configurationOf(electron, { isTest, arch, version }) {
  const config = await readConfiguration()
  const feed = process.env.STET_UPDATE_FEED
  const common = {
    ...config,
    electronVersion: versionOf(electron),
    // For another kind of processor electron-builder downloads the same Electron.
    ...(arch === process.arch && { electronDist: distOf(electron.executable, system) }),
    afterExtract: removeDefaultApp,
    directories: {
      ...config.directories,
      output: join(root, 'release', isTest ? 'test' : '', version ? `as-${version}` : ''),
    },
    ...(feed && { publish: { provider: /** @type {const} */ ('generic'), url: feed } }),
    ...(!process.env.CSC_LINK && { mac: { ...config.mac, ...unsigned } }),
  }
  if (!isTest) return common
  return {
    ...common,
    appId: `${config.appId}.test`,
    productName: testName,
    files: [...config.files, { from: 'packaging', to: '.', filter: ['test-entry.js'] }],
    extraMetadata: {
      ...config.extraMetadata,
      ...(version && { version }),
      name: testExecutable,
      productName: testName,
      desktopName: `${testExecutable}.desktop`,
      main: 'test-entry.js',
    },
    electronFuses: { ...config.electronFuses, enableNodeCliInspectArguments: true },
    linux: { ...config.linux, executableName: testExecutable },
    deb: { ...config.deb, compression: 'gz' },
  }
}

// The name has no spaces: the setuid helper of Chromium's sandbox finds no program in a folder with one.
const testName = 'Stet-Test-Build'
const testExecutable = 'stet-test-build'
const productOf = (/** @type {boolean} */ isTest) => (isTest ? testName : 'Stet')

/** @param {Electron} electron */
function versionOf(electron) {
  return readFileSync(join(distOf(electron.executable, system), 'version'), 'utf8')
    .trim()
    .replace(/^v/, '')
}

/**
 * Removes the app that a bare Electron contains, which could run any other app.
 *
 * @param {{appOutDir: string}} context
 */
async function removeDefaultApp({ appOutDir }) {
  rmSync(join(appOutDir, 'resources', 'default_app.asar'), { recursive: true, force: true })
}

/**
 * @param {readonly string[]} names
 * @param {Configuration} config
 * @param {string} arch
 * @param {string} [packed] the app that packages are made of
 */
async function runBuilder(names, config, arch, packed) {
  // electron-builder logs every step; this script reports the results, and errors are thrown.
  const { archFromString, log } = await import('builder-util')
  log.info = log.warn = log.error = () => {}
  const { build: package_, Platform } = await import('electron-builder')
  const platform = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS }[system]
  await package_({
    projectDir: root,
    targets: platform.createTarget([...names], archFromString(arch)),
    config,
    publish: 'never',
    ...(packed && { prepackaged: packed }),
  })
}

/**
 * Makes one kind of package from the unpacked app, and reports the result in one line.
 *
 * @param {string} target
 * @param {Unpacked} unpacked
 * @param {Electron} electron
 * @param {Wanted} wanted
 */
async function make(target, { folder, output }, electron, wanted) {
  const { isTest, arch } = wanted
  const began = Date.now()
  const ownFpm = target === 'deb' && findProgram('dpkg-deb') !== undefined
  if (ownFpm) process.env.CUSTOM_FPM_PATH = join(root, 'scripts', 'packaging', 'fpm-by-dpkg.mjs')
  try {
    if (target === 'tar.gz') await archive(folder, output, isTest)
    else
      await runBuilder(
        [target],
        await configurationOf(electron, wanted),
        arch,
        prepackaged(folder, system, productOf(isTest)),
      )
    const made = readdirSync(output).filter(
      (name) => !/\.(ya?ml|blockmap)$/.test(name) && isWrittenSince(join(output, name), began),
    )
    for (const name of made.length > 0 ? made : [target])
      say(`Made ${relative(root, join(output, name))} (${megabytes(join(output, name))})`)
  } catch (error) {
    const words = messageOf(error)
    const reason = reasons.find(({ says }) => says.test(words))?.reason ?? words.split('\n')[0]
    say(`Could not make ${target}: ${reason}.`)
  } finally {
    if (ownFpm) delete process.env.CUSTOM_FPM_PATH
  }
}

/**
 * Packs the unpacked app in one file with the system's own tar, because electron-builder would download a packer.
 *
 * @param {string} folder
 * @param {string} output
 * @param {boolean} isTest
 */
async function archive(folder, output, isTest) {
  const { version } = readJson(join(root, 'package.json'))
  const name = `${isTest ? testExecutable : 'stet'}-${version}`
  rmSync(join(output, `${name}.tar.gz`), { force: true })
  const { code, output: words } = await run(
    'tar',
    ['-czf', join(output, `${name}.tar.gz`), '--transform', `s,^\\.,${name},`, '-C', folder, '.'],
    { quiet: true },
  )
  if (code !== 0) throw new Error(words.trim())
}

/**
 * @param {string} file
 * @param {number} since
 */
function isWrittenSince(file, since) {
  const found = statSync(file)
  return found.isFile() && found.mtimeMs >= since
}

/** @param {string} file */
function megabytes(file) {
  return existsSync(file) ? `${(statSync(file).size / 1e6).toFixed(1)} MB` : basename(file)
}

if (isEntry(import.meta.url)) await runScript(() => makePackages(process.argv.slice(2)))
