import { execFile, spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * How Chromium's sandbox works: with user namespaces, or with the setuid helper of root if the kernel does not allow
 * namespaces, as in a `chroot`.
 */
export type Sandbox = 'namespaces' | 'helper'

export const WRITER = 'writer'

/** A minimal Debian root with an ordinary user. */
export interface CleanRoot {
  readonly folder: string
  /** Runs a shell command as root and returns its output. */
  run(line: string): Promise<string>
  /** Runs a program as the writer and returns its standard output. */
  runAsWriter(line: string, display: string): Promise<string>
  /** Starts a program as the writer, with the command of a menu entry. */
  start(line: string, display: string): ChildProcess
}

/** Downloads the packages of this system's Debian release, which takes a minute or two. */
export async function makeFolder(folder: string): Promise<void> {
  const release = /^VERSION_CODENAME=(.*)$/m.exec(fs.readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  await succeed('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', release, folder])
  fs.copyFileSync('/etc/resolv.conf', path.join(folder, 'etc/resolv.conf'))
}

export const copyFolder = (from: string, to: string): Promise<string> =>
  succeed('cp', ['--archive', '--reflink=auto', from, to])

/** Makes the folder the only root, as on a separate system, so that the kernel allows namespaces. */
const PIVOT = 'mkdir -p .old; pivot_root . .old; umount -l /.old; cd /; exec "$@"'
const ENTER = `root=$1; shift
mount --bind "$root" "$root"; cd "$root"
mount -t proc proc proc; mount --rbind /dev dev; mount --rbind /sys sys; mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp; chmod 1777 tmp
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive\n`

export function openRoot(folder: string, sandbox: Sandbox): CleanRoot {
  const enter = ENTER + (sandbox === 'namespaces' ? PIVOT : 'exec chroot . "$@"')
  const words = (line: string) => [
    ...['--mount', '--propagation', 'private', 'sh', '-e', '-c', enter, 'sh', folder],
    ...['sh', '-c', line],
  ]
  const asWriter = (line: string, display: string) =>
    words(`exec su -l ${WRITER} -c ${quoted(`export DISPLAY=${display} LANG=C.UTF-8; exec ${line}`)}`)
  return {
    folder,
    run: (line) => succeed('unshare', words(line)),
    runAsWriter: (line, display) => succeed('unshare', asWriter(line, display)),
    start: (line, display) => spawn('unshare', asWriter(line, display), { stdio: 'ignore' }),
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

async function succeed(program: string, words: readonly string[]): Promise<string> {
  const ran = promisify(execFile)(program, [...words], { maxBuffer: 64 * 1024 * 1024 })
  return (await ran).stdout
}
