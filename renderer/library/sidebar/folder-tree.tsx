import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Folder } from '../../../shared/ipc/ipc-records'
import type { FolderId } from '../../../shared/terms'
import { useApp } from '../../state/context'
import { LOST_AND_FOUND } from '../../../shared/terms'
import { asSentence, unlessRefused, useFieldRefusals, useRefusals } from '../../state/abilities'
import { isNamed, showList, showOverlay, toggleFolder, useWindow } from '../../state/store'
import { useFocusKept } from '../focus-kept'
import { TemplatesFolderItem } from '../../templates/templates-folder'
import { FolderRow, refusedFor, ROW_HEIGHT } from './folder-row'
import { ItemMenu } from './item-menu'
import { KeepOfflineItem } from './keep-offline'
import { createRowSlots } from './row-slots'
import { rowAfter, treeRows, type TreeRow } from '../../state/tree-rows'
import { useTypeahead } from '../typeahead'
import styles from '../library.module.css'

/** Rows drawn beyond what is seen: more than a turn of the wheel. */
const OVERSCAN = 8

/** The folders, as the ARIA tree pattern has it: one row takes the focus, arrows move it, F2 renames, Delete deletes. */
export function FolderTree(props: { readonly folders: readonly Folder[]; readonly loaded: boolean }) {
  const { folders } = props
  const { actions } = useApp()
  const refusal = useRefusals()
  const expanded = useWindow((state) => state.expanded)
  const withSubfolders = useWindow((state) => state.withSubfolders)
  const renaming = useWindow((state) => state.renaming)
  const chosen = useWindow(({ filter, view }) => (view === 'documents' ? (filter.folderId ?? null) : null))
  const rows = useMemo(() => treeRows(folders, expanded), [folders, expanded])
  const [cursor, setCursor] = useState<FolderId | null>(null)
  /** The folder whose menu is open. */
  const [menuOf, setMenuOf] = useState<FolderId>()
  const menuRow = rows.find(({ folder }) => folder.id === menuOf)
  const scroller = useRef<HTMLDivElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  const keepsFocus = useFocusKept(tree)
  const [slots] = useState(createRowSlots)
  /** The row that takes the focus once it is drawn; an effect of an earlier drawing must not take it for another. */
  const wanted = useRef<FolderId>(undefined)

  const cursorIndex = Math.max(
    0,
    rows.findIndex(({ folder }) => folder.id === (cursor ?? chosen)),
  )
  const rowKey = useCallback((index: number) => rows[index]?.folder.id ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: rowKey,
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(rows.length - 1, endIndex + overscan)
      const range = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      // The row that has the focus stays in the document however far it is scrolled away.
      if (cursorIndex < first) return [cursorIndex, ...range]
      return cursorIndex > last && cursorIndex < rows.length ? [...range, cursorIndex] : range
    },
  })

  // An empty tree has the focus itself; the folders that come have to take it over, or nothing would have it.
  const isEmpty = rows.length === 0
  useEffect(() => {
    const drawnTree = scroller.current?.querySelector('[role=tree]')
    if (drawnTree != null && document.activeElement === drawnTree)
      drawnTree.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus()
  })

  const drawn = virtual.getVirtualItems().flatMap(({ index, start }) => {
    const row = rows[index]
    return row === undefined ? [] : [{ row, index, start }]
  })
  const keys = slots.assign(
    drawn.map(({ row }) => row.folder.id),
    cursor,
  )
  const foldersRefused = refusal('folders:write')
  const documentsRefused = useFieldRefusals()('folderId')
  const unread = refusal('folders:read')

  useEffect(() => {
    const element = scroller.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
    if (element == null || element.dataset['folder'] !== wanted.current) return
    wanted.current = undefined
    element.focus()
  })

  function moveTo(index: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (row === undefined) return
    wanted.current = row.folder.id
    setCursor(row.folder.id)
    virtual.scrollToIndex(rows.indexOf(row))
  }

  const named = rows.findIndex(({ folder }) => isNamed(renaming, 'folder', folder.id))
  useEffect(() => {
    if (named >= 0) virtual.scrollToIndex(named)
    // oxlint-disable-next-line react/exhaustive-deps -- only once it is named, not where rows come and go
  }, [named >= 0])

  const typeahead = useTypeahead((prefix) => {
    for (let step = prefix.length === 1 ? 1 : 0; step <= rows.length; step++) {
      const index = (cursorIndex + step) % rows.length
      if (rows[index]?.folder.name.toLocaleLowerCase().startsWith(prefix) === true) return moveTo(index)
    }
  })

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[cursorIndex]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (!act(event.key, row) && !typeahead(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function change({ folder }: TreeRow, run: () => void): void {
    if (folder.id !== LOST_AND_FOUND) unlessRefused(foldersRefused, run)
  }

  function act(key: string, row: TreeRow): boolean {
    switch (key) {
      case 'ArrowDown':
        moveTo(cursorIndex + 1)
        return true
      case 'ArrowUp':
        moveTo(cursorIndex - 1)
        return true
      case 'Home':
        moveTo(0)
        return true
      case 'End':
        moveTo(rows.length - 1)
        return true
      case 'ArrowRight':
        if (row.expanded === false) toggleFolder(row.folder.id, true)
        else if (row.expanded === true) moveTo(cursorIndex + 1)
        return true
      case 'ArrowLeft':
        if (row.expanded === true) toggleFolder(row.folder.id, false)
        else {
          const parent = rows.findLastIndex(
            ({ level }, index) => index < cursorIndex && level === row.level - 1,
          )
          if (parent >= 0) moveTo(parent)
        }
        return true
      case '*':
        for (const { folder, level, expanded: open } of rows)
          if (level === row.level && open !== undefined) toggleFolder(folder.id, true)
        return true
      case 'Enter':
      case ' ':
        showList({ folderId: row.folder.id })
        return true
      case 'F2':
        change(row, () => useWindow.setState({ renaming: { kind: 'folder', id: row.folder.id } }))
        return true
      case 'F4':
        change(row, () => showOverlay({ kind: 'move-folder', id: row.folder.id }))
        return true
      case 'Delete':
        change(row, () => {
          void actions.deleteFolder(row.folder.id, row.folder.name)
          moveTo(rowAfter(rows, cursorIndex))
        })
        return true
      default:
        return false
    }
  }

  return (
    <div ref={scroller} className={styles.treeScroller}>
      <ItemMenu
        label="Folder"
        refused={menuRow === undefined ? undefined : refusedFor(menuRow.folder.id, foldersRefused)}
        onMove={() => menuRow !== undefined && showOverlay({ kind: 'move-folder', id: menuRow.folder.id })}
        onRename={() =>
          menuRow !== undefined && useWindow.setState({ renaming: { kind: 'folder', id: menuRow.folder.id } })
        }
        onDelete={() => {
          if (menuRow !== undefined) void actions.deleteFolder(menuRow.folder.id, menuRow.folder.name)
        }}
        more={<FolderChoices folder={menuRow?.folder} />}
        onNew={{
          label: 'New subfolder',
          run: () => menuRow !== undefined && void actions.newFolder(menuRow.folder.id),
        }}
      >
        <div
          onContextMenu={(event) => {
            const over =
              event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null
            if (over === null) event.preventDefault()
            else setMenuOf(over.dataset['folder'])
          }}
          ref={tree}
          role="tree"
          aria-label="Library"
          data-pane-focus={isEmpty ? '' : undefined}
          tabIndex={isEmpty ? 0 : -1}
          style={{ height: virtual.getTotalSize() }}
          className={styles.rows}
          onKeyDown={onKeyDown}
          {...keepsFocus}
        >
          {drawn.map(({ row, index, start }, at) => (
            <FolderRow
              key={keys[at]}
              row={row}
              start={start}
              folders={folders}
              focusable={index === cursorIndex}
              chosen={row.folder.id === chosen}
              withSubfolders={withSubfolders}
              renaming={isNamed(renaming, 'folder', row.folder.id)}
              foldersRefused={foldersRefused}
              documentsRefused={documentsRefused}
              onFocus={setCursor}
            />
          ))}
        </div>
      </ItemMenu>
      {unread !== undefined ? (
        <p className={styles.hint}>{asSentence(unread)}</p>
      ) : props.loaded && rows.length === 0 ? (
        <p className={styles.hint}>
          Folders keep documents together. “New folder”, at the top of this list, makes the first one.
        </p>
      ) : null}
    </div>
  )
}

/** What is on or off for a folder. */
function FolderChoices({ folder }: { readonly folder: Folder | undefined }) {
  return (
    <>
      <KeepOfflineItem folder={folder} />
      <TemplatesFolderItem folder={folder} />
    </>
  )
}
