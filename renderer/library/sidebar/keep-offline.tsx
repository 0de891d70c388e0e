import { Check } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import type { Folder } from '../../../shared/ipc/ipc-records'
import { LOST_AND_FOUND } from '../../../shared/terms'
import { useApp } from '../../state/context'
import window from '../../ui/window.module.css'

/** Why a folder cannot be kept offline, in the words after "because". */
export function keptBecause(folder: Folder | undefined): string | undefined {
  if (folder === undefined) return 'no folder is chosen'
  if (folder.id === LOST_AND_FOUND) return 'it only shows what has no place of its own'
  return folder.offline === 'within' ? 'the folder that it lies in is kept offline' : undefined
}

/** The line of a folder's menu; it holds for the folders in it as well. */
export function KeepOfflineItem({ folder }: { readonly folder: Folder | undefined }) {
  const { actions } = useApp()
  const isKept = folder?.offline !== undefined
  const because = keptBecause(folder)
  return (
    <>
      <ContextMenu.CheckboxItem
        className={window.menuItem}
        checked={isKept}
        disabled={because !== undefined}
        onCheckedChange={(kept) => folder !== undefined && void actions.keepOffline(folder, kept)}
      >
        Keep this folder offline
        <span data-end>{isKept ? <Check size={14} strokeWidth={1.8} /> : null}</span>
      </ContextMenu.CheckboxItem>
      {folder?.offline === 'within' ? (
        <ContextMenu.Label className={window.menuLabel}>Because {because}</ContextMenu.Label>
      ) : null}
    </>
  )
}
