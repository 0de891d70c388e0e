import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { url as inspectorUrl } from 'node:inspector'
import { Socket } from 'node:net'
import { KEY_FROM_INPUT } from '../system/profile'

/** An environment variable of the restarted app: the file descriptor that closes when the first process ends. */
const PARENT = 'STET_PARENT_FD'
const PARENT_FD = 3

/**
 * Whether the app must restart because its environment contains the key. On Linux, Chromium has created its zygotes,
 * from which all other processes are forked, before the first line of main, so the key is in the memory of all of them
 * (requirement D5). On other systems a process gets main's environment at the time when it starts. Under a debugger,
 * which can read main's memory anyway and would lose the process that it watches, the app continues.
 */
export function mustStartAnew(environment: Readonly<Record<string, string | undefined>>): boolean {
  return process.platform === 'linux' && !!environment['STET_KEY'] && inspectorUrl() === undefined
}

/**
 * Starts the app again without the key in its environment, passes the key on standard input, and waits for its end.
 * This process does nothing else: its own zygotes, which have the key, end first. Returns the exit code.
 */
export function startAnew(): number {
  const { STET_KEY: key, ...environment } = process.env
  endZygotes()
  const { status, error } = spawnSync(process.execPath, process.argv.slice(1), {
    env: { ...environment, STET_KEY_FILE: KEY_FROM_INPUT, [PARENT]: String(PARENT_FD) },
    input: key ?? '',
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
  })
  if (error !== undefined) process.stderr.write(`Stet could not start: ${error.message}\n`)
  return status ?? 1
}

/** Calls `quit` when the first process has ended, even if it was killed, so that this process does not outlive it. */
export function followParent(environment: Record<string, string | undefined>, quit: () => void): void {
  const descriptor = Number(environment[PARENT])
  delete environment[PARENT]
  if (descriptor !== PARENT_FD) return
  new Socket({ fd: descriptor })
    .on('error', () => {})
    .on('close', quit)
    .resume()
}

function endZygotes(): void {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    for (const child of children)
      if (child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('--type=zygote'))
        process.kill(Number(child), 'SIGKILL')
  } catch {
    // Without /proc, or where the sandbox does not let them be killed, they end with this process.
  }
}
