import type { Folder } from '../../shared/ipc/ipc-records'
import { LOST_AND_FOUND, type FolderId } from '../../shared/terms'
import { useLibrary } from '../state/queries'
import { showToast } from '../state/toasts'
import { useChoose, useLibraryChoices } from './library-choices'
import type { MenuLine } from '../commands/command-menu'

/** The folder whose documents are templates; `isMissing` if the chosen folder no longer exists. */
export function useTemplatesFolder(): { readonly folder: Folder | undefined; readonly isMissing: boolean } {
  const { templatesFolder } = useLibraryChoices()
  const folders = useLibrary().data?.folders
  const folder = folders?.find(({ id }) => id === templatesFolder)
  return {
    folder,
    isMissing: folders !== undefined && templatesFolder !== undefined && folder === undefined,
  }
}

/** Returns a function that chooses the folder of templates; null for none. */
export function useChooseTemplatesFolder(): (id: FolderId | null) => void {
  const choose = useChoose()
  return (id) =>
    choose(({ templatesFolder: _before, ...others }) => ({
      ...others,
      ...(id !== null && { templatesFolder: id }),
    }))
}

/** The item for the folder of templates in the menu of a folder. */
export function useTemplatesFolderLine(folder: Folder | undefined): MenuLine {
  const { templatesFolder } = useLibraryChoices()
  const choose = useChooseTemplatesFolder()
  const isChosen = folder !== undefined && folder.id === templatesFolder
  return {
    name: 'Use as templates folder',
    isChecked: isChosen,
    disabled: folder?.id === LOST_AND_FOUND ? 'it only shows what has no place of its own' : undefined,
    run() {
      if (folder === undefined) return
      choose(isChosen ? null : folder.id)
      showToast(
        isChosen
          ? `The documents in “${folder.name}” are no templates any more`
          : `The documents in “${folder.name}” are templates now`,
      )
    },
  }
}
