import type { DocumentId, FolderId } from '../../../shared/terms'
import type { Folder } from '../../../shared/ipc/ipc-records'
import { counted } from '../../../shared/text/counted'
import type { Client } from '../../bridge/bridge'
import { isInLibrary, leaveTexts } from './batch-actions'
import type { ActionParts } from './batch-tag-actions'
import { forgetNew } from './new-item'
import { undoable, undoing } from './undoable-operation'
import { watchInput } from './watch-input'
import { isWithin, siblingsOf } from '../tree-rows'
import { leaveList, useWindow, focusActiveEditor } from '../store'

/** Actions on a whole folder, each with its undo. */
export interface FolderActions {
  /**
   * Keeps the texts of the folder and its subfolders on this device, or allows them to be evicted when space runs out.
   */
  keepOffline(folder: Pick<Folder, 'id' | 'name'>, kept: boolean): Promise<void>
  /** Moves the folder to a position among its new siblings, not counting itself; without a position, to their end. */
  moveFolder(id: FolderId, parentId: FolderId | null, position?: number): Promise<void>
  renameFolder(folder: Pick<Folder, 'id' | 'name'>, name: string): Promise<void>
  /** Deletes the folder with all its content. The tabs of its documents close, and undo opens them again. */
  deleteFolder(id: FolderId, name: string): Promise<void>
}

/** The number of documents that the main process answers for in one call. */
const AT_ONCE = 500

export function folderActions(parts: ActionParts): FolderActions {
  const { client, settle, attempt, did, isOnScreen, say, sayDone } = parts
  return {
    keepOffline: ({ id, name }, kept) =>
      attempt(async () => {
        const { withoutText } = await client.ask('folder.keep-offline', { id, kept })
        const textsToCome =
          withoutText === 0 ? '' : `. ${counted(withoutText, 'text is', 'texts are')} still to come`
        const done = `${kept ? 'Kept' : 'Stopped keeping'} “${name}” on this device`
        const undo = undoing(say, done, () => did('folder.keep-offline', { id, kept: !kept }))
        say(
          kept
            ? `“${name}” and what is in it is kept on this device${textsToCome}`
            : `The texts of “${name}” stay on this device only while there is room`,
          [{ label: 'Undo', run: () => void undo() }],
        )
      }),
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
        sayDone(`Moved the folder “${folder.name}”${where}`, () => did('folder.move', back))
      }),
    renameFolder: ({ id, name: before }, name) =>
      attempt(() =>
        undoable(parts, async (change) => {
          await client.ask('folder.rename', { id, name })
          const { folders } = await client.ask('library.get', undefined)
          const parentId = folders.find((one) => one.id === id)?.parentId ?? null
          const isTwin = siblingsOf(folders, parentId).some((one) => one.id !== id && one.name === name)
          const done = `Renamed the folder “${before}” to “${name}”`
          change.done(done, () => did('folder.rename', { id, name: before }), {
            said: isTwin ? `${done}. Another folder here is called “${name}” too` : undefined,
          })
        }),
      ),
    deleteFolder: (id, name) =>
      attempt(() =>
        undoable(parts, async (operation) => {
          const { folders } = await client.ask('library.get', undefined)
          const open = await openIn(client, folders, id)
          const { filter } = useWindow.getState()
          const texts = leaveTexts(open, isOnScreen)
          const isIdle = watchInput()
          await settle(open)
          const { documents } = await client.ask('folder.delete', { id }).catch((error: unknown) => {
            texts.bringBack(open, isIdle())
            throw error
          })
          forgetNew(id)
          useWindow.setState(({ closed }) => ({ closed: closed.filter((tab) => !open.includes(tab)) }))
          const isListed = isWithin(folders, filter.folderId ?? null, id)
          const turnBack = isListed ? leaveList({ smart: 'recent' }) : undefined
          const also = documents === 0 ? '' : ` with ${counted(documents, 'document')}`
          operation.done(`Deleted the folder “${name}”${also}`, () =>
            attempt(async () => {
              const wasInLibrary = isInLibrary()
              const isIdleNow = watchInput()
              await client.ask('folder.restore', { id })
              turnBack?.()
              if (texts.bringBack(open, isIdleNow()) && !wasInLibrary) focusActiveEditor()
              return true
            }),
          )
        }),
      ),
  }
}

/** The open documents in a folder and its subfolders, in the order of their tabs. */
async function openIn(
  client: Client,
  folders: readonly Folder[],
  id: FolderId,
): Promise<readonly DocumentId[]> {
  const { tabs } = useWindow.getState()
  const open: DocumentId[] = []
  for (let from = 0; from < tabs.length; from += AT_ONCE) {
    const ids = tabs.slice(from, from + AT_ONCE)
    for (const document of await client.ask('documents.summaries', { ids }))
      if (isWithin(folders, document.folderId, id)) open.push(document.id)
  }
  return tabs.filter((tab) => open.includes(tab))
}
