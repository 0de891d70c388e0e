import { FolderInput, FolderPlus, Pencil, Trash2 } from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import window from '../window/window.module.css'

/** The menu of a folder or a tag, on the right button and the menu key. */
export function ItemMenu(props: {
  readonly children: ReactNode
  readonly onRename: () => void
  readonly onDelete: () => void
  /** Why none of it can be done. */
  readonly refused: string | undefined
  readonly onMove?: () => void
  /** Further lines of the menu. */
  readonly more?: ReactNode
  readonly onNew?: { readonly label: string; readonly run: () => void }
}) {
  const { onNew, refused } = props
  const disabled = refused !== undefined
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{props.children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={window.menu} onCloseAutoFocus={(event) => event.preventDefault()}>
          {onNew === undefined ? null : (
            <ContextMenu.Item className={window.menuItem} disabled={disabled} onSelect={onNew.run}>
              <FolderPlus size={16} strokeWidth={1.6} aria-hidden />
              {onNew.label}
            </ContextMenu.Item>
          )}
          <ContextMenu.Item
            className={window.menuItem}
            disabled={disabled}
            onSelect={() => setTimeout(props.onRename)}
          >
            <Pencil size={16} strokeWidth={1.6} aria-hidden />
            Rename
            <span data-end>F2</span>
          </ContextMenu.Item>
          {props.onMove === undefined ? null : (
            <ContextMenu.Item
              className={window.menuItem}
              disabled={disabled}
              onSelect={() => setTimeout(props.onMove ?? (() => {}))}
            >
              <FolderInput size={16} strokeWidth={1.6} aria-hidden />
              Move to…
            </ContextMenu.Item>
          )}
          {props.more}
          <ContextMenu.Item className={window.menuItem} disabled={disabled} onSelect={props.onDelete}>
            <Trash2 size={16} strokeWidth={1.6} aria-hidden />
            Delete
            <span data-end>Delete</span>
          </ContextMenu.Item>
          {refused === undefined ? null : (
            <ContextMenu.Label className={window.menuLabel}>Because {refused}</ContextMenu.Label>
          )}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
