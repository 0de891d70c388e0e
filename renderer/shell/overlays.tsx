import { GoalsDialog } from '../goals/goals-dialog'
import { DeleteManyDialog } from '../library/list/delete-many-dialog'
import {
  AddTagPalette,
  AlignColumnPalette,
  CodeLanguagePalette,
  MergeTagPalette,
  MoveFolderPalette,
  MovePalette,
} from '../palette/choose-palettes'
import { CommandPalette } from '../palette/command-palette'
import { GoToPalette } from '../palette/go-to-palette'
import { UndoPalette } from '../palette/undo-palette'
import { ShortcutSheet } from '../palette/shortcut-sheet'
import { CaptureSheet } from '../days/capture-sheet'
import { DaysFolderPalette } from '../days/days-folder-palette'
import { ExportDialog } from '../porting/export-dialog'
import { MoveDialog } from '../porting/move-dialog'
import { MovedDialog } from '../porting/moved-dialog'
import { BringInDialog } from '../porting/bring-in-dialog'
import { PackDialog } from '../porting/pack-dialog'
import { RestoreDialog } from '../porting/restore-dialog'
import { ImportDialog } from '../porting/import-dialog'
import { PublishDialog } from '../document/publish/publish-dialog'
import { UpdateLinksDialog } from '../links/update-links-dialog'
import { SettingsDialog } from '../settings/settings-dialog'
import { UpdateDialog } from '../status/update-status'
import { ProblemReport } from '../status/problem-report'
import { SyncLog } from '../status/sync-log'
import { UnlockDialog } from '../status/unlock-dialog'
import { TemplateDialog } from '../templates/template-dialog'
import { TemplatePalette } from '../templates/template-palette'
import type { useCommands } from '../commands/use-commands'
import { useWindow } from '../state/store'

/** What lies over the window; one at a time. */
export function Overlays({ commands }: { readonly commands: ReturnType<typeof useCommands> }) {
  const overlay = useWindow((state) => state.overlay)
  switch (overlay?.kind) {
    case 'commands':
      return <CommandPalette commands={commands} />
    case 'go-to':
      return <GoToPalette toTheSide={overlay.toTheSide === true} />
    case 'move':
      return <MovePalette {...overlay} />
    case 'delete-many':
      return <DeleteManyDialog {...overlay} />
    case 'move-folder':
      return <MoveFolderPalette {...overlay} />
    case 'merge-tag':
      return <MergeTagPalette {...overlay} />
    case 'add-tag':
      return <AddTagPalette {...overlay} />
    case 'align-column':
      return <AlignColumnPalette />
    case 'undo-steps':
      return <UndoPalette />
    case 'code-language':
      return <CodeLanguagePalette />
    case 'settings':
      return <SettingsDialog {...overlay} />
    case 'unlock':
      return <UnlockDialog id={overlay.id} />
    case 'goals':
      return <GoalsDialog />
    case 'shortcuts':
      return <ShortcutSheet />
    case 'sync-log':
      return <SyncLog />
    case 'problem-report':
      return <ProblemReport />
    case 'update':
      return <UpdateDialog />
    case 'import':
      return <ImportDialog from={overlay.from} />
    case 'export':
      return <ExportDialog of={overlay.of} />
    case 'move-library':
      return <MoveDialog />
    case 'moved-here':
      return <MovedDialog />
    case 'pack':
      return <PackDialog />
    case 'bring-in':
      return <BringInDialog />
    case 'restore':
      return <RestoreDialog />
    case 'update-links':
      return <UpdateLinksDialog before={overlay.before} after={overlay.after} />
    case 'templates':
      return <TemplatePalette {...overlay} />
    case 'template-answers':
      return <TemplateDialog {...overlay} />
    case 'days-folder':
      return <DaysFolderPalette {...overlay} />
    case 'capture':
      return <CaptureSheet {...overlay} />
    case 'publish':
      return <PublishDialog id={overlay.id} />
    case undefined:
      return null
  }
}
