import { ArrowDownUp, Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { DocumentGroup } from '../../../shared/ipc/document-groups'
import type { DocumentSort } from '../../../shared/ipc/ipc-records'
import { useWindow } from '../../state/store'
import { IconButton } from '../../ui/icon-button'
import window from '../../ui/window.module.css'
import { MENU_MARGIN } from '../../commands/command-menu'

const SORTS: readonly (readonly [DocumentSort, string])[] = [
  ['updated', 'Last changed'],
  ['created', 'Created'],
  ['title', 'Title'],
]

const GROUPS: readonly (readonly [DocumentGroup | 'none', string])[] = [
  ['none', 'Nothing'],
  ['folder', 'Folder'],
  ['status', 'Status'],
  ['month', 'Month'],
]

export function SortMenu() {
  const sort = useWindow((state) => state.sort)
  const descending = useWindow((state) => state.descending)
  const group = useWindow((state) => state.group)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton icon={ArrowDownUp} label="Sort and group" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          collisionPadding={MENU_MARGIN}
          className={window.menu}
          align="end"
          sideOffset={4}
        >
          <DropdownMenu.RadioGroup
            value={sort}
            onValueChange={(value) =>
              useWindow.setState({ sort: value as DocumentSort, descending: value !== 'title' })
            }
          >
            <Choices of={SORTS} />
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className={window.menuLine} />
          <DropdownMenu.CheckboxItem
            className={window.menuItem}
            checked={sort === 'title' ? descending : !descending}
            onCheckedChange={() => useWindow.setState({ descending: !descending })}
          >
            {sort === 'title' ? 'Z to A' : 'Oldest first'}
            <Chosen />
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.Separator className={window.menuLine} />
          <DropdownMenu.Label className={window.menuLabel}>Group by</DropdownMenu.Label>
          <DropdownMenu.RadioGroup
            aria-label="Group by"
            value={group ?? 'none'}
            onValueChange={(value) =>
              useWindow.setState({ group: value === 'none' ? null : (value as DocumentGroup) })
            }
          >
            <Choices of={GROUPS} />
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Choices({ of }: { readonly of: readonly (readonly [value: string, label: string])[] }) {
  return of.map(([value, label]) => (
    <DropdownMenu.RadioItem key={value} value={value} className={window.menuItem}>
      {label}
      <Chosen />
    </DropdownMenu.RadioItem>
  ))
}

function Chosen() {
  return (
    <DropdownMenu.ItemIndicator data-end>
      <Check />
    </DropdownMenu.ItemIndicator>
  )
}
