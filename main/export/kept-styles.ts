import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError, appError } from '../../shared/problem'
import { readWithin } from '../porting/read-file'
import { storageError } from '../system/storage-error'
import { houseStylesIn, type HouseStyles } from './docx/house-styles'
import { writeWhole } from './write-file'

/** Stores the styles of Word documents that writers have chosen. */
export interface KeptStyles {
  /** Stores the styles of this file. Throws an AppError with a sentence. */
  add(file: string): Promise<{ readonly id: string; readonly name: string }>
  read(id: string): Promise<HouseStyles>
}

const FILE_MAX = 64 * 1024 * 1024
const UNPACKED_MAX = 256 * 1024 * 1024

export function createKeptStyles(folder: string): KeptStyles {
  return {
    async add(file) {
      const bytes = await readWithin(file, FILE_MAX).catch((error: unknown) => {
        throw storageError(error, file)
      })
      const { unzipped } = await import('../porting/zip-source')
      const name = path.basename(file).slice(0, 255)
      const styles = await unzipped(bytes, UNPACKED_MAX)
        .then(houseStylesIn)
        .catch((error: unknown) => {
          throw error instanceof AppError && error.problem.code === 'damaged'
            ? appError('damaged', `“${name}” is no Word document with styles, or it is damaged.`)
            : error
        })
      const kept = JSON.stringify(styles)
      const id = createHash('sha256').update(kept).digest('hex')
      await mkdir(folder, { recursive: true })
      await writeWhole(path.join(folder, `${id}.json`), Buffer.from(kept))
      return { id, name }
    },
    async read(id) {
      try {
        return JSON.parse(await readFile(path.join(folder, `${id}.json`), 'utf8')) as HouseStyles
      } catch {
        throw appError(
          'not-found-here',
          'The styles of Word are not here any more. Choose their document again.',
        )
      }
    },
  }
}
