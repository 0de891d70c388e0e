import type { CommandOutput } from '../../../shared/ipc/ipc'
import type { Folder, Tag } from '../../../shared/ipc/ipc-records'
import { LOST_AND_FOUND, type FolderId } from '../../../shared/terms'
import type { Documents } from '../../documents/documents'
import type { Replica } from '../../store/lists/replica'
import type { Clock } from '../../system/clock'
import { liveFolders } from '../folders-from'
import type { LibraryItem } from '../items/library-item'
import type { LibraryItems } from '../items/library-items'
import { cachedWhileExpensive } from './cached-while-expensive'
import { DAY_MS } from '../../../shared/day'

export interface TreeParts {
  readonly replica: Replica
  readonly items: LibraryItems
  readonly clock: Clock
  readonly documents: Pick<Documents, 'withoutText'>
  readonly keptOffline: () => readonly FolderId[]
  /** Called when the counts that were returned last are outdated. */
  readonly onCountsStale: () => void
}

/** The time since which a document counts as recent. */
export const recentSince = (clock: Clock): string => new Date(clock.now() - RECENT_MS).toISOString()
const RECENT_MS = 14 * DAY_MS

/** The folders and tags of a library, each with its number of documents. */
export function createTree(parts: TreeParts) {
  const { replica, items, clock } = parts
  // With 50,000 documents counting takes as long as ten keys, and every save needs the counts.
  const counts = cachedWhileExpensive({
    work: () => replica.counts(recentSince(clock)),
    clock,
    again: parts.onCountsStale,
  })
  let shape: (Shape & { readonly version: number }) | undefined

  const shapeNow = (): Shape => {
    if (shape?.version !== items.version()) shape = { version: items.version(), ...shapeOf(items) }
    return shape
  }

  function contents(): CommandOutput<'library.get'> {
    const { smart, byFolder, byTag, inNoFolder } = counts()
    const now = shapeNow()
    let lost = 0
    for (const [id, n] of byFolder) if (!items.get('folder', id)) lost += n
    const offline = new Map<string | null, 'chosen' | 'within'>()
    const chosen = new Set(parts.keptOffline())
    // Parents come first.
    for (const { id, parentId } of now.folders)
      if (chosen.has(id)) offline.set(id, 'chosen')
      else if (offline.has(parentId)) offline.set(id, 'within')
    const folders = now.folders.map((folder) => {
      const kept = offline.get(folder.id)
      return { ...folder, documents: byFolder.get(folder.id) ?? 0, ...(kept && { offline: kept }) }
    })
    return {
      folders: now.hasLost || lost > 0 ? [...folders, lostAndFound(lost)] : folders,
      tags: now.tags.map((tag) => ({ ...tag, documents: byTag.get(tag.id) ?? 0 })),
      counts: { ...smart, 'no-folder': inNoFolder },
      withoutText: parts.documents.withoutText(),
    }
  }

  return { contents, folders: () => shapeNow().folders }
}

const lostAndFound = (documents: number): Folder => ({
  id: LOST_AND_FOUND,
  name: 'Lost and found',
  parentId: null,
  position: Number.MAX_SAFE_INTEGER,
  documents,
})

/** Folders and tags without counts. */
interface Shape {
  readonly folders: readonly Omit<Folder, 'documents'>[]
  readonly tags: readonly Omit<Tag, 'documents'>[]
  readonly hasLost: boolean
}

const collator = new Intl.Collator()

/**
 * The folders in the order of the tree. Folders in a circle, or with an unknown parent, are put under "Lost and found".
 */
function shapeOf(items: LibraryItems): Shape {
  const tags = [...items.all('tag')]
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => collator.compare(a.mine.name, b.mine.name))
    .map((tag) => ({ id: tag.id, name: tag.mine.name }))
  const live = liveFolders(items)
  const children = new Map<string | null, LibraryItem[]>()
  for (const folder of live) {
    const parentId = folder.mine.parentId ?? null
    const siblings = children.get(parentId)
    if (siblings) siblings.push(folder)
    else children.set(parentId, [folder])
  }
  const folders: Omit<Folder, 'documents'>[] = []
  const seen = new Set<string>()
  const add = (top: LibraryItem, parentId: string | null) => {
    const open: (readonly [LibraryItem, string | null])[] = [[top, parentId]]
    for (let next = open.pop(); next; next = open.pop()) {
      const [folder, parent] = next
      if (seen.has(folder.id)) continue
      seen.add(folder.id)
      const { name, position = 0 } = folder.mine
      folders.push({ id: folder.id, name, parentId: parent, position })
      for (const child of [...(children.get(folder.id) ?? [])].reverse()) open.push([child, folder.id])
    }
  }
  for (const folder of children.get(null) ?? []) add(folder, null)
  // A remaining folder has a parent that is not on this device, or is its own ancestor.
  const isOrphan = ({ mine }: LibraryItem) => items.get('folder', mine.parentId ?? '')?.deleted !== false
  const left = live.filter(({ id }) => !seen.has(id))
  for (const folder of [...left.filter(isOrphan), ...left])
    if (!seen.has(folder.id)) add(folder, LOST_AND_FOUND)
  return { folders, tags, hasLost: left.length > 0 }
}
