import fs from 'node:fs'

/** A process of the app on Linux. */
export interface AppProcess {
  readonly pid: number
  /**
   * The name of the process type in Chromium (`zygote`, `renderer`, `gpu-process`, `utility`); `main` for the main
   * process.
   */
  readonly kind: string
}

/** A process and all of its descendants. */
export function processesUnder(root: number): AppProcess[] {
  const parents = new Map<number, number>()
  for (const name of fs.readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      // The name of the program is in parentheses and may contain any character.
      const stat = readOr('', () => fs.readFileSync(`/proc/${name}/stat`, 'utf8'))
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A zombie process has no memory any more.
      if (state !== 'Z') parents.set(Number(name), Number(parent))
    }
  const found: number[] = []
  const visit = (pid: number): void => {
    found.push(pid)
    for (const [child, parent] of parents) if (parent === pid) visit(child)
  }
  visit(root)
  return found.map((pid) => {
    const words = readOr('', () => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    return { pid, kind: /--type=([\w-]+)/.exec(words)?.[1] ?? 'main' }
  })
}

/**
 * The kinds of those processes whose memory contains the text. For root, an unreadable process counts as one of them.
 */
export function holdersOf(text: string, processes: readonly AppProcess[]): string[] {
  return processes.filter(({ pid }) => holds(pid, Buffer.from(text))).map(({ kind }) => kind)
}

const STEP_BYTES = 4 * 1024 * 1024

function holds(pid: number, wanted: Buffer): boolean {
  const maps = readOr(undefined, () => fs.readFileSync(`/proc/${pid}/maps`, 'utf8'))
  if (maps === undefined) return process.getuid?.() === 0 && fs.existsSync(`/proc/${pid}`)
  const memory = fs.openSync(`/proc/${pid}/mem`, 'r')
  try {
    for (const [, from, to] of maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) r(?!.*\[v)/gm)) {
      const end = parseInt(to ?? '', 16)
      for (let at = parseInt(from ?? '', 16); at < end; at += STEP_BYTES) {
        const bytes = Buffer.alloc(Math.min(STEP_BYTES + wanted.length, end - at))
        const read = readOr(0, () => fs.readSync(memory, bytes, 0, bytes.length, at))
        if (bytes.subarray(0, read).includes(wanted)) return true
      }
    }
    return false
  } finally {
    fs.closeSync(memory)
  }
}

function readOr<T>(otherwise: T, read: () => T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** The private memory of a process in KB, as Chromium counts it on Linux: anonymous pages, swapped out or not. */
export function footprintOf(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
  return field('RssAnon') + field('VmSwap')
}
