import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from './paths'

export type Import = {
  readonly from: string
  readonly to: string
  readonly isType: boolean
  /** Whether the module is loaded on demand by `import()`. */
  readonly isLater?: boolean
  /** The imported names; `null` for the default export, or for all exports. */
  readonly names: readonly (string | null)[]
}

export const folders = ['shared', 'node', 'preload', 'main', 'server', 'renderer', 'e2e'] as const

/** Whether a file is a test, is used only by tests, or only contains proofs. */
export const isTest = (file: string) =>
  /\.(test|contract|bench|fuzz|memory|virtual|spawned)\.tsx?$/.test(file) ||
  /^e2e\/|\/(fixtures|proof|testing)\//.test(file)

export const isWithin = (file: string, ...prefixes: readonly string[]) =>
  prefixes.some((prefix) => file === prefix || file.startsWith(`${prefix}/`))

/** The imports of a source file: packages by name, source files as paths relative to the root of the repository. */
export function importsOf(file: string, code: string): Import[] {
  const { module } = parseSync(file, code)
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
      names: entries.map(({ importName }) => importName.name),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName, isType }) =>
        moduleRequest === null ? [] : [{ to: moduleRequest.value, isType, names: [importName.name] }],
      ),
    ),
    // An address computed at run time names no package.
    ...module.dynamicImports
      .map(({ moduleRequest: { start, end } }) => code.slice(start, end))
      .filter((source) => /^['"`]/.test(source))
      .map((source) => ({ to: source.slice(1, -1), isType: false, isLater: true, names: [null] })),
  ]
  return found.map((one) => ({
    ...one,
    from: file,
    to: one.to.startsWith('.') ? path.posix.join(path.posix.dirname(file), one.to) : one.to,
  }))
}

/** Every source file in these folders. */
export const sources = folders
  .flatMap((folder) => fs.readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter(
    (entry) =>
      entry.isFile() &&
      /\.tsx?$/.test(entry.name) &&
      !/node_modules|[\\/]out\b/.test(path.relative(ROOT, entry.parentPath)),
  )
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => ({
    file: path.relative(ROOT, file).replaceAll('\\', '/'),
    code: fs.readFileSync(file, 'utf8'),
  }))

const known = new Set(sources.map(({ file }) => file))

/** The source file that an import refers to, as a path relative to the root; `undefined` for other imports. */
export const sourceOf = (to: string): string | undefined =>
  ['', '.ts', '.tsx', '/index.ts'].map((end) => to.replace(/\?.*$/, '') + end).find((file) => known.has(file))
