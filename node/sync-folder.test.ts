import fs from 'node:fs'
import os from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { syncFolder, syncFolderLater } from './sync-folder'

afterEach(() => vi.restoreAllMocks())

const refused = (code: string) => Object.assign(new Error(code), { code })

/** Makes every flush of a folder fail with this code. */
function answering(code: string): void {
  const handle = { sync: () => Promise.reject(refused(code)), close: () => Promise.resolve() }
  vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw refused(code)
  })
  vi.spyOn(fs.promises, 'open').mockResolvedValue(handle as unknown as fs.promises.FileHandle)
}

describe('a folder', () => {
  test.each(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'on a disk that cannot flush folders (%s) is as durable as it gets there',
    async (code) => {
      answering(code)
      expect(() => syncFolder(os.tmpdir())).not.toThrow()
      await expect(syncFolderLater(os.tmpdir())).resolves.toBeUndefined()
    },
  )

  test.each(['EIO', 'ENOSPC'])('on a disk that fails (%s) is not said to be durable', async (code) => {
    answering(code)
    expect(() => syncFolder(os.tmpdir())).toThrow(code)
    await expect(syncFolderLater(os.tmpdir())).rejects.toThrow(code)
  })
})
