#!/usr/bin/env node
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import { isEntry } from '../paths.mjs'

/**
 * Makes a .deb from electron-builder's arguments to fpm, with Debian's own `dpkg-deb`. electron-builder downloads fpm
 * from a host that a build machine may not reach (CUSTOM_FPM_PATH names this file instead). The contents of the
 * package, its scripts and its menu entry are electron-builder's.
 */

/**
 * @typedef {{
 *   one: Record<string, string>,
 *   depends: readonly string[],
 *   recommends: readonly string[],
 *   contents: readonly {from: string, to: string}[],
 * }} Request
 */

/** Arguments with one value; every other argument that begins with a hyphen is refused. */
const known = new Set([
  ...['-s', '-t', '--architecture', '--after-install', '--after-remove', '--description', '--version'],
  ...['--package', '--name', '--maintainer', '--vendor', '--url', '--category', '--deb-priority'],
  ...['--license', '--deb-compression'],
])

/**
 * @param {readonly string[]} args
 * @returns {Request}
 * @throws {Error} where an argument is not known, since leaving it out would make another package
 */
export function readArguments(args) {
  /** @type {Record<string, string>} */
  const one = {}
  /** @type {string[]} */
  const depends = []
  /** @type {string[]} */
  const recommends = []
  /** @type {{from: string, to: string}[]} */
  const contents = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--force') continue
    if (arg === '-d') depends.push(args[++at] ?? '')
    else if (arg === '--deb-recommends') recommends.push(args[++at] ?? '')
    else if (known.has(arg)) one[arg] = args[++at] ?? ''
    else if (arg.startsWith('-')) throw new Error(`This fpm does not know ${arg}.`)
    else {
      const cut = arg.lastIndexOf('=')
      contents.push({ from: arg.slice(0, cut), to: arg.slice(cut + 1) })
    }
  }
  if (one['-s'] !== 'dir' || one['-t'] !== 'deb')
    throw new Error('This fpm makes a .deb of folders and files, nothing else.')
  return { one, depends, recommends, contents }
}

/**
 * The control file of the package.
 *
 * @param {Request} request
 * @param {number} installedKb
 */
export function controlOf({ one, depends, recommends }, installedKb) {
  const [synopsis = '', ...more] = (one['--description'] ?? '').trim().split('\n')
  const fields = {
    Package: one['--name'],
    Version: one['--version'],
    Section: one['--category'],
    Priority: one['--deb-priority'],
    Architecture: one['--architecture'],
    Maintainer: one['--maintainer'],
    'Installed-Size': String(installedKb),
    Depends: depends.join(', '),
    Recommends: recommends.join(', '),
    Homepage: one['--url'],
    Description: [synopsis, ...more.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  }
  return Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

/** @param {Request} request */
function makeDeb(request) {
  const stage = mkdtempSync(join(tmpdir(), 'stet-deb-'))
  try {
    chmodSync(stage, 0o755)
    for (const { from, to } of request.contents) {
      const target = join(stage, to)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(from, target, { recursive: true, verbatimSymlinks: true })
    }
    const files = openToAll(stage)
    const bytes = files.reduce((sum, file) => sum + lstatSync(join(stage, file)).size, 0)
    const control = join(stage, 'DEBIAN')
    mkdirSync(control)
    writeFileSync(join(control, 'control'), controlOf(request, Math.ceil(bytes / 1024)))
    writeFileSync(
      join(control, 'md5sums'),
      files.map((file) => `${md5(join(stage, file))}  ${file}\n`).join(''),
    )
    for (const [argument, script] of [
      ['--after-install', 'postinst'],
      ['--after-remove', 'postrm'],
    ]) {
      const source = request.one[argument ?? '']
      if (source) writeFileSync(join(control, script ?? ''), readFileSync(source), { mode: 0o755 })
    }
    const compression = request.one['--deb-compression'] === 'gz' ? 'gzip' : request.one['--deb-compression']
    const made = spawnSync(
      'dpkg-deb',
      ['--root-owner-group', `-Z${compression ?? 'xz'}`, '--build', stage, request.one['--package'] ?? ''],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    )
    return made.status ?? 1
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/**
 * Gives every file the modes of an installed one, whatever the umask of the build; returns the plain files below the
 * folder.
 *
 * @param {string} folder
 */
function openToAll(folder) {
  /** @type {string[]} */
  const files = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    if (!entry.isFile()) continue
    chmodSync(path, (lstatSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
    files.push(relative(folder, path))
  }
  return files.sort()
}

/** @param {string} file */
function md5(file) {
  return createHash('md5').update(readFileSync(file)).digest('hex')
}

if (isEntry(import.meta.url)) process.exitCode = makeDeb(readArguments(process.argv.slice(2)))
