import fs from 'node:fs'
import path from 'node:path'

/** What Chromium wrote of a process that died: memory of it, so it may hold words of a text. It stays on this device. */
interface CrashDump {
  readonly file: string
  readonly bytes: number
  /** In milliseconds since the epoch. */
  readonly at: number
}

const KEPT_MAX = 5
const KEPT_BYTES = 50 * 1024 * 1024

/** As `main/main.ts` names it, which reads no more than the first window needs. */
export const crashFolder = (profile: string): string => path.join(profile, 'crashes')

/** The latest first; none where the folder cannot be read. */
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

/** Keeps the latest, within bounds of number and room. */
export function removeOldDumps(profile: string): void {
  let room = KEPT_BYTES
  for (const [index, { file, bytes }] of crashDumpsIn(profile).entries()) {
    room -= bytes
    if (index < KEPT_MAX && room >= 0) continue
    for (const one of [file, file.replace(/\.dmp$/, '.meta')]) fs.rmSync(one, { force: true })
  }
}
