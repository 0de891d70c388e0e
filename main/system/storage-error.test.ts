import { expect, test } from 'vitest'
import { storageError } from './storage-error'

const refused = (code: string, syscall: string) => Object.assign(new Error('refused'), { code, syscall })

test.each([
  ['EROFS', 'open', 'The disk that holds /disk/backups can only be read.'],
  // As Node answers on such a disk where it is to make all folders of a path.
  ['ENOENT', 'mkdir', 'The disk that holds /disk/backups can only be read.'],
  ['ENOENT', 'open', 'Stet cannot find /disk/backups, or the folder for it.'],
  ['EACCES', 'open', 'Stet cannot write to /disk/backups. Check the permissions of its folder.'],
  ['ENOSPC', 'write', 'The disk that holds /disk/backups is full, or does not take what is written.'],
])('%s of %s is told in words that are true', (code, syscall, words) => {
  expect(storageError(refused(code, syscall), '/disk/backups').message).toBe(words)
})
