import { dirname, join } from 'node:path'

/** @typedef {'linux' | 'darwin' | 'win32'} System */
/** @typedef {string | {target: string, arch?: string | readonly string[]}} Target As electron-builder.yml names one. */
/** @typedef {{arch: string, targets: readonly string[]}} Packages What is made of one unpacked app. */
/** @typedef {Readonly<Record<string, unknown>>} Configuration */

/** The keys of electron-builder.yml for the packages of a system. */
const keys = { linux: 'linux', darwin: 'mac', win32: 'win' }

/**
 * The packages of a system in electron-builder.yml, for each kind of processor. `arch` is that of this machine, for
 * targets without one.
 *
 * @param {Configuration} config
 * @param {System} system
 * @param {string} arch
 * @returns {readonly Packages[]}
 */
export function packagesOf(config, system, arch) {
  const { target } = /** @type {{target: Target | readonly Target[]}} */ (config[keys[system]])
  /** @type {Map<string, string[]>} */
  const byArch = new Map()
  for (const one of [target].flat()) {
    const named = typeof one === 'string' ? { target: one } : one
    for (const each of [named.arch ?? arch].flat())
      byArch.set(each, [...(byArch.get(each) ?? []), named.target])
  }
  return [...byArch].map(([each, targets]) => ({ arch: each, targets }))
}

/**
 * Settings for a Mac package without the publisher's keys. An app for Apple's processors must have some signature to
 * start, and setting fuses breaks that of Electron; the hardened runtime would refuse libraries without a publisher.
 */
export const unsigned = { identity: '-', hardenedRuntime: false }

/**
 * The folder of an Electron in its published form.
 *
 * @param {string} executable
 * @param {System} system
 */
export function distOf(executable, system) {
  const folder = dirname(executable)
  // Electron.app/Contents/MacOS
  return system === 'darwin' ? join(folder, '..', '..', '..') : folder
}

/**
 * The folder in which electron-builder leaves the unpacked app for a kind of processor.
 *
 * @param {string} output
 * @param {System} system
 * @param {string} arch
 */
export function unpackedFolder(output, system, arch) {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  return join(output, `${keys[system]}${suffix}${system === 'darwin' ? '' : '-unpacked'}`)
}

/**
 * The path that electron-builder expects for an app that is packed already.
 *
 * @param {string} folder
 * @param {System} system
 * @param {string} product
 */
export function prepackaged(folder, system, product) {
  return system === 'darwin' ? join(folder, `${product}.app`) : folder
}

/**
 * The executable of an unpacked app.
 *
 * @param {string} folder
 * @param {System} system
 * @param {string} product
 * @param {string} linuxName
 */
export function executableIn(folder, system, product, linuxName) {
  if (system === 'darwin') return join(prepackaged(folder, system, product), 'Contents', 'MacOS', product)
  return join(folder, system === 'win32' ? `${product}.exe` : linuxName)
}
