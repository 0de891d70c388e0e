import type { Folder } from '../../shared/ipc/ipc-records'
import { LOST_AND_FOUND, type FolderId } from '../../shared/terms'
import type { NewItem } from './window-state'

/** One row of the library tree. */
export interface TreeRow {
  readonly folder: Folder
  /** 1 for a top-level folder. */
  readonly level: number
  readonly expanded: boolean | undefined
  readonly position: number
  readonly siblings: number
  /** The number of documents in the folder and all its subfolders. */
  readonly total: number
}

/** The part of the tree that does not change when a folder is expanded or collapsed. */
interface Shape {
  readonly roots: readonly Folder[]
  readonly children: ReadonlyMap<FolderId | null, readonly Folder[]>
  readonly totals: ReadonlyMap<FolderId, number>
  /** The previous rows: an unchanged row is the same object and is not rendered again. */
  readonly rows: Map<FolderId, TreeRow>
}

const shapes = new WeakMap<readonly Folder[], Shape>()
const collator = new Intl.Collator()
const inTreeOrder = (a: Folder, b: Folder) => a.position - b.position || collator.compare(a.name, b.name)

/**
 * The visible rows: folders whose ancestors are all expanded, in tree order. Folders in a cycle or with a missing
 * parent are shown too.
 */
export function treeRows(folders: readonly Folder[], expanded: ReadonlySet<FolderId>): readonly TreeRow[] {
  const { roots, children, totals, rows: before } = shapeNow(folders)
  const rows: TreeRow[] = []
  const placed = new Set<FolderId>()
  function place(list: readonly Folder[], level: number): void {
    list.forEach((folder, index) => {
      if (placed.has(folder.id)) return
      placed.add(folder.id)
      const below = children.get(folder.id) ?? []
      const open = below.length === 0 ? undefined : expanded.has(folder.id)
      let row = before.get(folder.id)
      if (row === undefined || row.expanded !== open) {
        const [position, siblings, total] = [index + 1, list.length, totals.get(folder.id) ?? 0]
        before.set(folder.id, (row = { folder, level, expanded: open, position, siblings, total }))
      }
      rows.push(row)
      if (open === true) place(below, level + 1)
    })
  }
  place(roots, 1)
  return rows
}

/** The rows with a new folder at the end of its siblings and all its ancestors expanded. */
export function treeRowsWith(
  folders: readonly Folder[],
  expanded: ReadonlySet<FolderId>,
  { id, parentId, name = '' }: Pick<NewItem, 'id' | 'parentId' | 'name'>,
): readonly TreeRow[] {
  const isThere = folders.some((folder) => folder.id === id)
  const item = { id, name, parentId, position: Infinity, documents: 0 }
  return treeRows(
    isThere ? folders : [...folders, item],
    new Set([...expanded, ...foldersAround(folders, parentId)]),
  )
}

/** The folder and its ancestors. */
export function foldersAround(folders: readonly Folder[], id: FolderId | null): ReadonlySet<FolderId> {
  const parents = new Map(folders.map((folder) => [folder.id, folder.parentId]))
  const around = new Set<FolderId>()
  for (let at = id; at !== null && !around.has(at); at = parents.get(at) ?? null) around.add(at)
  return around
}

/** The number of documents in the subfolders of this folder; undefined if it has no subfolders. */
export function documentsBelow(folders: readonly Folder[], id: FolderId): number | undefined {
  const { children, totals } = shapeNow(folders)
  return children.get(id)?.reduce((sum, child) => sum + (totals.get(child.id) ?? 0), 0)
}

function shapeNow(folders: readonly Folder[]): Shape {
  let shape = shapes.get(folders)
  if (shape === undefined) shapes.set(folders, (shape = shapeOf(folders)))
  return shape
}

function shapeOf(folders: readonly Folder[]): Shape {
  const known = new Set(folders.map(({ id }) => id))
  const children = new Map<FolderId | null, Folder[]>()
  for (const folder of folders) {
    const parent = folder.parentId !== null && known.has(folder.parentId) ? folder.parentId : null
    const list = children.get(parent)
    if (list === undefined) children.set(parent, [folder])
    else list.push(folder)
  }
  for (const list of children.values()) list.sort(inTreeOrder)

  const totals = new Map<FolderId, number>()
  const seen = new Set<FolderId>()
  function count(folder: Folder): number {
    seen.add(folder.id)
    let total = folder.documents
    for (const child of children.get(folder.id) ?? []) if (!seen.has(child.id)) total += count(child)
    totals.set(folder.id, total)
    return total
  }
  const roots = [...(children.get(null) ?? [])]
  roots.forEach(count)
  // The remaining folders form cycles: the first member of each becomes a top-level row.
  for (const folder of folders)
    if (!seen.has(folder.id)) {
      roots.push(folder)
      count(folder)
    }
  return { roots, children, totals, rows: new Map() }
}

