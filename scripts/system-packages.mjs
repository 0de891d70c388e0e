import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram, run } from './child.mjs'
import { remembered, say } from './paths.mjs'

/**
 * The packages of Debian and related systems that Electron and the tests need. Each line lists alternative names.
 *
 * @typedef {readonly [string, ...string[]]} Need
 */

/** @type {readonly Need[]} */
export const forStart = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
  ['libx11-xcb1'],
  ['fonts-dejavu-core'],
]
/** @type {readonly Need[]} */
const forTest = [
  ...forStart,
  ['xvfb'],
  ['xauth'],
  ['chromium', 'google-chrome-stable', 'chromium-browser', 'chromium-headless-shell'],
  ['fonts-noto-cjk'],
  ['fonts-noto-color-emoji'],
]

/**
 * Optional packages of the tests: a Chromium without a window, which makes the UI tests a third faster, and other
 * programs that read our files. Tests that need one of those are listed as not run where it is missing.
 */
const gains = [
  {
    name: 'chromium-headless-shell',
    program: 'chromium-headless-shell',
    why: 'with which the UI tests are quicker',
  },
  { name: 'poppler-utils', program: 'pdftotext', why: 'which reads the PDFs that are written' },
  {
    name: 'libreoffice-writer-nogui',
    program: 'soffice',
    why: 'which reads the documents of Word that are written',
  },
]

/**
 * Installs missing packages, as root on a system with apt; otherwise throws the one command that does. Systems without
 * apt have these libraries with their desktop.
 *
 * @param {'start' | 'test'} purpose
 */
export async function installSystemPackages(purpose) {
  if (!findProgram('apt-get') || !findProgram('dpkg-query')) return
  const missing = await findMissing(purpose === 'test' ? forTest : forStart)
  if (missing.length > 0) await install(missing)
  if (purpose === 'test') for (const gain of gains) await installOnce(gain)
}

/** @param {readonly string[]} missing */
async function install(missing) {
  if (!isRoot())
    throw new Error(
      `Some system packages are missing. Install them with:\n  sudo apt-get install ${missing.join(' ')}`,
    )
  say(`Installing system packages: ${missing.join(' ')}.`)
  const updated = await apt(['update'])
  const installed = await apt(['install', '-y', '--no-install-recommends', ...missing])
  if (installed.code !== 0)
    throw new Error(
      `apt-get install failed:\n${(updated.code === 0 ? '' : updated.output) + installed.output}`,
    )
}

function isRoot() {
  return process.getuid?.() === 0
}

/**
 * Runs apt, which waits while another installation, such as the system's own, holds the lock.
 *
 * @param {readonly string[]} args
 */
function apt(args) {
  return run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    quiet: true,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: 10 * 60_000,
  })
}

/**
 * Installs an optional package, once, where nobody has to be asked; a failure is ignored.
 *
 * @param {typeof gains[number]} gain
 */
async function installOnce({ name, program, why }) {
  const tried = join(remembered, `tried-${name}`)
  if (!isRoot() || findProgram(program) || existsSync(tried)) return
  say(`Installing ${name}, ${why}.`)
  const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15']
  await apt([...patience, 'update'])
  const { code } = await apt([...patience, 'install', '-y', '--no-install-recommends', name])
  if (code !== 0) say('It could not be had; the tests go on without it.')
  mkdirSync(dirname(tried), { recursive: true })
  writeFileSync(tried, '')
}

/**
 * One name to install for each need that no installed package covers.
 *
 * @param {readonly Need[]} needs
 */
async function findMissing(needs) {
  const query = ['-W', '-f', '${Package} ${db:Status-Status}\n', ...needs.flat()]
  const { output } = await run('dpkg-query', query, { quiet: true })
  const have = new Set([...output.matchAll(/^(\S+) installed$/gm)].map((match) => match[1]))
  const open = needs.filter((names) => !names.some((name) => have.has(name)))
  const wanted = open.filter(
    (names) => !(names[0] === 'chromium' && findProgram('chromium', 'google-chrome')),
  )
  return Promise.all(wanted.map(chooseName))
}

/**
 * The package name that this release can install: newer releases renamed two libraries (t64).
 *
 * @param {Need} names
 */
async function chooseName(names) {
  for (const name of names.filter((other) => other.endsWith('t64'))) {
    const { output } = await run('apt-cache', ['show', '--no-all-versions', name], { quiet: true })
    if (output.startsWith('Package:')) return name
  }
  return names[0]
}
