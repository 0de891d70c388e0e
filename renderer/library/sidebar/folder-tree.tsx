import { ContextMenu } from 'radix-ui'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Folder } from '../../../shared/ipc/ipc-records'
import type { FolderId } from '../../../shared/terms'
import { asSentence, useFieldRefusals, useRefusals } from '../../state/abilities'
import { isNamed, showList, showOverlay, useWindow } from '../../state/store'
import { foldersAround, treeRows, treeRowsWith } from '../../state/tree-rows'
import { useFocusKept } from '../../ui/lists/focus-kept'
import { useNewItem } from '../use-new-item'
import { useRowTypeahead } from '../typeahead'
import { folderKey } from './folder-keys'
import { FolderRow, refusedFor } from './folder-row'
import { ItemMenu } from './item-menu'
import { useKeepOfflineLine } from './keep-offline'
import { useTemplatesFolderLine } from '../../templates/templates-folder'
import { useFolderActs } from './use-folder-acts'
import { useFolderRows } from './use-folder-rows'
import windowStyles from '../../ui/window.module.css'
import styles from '../library.module.css'
import { MenuLines } from '../../commands/command-menu'

/**
 * The folders, following the ARIA tree pattern: one row is focusable, arrows move the focus, F2 renames, Delete
 * deletes.
 */
export function FolderTree(props: { readonly folders: readonly Folder[]; readonly loaded: boolean }) {
  const { folders } = props
  const expanded = useWindow((state) => state.expanded)
  const withSubfolders = useWindow((state) => state.withSubfolders)
  const renaming = useWindow((state) => state.renaming)
  const chosen = useWindow(({ filter, view }) => (view === 'documents' ? (filter.folderId ?? null) : null))
  const newItem = useNewItem('folder', folders, ({ parentId }) => foldersAround(folders, parentId))
  const rows = useMemo(
    () => (newItem === null ? treeRows(folders, expanded) : treeRowsWith(folders, expanded, newItem)),
    [folders, expanded, newItem],
  )
  /** The folder whose menu is open. */
  const [menuOf, setMenuOf] = useState<FolderId>()
  const menuRow = rows.find(({ folder }) => folder.id === menuOf)
  const scroller = useRef<HTMLDivElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  const keepsFocus = useFocusKept(tree)
  const named = rows.findIndex(({ folder: { id } }) => isNamed(renaming, 'folder', id) || newItem?.id === id)
  const { cursor, setCursor, moveTo, height, drawn } = useFolderRows(scroller, rows, chosen, named)
  const { act, rename, moveElsewhere, remove, add, foldersRefused } = useFolderActs(rows, cursor, moveTo)
  const documentsRefused = useFieldRefusals()('folderId')
  const typeahead = useRowTypeahead(() => rows.map(({ folder }) => folder.name), cursor, moveTo)

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[cursor]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (typeahead.takesWithin(event)) return
    const key = folderKey(rows, cursor, event.key)
    if (key !== undefined) act(key, row)
    else if (!typeahead.takes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={scroller} className={styles.treeScroller}>
      <ItemMenu
        label="Folder"
        refused={menuRow === undefined ? undefined : refusedFor(menuRow.folder.id, foldersRefused)}
        onMove={() => menuRow !== undefined && moveElsewhere(menuRow)}
        onRename={() => menuRow !== undefined && rename(menuRow)}
        onDelete={() => menuRow !== undefined && remove(menuRow)}
        more={<FolderLines folder={menuRow?.folder} />}
        onNew={{ label: 'New subfolder', run: () => menuRow !== undefined && add(menuRow) }}
      >
        <div
          onContextMenu={(event) => {
            const over = folderAt(event.target)
            if (over === undefined) event.preventDefault()
            else setMenuOf(over)
          }}
          ref={tree}
          role="tree"
          aria-label="Library"
          data-pane-focus={rows.length === 0 ? '' : undefined}
          tabIndex={rows.length === 0 ? 0 : -1}
          style={{ height }}
          className={styles.rows}
          onKeyDown={onKeyDown}
          {...keepsFocus}
        >
          {drawn.map(({ key, row, index, start }) => (
            <FolderRow
              key={key}
              row={row}
              start={start}
              folders={folders}
              focusable={index === cursor}
              chosen={row.folder.id === chosen}
              withSubfolders={withSubfolders}
              renaming={isNamed(renaming, 'folder', row.folder.id)}
              newItem={newItem?.id === row.folder.id && newItem.name === undefined ? newItem : null}
              foldersRefused={foldersRefused}
              documentsRefused={documentsRefused}
              onFocus={setCursor}
            />
          ))}
        </div>
      </ItemMenu>
      <TreeHint isEmpty={props.loaded && rows.length === 0} />
    </div>
  )
}

/** The folder of the row that contains an element. */
const folderAt = (target: EventTarget): FolderId | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-folder]')?.dataset['folder'] : undefined

/** Exports a folder, after showing its list. */
function exportFolder(folderId: FolderId): void {
  showList({ folderId })
  showOverlay({ kind: 'export', of: 'folder' })
}

/** The menu lines that are available for read-only folders too. */
function FolderLines({ folder }: { readonly folder: Folder | undefined }) {
  const offline = useKeepOfflineLine(folder)
  const templates = useTemplatesFolderLine(folder)
  const exporting = { name: 'Export…', run: () => folder !== undefined && exportFolder(folder.id) }
  return (
    <>
      <MenuLines groups={[[exporting, offline]]} />
      {folder?.offline === 'within' ? (
        <ContextMenu.Label className={windowStyles.menuLabel}>Because {offline.disabled}</ContextMenu.Label>
      ) : null}
      <MenuLines groups={[[templates]]} />
    </>
  )
}

function TreeHint({ isEmpty }: { readonly isEmpty: boolean }) {
  const unread = useRefusals()('folders:read')
  if (unread !== undefined) return <p className={styles.hint}>{asSentence(unread)}</p>
  if (!isEmpty) return null
  return (
    <p className={styles.hint}>
      Folders keep documents together. “New folder”, at the top of this list, makes the first one.
    </p>
  )
}