/** Whether a folder may move into another one, which must not be the folder itself or one of its descendants. */
export const mayMoveInto = (folders: readonly Folder[], id: FolderId, target: FolderId | null): boolean =>
  !isWithin(folders, target, id)

/** Whether a folder is `outer` or one of its descendants. */
export function isWithin(folders: readonly Folder[], inner: FolderId | null, outer: FolderId): boolean {
  return foldersAround(folders, inner).has(outer)
}

/** The position of a dropped folder among its new siblings, not counting itself, as the main process counts it. */
export function placeAmongOthers(
  folders: readonly Folder[],
  id: FolderId,
  target: TreeRow,
  dropped: 'before' | 'into' | 'after',
): number {
  const { parentId } = target.folder
  const from = folders.find((folder) => folder.id === id)
  const siblings = siblingsOf(folders, parentId)
  const own = siblings.findIndex((folder) => folder.id === id)
  const at = target.position - 1 + (dropped === 'after' ? 1 : 0)
  return from?.parentId === parentId && own >= 0 && own < at ? at - 1 : at
}

/** The folders in a folder, or at the top level, in order. */
export function siblingsOf(folders: readonly Folder[], parentId: FolderId | null): readonly Folder[] {
  return folders.filter((folder) => folder.parentId === parentId).sort(inTreeOrder)
}

/** The names of the folders from the top level down to this one. */
export const folderPath = (folders: readonly Folder[], id: FolderId | null): readonly string[] =>
  pathIn(new Map(folders.map((folder) => [folder.id, folder])), id)

function pathIn(byId: ReadonlyMap<FolderId, Folder>, id: FolderId | null): readonly string[] {
  const names: string[] = []
  const seen = new Set<FolderId>()
  for (let at = id; at !== null && !seen.has(at);) {
    seen.add(at)
    const folder = byId.get(at)
    if (folder === undefined) break
    names.unshift(folder.name)
    at = folder.parentId
  }
  return names
}

/** The folders that something can be moved into, with their paths and sorted by them. */
export function foldersByPath(
  folders: readonly Folder[],
): readonly (Pick<Folder, 'id' | 'name'> & { readonly names: readonly string[]; readonly path: string })[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const { compare } = new Intl.Collator()
  return folders
    .filter(({ id }) => id !== LOST_AND_FOUND)
    .map(({ id, name }) => ({ id, name, names: pathIn(byId, id) }))
    .map((folder) => ({ ...folder, path: folder.names.join(' / ') }))
    .sort((a, b) => compare(a.path, b.path))
}

/**
 * A short path for each folder, for places that show only the beginning: a long path is cut to its last names, as many
 * as make it unique.
 */
export function shortPaths(folders: readonly Folder[]): ReadonlyMap<FolderId, string> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const all = folders.map(({ id }) => ({ id, names: pathIn(byId, id) }))
  const ends = new Map<string, number>()
  const end = (names: readonly string[], count: number) => names.slice(-count).join(' / ')
  for (const { names } of all)
    for (let count = 1; count <= names.length; count++)
      ends.set(end(names, count), (ends.get(end(names, count)) ?? 0) + 1)
  return new Map(
    all.map(({ id, names }) => {
      const whole = names.join(' / ')
      if (whole.length <= PATH_MAX) return [id, whole]
      let count = 1
      while (count < names.length && (ends.get(end(names, count)) ?? 0) > 1) count++
      return [id, count < names.length ? `… / ${end(names, count)}` : whole]
    }),
  )
}

/** In UTF-16 units. */
const PATH_MAX = 40

/**
 * The index of the row to select when a folder disappears with its descendants: the next row, or the one above if it
 * was the last.
 */
export function rowAfter(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1
  const next = rows.findIndex((row, at) => at > index && row.level <= level)
  return next < 0 ? index - 1 : next
}
