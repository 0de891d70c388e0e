import type { FolderId } from '../../../shared/terms'
import type { TreeRow } from '../../state/tree-rows'
import { rowByKey } from '../../ui/lists/list-keys'

/** The effect of a key in a tree of folders, following the ARIA tree pattern. */
export type FolderKey =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'expand'; readonly ids: readonly FolderId[]; readonly open: boolean }
  | { readonly kind: 'list' | 'rename' | 'move-folder' | 'delete' }
  /** The key belongs to the tree, but has nothing to do. */
  | { readonly kind: 'nothing' }

/** The effect of the key on the row at `cursor`; `undefined` if the tree does not handle the key. */
export function folderKey(rows: readonly TreeRow[], cursor: number, key: string): FolderKey | undefined {
  const row = rows[cursor]
  if (row === undefined) return undefined
  const { folder, level, expanded } = row
  const to = rowByKey(key, cursor, rows.length)
  if (to !== undefined) return { kind: 'move', to }
  switch (key) {
    case 'ArrowRight':
      if (expanded === false) return { kind: 'expand', ids: [folder.id], open: true }
      return expanded === true ? { kind: 'move', to: cursor + 1 } : { kind: 'nothing' }
    case 'ArrowLeft': {
      if (expanded === true) return { kind: 'expand', ids: [folder.id], open: false }
      const parent = rows.findLastIndex((other, index) => index < cursor && other.level === level - 1)
      return parent < 0 ? { kind: 'nothing' } : { kind: 'move', to: parent }
    }
    case '*': {
      const beside = rows.filter((other) => other.level === level && other.expanded !== undefined)
      return { kind: 'expand', ids: beside.map((other) => other.folder.id), open: true }
    }
    case 'Enter':
    case ' ':
      return { kind: 'list' }
    case 'F2':
      return { kind: 'rename' }
    case 'F4':
      return { kind: 'move-folder' }
    case 'Delete':
      return { kind: 'delete' }
    default:
      return undefined
  }
}
