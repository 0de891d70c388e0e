import { ContextMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { CommandMenu, MenuLines, type MenuLine } from '../../commands/command-menu'
import windowStyles from '../../ui/window.module.css'

/** The menu of a folder, a tag or a saved search. */
export function ItemMenu(props: {
  readonly label: string
  readonly children: ReactNode
  readonly onRename: () => void
  readonly onDelete: () => void
  /** The reason why none of its lines is available. */
  readonly refused: string | undefined
  readonly onMove?: () => void
  /** Further lines, disabled together with the others. */
  readonly lines?: readonly MenuLine[]
  /** Further content that is more than lines of text. */
  readonly more?: ReactNode
  readonly onNew?: { readonly label: string; readonly run: () => void }
}) {
  const { onNew, onMove, refused } = props
  const line = (name: string, run: () => void, keys?: string): MenuLine => ({
    ...{ name, run, keys },
    disabled: refused,
  })
  const lines = [
    ...(onNew === undefined ? [] : [line(onNew.label, onNew.run)]),
    line('Rename', props.onRename, 'F2'),
    ...(onMove === undefined ? [] : [line('Move to…', onMove, 'F4')]),
    ...(props.lines ?? []).map((one) => ({ ...one, disabled: refused ?? one.disabled })),
  ]
  return (
    <CommandMenu
      label={props.label}
      lines={
        <>
          <MenuLines groups={[lines]} />
          {props.more}
          <MenuLines groups={[[line('Delete', props.onDelete, 'Delete')]]} />
          {refused === undefined ? null : (
            <ContextMenu.Label className={windowStyles.menuLabel}>Because {refused}</ContextMenu.Label>
          )}
        </>
      }
    >
      {props.children}
    </CommandMenu>
  )
}
