import type { Folder } from '../../shared/ipc/ipc-records'
import { LOST_AND_FOUND, type FolderId } from '../../shared/terms'
import { useLibrary } from '../state/queries'
import { showToast } from '../state/toasts'
import { useChoose, useLibraryChoices } from './library-choices'
import type { MenuLine } from '../commands/command-menu'

/** The folder whose documents are templates; `isMissing` where it was chosen and is not in the library any more. */
export function useTemplatesFolder(): { readonly folder: Folder | undefined; readonly isMissing: boolean } {
  const { templatesFolder } = useLibraryChoices()
  const folders = useLibrary().data?.folders
  const folder = folders?.find(({ id }) => id === templatesFolder)
  return {
    folder,
    isMissing: folders !== undefined && templatesFolder !== undefined && folder === undefined,
  }
}

/** Chooses the folder of templates, or none. */
export function useChooseTemplatesFolder(): (id: FolderId | null) => void {
  const choose = useChoose()
  return (id) =>
    choose(({ templatesFolder: _before, ...others }) => ({
      ...others,
      ...(id !== null && { templatesFolder: id }),
    }))
}

/** The line of a folder's menu. */
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
