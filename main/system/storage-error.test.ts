import { expect, test } from 'vitest'
import { storageError } from './storage-error'

const refused = (code: string, syscall: string) => Object.assign(new Error('refused'), { code, syscall })

test.each([
  ['EROFS', 'open', 'The disk that holds /disk/backups can only be read.'],
  // Node's error on such a disk when it creates all folders of a path.
  ['ENOENT', 'mkdir', 'The disk that holds /disk/backups can only be read.'],
  ['ENOENT', 'open', 'Stet cannot find /disk/backups, or the folder for it.'],
  ['EACCES', 'open', 'Stet cannot write to /disk/backups. Check the permissions of its folder.'],
  ['ENOSPC', 'write', 'The disk that holds /disk/backups is full, or does not take what is written.'],
])('%s of %s is told in words that are true', (code, syscall, words) => {
  expect(storageError(refused(code, syscall), '/disk/backups').message).toBe(words)
})

/** SQLite's error: an I/O failure of this kind, with this error number of the system. */
const ioFailure = (kind: number, systemErrno: number) =>
  Object.assign(new Error('disk I/O error'), { sqliteCode: 10 | (kind << 8), systemErrno })

test.each([
  ['memory that is mapped', 21, 19],
  ['a file of shared memory', 18, 22],
  ['a lock of shared memory', 20, 95],
  ['a lock', 15, 95],
  ['a lock for reading', 9, 22],
  ['asking for a lock', 14, 95],
])('a disk that refuses %s holds no library, and is not said to be full', (_what, kind, errno) => {
  expect(storageError(ioFailure(kind, errno), '/net/library.db').problem).toEqual({
    code: 'storage-unfit',
    message:
      'The disk that holds /net/library.db does not let several parts of Stet use a file at once, like some network disks.',
  })
})

test.each([
  ['in what is written', 3, 28],
  ['in the memory that is shared', 18, 28],
  ['by what this user may have', 21, 122],
])('a disk that is full %s is said to be full', (_where, kind, errno) => {
  expect(storageError(ioFailure(kind, errno), '/disk/library.db').problem.code).toBe('storage-full')
})
