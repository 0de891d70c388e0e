import fs from 'node:fs'
import path from 'node:path'

/**
 * Chromium's dump of a crashed process. It contains memory, so it may contain words of a text, and it stays on this
 * device.
 */
interface CrashDump {
  readonly file: string
  readonly bytes: number
  /** In milliseconds since the epoch. */
  readonly at: number
}

const KEPT_MAX = 5
const KEPT_BYTES = 50 * 1024 * 1024

/** The folder's name is also in `main/main.ts`, which loads only what the first window needs. */
export const crashFolder = (profile: string): string => path.join(profile, 'crashes')

/** The dumps, the latest first; empty where the folder cannot be read. */
export function crashDumpsIn(profile: string): readonly CrashDump[] {
  const folder = crashFolder(profile)
  try {
    return fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => {
        const file = path.join(folder, name)
        const { size, mtimeMs } = fs.statSync(file)
        return { file, bytes: size, at: mtimeMs }
      })
      .toSorted((one, other) => other.at - one.at)
  } catch {
    return []
  }
}

/** Keeps the latest dumps, within bounds of number and size. */
export function removeOldDumps(profile: string): void {
  let room = KEPT_BYTES
  for (const [index, { file, bytes }] of crashDumpsIn(profile).entries()) {
    room -= bytes
    if (index < KEPT_MAX && room >= 0) continue
    for (const one of [file, file.replace(/\.dmp$/, '.meta')]) fs.rmSync(one, { force: true })
  }
}
