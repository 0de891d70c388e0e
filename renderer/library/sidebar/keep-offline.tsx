import type { Folder } from '../../../shared/ipc/ipc-records'
import { LOST_AND_FOUND } from '../../../shared/terms'
import { useApp } from '../../state/context'
import type { MenuLine } from '../../commands/command-menu'

/** The reason why a folder cannot be kept offline, worded to follow "because". */
export function keptBecause(folder: Folder | undefined): string | undefined {
  if (folder === undefined) return 'no folder is chosen'
  if (folder.id === LOST_AND_FOUND) return 'it only shows what has no place of its own'
  return folder.offline === 'within' ? 'the folder that it lies in is kept offline' : undefined
}

/** The menu line that keeps a folder offline, including its subfolders. */
export function useKeepOfflineLine(folder: Folder | undefined): MenuLine {
  const { actions } = useApp()
  const isKept = folder?.offline !== undefined
  return {
    name: 'Keep this folder offline',
    isChecked: isKept,
    disabled: keptBecause(folder),
    run: () => folder !== undefined && void actions.keepOffline(folder, !isKept),
  }
}
