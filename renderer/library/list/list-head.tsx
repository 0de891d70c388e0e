import { FolderTree, SquarePen } from 'lucide-react'
import { memo } from 'react'
import { useRefusals } from '../../state/abilities'
import { useApp } from '../../state/context'
import { useLibrary, useOfConnection } from '../../state/queries'
import { setWithSubfolders, useWindow } from '../../state/store'
import { documentsBelow } from '../../state/tree-rows'
import { shortcutOf } from '../../commands/command-list'
import { IconButton } from '../../ui/icon-button'
import { FilterButton } from './list-filter'
import { SortMenu } from './sort-menu'
import styles from '../library.module.css'

/** The name and size of the list, and the actions for the list as a whole. */
export const ListHead = memo(function ListHead(props: {
  readonly name: string
  readonly total: number | undefined
  /** Whether there are more documents than `total`. */
  readonly isMore: boolean
}) {
  const { actions } = useApp()
  const refusal = useRefusals()
  const isReading = useOfConnection(({ progress }) => progress !== undefined) === true
  return (
    <div className={styles.listHead}>
      <h2 className="cut" title={props.name}>
        {props.name}
      </h2>
      <span className={styles.listCount}>
        {props.total?.toLocaleString('en')}
        {props.isMore ? '+' : ''}
        {isReading ? ' so\u00a0far' : ''}
      </span>
      <div className={styles.listButtons}>
        <SubfoldersButton />
        <FilterButton />
        <SortMenu />
        <IconButton
          icon={SquarePen}
          label="New document"
          refused={refusal('documents:write')}
          shortcut={shortcutOf('new-document')}
          onClick={() => void actions.newDocument()}
        />
      </div>
    </div>
  )
})

/** Switches the documents of subfolders on or off in the list of a folder that has any. */
function SubfoldersButton() {
  const folderId = useWindow((state) => state.filter.folderId)
  const withSubfolders = useWindow((state) => state.withSubfolders)
  const folders = useLibrary().data?.folders ?? []
  if (folderId == null || documentsBelow(folders, folderId) === undefined) return null
  return (
    <IconButton
      icon={FolderTree}
      label="Documents of subfolders"
      aria-pressed={withSubfolders}
      onClick={() => setWithSubfolders(!withSubfolders)}
    />
  )
}
