import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import type { DocumentId } from '../../../shared/terms'
import { showTab, useWindow } from '../../state/store'
import type { ListQuery } from '../../state/list-page'
import { useLocated } from '../../state/queries'
import { ITEM_HEIGHT } from './document-item'
import type { Lines } from './list-lines'
import type { ListRows } from './list-rows'

/** A row is opened when arrow keys have rested on it for this long. */
export const OPEN_AFTER_MS = 140

/** The row from which arrow keys move. Its document is unknown while its page is loading. */
export interface Cursor {
  readonly index: number
  readonly id: DocumentId | null
}

type Choice = 'one' | 'range' | 'toggle'

interface ListCursor {
  /** Selects the document at an index; a document selected alone is opened, after a delay if keys are passing by. */
  go(index: number, how: Choice, openAfterMs?: number): void
  /** Cancels a pending selection or opening. */
  stay(): void
  /** Focuses the row of the cursor as soon as it is rendered. */
  takeFocus(): void
}

/** Moves the cursor over the loaded rows of a list; `index` is its current position. */
export function useListCursor(list: {
  readonly query: ListQuery
  readonly index: number
  readonly scroller: RefObject<HTMLElement | null>
  setCursor(cursor: Cursor): void
  itemAt(index: number): DocumentSummary | undefined
  indexOf(id: DocumentId): number | undefined
  chooseBetween(from: number, to: number): void
}): ListCursor {
  const anchor = useRef<Cursor & { readonly query: ListQuery }>(undefined)
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wantsFocus = useRef(false)
  /** The step to take once the row of the cursor is loaded. */
  const waiting = useRef<Parameters<ListCursor['go']>>(undefined)

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    // If the writer has gone elsewhere before the row is rendered, the focus must not be taken from a text.
    if (isElsewhere(list.scroller.current)) wantsFocus.current = false
    const row = list.scroller.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]')
    if (row == null || !wantsFocus.current) return
    wantsFocus.current = false
    row.focus()
  })
  const isLoaded = list.itemAt(list.index) !== undefined
  useEffect(() => {
    if (isLoaded && waiting.current !== undefined) go(...waiting.current)
  })

  /**
   * The start of a range selection: the document reached last, wherever the list has moved it since, or the selected
   * one.
   */
  function rangeFrom(): number {
    const kept = anchor.current?.query === list.query ? anchor.current : undefined
    const id = kept === undefined ? useWindow.getState().selected[0] : kept.id
    return (id == null ? undefined : list.indexOf(id)) ?? kept?.index ?? list.index
  }

  function go(index: number, how: Choice, openAfterMs = 0): void {
    const item = list.itemAt(index)
    waiting.current = item === undefined && how !== 'range' ? [index, how, openAfterMs] : undefined
    clearTimeout(opening.current)
    list.setCursor({ id: item?.id ?? null, index })
    if (how === 'range') {
      const from = rangeFrom()
      list.chooseBetween(Math.min(from, index), Math.max(from, index))
      return
    }
    anchor.current = { query: list.query, index, id: item?.id ?? null }
    if (item === undefined) return
    if (how === 'toggle') {
      const { selected } = useWindow.getState()
      const without = selected.filter((id) => id !== item.id)
      useWindow.setState({ selected: without.length < selected.length ? without : [...selected, item.id] })
      return
    }
    useWindow.setState({ selected: [item.id] })
    if (openAfterMs === 0) showTab(item.id)
    // The document on the other side is already on screen, so arrows pass over it without opening it.
    else if (item.id !== useWindow.getState().sideDocument)
      opening.current = setTimeout(() => showTab(item.id), openAfterMs)
  }

  function stay(): void {
    waiting.current = undefined
    clearTimeout(opening.current)
  }

  return { go, stay, takeFocus: () => void (wantsFocus.current = true) }
}

/**
 * The cursor of a list, in whatever order it is; `null` until the writer has moved it, which means the selected row.
 */
