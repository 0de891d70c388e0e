import type { FolderId } from '../../shared/terms'
import type { Folder } from '../../shared/ipc/ipc-records'
import type { Client } from '../bridge/bridge'
import { siblingsOf } from './tree-rows'
import { showDone } from './store'

/** What is done to a folder as a whole, each with its undo. */
export interface FolderDeeds {
  /** To a place among those that then lie beside it, without itself; else to their end. */
  moveFolder(id: FolderId, parentId: FolderId | null, position?: number): Promise<void>
  renameFolder(folder: Pick<Folder, 'id' | 'name'>, name: string): Promise<void>
}

export function folderDeeds(
  client: Client,
  attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>,
): FolderDeeds {
  return {
    moveFolder: (id, parentId, position) =>
      attempt(async () => {
        const { folders } = await client.ask('library.get', undefined)
        const folder = folders.find((one) => one.id === id)
        if (folder === undefined) return
        const place = siblingsOf(folders, folder.parentId).indexOf(folder)
        const back = { id, parentId: folder.parentId, position: place }
        await client.ask('folder.move', { id, parentId, ...(position !== undefined && { position }) })
        const into = folders.find((one) => one.id === parentId)
        const where =
          parentId === folder.parentId ? '' : into === undefined ? ' to the top' : ` into “${into.name}”`
        showDone(
          `Moved the folder “${folder.name}”${where}`,
          () => void attempt(() => client.ask('folder.move', back)),
        )
      }),
    renameFolder: ({ id, name: before }, name) =>
      attempt(async () => {
        await client.ask('folder.rename', { id, name })
        showDone(
          `Renamed the folder “${before}”`,
          () => void attempt(() => client.ask('folder.rename', { id, name: before })),
        )
      }),
  }
}
