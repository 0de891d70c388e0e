import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFiles, filesBelow, isSource, parts } from './parts.mjs'
import { readJson, remembered, root, say } from './place.mjs'
import { setUp } from './setup.mjs'

/**
 * Builds the named parts that have changed since their last build; all that the app needs by default.
 *
 * @param {(keyof typeof parts)[]} names
 * @returns {Promise<string[]>} the parts that were built
 * @throws what the bundler throws
 */
export async function build(names = ['main', 'server', 'preload', 'renderer']) {
  const stale = names.filter((name) => !isFresh(name))
  for (const name of stale) await buildPart(name)
  return stale
}

async function buildPart(name) {
  const started = Date.now()
  const fingerprint = fingerprintOf(name)
  removeUnknown(parts[name].output)

  const { build: bundle } = await import('electron-vite')
  const written = []
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
          for (const file of Object.keys(output)) written.push(`${parts[name].output}/${file}`)
        },
      },
    ],
  })
  mkdirSync(dirname(stampOf(name)), { recursive: true })
  writeFileSync(stampOf(name), JSON.stringify({ fingerprint, outputs: written.filter(isThere) }))
  // Only now, so that a source that does not build leaves the last build as it was.
  removeLeft(parts[name].output)
  say(`Built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

/** An output folder of which no part remembers anything holds leftovers only. */
function removeUnknown(output) {
  if (!ownersOf(output).some((name) => existsSync(stampOf(name))))
    rmSync(join(root, output), { recursive: true, force: true })
}

/** What earlier builds left, those too that were broken off before they could remember what they wrote. */
function removeLeft(output) {
  const stamps = ownersOf(output).map((name) => readJson(stampOf(name)))
  if (stamps.includes(undefined)) return
  const known = new Set(stamps.flatMap(({ outputs }) => outputs))
  for (const file of filesBelow(output)) if (!known.has(file)) rmSync(join(root, file), { force: true })
}

/** Two parts share a folder. */
function ownersOf(output) {
  return Object.keys(parts).filter((name) => parts[name].output === output)
}

function isFresh(name) {
  const stamp = readJson(stampOf(name))
  return stamp !== undefined && stamp.outputs.every(isThere) && stamp.fingerprint === fingerprintOf(name)
}

function isThere(file) {
  return existsSync(join(root, file)) && statSync(join(root, file)).isFile()
}

function stampOf(name) {
  return join(remembered, 'build', `${name}.json`)
}

function fingerprintOf(name) {
  const hash = createHash('sha256')
  const sources = parts[name].sources.flatMap(filesBelow).filter(isSource)
  for (const file of [...buildFiles, ...sources])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await setUp('packages')
    const named = process.argv.slice(2)
    const unknown = named.find((name) => !(name in parts))
    if (unknown) throw new Error(`There is no part "${unknown}". Parts: ${Object.keys(parts).join(', ')}.`)
    const built = await build(named.length > 0 ? named : undefined)
    if (built.length === 0) say('Nothing to build: no source has changed.')
  } catch (error) {
    say(error.message)
    process.exitCode = 1
  }
}
