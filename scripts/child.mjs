import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { readJson, root } from './place.mjs'

/**
 * Runs a program to its end.
 *
 * Signals that end this process are passed on to the program, and its end is waited for, so nothing
 * is left running. `input` is what the program reads. `quiet` collects what the program says instead of showing it. `timeoutMs` ends it.
 *
 * @returns {Promise<{code: number, output: string, timedOut: boolean}>} `code` is 128 + the signal's
 * number where a signal ended it, 127 where it could not be started.
 */
export function run(
  command,
  args,
  { quiet = false, timeoutMs = 0, input, onStderr, onStart, ...options } = {},
) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', onStderr ? 'pipe' : 'inherit']
    if (input !== undefined) stdio[0] = 'pipe'
    const child = spawn(command, args, { cwd: root, stdio, ...options })
    let output = ''
    let timedOut = false
    const collect = (chunk) => (output += chunk)
    if (quiet) {
      child.stdout.setEncoding('utf8').on('data', collect)
      child.stderr.setEncoding('utf8').on('data', collect)
    } else if (onStderr) {
      child.stderr.setEncoding('utf8').on('data', onStderr)
    }
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true
          child.kill('SIGKILL')
        }, timeoutMs)
      : undefined
    const passOn = (signal) => {
      interrupted = true
      child.kill(signal)
    }
    for (const signal of endings) process.on(signal, passOn)
    const finish = (code) => {
      clearTimeout(timer)
      for (const signal of endings) process.off(signal, passOn)
      resolve({ code, output, timedOut })
    }
    child.on('error', (error) => {
      output += `${error.message}\n`
      if (!quiet) process.stderr.write(`${error.message}\n`)
      finish(127)
    })
    child.on('close', (code, signal) => finish(code ?? 128 + (constants.signals[signal] ?? 0)))
    child.stdin?.on('error', () => {}).end(input)
    onStart?.(child)
  })
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']
let interrupted = false

/** Whether someone asked this process to end while a program ran. */
export function wasInterrupted() {
  return interrupted
}

/** The JavaScript file behind a package's command, to be run with this Node. */
export function toolPath(packageName, command = packageName) {
  const folder = join(root, 'node_modules', ...packageName.split('/'))
  const bin = readJson(join(folder, 'package.json'))?.bin
  const file = typeof bin === 'string' ? bin : bin?.[command]
  if (!file) throw new Error(`${packageName} is not installed. Run: node scripts/setup.mjs`)
  return join(folder, file)
}

/** Runs a package's command with this Node. */
export function runTool(packageName, args, { command, nodeArgs = [], ...options } = {}) {
  return run(process.execPath, [...nodeArgs, toolPath(packageName, command), ...args], options)
}

/** Runs npm, the one that belongs to this Node. */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js') && existsSync(cli)) return run(process.execPath, [cli, ...args], options)
  if (process.platform === 'win32') return run('npm.cmd', args, { ...options, shell: true })
  return run('npm', args, options)
}

/** Where the first of these programs is found on PATH, or undefined. */
export function findProgram(...names) {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  for (const name of names)
    for (const folder of (process.env.PATH ?? '').split(delimiter))
      for (const ending of endings)
        if (folder && existsSync(join(folder, name + ending))) return join(folder, name + ending)
  return undefined
}
