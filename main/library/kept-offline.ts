import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { FolderId } from '../../shared/terms'
import { writeWhole } from '../write-whole'

/**
 * The folders of one connection whose texts stay on this device. Kept beside the connection's library and not in it, so
 * that they hold for a library which is built anew; the service knows nothing of them.
 */
export interface KeptOffline {
  /** As the writer chose them; what lies in them is meant as well. */
  get(): readonly FolderId[]
  set(id: FolderId, isKept: boolean): void
}

const kept = z.object({ folderIds: z.array(z.string().max(200)).max(10_000) })

export function openKeptOffline(folder: string): KeptOffline {
  const file = path.join(folder, 'kept-offline.json')
  let current = read(file)
  return {
    get: () => current,
    set(id, isKept) {
      const others = current.filter((one) => one !== id)
      const next = isKept ? [...others, id] : others
      writeWhole(file, JSON.stringify({ folderIds: next }))
      current = next
    },
  }
}

function read(file: string): readonly FolderId[] {
  try {
    return kept.parse(JSON.parse(fs.readFileSync(file, 'utf8'))).folderIds
  } catch {
    return []
  }
}
