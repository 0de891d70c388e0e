import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../paths'
import { processesUnder } from '../processes'
import type { CleanRoot, Sandbox } from './clean-root'

/** The installed app, controlled only by the keyboard and the window title, because a release has no inspector. */
export interface Installed {
  readonly pid: number
  /** Presses keys with the names used by xdotool. */
  press(...keys: readonly string[]): void
  type(words: string): void
  /** Waits until the title of the window begins with this text. */
  sees(title: string): Promise<void>
  /** The faults of the sandbox and of the user of the processes; empty if everything is correct. */
  sandboxFaults(sandbox: Sandbox): readonly string[]
  /** Kills the app as a power failure does; `quit` uses the app's command. */
  kill(): Promise<void>
  quit(): Promise<void>
}

/** The command of the only menu entry installed by the package. */
export function menuEntry(root: CleanRoot): string {
  const folder = `${root.folder}/usr/share/applications`
  const name = fs.readdirSync(folder).find((one) => one.startsWith('stet'))
  const entry = fs.readFileSync(`${folder}/${name}`, 'utf8')
  const line = /^Exec=(.*)$/m.exec(entry)?.[1]
  if (line === undefined || line.includes('--no-sandbox'))
    throw new Error(`the menu entry is wrong: ${entry}`)
  return line.replace(/ %[A-Za-z]/g, '')
}

/** Starts the app from its menu entry and waits for its window. */
export async function startInstalled(root: CleanRoot, display: string): Promise<Installed> {
  const env = { ...process.env, DISPLAY: display }
  const line = menuEntry(root)
  const child = root.start(line, display)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const hand = (...words: readonly string[]) => execFileSync('xdotool', words, { env, stdio: 'ignore' })
  const title = () =>
    spawnSync('xdotool', ['search', '--onlyvisible', '--name', 'test build', 'getwindowname'], {
      env,
      encoding: 'utf8',
    }).stdout
  const sees = async (start: string) => {
    await eventually(() => (title().startsWith(start) ? true : hasEnded(child)), 60_000)
  }
  await sees('')
  await eventually(() => (title().includes('Stet') ? true : hasEnded(child)), 60_000)
  const processes = () => processesUnder(child.pid ?? 0).filter(({ pid }) => commandOf(pid).startsWith(line))
  const pid = processes()[0]?.pid
  if (pid === undefined) throw new Error(`nothing runs as ${line}`)
  return {
    pid,
    press: (...keys) => hand('key', '--delay', '60', ...keys),
    type: (words) => hand('type', '--delay', '12', words),
    sees,
    sandboxFaults: (sandbox) => processes().flatMap((one) => faultsOf(one.pid, one.kind, pid, sandbox)),
    async kill() {
      process.kill(pid, 'SIGKILL')
      await ended
      // Chromium's other processes exit by themselves when the main process is gone.
      await wait(500)
    },
    async quit() {
      hand('key', 'ctrl+q')
      await ended
    },
  }
}

function hasEnded(child: ChildProcess): undefined {
  if (child.exitCode !== null) throw new Error(`the installed app ended with ${child.exitCode}`)
  return undefined
}

const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function faultsOf(pid: number, kind: string, main: number, sandbox: Sandbox): readonly string[] {
  const status = read(`/proc/${pid}/status`)
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''
  const faults: string[] = []
  if (commandOf(pid).includes('--no-sandbox')) faults.push('it was started with --no-sandbox')
  if (field('Uid').split(/\s+/)[0] === '0') faults.push('it runs as root')
  if (kind === 'renderer') {
    if (field('Seccomp') !== '2') faults.push('it may call the whole kernel')
    if (field('NSpid').split(/\s+/).length < 2) faults.push('it sees the processes of others')
    const isOwn = namespaceOf(pid) !== namespaceOf(main)
    if (isOwn !== (sandbox === 'namespaces')) faults.push(`its sandbox is not made by ${sandbox}`)
  }
  return faults.map((fault) => `${kind}: ${fault}`)
}

const namespaceOf = (pid: number): string => fs.readlinkSync(`/proc/${pid}/ns/user`)
