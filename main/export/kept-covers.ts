import { createHash } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { imageType } from '../library/files/image-type'
import { appError } from '../../shared/problem'
import { attempt } from '../../shared/thrown'
import { readWithin } from '../porting/read-file'
import { storageError } from '../system/storage-error'
import { writeWhole } from './write-file'

/** Stores the pictures that writers have chosen as covers of their books. */
export interface KeptCovers {
  /** Stores a copy of this picture. Throws an AppError with a sentence. */
  add(file: string): Promise<{ readonly id: string; readonly name: string }>
  fileOf(id: string): Promise<string>
}

const FILE_MAX = 64 * 1024 * 1024

/** The image types that reading devices show on their shelves. */
const COVER_TYPES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'])

export function createKeptCovers(folder: string): KeptCovers {
  return {
    async add(file) {
      const name = path.basename(file).slice(0, 255)
      const bytes = await readWithin(file, FILE_MAX).catch((error: unknown) => {
        throw storageError(error, file)
      })
      if (!COVER_TYPES.has(imageType(bytes) ?? '') || !(await hasSize(bytes)))
        throw appError(
          'invalid',
          `“${name}” is no picture that a book can show: JPEG, PNG, GIF, WebP or SVG.`,
        )
      const id = createHash('sha256').update(bytes).digest('hex')
      await mkdir(folder, { recursive: true })
      await writeWhole(path.join(folder, id), bytes)
      return { id, name }
    },
    async fileOf(id) {
      const file = path.join(folder, id)
      await stat(file).catch(() => {
        throw appError('not-found-here', 'The picture of the cover is not here any more. Choose it again.')
      })
      return file
    },
  }
}

/** Whether the picture has a readable size; a damaged one has none. */
async function hasSize(bytes: Uint8Array): Promise<boolean> {
  const { pictureSize } = await import('../library/files/picture-size')
  const size = attempt(() => pictureSize(bytes))
  return size !== undefined && size.width > 0 && size.height > 0
}
