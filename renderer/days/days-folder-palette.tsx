import { FolderPalette } from '../palette/choose-palettes'
import { useApp } from '../state/context'
import type { Overlay } from '../state/store'
import type { FolderId } from '../../shared/terms'
import { useChoose, useLibraryChoices } from '../templates/library-choices'
import { openCapture } from './use-capture'
import { showToday } from './day'

/** Asks for the folder of the day documents, at the first use or if the chosen folder no longer exists. */
export function DaysFolderPalette({ then }: Extract<Overlay, { kind: 'days-folder' }>) {
  const app = useApp()
  const { daysFolder, dayTemplate } = useLibraryChoices()
  const choose = useChoose()
  function take(id: FolderId | null): void {
    choose((now) => ({ ...now, daysFolder: id }))
    if (then === 'capture') void openCapture(app, true)
    else void showToday(app, { folderId: id, template: dayTemplate })
  }
  return (
    <FolderPalette
      label="Folder of the days"
      placeholder="Which folder gets the document of each day"
      foot={
        daysFolder === undefined
          ? 'Asked once. Settings, Typing changes it.'
          : 'The folder that had the documents of your days was deleted. Choose another one.'
      }
      onChoose={take}
      none={{ name: 'In no folder', run: () => take(null) }}
    />
  )
}
