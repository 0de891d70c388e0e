import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
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

/**
 * The JSON value in a file, or undefined where there is no such file or no such value in it.
 *
 * @param {string} file
 * @returns {any} as whoever wrote the file left it
 */
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
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${process.stderr.isTTY ? line : stripVTControlCharacters(line)}\n`)
}

/**
 * What went wrong, in its own words.
 *
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Runs a script to its end: what goes wrong is said in its own words and ends in exit code 1.
 *
 * @param {() => Promise<number | void>} work answers with the exit code, 0 where it names none
 */
export async function runScript(work) {
  try {
    endWith((await work()) ?? 0)
  } catch (error) {
    say(messageOf(error))
    endWith(1)
  }
}

/**
 * Ends with this exit code once nothing is left to do. A package that electron-builder needs ends the process by itself
 * then, with 0, whatever `process.exitCode` says.
 *
 * @param {number} code
 */
export function endWith(code) {
  process.exitCode = code
  process.once('exit', () => (process.exitCode = code))
}

/**
 * Whether this module is what Node was asked to run, and not one that another imports.
 *
 * @param {string} url the module's own
 */
export function isEntry(url) {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(url)
}
