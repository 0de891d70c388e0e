import { Folder as FolderIcon, FolderOpen, HardDriveDownload } from 'lucide-react'
import { memo, useCallback, useRef, useState, type ComponentProps, type DragEvent } from 'react'
import type { Folder } from '../../../shared/ipc/ipc-records'
import { LOST_AND_FOUND, type FolderId } from '../../../shared/terms'
import { counted } from '../../../shared/text/counted'
import { unlessRefused } from '../../state/abilities'
import { useApp } from '../../state/context'
import { showList, toggleFolder, useWindow, type NewItem } from '../../state/store'
import { dragFolder, draggedKind, droppedDocuments, droppedFolder, useDragEnd } from '../drag'
import { NewNameField, RenameField } from '../rename-field'
import { showToast } from '../../state/toasts'
import { mayMoveInto, placeAmongOthers, type TreeRow } from '../../state/tree-rows'
import styles from '../library.module.css'

export const ROW_HEIGHT = 28
const SPRING_OPEN_MS = 600

// Constant elements are not compared again for each row.
const CLOSED = <FolderIcon />
const OPEN = <FolderOpen />

/** The reason why a folder may not be changed. */
export const refusedFor = (id: FolderId, folders: string | undefined): string | undefined =>
  id === LOST_AND_FOUND ? 'it only shows what has no place of its own' : folders

type DropZone = 'before' | 'into' | 'after'

/** One row of the tree. The menu belongs to the tree, so that a row is cheap to render. */
export const FolderRow = memo(function FolderRow(props: {
  readonly row: TreeRow
  readonly start: number
  readonly folders: readonly Folder[]
  readonly focusable: boolean
  readonly chosen: boolean
  readonly renaming: boolean
  /** The item that is created once it has a name. */
  readonly newItem: NewItem | null
  /** Whether its list includes the documents of its subfolders. */
  readonly withSubfolders: boolean
  /** The reasons why folders, or documents, may not be changed. */
  readonly foldersRefused: string | undefined
  readonly documentsRefused: string | undefined
  readonly onFocus: (id: FolderId) => void
}) {
  const { row, chosen, renaming, newItem } = props
  const isTyped = renaming || newItem !== null
  const { folder, expanded } = row
  // A collapsed folder counts everything it hides; an expanded one counts what its list contains.
  const count = props.withSubfolders || expanded === false ? row.total : folder.documents
  const inWords = countInWords(row)
  const isLost = folder.id === LOST_AND_FOUND
  const refused = refusedFor(folder.id, props.foldersRefused)
  const { zone, ...drop } = useFolderDrop({ ...props, refused })

  return (
    <div
      role="treeitem"
      data-folder={folder.id}
      aria-description={`${inWords}${folder.offline === undefined ? '' : ', kept offline'}`}
      aria-level={row.level}
      aria-setsize={row.siblings}
      aria-posinset={row.position}
      aria-expanded={expanded}
      aria-selected={chosen}
      tabIndex={props.focusable ? 0 : -1}
      data-pane-focus={props.focusable ? '' : undefined}
      data-drop={zone ?? undefined}
      draggable={!isTyped && !isLost}
      className={styles.row}
      // Limits the indentation, so that deep folders still have room for their names.
      style={{ top: props.start, paddingInlineStart: `min(${8 + (row.level - 1) * 16}px, 40%)` }}
      onFocus={() => props.onFocus(folder.id)}
      onClick={() => {
        if (expanded === false) toggleFolder(folder.id, true)
        showList({ folderId: folder.id })
      }}
      onDoubleClick={() =>
        refused === undefined && useWindow.setState({ renaming: { kind: 'folder', id: folder.id } })
      }
      onDragStart={(event) => dragFolder(event, folder.id)}
      {...drop}
    >
      <span
        className={styles.rowIcon}
        onClick={(event) => {
          if (expanded === undefined) return
          event.stopPropagation()
          toggleFolder(folder.id)
        }}
      >
        {expanded === true ? OPEN : CLOSED}
      </span>
      <FolderName {...{ folder, renaming, newItem }} />
      {folder.offline === 'chosen' ? <HardDriveDownload size={12} className={styles.kept} /> : null}
      {isTyped ? null : (
        <span className={styles.count} title={inWords} aria-hidden>
          {count.toLocaleString('en')}
        </span>
      )}
    </div>
  )
})

