import { useVirtualizer } from '@tanstack/react-virtual'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Group } from '../../shared/document-groups'
import type { DocumentSummary } from '../../shared/ipc-records'
import type { DocumentId } from '../../shared/terms'
import type { CommandOutput } from '../../shared/ipc'
import { unlessRefused, useRefusals } from '../abilities'
import { useApp } from '../context'
import { PAGE_SIZE, pageInput } from '../as-left'
import { listKey, useDocumentPages, useLibrary, type ListQuery } from '../queries'
import { keepTab, showBeside, showTab, useWindow, writeIn } from '../store'
import { ChosenBar } from './chosen-bar'
import { DocumentItem, ITEM_HEIGHT } from './document-item'
import { EmptyList } from './empty-list'
import { ListFilter } from './list-filter'
import { documentAt, inGroups } from './list-groups'
import { ListHead } from './list-head'
import { groupName } from './group-name'
import { listName } from './list-name'
import { listRows } from './list-rows'
import { finishPress, giveUp, prepare, showOnce } from './press'
import { indexAt, useRowPress } from './use-row-press'
import { useTypeahead } from './typeahead'
import styles from './library.module.css'

/** Keys that rest this long on a row have it opened, and before that prepared. */
const OPEN_AFTER_MS = 140
const PREPARE_AFTER_MS = 60
const HEAD_HEIGHT = 32

