import fs from 'node:fs'

/** What a process holds for itself, in KB, as Chromium counts it on Linux: anonymous pages, swapped out or not. */
export function footprintOf(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
  return field('RssAnon') + field('VmSwap')
}
