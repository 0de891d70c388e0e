import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { AppError, problem } from '../../shared/problem'
import type { FolderId } from '../../shared/terms'
import { writeWhole } from '../write-whole'

/**
 * The one folder that a connection's searches are tied to (B9). Kept beside the connection's library and not in it, so
 * that a library which is built anew does not set searches free.
 */
export interface FixedFolder {
  /** `undefined`: searches are free. Empty: they are tied, and it is not known to which folder. */
  get(): FolderId | undefined
  set(folderId: FolderId | null): void
}

const kept = z.object({ folderId: z.string().max(200) })

/** A file that cannot be read ties searches to no folder: they stop until one is chosen. */
export function openFixedFolder(folder: string): FixedFolder {
  const file = path.join(folder, 'fixed-folder.json')
  let current = read(file)
  return {
    get: () => current,
    set(folderId) {
      if (folderId === null) fs.rmSync(file, { force: true })
      else writeWhole(file, JSON.stringify({ folderId }))
      current = folderId ?? undefined
    },
  }
}

function read(file: string): FolderId | undefined {
  try {
    return kept.parse(JSON.parse(fs.readFileSync(file, 'utf8'))).folderId
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : ''
  }
}

/**
 * The folder that every search is narrowed to, `undefined` where searches are free. Throws an AppError while the fixed
 * folder is blank or not there: then nothing is searched at all.
 */
export function fixedScope(
  fixed: FolderId | undefined,
  isKnown: (id: FolderId) => boolean,
): FolderId | undefined {
  if (fixed === undefined) return undefined
  const folderId = fixed.trim()
  if (folderId === '' || !isKnown(folderId))
    throw new AppError(
      problem(
        'not-allowed',
        'This connection searches one folder only, and that folder is missing. Choose it in the settings.',
      ),
    )
  return folderId
}