/** The documents of the chosen list. Only what is on screen is asked for and drawn. */
export function DocumentList() {
  const { client, actions, sessions } = useApp()
  const refusal = useRefusals()
  const queries = useQueryClient()
  const filter = useWindow((state) => state.filter)
  const sort = useWindow((state) => state.sort)
  const descending = useWindow((state) => state.descending)
  const group = useWindow((state) => state.group)
  const selected = useWindow((state) => state.selected)
  const library = useLibrary().data
  const list: ListQuery = { filter, sort, descending, ...(group !== null && { group }) }
  const scroller = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const pages = useDocumentPages(list, shown.first, shown.last)
  const total = pages.total ?? 0
  const rows = useMemo(() => listRows(total, pages.groups), [total, pages.groups])
  const [cursor, setCursor] = useState<{ readonly id: DocumentId | null; readonly index: number }>({
    id: null,
    index: 0,
  })
  const anchor = useRef(0)
  /** Tells the row that takes the focus once it is drawn from those of an earlier drawing. */
  const wanted = useRef<(row: DOMStringMap) => boolean>(undefined)
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)

  const cursorId = cursor.id ?? selected[0] ?? null
  const cursorIndex = indexOf(cursorId) ?? Math.min(cursor.index, Math.max(0, total - 1))

  // As long as it is the same function, where all lines stand is not reckoned anew.
  const lineKey = useCallback(
    (row: number) => {
      const found = rows.at(row)
      return found.kind === 'head' ? `head ${found.group.key}` : found.index
    },
    [rows],
  )
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (rows.at(row).kind === 'head' ? HEAD_HEIGHT : ITEM_HEIGHT),
    overscan: 6,
    getItemKey: lineKey,
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const first = Math.max(0, startIndex - overscan)
      const last = Math.min(rows.count - 1, endIndex + overscan)
      const range = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      const cursorRow = rows.rowOf(cursorIndex)
      if (cursorRow < first) return [cursorRow, ...range]
      return cursorRow > last && cursorRow < rows.count ? [...range, cursorRow] : range
    },
  })
  const items = virtual.getVirtualItems()
  const pageAt = (row: number | undefined) => Math.floor(documentAt(rows, row ?? 0) / PAGE_SIZE)
  const first = pageAt(virtual.range?.startIndex)
  const last = Math.max(first, pageAt(virtual.range?.endIndex))
  if (first !== shown.first || last !== shown.last) setShown({ first, last })

  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
    setCursor({ id: null, index: 0 })
  }, [filter, sort, descending, group])

  useEffect(() => {
    if (wanted.current === undefined) return
    // The writer has gone on elsewhere before the list was drawn: keys are never taken from a text.
    if (isElsewhere(scroller.current)) wanted.current = undefined
    const element = scroller.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]')
    if (element == null || wanted.current?.(element.dataset) !== true) return
    wanted.current = undefined
    element.focus()
  })

  /** Among the rows that were asked for. */
  function indexOf(id: DocumentId | null): number | undefined {
    for (let index = shown.first * PAGE_SIZE; index < Math.min(total, (shown.last + 1) * PAGE_SIZE); index++)
      if (pages.itemAt(index)?.id === id) return index
    return undefined
  }

  async function idsBetween(from: number, to: number): Promise<readonly DocumentId[]> {
    const ids: DocumentId[] = []
    for (let page = Math.floor(from / PAGE_SIZE); page <= Math.floor(to / PAGE_SIZE); page++) {
      const { items: found }: CommandOutput<'documents.list'> = await queries.fetchQuery({
        queryKey: listKey(list, page),
        queryFn: () => client.ask('documents.list', pageInput(list, page)),
      })
      found.forEach(({ id }, index) => {
        const at = page * PAGE_SIZE + index
        if (at >= from && at <= to) ids.push(id)
      })
    }
    return ids
  }

  /** Selects, and opens what is then the only one. */
  function go(index: number, how: 'one' | 'range' | 'toggle', openAfterMs = 0): void {
    const item = pages.itemAt(index)
    clearTimeout(opening.current)
    if (openAfterMs > 0) giveUp()
    setCursor({ id: item?.id ?? null, index })
    if (how === 'range') {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      void idsBetween(from, to).then((ids) => useWindow.setState({ selected: ids }))
      return
    }
    anchor.current = index
    if (item === undefined) return
    if (how === 'toggle') {
      const { selected } = useWindow.getState()
      const without = selected.filter((id) => id !== item.id)
      useWindow.setState({ selected: without.length < selected.length ? without : [...selected, item.id] })
      return
    }
    useWindow.setState({ selected: [item.id] })
    if (openAfterMs === 0) showTab(item.id)
    // What the other side shows is on screen: arrows pass over it.
    else if (item.id !== useWindow.getState().beside)
      opening.current = setTimeout(() => {
        prepare(sessions, item.id)
        opening.current = setTimeout(() => showTab(item.id), openAfterMs - PREPARE_AFTER_MS)
      }, PREPARE_AFTER_MS)
  }

  function click(index: number, event: MouseEvent): void {
    finishPress()
    const item = event.altKey ? pages.itemAt(index) : undefined
    if (item !== undefined) showBeside(item.id)
    else if (event.shiftKey) go(index, 'range')
    else if (event.ctrlKey || event.metaKey) go(index, 'toggle')
    else goOnceRead(index, event.detail > 1)
  }

  /** Row, tab and text change in one drawing where the text is quickly there, instead of in two. */
  function goOnceRead(index: number, isSecond: boolean): void {
    const id = pages.itemAt(index)?.id
    if (id === undefined) return go(index, 'one')
    showOnce(sessions.beginToOpen(id), () =>
      flushSync(() => {
        go(index, 'one')
        if (isSecond) keepTab(id)
      }),
    )
  }

  function moveTo(index: number, extend: boolean): void {
    const target = Math.min(total - 1, Math.max(0, index))
    if (target < 0) return
    wanted.current = ({ index }) => index === String(target)
    virtual.scrollToIndex(rows.rowOf(target))
    go(target, extend ? 'range' : 'one', OPEN_AFTER_MS)
  }

  const typeahead = useTypeahead((prefix) => {
    for (let step = prefix.length === 1 ? 1 : 0; step < total; step++) {
      const index = (cursorIndex + step) % total
      if (pages.itemAt(index)?.title.toLocaleLowerCase().startsWith(prefix) === true)
        return moveTo(index, false)
    }
  })

  function onKeyDown(event: KeyboardEvent): void {
    finishPress()
    const item = pages.itemAt(cursorIndex)
    const mod = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ITEM_HEIGHT) - 1)
    if (event.key === 'ArrowDown') moveTo(cursorIndex + 1, event.shiftKey)
    else if (event.key === 'ArrowUp') moveTo(cursorIndex - 1, event.shiftKey)
    else if (event.key === 'PageDown') moveTo(cursorIndex + page, event.shiftKey)
    else if (event.key === 'PageUp') moveTo(cursorIndex - page, event.shiftKey)
    else if (event.key === 'Home') moveTo(0, event.shiftKey)
    else if (event.key === 'End') moveTo(total - 1, event.shiftKey)
    else if (event.key === ' ' && mod) go(cursorIndex, 'toggle')
    else if (event.key === 'Enter' && mod && item !== undefined) showBeside(item.id)
    else if (event.key === 'Enter' && item !== undefined) {
      go(cursorIndex, 'one')
      keepTab(item.id)
      writeIn(item.id)
    } else if (event.key === 'F2' && item !== undefined) {
      go(cursorIndex, 'one')
      useWindow.setState({ focusOn: { id: item.id, part: 'title' } })
    } else if (event.key === 'Delete') remove(item)
    else if (mod && event.key.toLowerCase() === 'a' && !event.shiftKey)
      void idsBetween(0, total - 1).then((ids) => useWindow.setState({ selected: ids }))
    else if (mod || event.altKey || !typeahead(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const press = useRowPress({
    idAt: (index) => pages.itemAt(index)?.id,
    indexOf,
    pressed: click,
  })
  const nameOf = ({ key }: Group) => (group === null ? '' : groupName(group, key, library?.folders ?? []))

  function remove(item: DocumentSummary | undefined): void {
    const focused = item === undefined || selected.includes(item.id) ? selected : [item.id]
    wanted.current = ({ document: id }) => id !== undefined && !focused.includes(id)
    if (refusal('documents:write') !== undefined) return unlessRefused(refusal('documents:write'), () => {})
    void actions.deleteDocuments(focused, item?.title === '' ? 'Untitled' : (item?.title ?? ''))
  }

  return (
    <div className={styles.list}>
      <ListHead name={listName(filter, library)} total={pages.total} isMore={pages.isMore} />
      <ListFilter />
      {selected.length > 1 ? <ChosenBar ids={selected} /> : null}
      <div ref={scroller} className={styles.listScroller}>
        <div
          role="listbox"
          aria-label="Documents"
          aria-multiselectable
          tabIndex={total === 0 ? 0 : undefined}
          data-pane-focus={total === 0 ? '' : undefined}
          className={styles.items}
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKeyDown}
          {...press}
          onFocus={(event) => {
            const index = indexAt(event)
            const id = index === undefined ? undefined : pages.itemAt(index)?.id
            if (index !== undefined && id !== undefined && cursor.id !== id) setCursor({ id, index })
          }}
        >
          {inGroups(items, rows, nameOf, ({ index: row, start, key }) => {
            const found = rows.at(row)
            if (found.kind === 'head')
              return (
                <div key={key} className={styles.groupHead} style={{ top: start }} aria-hidden>
                  <bdi>{nameOf(found.group)}</bdi>
                  <span>{found.group.count}</span>
                </div>
              )
            const { index } = found
            const item = pages.itemAt(index)
            if (item === undefined)
              return <div key={key} className={styles.pending} style={{ top: start }} aria-hidden />
            return (
              <DocumentItem
                key={item.id}
                item={item}
                tags={library?.tags}
                start={start}
                position={index + 1}
                total={total}
                selected={selected.includes(item.id)}
                focusable={index === cursorIndex}
              />
            )
          })}
        </div>
        {pages.total === 0 ? <EmptyList filter={filter} /> : null}
        {pages.failure === undefined ? null : <p className={styles.empty}>{pages.failure.message}</p>}
      </div>
    </div>
  )
}

/** The focus is neither in here nor, as after a row that went away with it, nowhere. */
function isElsewhere(within: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && within?.contains(activeElement) !== true
}
