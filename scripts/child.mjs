import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { readJson, root } from './paths.mjs'

/**
 * `input` is written to the program's stdin, `quiet` collects its output instead of showing it, `onStderr` gets its
 * stderr, `timeoutMs` ends it; the other options are Node's.
 *
 * @typedef {import('node:child_process').SpawnOptions & {
 *   quiet?: boolean,
 *   timeoutMs?: number,
 *   input?: string,
 *   onStderr?: (chunk: string) => void,
 *   onStart?: (child: import('node:child_process').ChildProcess) => void,
 * }} RunOptions
 */

/**
 * Runs a program to its end.
 *
 * Signals that end this process are passed on to the program, and its end is awaited, so that nothing is left running.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} options
 * @returns {Promise<{code: number, output: string, timedOut: boolean}>} `code` is 128 + the signal's
 * number where a signal ended it, 127 where it could not be started.
 */
export function run(
  command,
  args,
  { quiet = false, timeoutMs = 0, input, onStderr, onStart, ...options } = {},
) {
  return new Promise((resolve) => {
    /** @type {import('node:child_process').IOType[]} */
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', onStderr ? 'pipe' : 'inherit']
    if (input !== undefined) stdio[0] = 'pipe'
    const child = spawn(command, args, { cwd: root, stdio, ...options })
    let output = ''
    let timedOut = false
    const collect = (/** @type {string} */ chunk) => (output += chunk)
    if (quiet) {
      child.stdout?.setEncoding('utf8').on('data', collect)
      child.stderr?.setEncoding('utf8').on('data', collect)
    } else if (onStderr) {
      child.stderr?.setEncoding('utf8').on('data', onStderr)
    }
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true
          child.kill('SIGKILL')
        }, timeoutMs)
      : undefined
    const passOn = (/** @type {NodeJS.Signals} */ signal) => {
      interrupted = true
      child.kill(signal)
    }
    for (const signal of endings) process.on(signal, passOn)
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer)
      for (const signal of endings) process.off(signal, passOn)
      resolve({ code, output, timedOut })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      if (!quiet) process.stderr.write(`${error.message}\n`)
      finish(127)
    })
    child.on('close', (code, signal) => finish(code ?? 128 + (signal ? constants.signals[signal] : 0)))
    child.stdin?.on('error', () => {}).end(input)
    onStart?.(child)
  })
}

const endings = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
let interrupted = false

/** Whether this process was asked to end while a program ran. */
export function wasInterrupted() {
  return interrupted
}

/**
 * The JavaScript file behind a package's command, to be run with this Node.
 *
 * @param {string} packageName
 */
export function toolPath(packageName, command = packageName) {
  const folder = join(root, 'node_modules', ...packageName.split('/'))
  const bin = readJson(join(folder, 'package.json'))?.bin
  const file = typeof bin === 'string' ? bin : bin?.[command]
  if (!file) throw new Error(`${packageName} is not installed. Run: node scripts/setup.mjs`)
  return join(folder, file)
}

/**
 * Runs a package's command with this Node.
 *
 * @param {string} packageName
 * @param {readonly string[]} args
 * @param {RunOptions & {command?: string | undefined, nodeArgs?: readonly string[]}} options
 */
export function runTool(packageName, args, { command, nodeArgs = [], ...options } = {}) {
  return run(process.execPath, [...nodeArgs, toolPath(packageName, command), ...args], options)
}

/**
 * Runs npm, the one that belongs to this Node.
 *
 * @param {readonly string[]} args
 * @param {RunOptions} options
 */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js') && existsSync(cli)) return run(process.execPath, [cli, ...args], options)
  if (process.platform === 'win32') return run('npm.cmd', args, { ...options, shell: true })
  return run('npm', args, options)
}

/**
 * The path of the first of these programs that is found on PATH, or undefined.
 *
 * @param {readonly string[]} names
 */
export function findProgram(...names) {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter))
      for (const suffix of suffixes)
        if (folder && existsSync(join(folder, name + suffix))) return join(folder, name + suffix)
  return undefined
}
