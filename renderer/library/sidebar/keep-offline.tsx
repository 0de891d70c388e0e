import type { Folder } from '../../../shared/ipc/ipc-records'
import { LOST_AND_FOUND } from '../../../shared/terms'
import { useApp } from '../../state/context'
import type { MenuLine } from '../../commands/command-menu'

/** Why a folder cannot be kept offline, in the words after "because". */
export function keptBecause(folder: Folder | undefined): string | undefined {
  if (folder === undefined) return 'no folder is chosen'
  if (folder.id === LOST_AND_FOUND) return 'it only shows what has no place of its own'
  return folder.offline === 'within' ? 'the folder that it lies in is kept offline' : undefined
}

/** The line of a folder's menu; it holds for the folders in it as well. */
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
