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
import type { ComponentType } from 'react'
import type { useCommands } from '../commands/use-commands'
import { useWindow, type Overlay } from '../state/store'

interface WithCommands {
  readonly commands: ReturnType<typeof useCommands>
}

/** An overlay missing here is a compile error. */
const OVERLAYS: {
  readonly [Kind in Overlay['kind']]: ComponentType<Extract<Overlay, { kind: Kind }> & WithCommands>
} = {
  commands: CommandPalette,
  'go-to': GoToPalette,
  move: MovePalette,
  'delete-many': DeleteManyDialog,
  'move-folder': MoveFolderPalette,
  'merge-tag': MergeTagPalette,
  'add-tag': AddTagPalette,
  'align-column': AlignColumnPalette,
  'undo-steps': UndoPalette,
  'code-language': CodeLanguagePalette,
  settings: SettingsDialog,
  unlock: UnlockDialog,
  goals: GoalsDialog,
  shortcuts: ShortcutSheet,
  'sync-log': SyncLog,
  'problem-report': ProblemReport,
  update: UpdateDialog,
  import: ImportDialog,
  export: ExportDialog,
  'move-library': MoveDialog,
  'moved-here': MovedDialog,
  pack: PackDialog,
  'bring-in': BringInDialog,
  restore: RestoreDialog,
  'update-links': UpdateLinksDialog,
  templates: TemplatePalette,
  'template-answers': TemplateDialog,
  'days-folder': DaysFolderPalette,
  capture: CaptureSheet,
  publish: PublishDialog,
}

/** The overlay over the window; only one is open at a time. */
export function Overlays({ commands }: WithCommands) {
  const overlay = useWindow((state) => state.overlay)
  if (overlay === null) return null
  const Shown = OVERLAYS[overlay.kind] as ComponentType<Overlay & WithCommands>
  return <Shown {...overlay} commands={commands} />
}
