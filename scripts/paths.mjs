import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * The folder in which these scripts store data between runs. It is removed with `node_modules`, so that a fresh install
 * starts without it.
 */
export const remembered = join(root, 'node_modules', '.cache', 'stet')

/** A folder outside the repository for large files that never change. */
export function cacheFolder() {
  if (process.platform === 'win32')
    return join(process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'stet', 'cache')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'stet')
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stet')
}

/**
 * The JSON value in a file, or undefined where the file or a valid value does not exist.
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
 * Prints one line for the person at the terminal. It goes to stderr: stdout is for results (the service's first line of
 * JSON, the path of the Electron, the last line of the tests).
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${process.stderr.isTTY ? line : stripVTControlCharacters(line)}\n`)
}

/**
 * The message of an error.
 *
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Runs a script to its end: an error is printed and gives exit code 1.
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
 * Ends with this exit code once nothing is left to do. A package that electron-builder needs would otherwise end the
 * process with 0, whatever `process.exitCode` is.
 *
 * @param {number} code
 */
export function endWith(code) {
  process.exitCode = code
  process.once('exit', () => (process.exitCode = code))
}

/**
 * Whether Node was started with this module, rather than another one that imports it.
 *
 * @param {string} url the module's own
 */
export function isEntry(url) {
  return process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(url)
}
