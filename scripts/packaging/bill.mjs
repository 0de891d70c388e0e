import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundledPackages } from '../build.mjs'
import { readJson, root } from '../paths.mjs'

/** @typedef {{version: string, dev?: boolean, integrity?: string, license?: string}} Locked */
/** @typedef {{path: string, name: string, version: string, licence: string, sha512: string | undefined}} Part */

/** Headers for compiling, which electron-builder.yml leaves out. */
const leftOut = 'node-addon-api'

/**
 * The packages inside a package of Stet: the installed ones, and those from which the bundler took code. Paths are
 * those of the lockfile.
 *
 * @returns {readonly Part[]}
 */
export function packagesInside() {
  /** @type {Record<string, Locked>} */
  const locked = readJson(join(root, 'package-lock.json')).packages
  const bundled = new Set(bundledPackages())
  return Object.entries(locked)
    .filter(([path, { dev }]) => path !== '' && !path.endsWith(leftOut) && (!dev || bundled.has(path)))
    .map(([path, { version, license, integrity }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      // Old packages name their licences in a list, which the lockfile omits.
      licence: license ?? readJson(join(root, path, 'package.json'))?.licenses?.[0]?.type ?? 'NOASSERTION',
      sha512: integrity?.startsWith('sha512-')
        ? Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
        : undefined,
    }))
}

/**
 * Writes the bill of materials into a folder: `bill-of-materials.cdx.json` (CycloneDX 1.5) and `LICENCES.txt` with the
 * text of every licence.
 *
 * @param {string} folder
 * @param {string} electronVersion
 */
export function writeBill(folder, electronVersion) {
  const parts = packagesInside()
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'bill-of-materials.cdx.json'),
    `${JSON.stringify(billOf(parts, electronVersion))}\n`,
  )
  writeFileSync(join(folder, 'LICENCES.txt'), licencesOf(parts))
}

/**
 * @param {readonly Part[]} parts
 * @param {string} electronVersion
 */
function billOf(parts, electronVersion) {
  const about = readJson(join(root, 'package.json'))
  const purlOf = (/** @type {string} */ name, /** @type {string} */ version) =>
    `pkg:npm/${name.replace('@', '%40')}@${version}`
  const own = purlOf(about.name, about.version)
  const components = [
    ...parts.map(({ name, version, licence, sha512 }) => ({
      type: 'library',
      'bom-ref': purlOf(name, version),
      name,
      version,
      purl: purlOf(name, version),
      licenses: [{ expression: licence }],
      ...(sha512 && { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
    })),
    {
      type: 'framework',
      'bom-ref': purlOf('electron', electronVersion),
      name: 'electron',
      version: electronVersion,
      purl: purlOf('electron', electronVersion),
      licenses: [{ expression: 'MIT' }],
    },
  ]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: about.name,
        version: about.version,
        purl: own,
        licenses: [{ expression: about.license }],
      },
    },
    // One version may be in two places of node_modules.
    components: [...new Map(components.map((one) => [one['bom-ref'], one])).values()],
  }
}

/**
 * The text of each licence, once for all packages with exactly the same text.
 *
 * @param {readonly Part[]} parts
 */
function licencesOf(parts) {
  /** @type {Map<string, string[]>} */
  const byWords = new Map()
  for (const { path, name, version, licence } of parts) {
    const folder = join(root, path)
    const files = existsSync(folder)
      ? readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|ofl)/i.test(file))
      : []
    const words = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
    byWords.set(words, [...(byWords.get(words) ?? []), `${name} ${version} (${licence})`])
  }
  const texts = [...byWords].map(([words, names]) => [names.join('\n'), words].join('\n\n').trim())
  const head =
    'Stet is under the MIT licence. It carries the packages below, and Electron, whose licences lie beside its executable.'
  const patterns = readFileSync(join(root, 'packaging', 'hyphenation-licences.txt'), 'utf8').trim()
  return `${[head, ...texts, patterns].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
