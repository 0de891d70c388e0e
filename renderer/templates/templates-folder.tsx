import { Check } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import type { Folder } from '../../shared/ipc/ipc-records'
import { LOST_AND_FOUND, type FolderId } from '../../shared/terms'
import { useLibrary } from '../state/queries'
import { showToast } from '../state/toasts'
import window from '../ui/window.module.css'
import { useChoose, useLibraryChoices } from './library-choices'

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
export function TemplatesFolderItem({ folder }: { readonly folder: Folder | undefined }) {
  const { templatesFolder } = useLibraryChoices()
  const choose = useChooseTemplatesFolder()
  const isChosen = folder !== undefined && folder.id === templatesFolder
  return (
    <ContextMenu.CheckboxItem
      className={window.menuItem}
      checked={isChosen}
      disabled={folder === undefined || folder.id === LOST_AND_FOUND}
      onCheckedChange={(wanted) => {
        if (folder === undefined) return
        choose(wanted ? folder.id : null)
        showToast(
          wanted
            ? `The documents in “${folder.name}” are templates now`
            : `The documents in “${folder.name}” are no templates any more`,
        )
      }}
    >
      Use as templates folder
      <span data-end>{isChosen ? <Check size={14} strokeWidth={1.8} /> : null}</span>
    </ContextMenu.CheckboxItem>
  )
}
