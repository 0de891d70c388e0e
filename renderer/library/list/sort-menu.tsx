import { ArrowDownUp } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { DocumentGroup } from '../../../shared/ipc/document-groups'
import type { DocumentSort } from '../../../shared/ipc/ipc-records'
import { useWindow } from '../../state/store'
import { IconButton } from '../../ui/icon-button'
import windowStyles from '../../ui/window.module.css'
import { ButtonMenu, Chosen, MenuChoices, MenuRule } from '../../ui/menus/button-menu'

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
    <ButtonMenu button={<IconButton icon={ArrowDownUp} label="Sort and group" />}>
      <MenuChoices
        value={sort}
        options={SORTS}
        onChange={(chosen) => useWindow.setState({ sort: chosen, descending: chosen !== 'title' })}
      />
      <MenuRule />
      <DropdownMenu.CheckboxItem
        className={windowStyles.menuItem}
        checked={sort === 'title' ? descending : !descending}
        onCheckedChange={() => useWindow.setState({ descending: !descending })}
      >
        {sort === 'title' ? 'Z to A' : 'Oldest first'}
        <Chosen />
      </DropdownMenu.CheckboxItem>
      <MenuRule />
      <DropdownMenu.Label className={windowStyles.menuLabel}>Group by</DropdownMenu.Label>
      <MenuChoices
        label="Group by"
        value={group ?? 'none'}
        options={GROUPS}
        onChange={(chosen) => useWindow.setState({ group: chosen === 'none' ? null : chosen })}
      />
    </ButtonMenu>
  )
}
