import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'

/** @typedef {{path: string, bytes: number, unpacked: boolean}} PackedFile */

/**
 * The files of an archive.
 *
 * @param {string} archive
 * @returns {readonly PackedFile[]}
 */
export function filesInArchive(archive) {
  // The import is here because `npm test` loads this module before anything is installed.
  const { getRawHeader } = createRequire(import.meta.url)('@electron/asar')
  /** @type {PackedFile[]} */
  const found = []
  /** @param {any} node @param {string} path */
  const visit = (node, path) => {
    for (const [name, child] of Object.entries(node.files)) {
      const at = path ? `${path}/${name}` : name
      if (child.files) visit(child, at)
      else found.push({ path: at, bytes: child.size ?? 0, unpacked: child.unpacked === true })
    }
  }
  visit(getRawHeader(archive).header, '')
  return found
}

/**
 * The folder of an unpacked app that contains everything except Electron.
 *
 * @param {string} folder
 */
export function resourcesOf(folder) {
  const app = readdirSync(folder).find((name) => name.endsWith('.app'))
  return app ? join(folder, app, 'Contents', 'Resources') : join(folder, 'resources')
}

/**
 * The size of an unpacked app, in lines for a person: our own parts one by one, and Electron.
 *
 * @param {string} folder
 */
export function sizesOf(folder) {
  const resources = resourcesOf(folder)
  const ours = partsOf(resources)
  const all = bytesBelow(folder)
  const own = [...ours.values()].reduce((sum, bytes) => sum + bytes, 0)
  const line = (/** @type {string} */ name, /** @type {number} */ bytes) =>
    `${(bytes / 1e6).toFixed(2).padStart(8)} MB  ${name}`
  return [
    ...[...ours].toSorted(([, one], [, other]) => other - one).map(([name, bytes]) => line(name, bytes)),
    line('all of Stet', own),
    line('Electron', all - own),
  ]
}

/** Smaller parts are not listed. */
const SHOWN_BYTES_MIN = 50_000

/**
 * The parts of Stet as the table of docs/sizes.md, the largest first; small ones together.
 *
 * @param {string} folder of an unpacked app
 */
export function sizesTable(folder) {
  const parts = [...partsOf(resourcesOf(folder))].toSorted(([, one], [, other]) => other - one)
  const isShown = (/** @type {readonly [string, number]} */ [, bytes]) => bytes >= SHOWN_BYTES_MIN
  const sum = (/** @type {readonly (readonly [string, number])[]} */ list) =>
    list.reduce((total, [, bytes]) => total + bytes, 0)
  const rows = [
    ...parts.filter(isShown).map(([name, bytes]) => /** @type {const} */ ([`\`${name}\``, bytes])),
    /** @type {const} */ (['what is smaller', sum(parts.filter((one) => !isShown(one)))]),
    /** @type {const} */ (['all of Stet', sum(parts)]),
  ]
  return [
    '| part | MB |',
    '| ---- | -: |',
    ...rows.map(([name, bytes]) => `| ${name} | ${(bytes / 1e6).toFixed(2)} |`),
  ].join('\n')
}

/**
 * The size of each part of Stet in bytes: a folder of `out`, a package, a file beside the archive.
 *
 * @param {string} resources
 * @returns {ReadonlyMap<string, number>}
 */
export function partsOf(resources) {
  /** @type {Map<string, number>} */
  const parts = new Map()
  const add = (/** @type {string} */ name, /** @type {number} */ bytes) =>
    parts.set(name, (parts.get(name) ?? 0) + bytes)
  for (const { path, bytes } of filesInArchive(join(resources, 'app.asar')))
    add(/^(node_modules\/(?:@[^/]+\/)?[^/]+|out\/[^/]+|[^/]+)/.exec(path)?.[0] ?? path, bytes)
  for (const name of ['bill-of-materials.cdx.json', 'LICENCES.txt'])
    if (existsSync(join(resources, name))) add(name, statSync(join(resources, name)).size)
  return parts
}

/** @param {string} folder */
function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

/** @param {string} folder */
export function filesBeside(folder) {
  const resources = resourcesOf(folder)
  return readdirSync(resources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(resources, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}
