import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What these scripts remember between runs. Goes with `node_modules`, so a fresh install forgets it. */
export const remembered = join(root, 'node_modules', '.cache', 'stet')

/** A folder outside the repository for what is large and never changes. */
export function cacheFolder() {
  if (process.platform === 'win32')
    return join(process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'stet', 'cache')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'stet')
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stet')
}

/** The JSON value in a file, or undefined where there is no such file or no such value in it. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * One line for the person at the terminal. It goes to stderr: stdout belongs to what was asked for
 * (the service's first line of JSON, the path of the Electron, the last line of the tests).
 */
export function say(line) {
  process.stderr.write(`${process.stderr.isTTY ? line : stripVTControlCharacters(line)}\n`)
}
