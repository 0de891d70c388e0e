import { failureOf } from '../../node/storage-failure'
import { AppError, appError } from '../../shared/problem'

/**
 * The failure as a sentence for a person; `file` names the file or folder that could not be used. An AppError is
 * returned unchanged.
 */
export function storageError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error
  const { kind, reason, isOfDatabase } = failureOf(error)
  switch (kind) {
    case 'damaged':
      return appError('damaged', `The library at ${file} is damaged.`)
    case 'full':
      return appError(
        'storage-full',
        // The writer did not choose the library's folder, so only a folder of her own choice is named.
        isOfDatabase
          ? 'The disk is full, or does not take what is written.'
          : `The disk that holds ${file} is full, or does not take what is written.`,
      )
    case 'read-only':
      return appError('storage-failed', `The disk that holds ${file} can only be read.`)
    case 'unwritable':
      return appError('storage-failed', `Stet cannot write to ${file}. Check the permissions of its folder.`)
    case 'busy':
      return appError(
        'storage-failed',
        `Another program uses ${file}, or its disk does not support locks, like some network disks.`,
      )
    case 'unshared':
      return appError(
        'storage-unfit',
        `The disk that holds ${file} does not let several parts of Stet use a file at once, like some network disks.`,
      )
    case 'missing':
      return appError('storage-failed', `Stet cannot find ${file}, or the folder for it.`)
    case 'folder':
      return appError('storage-failed', `A folder is in the place of ${file}.`)
    case 'other':
      return appError('storage-failed', `Stet cannot use ${file}: ${reason}.`)
  }
}
