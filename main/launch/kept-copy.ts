import fs from 'node:fs'
import path from 'node:path'
import { writeWhole } from '../write-whole'
import { copyPage, type CopyPage } from './copy-page'

/** Of which app and which library a copy is; another start paints none of it. */
export interface CopyOwner {
  /** The build of the page and the Electron that it ran in. */
  readonly build: string
  readonly connection: string
  /** The address that the environment named. */
  readonly asked: string | null
}

/**
 * The one copy of a profile, in `as-left.json`. It is there only while it is true: whatever changes takes it away, and
 * it comes again with the next rest. A start after a kill in between is drawn without it.
 */
export interface KeptCopy {
  /** For the first page of a start, once; a copy that is damaged or not `owner`'s is removed. */
  take(owner: CopyOwner): CopyPage | undefined
  /** Something has changed, or has been told to the window. */
  drop(): void
  /** The window is at rest and is going to look at itself: until the next `drop` what it then gives is taken. */
  await(): void
  /** False: it is no copy, or something has changed since the window was at rest. */
  keep(owner: CopyOwner, json: string): boolean
}

export function createKeptCopy(profile: string): KeptCopy {
  const file = path.join(profile, 'as-left.json')
  let isAwaited = false
  /** Unknown until the file has been looked for. */
  let isThere = true

  function drop(): void {
    isAwaited = false
    if (!isThere) return
    isThere = false
    try {
      fs.rmSync(file, { force: true })
    } catch {
      // A profile that nothing can be removed from takes no new text either, and the writer is told by the journal.
      isThere = true
    }
  }

  return {
    drop,
    take(owner) {
      const page = read(file, owner)
      if (page === undefined) drop()
      return page
    },
    await() {
      drop()
      isAwaited = true
    },
    keep(owner, json) {
      if (!isAwaited || copyPage(json) === undefined) return false
      isThere = true
      try {
        writeWhole(file, JSON.stringify({ ...owner, copy: json }))
        return true
      } catch {
        drop()
        return false
      }
    },
  }
}

function read(file: string, owner: CopyOwner): CopyPage | undefined {
  try {
    const { copy, ...kept } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>
    const isOurs = (Object.keys(owner) as (keyof CopyOwner)[]).every((name) => kept[name] === owner[name])
    return isOurs && typeof copy === 'string' ? copyPage(copy) : undefined
  } catch {
    return undefined
  }
}
