import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableMemory, platform } from 'node:process'
import { join } from 'node:path'

/** Linux keeps what is written here in memory. */
const IN_MEMORY = '/dev/shm'

/** More than the tests ever have at once, in bytes. */
const ROOM = 4 * 2 ** 30

/**
 * Runs `work` with a folder for temporary files that is removed afterwards: in memory, where Linux has room for it,
 * as most of a test's time else goes by until a disk has what a database sends it. No test depends on that: an app
 * that is killed has left to the system what it wrote, and a disk that fails is played by the test.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {(folder: string) => {readonly bavail: number, readonly bsize: number}} [statfs]
 * @returns {Promise<T>}
 */
export async function withQuickFolder(work, statfs = statfsSync) {
  if (platform !== 'linux' || !hasRoom(statfs)) return work()
  const before = process.env.TMPDIR
  const folder = mkdtempSync(join(IN_MEMORY, 'stet-tests-'))
  process.env.TMPDIR = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    // What was interrupted may be writing yet.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** @param {(folder: string) => {readonly bavail: number, readonly bsize: number}} statfs */
function hasRoom(statfs) {
  try {
    const { bavail, bsize } = statfs(IN_MEMORY)
    // The apps and browsers of the tests need as much again.
    return bavail * bsize >= ROOM && availableMemory() >= 2 * ROOM
  } catch {
    return false
  }
}
