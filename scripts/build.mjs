import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { buildFiles, dataOf, filesBelow, isSource, partNames, parts } from './parts.mjs'
import { isEntry, readJson, remembered, root, runScript, say } from './paths.mjs'
import { installPackages } from './setup.mjs'

/** @typedef {import('./parts.mjs').Part} Part */

/**
 * Builds the named parts that have changed since their last build; by default everything that the app needs.
 *
 * @param {readonly Part[]} names
 * @returns the parts that were built
 * @throws what the bundler throws
 */
export async function build(names = ['main', 'server', 'preload', 'renderer']) {
  const stale = names.filter((name) => !isFresh(name))
  for (const name of stale) await buildPart(name)
  return stale
}

/** @param {Part} name */
async function buildPart(name) {
  const started = Date.now()
  const fingerprint = fingerprintOf(name)
  removeUnknown(parts[name].output)

  const { build: bundle } = await import('electron-vite')
  /** @type {string[]} */
  const written = []
  /** @type {Set<string>} */
  const packages = new Set()
  for (const file of Object.values(dataOf(name))) {
    const found = packageOf(join(root, file))
    if (found) packages.add(found)
  }
  process.env.STET_BUILD_PART = name
  await bundle({
    root,
    configFile: join(root, 'scripts', 'electron.vite.config.mjs'),
    ignoreConfigWarning: true,
    logLevel: 'warn',
    plugins: [
      {
        name: 'remember-outputs',
        writeBundle(_, output) {
          for (const [file, one] of Object.entries(output)) {
            written.push(`${parts[name].output}/${file}`)
            for (const id of one.type === 'chunk' ? one.moduleIds : []) {
              const found = packageOf(id)
              if (found) packages.add(found)
            }
          }
        },
      },
    ],
  })
  mkdirSync(dirname(stampOf(name)), { recursive: true })
  writeFileSync(
    stampOf(name),
    JSON.stringify({ fingerprint, outputs: written.filter(isThere), packages: [...packages].sort() }),
  )
  // This comes last, so that a source that does not build leaves the last build unchanged.
  removeLeft(parts[name].output)
  say(`Built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** The parts of the app; the others are for tests. */
const shipped = partNames.filter((name) => name !== 'ui' && name !== 'host')

/**
 * The packages that are bundled in the shipped parts, as paths in the lockfile. Fonts and styles come with their
 * package's own module, dictionaries as data.
 */
export function bundledPackages() {
  /** @type {string[]} */
  const all = shipped.flatMap((name) => readJson(stampOf(name))?.packages ?? [])
  return [...new Set(all)].sort()
}

/** A text about the inputs of the shipped parts, which changes when one of them does. */
export function fingerprintOfApp() {
  return shipped.map(fingerprintOf).join(' ')
}

/**
 * The folder of a module's package, as the lockfile names it.
 *
 * @param {string} id
 */
function packageOf(id) {
  const path = relative(root, id.replace(/^\0/, '').replace(/\?.*$/, '')).replaceAll('\\', '/')
  return /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}

/**
 * Removes an output folder that no part has recorded: it contains only leftovers.
 *
 * @param {string} output
 */
function removeUnknown(output) {
  if (!ownersOf(output).some((name) => existsSync(stampOf(name))))
    rmSync(join(root, output), { recursive: true, force: true })
}

/**
 * Removes files of earlier builds, including those that were interrupted before they recorded their files.
 *
 * @param {string} output
 */
function removeLeft(output) {
  const stamps = ownersOf(output).map((name) => readJson(stampOf(name)))
  if (stamps.includes(undefined)) return
  const known = new Set(stamps.flatMap(({ outputs }) => outputs))
  for (const file of filesBelow(output)) if (!known.has(file)) rmSync(join(root, file), { force: true })
}

/**
 * The parts that write into a folder; two parts share one.
 *
 * @param {string} output
 */
function ownersOf(output) {
  return partNames.filter((name) => parts[name].output === output)
}

/** @param {Part} name */
function isFresh(name) {
  const stamp = readJson(stampOf(name))
  return (
    stamp?.packages !== undefined && stamp.outputs.every(isThere) && stamp.fingerprint === fingerprintOf(name)
  )
}

/** @param {string} file */
function isThere(file) {
  return existsSync(join(root, file)) && statSync(join(root, file)).isFile()
}

/** @param {Part} name */
function stampOf(name) {
  return join(remembered, 'build', `${name}.json`)
}

/** @param {Part} name */
function fingerprintOf(name) {
  const hash = createHash('sha256')
  const sources = parts[name].sources.flatMap(filesBelow).filter(isSource)
  for (const file of [...buildFiles, ...sources])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

if (isEntry(import.meta.url))
  await runScript(async () => {
    await installPackages()
    const named = process.argv.slice(2).map((name) => {
      const part = partNames.find((known) => known === name)
      if (!part) throw new Error(`There is no part "${name}". Parts: ${partNames.join(', ')}.`)
      return part
    })
    const built = await build(named.length > 0 ? named : undefined)
    if (built.length === 0) say('Nothing to build: no source has changed.')
  })
