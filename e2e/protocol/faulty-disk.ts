import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { realFiles, type FileSystem } from '../../main/porting/whole-files'

/** The error that Node throws when the disk fails. */
export const failure = (code: string) => Object.assign(new Error(code), { code })

/**
 * A disk that accepts `room` writes; every later write leaves an incomplete file and fails. `writes`: the names of the
 * files written.
 */
export function faultyDisk(code: string) {
  const disk = { room: Infinity, writes: [] as string[], fs: realFiles }
  const take = (file: string): void => {
    if (disk.writes.length >= disk.room) {
      writeFileSync(file, 'ha')
      throw failure(code)
    }
    disk.writes.push(path.basename(file).replace(/\.half$/, ''))
  }
  disk.fs = {
    ...realFiles,
    writeFile: (async (file: string, content: string) => {
      take(file)
      await realFiles.writeFile(file, content)
    }) as FileSystem['writeFile'],
    copyFile: (async (from: string, file: string) => {
      take(file)
      await realFiles.copyFile(from, file)
    }) as FileSystem['copyFile'],
  }
  return disk
}
