import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from './paths.mjs'

/**
 * The parts that are built, with their source and output folders. `main` and `server` share an output folder because
 * main starts the service by path. `ui` and `host` are for tests of the window, and never shipped: the renderer in a
 * plain browser, and main with its service for the process of a test.
 */
export const parts = {
  main: { sources: ['main', 'node', 'shared'], output: 'out/main' },
  server: { sources: ['server', 'node', 'shared'], output: 'out/main' },
  preload: { sources: ['preload', 'shared'], output: 'out/preload' },
  renderer: { sources: ['renderer', 'shared'], output: 'out/renderer' },
  ui: { sources: ['renderer', 'shared', 'preload', 'e2e/host'], output: 'out/ui' },
  host: {
    sources: ['main', 'server', 'node', 'shared', 'e2e/host', 'e2e/protocol'],
    output: 'out/host',
  },
}

/** @typedef {keyof typeof parts} Part */

export const partNames = /** @type {Part[]} */ (Object.keys(parts))

/** Files from which every part is built, besides its own folders. */
export const buildFiles = [
  'package.json',
  'package-lock.json',
  'scripts/electron.vite.config.mjs',
  'scripts/parts.mjs',
]

/**
 * Whether a file may be part of a build: tests beside sources may not.
 *
 * @param {string} path
 */
export function isSource(path) {
  return !/\.(test|contract|bench)\.tsx?$|tsconfig\.json$|(^|\/)README\.md$/.test(path)
}

/**
 * All files below a folder, as sorted paths from the repository's root; empty where there is no such folder.
 *
 * @param {string} folder
 */
export function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/**
 * The entry of a folder and its workers, by the names of the built files.
 *
 * @param {string} folder
 */
export function entriesOf(folder) {
  /** @type {Record<string, string>} */
  const entries = { [folder]: folder === 'host' ? 'e2e/host/host.ts' : `${folder}/${folder}.ts` }
  for (const file of below(folder)) {
    if (!file.endsWith('.worker.ts')) continue
    const name = basename(file, '.ts')
    if (entries[name]) throw new Error(`Two workers have one name: ${entries[name]} and ${file}.`)
    entries[name] = file
  }
  return Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)]))
}

/**
 * The files that the code of a folder reads at run time, by their paths relative to that code.
 *
 * @param {string} folder
 */
export function dataOf(folder) {
  /** @type {Record<string, string>} */
  const data = {}
  for (const file of below(folder)) if (file.endsWith('.txt')) data[basename(file)] = file
  if (folder !== 'main' && folder !== 'host') return data
  return { ...data, ...PACKAGED_DATA, ...(folder === 'main' && fontsOfPaper()) }
}

/**
 * The folders of a part; the host is main and the service in one.
 *
 * @param {string} folder
 */
const below = (folder) =>
  folder === 'host' ? [...filesBelow('main'), ...filesBelow('server')] : filesBelow(folder)

/** The fonts of PDFs by package, and their styles. */
const FONTS_OF_PAPER = {
  '@fontsource/literata': ['400', '400-italic', '600', '600-italic'],
  '@fontsource/jetbrains-mono': ['400', '600'],
}

/**
 * The style sheets of these fonts and the files that they name. The variable fonts of the window are not used on paper:
 * Chromium writes these into a PDF as drawings of letters (Type 3), which printers and other programs render worse.
 */
function fontsOfPaper() {
  /** @type {Record<string, string>} */
  const files = {}
  for (const [name, styles] of Object.entries(FONTS_OF_PAPER))
    for (const style of styles) {
      const sheet = `node_modules/${name}/${style}.css`
      files[`fonts/${basename(name)}-${style}.css`] = sheet
      for (const [file = ''] of readFileSync(join(root, sheet), 'utf8').matchAll(/files\/[\w-]+\.woff2/g))
        files[`fonts/${basename(file)}`] = `node_modules/${name}/${file}`
    }
  return files
}

/**
 * Data of packages that main reads at run time. The English dictionary comes with its licence, and in files of its
 * own. A file named `.br` is written compressed.
 *
 * @type {Readonly<Record<string, string>>}
 */
const PACKAGED_DATA = {
  'dictionaries/en-US.aff': 'node_modules/dictionary-en/index.aff',
  'dictionaries/en-US.dic.br': 'node_modules/dictionary-en/index.dic',
  'dictionaries/en-US.licence.txt': 'node_modules/dictionary-en/license',
  'mermaid.js.br': 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js',
}
