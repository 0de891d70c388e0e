import { LOST_AND_FOUND } from '../../../shared/terms'
import { useApp } from '../../state/context'
import { unlessRefused, useRefusals } from '../../state/abilities'
import { showList, showOverlay, toggleFolder, useWindow } from '../../state/store'
import { rowAfter, type TreeRow } from '../../state/tree-rows'
import type { FolderKey } from './folder-keys'

/** The actions on a folder of the tree, for keys and its menu. */
export function useFolderActs(rows: readonly TreeRow[], cursor: number, moveTo: (index: number) => void) {
  const { actions } = useApp()
  const foldersRefused = useRefusals()('folders:write')

  const rename = ({ folder }: TreeRow) => useWindow.setState({ renaming: { kind: 'folder', id: folder.id } })
  const moveElsewhere = ({ folder }: TreeRow) => showOverlay({ kind: 'move-folder', id: folder.id })
  const remove = ({ folder }: TreeRow) => void actions.deleteFolder(folder.id, folder.name)

  const add = ({ folder }: TreeRow) => actions.newFolder(folder.id)

  function change({ folder }: TreeRow, run: () => void): void {
    if (folder.id !== LOST_AND_FOUND) unlessRefused(foldersRefused, run)
  }

  function act(key: FolderKey, row: TreeRow): void {
    switch (key.kind) {
      case 'move':
        return moveTo(key.to)
      case 'expand':
        return key.ids.forEach((id) => toggleFolder(id, key.open))
      case 'list':
        return showList({ folderId: row.folder.id })
      case 'rename':
        return change(row, () => rename(row))
      case 'move-folder':
        return change(row, () => moveElsewhere(row))
      case 'delete':
        return change(row, () => {
          remove(row)
          moveTo(rowAfter(rows, cursor))
        })
      case 'nothing':
    }
  }

  return { act, rename, moveElsewhere, remove, add, foldersRefused }
}