export function useCursorState({ filter }: ListQuery): [Cursor | null, (cursor: Cursor) => void] {
  const [kept, setKept] = useState<{ readonly filter: ListQuery['filter']; readonly cursor: Cursor } | null>(
    null,
  )
  return [kept?.filter === filter ? kept.cursor : null, (cursor) => setKept({ filter, cursor })]
}

interface Place {
  readonly list: ListQuery
  readonly id: DocumentId
  readonly index: number
  /** The distance from the top of the list's visible part. */
  readonly top: number
  /** The loaded documents around it, when it was among them last, and its index then. */
  readonly loaded: { readonly index: number; itemAt(index: number): DocumentSummary | undefined }
}

interface CursorParts {
  readonly list: ListQuery
  readonly cursor: Cursor
  readonly total: number
  readonly pages: Pick<Place['loaded'], 'itemAt'> & { indexOf(id: DocumentId): number | undefined }
  readonly lines: Lines
  readonly rows: ListRows
  readonly scroller: RefObject<HTMLElement | null>
  setCursor(cursor: Cursor): void
}

/**
 * The index of the cursor, which stays with its document wherever the list moves it; if the document has left the list,
 * with the nearest one that has not. `isKnown` is false until its row is loaded.
 */
export function useCursorIndex({
  list,
  cursor,
  total,
  pages,
  lines,
  rows,
  scroller,
  setCursor,
}: CursorParts): {
  readonly index: number
  readonly isKnown: boolean
} {
  const last = useRef<Place>(undefined)
  const found = cursor.id === null ? undefined : pages.indexOf(cursor.id)
  const before =
    last.current?.id === cursor.id && last.current.list.filter === list.filter ? last.current : undefined
  const isLost = found === undefined && before !== undefined
  const located = useLocated(list, isLost ? [before.id, ...neighbours(before.loaded)] : NOTHING)
  const { id, index } =
    found === undefined || cursor.id === null ? (located ?? cursor) : { id: cursor.id, index: found }

  useLayoutEffect(() => {
    const box = scroller.current
    const start = lines.measurementsCache[rows.rowOf(index)]?.start
    if (id === null || start === undefined || box === null || (found === undefined && located == null)) return
    if (before !== undefined && before.index !== index) keepInSight(box, start, before.top)
    const loaded = found === undefined && before?.id === id ? before.loaded : { index, itemAt: pages.itemAt }
    last.current = { list, id, index, top: start - box.scrollTop, loaded }
    if (isLost && (cursor.id !== id || cursor.index !== index)) setCursor({ id, index })
  })
  // Pages that are older than main's answer have another document there.
  const isKnown = located === null || (located !== undefined && pages.itemAt(index)?.id === id)
  return { index: Math.min(index, Math.max(0, total - 1)), isKnown }
}

const NOTHING: readonly DocumentId[] = []
/** How many documents are asked for on each side of the cursor. */
const NEIGHBOURS = 200

/** The documents around, the nearest first: those below and then those above, as far as they were loaded. */
function neighbours({ index, itemAt }: Place['loaded']): readonly DocumentId[] {
  const towards = (step: 1 | -1) => {
    const ids: DocumentId[] = []
    for (let item; ids.length < NEIGHBOURS && (item = itemAt(index + step * (ids.length + 1)));)
      ids.push(item.id)
    return ids
  }
  return [...towards(1), ...towards(-1)]
}

/** Scrolls a row that was in sight, and is not any more, to where it was; not while the writer is in a text. */
function keepInSight(box: HTMLElement, start: number, top: number): void {
  const isInSight = (at: number) => at > -ITEM_HEIGHT / 2 && at < box.clientHeight - ITEM_HEIGHT / 2
  if (!isInSight(top) || isInSight(start - box.scrollTop)) return
  if (document.activeElement?.closest('[data-pane="editor"]') == null) box.scrollTop = start - top
}

/** Whether the focus is on an element outside, and not merely lost, as after its row was removed. */
function isElsewhere(within: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body && within?.contains(activeElement) !== true
}
