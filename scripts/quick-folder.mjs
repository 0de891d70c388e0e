import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableMemory, platform } from 'node:process'
import { join } from 'node:path'

/** Linux keeps the files in this folder in memory. */
const IN_MEMORY = '/dev/shm'

/** More bytes than the tests ever use at once. */
const ROOM = 4 * 2 ** 30

/**
 * Runs `work` with a folder for temporary files that is removed afterwards. It is in memory, where Linux has room for
 * it, because a test would otherwise spend most of its time waiting until a disk has a database's writes. No test
 * depends on that: the files of a killed app are already with the system, and a failing disk is simulated by the test.
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
    // Interrupted work may still be writing.
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