/** "2 documents, 14 with its subfolders". */
const countInWords = ({ folder, total }: TreeRow): string =>
  `${counted(folder.documents, 'document')}${total === folder.documents ? '' : `, ${total.toLocaleString('en')} with its subfolders`}`

/** The name, or the field in which it is typed. */
function FolderName(
  props: Pick<ComponentProps<typeof FolderRow>, 'renaming' | 'newItem'> & { readonly folder: Folder },
) {
  const { folder, newItem } = props
  const { actions } = useApp()
  if (newItem !== null)
    return (
      <NewNameField
        key={folder.id}
        label="Folder name"
        name="New folder"
        item={newItem}
        onMake={(name, isGoneInto) => void actions.makeFolder(newItem, name, isGoneInto)}
      />
    )
  if (props.renaming)
    return (
      <RenameField
        key={folder.id}
        label="Folder name"
        name={folder.name}
        onRename={(name) => void actions.renameFolder(folder, name)}
      />
    )
  return (
    <bdi className={styles.name} title={folder.name.length > 24 ? folder.name : undefined}>
      {folder.name}
    </bdi>
  )
}

/** Handles folders and documents dragged over a row and dropped before it, into it or after it. */
function useFolderDrop(props: {
  readonly row: TreeRow
  readonly folders: readonly Folder[]
  /** The reasons why this folder, or documents, may not be changed. */
  readonly refused: string | undefined
  readonly documentsRefused: string | undefined
}) {
  const { row, refused } = props
  const { folder, expanded } = row
  const { actions } = useApp()
  // Stored with its folder, because the element may have rendered another one when the drag began.
  const [over, setOver] = useState<{ readonly id: FolderId; readonly zone: DropZone } | null>(null)
  const zone = over?.id === folder.id ? over.zone : null
  const spring = useRef<ReturnType<typeof setTimeout>>(undefined)

  const endDrag = useCallback(() => {
    clearTimeout(spring.current)
    spring.current = undefined
    setOver(null)
  }, [])
  useDragEnd(zone !== null, endDrag)

  function onDragOver(event: DragEvent<HTMLDivElement>): void {
    const kind = draggedKind(event)
    if (kind === undefined || folder.id === LOST_AND_FOUND) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    const { top } = event.currentTarget.getBoundingClientRect()
    const at = event.clientY - top
    const next = kind === 'documents' ? 'into' : at < 7 ? 'before' : at > ROW_HEIGHT - 7 ? 'after' : 'into'
    if (next !== zone) setOver({ id: folder.id, zone: next })
    if (expanded === false && next === 'into')
      spring.current ??= setTimeout(() => toggleFolder(folder.id, true), SPRING_OPEN_MS)
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault()
    const kind = draggedKind(event)
    const dropped = zone
    endDrag()
    if (kind === 'documents') {
      const ids = droppedDocuments(event)
      unlessRefused(
        props.documentsRefused,
        () => void actions.moveDocuments(ids, folder.id, `“${folder.name}”`),
      )
      return
    }
    if (refused !== undefined) return unlessRefused(refused, () => {})
    if (kind !== 'folder' || dropped === null) return
    const id = droppedFolder(event)
    const parentId = dropped === 'into' ? folder.id : folder.parentId
    if (!mayMoveInto(props.folders, id, parentId)) {
      if (id !== folder.id || dropped === 'into')
        showToast(`A folder cannot be moved into ${id === parentId ? 'itself' : 'a folder inside it'}.`)
      return
    }
    const position = placeAmongOthers(props.folders, id, row, dropped)
    void actions.moveFolder(id, parentId, dropped === 'into' ? undefined : position)
    if (dropped === 'into') toggleFolder(folder.id, true)
  }

  return { zone, onDragOver, onDragLeave: endDrag, onDrop }
}
