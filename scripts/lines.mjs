import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow } from './parts.mjs'
import { isEntry, root, runScript } from './paths.mjs'

const folders = ['main', 'renderer', 'server', 'node', 'shared', 'preload']

/**
 * Whether a file is shipped code: not a test, and not only for tests or proofs.
 *
 * @param {string} path from the repository's root
 */
export function isShipped(path) {
  return (
    /\.(ts|tsx|css)$/.test(path) &&
    !/\.(test|contract|bench|fuzz|memory|virtual|spawned)\.tsx?$/.test(path) &&
    !/\/(testing|proof|fixtures|contract)\//.test(path)
  )
}

/**
 * The files and lines of each folder, including its subfolders; comments and blank lines count. The last row is the
 * sum.
 *
 * @param {readonly {path: string, text: string}[]} files paths from the repository's root
 */
export function countLines(files) {
  /** @type {Map<string, {files: number, lines: number}>} */
  const counts = new Map()
  const all = { files: 0, lines: 0 }
  for (const { path, text } of files) {
    const lines = text.split('\n').length - 1
    for (let place = dirname(path); place !== '.'; place = dirname(place)) {
      const count = counts.get(place) ?? { files: 0, lines: 0 }
      counts.set(place, { files: count.files + 1, lines: count.lines + lines })
    }
    all.files += 1
    all.lines += lines
  }
  const rows = [...counts].map(([place, count]) => ({ place, ...count }))
  return [...rows.sort((a, b) => (a.place < b.place ? -1 : 1)), { place: 'all', ...all }]
}

if (isEntry(import.meta.url))
  await runScript(async () => {
    const files = folders
      .flatMap(filesBelow)
      .filter(isShipped)
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    for (const { place, files: count, lines } of countLines(files))
      console.log(place.padEnd(32) + String(count).padStart(6) + lines.toLocaleString('en').padStart(10))
  })
