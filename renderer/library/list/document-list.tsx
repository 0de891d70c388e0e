import { useMemo, useRef } from 'react'
import type { VirtualItem } from '@tanstack/react-virtual'
import type { Group } from '../../../shared/ipc/document-groups'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import { useDocumentPages, useLibrary, useListShape } from '../../state/queries'
import { listPointerHandlers, type ListQuery } from '../../state/list-page'
import { useWindow } from '../../state/store'
import { ChosenBar } from './chosen-bar'
import { DocumentItem } from './document-item'
import { DocumentMenu } from './document-menu'
import { EmptyList } from './empty-list'
import { useFocusKept } from '../../ui/lists/focus-kept'
import { groupName } from './group-name'
import { useCursorIndex, useCursorState } from './list-cursor'
import { ListFilter } from './list-filter'
import { inGroups } from './list-groups'
import { ListHead } from './list-head'
import { drawnLines, neededPages, useLines, type Lines } from './list-lines'
import { listName } from './list-name'
import { listRows, type ListRows } from './list-rows'
import { useListInput } from './use-list-input'
import { useListedChoice } from './use-listed-choice'
import { indexAt } from './use-row-press'
import styles from '../library.module.css'

/** The documents of the selected list. Only the visible part is requested and rendered. */
export function DocumentList() {
  const list = useShownList()
  const shape = useListShape(list)
  const selected = useWindow((state) => state.selected)
  const library = useLibrary().data
  useListedChoice(list, shape?.total)
  return (
    <div className={styles.list}>
      <ListHead name={listName(list.filter, library)} total={shape?.total} isMore={shape?.isMore === true} />
      <ListFilter total={shape?.total} />
      {selected.length > 1 ? <ChosenBar ids={selected} /> : null}
      <ListRowsPane list={list} total={shape?.total} groups={shape?.groups} />
    </div>
  )
}

function useShownList(): ListQuery {
  const filter = useWindow((state) => state.filter)
  const sort = useWindow((state) => state.sort)
  const descending = useWindow((state) => state.descending)
  const group = useWindow((state) => state.group)
  return useMemo(
    () => ({ filter, sort, descending, ...(group !== null && { group }) }),
    [filter, sort, descending, group],
  )
}

/** The rows, with their key and mouse handling. */
function ListRowsPane(props: {
  readonly list: ListQuery
  /** Undefined until the list is known. */
  readonly total: number | undefined
  readonly groups: readonly Group[] | undefined
}) {
  const { list, groups } = props
  const total = props.total ?? 0
  const scroller = useRef<HTMLDivElement>(null)
  const listbox = useRef<HTMLDivElement>(null)
  const library = useLibrary().data
  const selected = useWindow((state) => state.selected)
  const rows = useMemo(() => listRows(total, groups), [total, groups])
  const lines = useLines(rows, scroller, list)
  const [cursor, setCursor] = useCursorState(list)
  const pages = useDocumentPages(list, neededPages(lines, rows, cursor?.index ?? 0))

  const cursorId = cursor === null ? (selected[0] ?? null) : cursor.id
  const parts = { list, total, pages, setCursor, lines, rows, scroller }
  const { index: cursorIndex, isKnown } = useCursorIndex({
    ...parts,
    cursor: { id: cursorId, index: cursor?.index ?? 0 },
  })
  const input = useListInput({ ...parts, cursorIndex, isKnown })
  const keepsFocus = useFocusKept(listbox)

  return (
    <div ref={scroller} className={styles.listScroller}>
      <DocumentMenu rows={listbox} itemAt={pages.itemAt}>
        <div
          ref={listbox}
          role="listbox"
          aria-label="Documents"
          aria-multiselectable
          tabIndex={total === 0 || !isKnown ? 0 : -1}
          data-pane-focus={total === 0 || !isKnown ? '' : undefined}
          className={styles.items}
          style={{ height: lines.getTotalSize() }}
          {...keepsFocus}
          {...input}
          {...listPointerHandlers}
          onFocus={(event) => {
            const index = indexAt(event)
            const id = index === undefined ? undefined : pages.itemAt(index)?.id
            if (index !== undefined && id !== undefined && cursor?.id !== id) setCursor({ id, index })
          }}
        >
          <Rows
            {...{
              lines,
              rows,
              total,
              cursorIndex,
              isKnown,
              itemAt: pages.itemAt,
              group: list.group,
              library,
            }}
          />
        </div>
      </DocumentMenu>
      {props.total === 0 ? <EmptyList filter={list.filter} /> : null}
      {pages.failure === undefined ? null : <p className={styles.empty}>{pages.failure.message}</p>}
    </div>
  )
}

function Rows(props: {
  readonly lines: Lines
  readonly rows: ListRows
  readonly total: number
  readonly cursorIndex: number
  readonly isKnown: boolean
  itemAt(index: number): DocumentSummary | undefined
  readonly group: ListQuery['group']
  readonly library: ReturnType<typeof useLibrary>['data']
}) {
  const { lines, rows, cursorIndex, group, library } = props
  const selected = useWindow((state) => state.selected)
  const chosen = useMemo(() => new Set(selected), [selected])
  const nameOf = ({ key }: Group) =>
    group === undefined ? '' : groupName(group, key, library?.folders ?? [])

  function draw({ index: row, start, key }: VirtualItem) {
    const found = rows.at(row)
    if (found.kind === 'head')
      return (
        <div key={key} className={styles.groupHead} style={{ top: start }} aria-hidden>
          <bdi className="cut">{nameOf(found.group)}</bdi>
          <span>{found.group.count.toLocaleString('en')}</span>
        </div>
      )
    const { index } = found
    const item = props.itemAt(index)
    // The index of a row and the id of a document may be the same number.
    if (item === undefined)
      return <div key={`place ${index}`} className={styles.pending} style={{ top: start }} aria-hidden />
    return (
      <DocumentItem
        key={`document ${item.id}`}
        item={item}
        tags={library?.tags}
        start={start}
        position={index + 1}
        total={props.total}
        selected={chosen.has(item.id)}
        focusable={props.isKnown && index === cursorIndex}
      />
    )
  }
  return inGroups(drawnLines(lines, rows.rowOf(cursorIndex)), rows, nameOf, draw)
}
