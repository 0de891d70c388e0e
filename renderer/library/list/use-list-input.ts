import { useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { DocumentSummary } from '../../../shared/ipc/ipc-records'
import { type DocumentId, shownTitle } from '../../../shared/terms'
import type { Result } from '../../../shared/problem'
import { unlessRefused, useRefusals } from '../../state/abilities'
import { useApp } from '../../state/context'
import type { ListQuery } from '../../state/list-page'
import { keepTab, showToTheSide, useWindow, focusEditor } from '../../state/store'
import { ITEM_HEIGHT } from './document-item'
import { OPEN_AFTER_MS, useListCursor, type Cursor } from './list-cursor'
import type { Lines } from './list-lines'
import type { ListRows } from './list-rows'
import { useRowPress } from './use-row-press'
import { useTypeahead } from '../typeahead'
import { rowByKey } from '../../ui/lists/list-keys'

/** Modifier keys alone request nothing. */
const MODIFIERS: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'Meta'])

/** Keyboard and mouse handling of the document list, following the ARIA listbox pattern. */
export function useListInput(parts: {
  readonly list: ListQuery
  readonly total: number
  readonly pages: {
    itemAt(index: number): DocumentSummary | undefined
    indexOf(id: DocumentId): number | undefined
  }
  readonly cursorIndex: number
  /** Whether the document of the cursor is at this index; only then keys act on it. */
  readonly isKnown: boolean
  setCursor(cursor: Cursor): void
  readonly lines: Lines
  readonly rows: ListRows
  readonly scroller: RefObject<HTMLDivElement | null>
}) {
  const { list, total, pages, cursorIndex, lines, rows, scroller } = parts
  const { client } = useApp()
  const remove = useRemove()
  const { press, unlessPressed, chooseBetween } = usePresses(list)
  const { go, stay, takeFocus } = useListCursor({
    query: list,
    index: cursorIndex,
    scroller,
    setCursor: parts.setCursor,
    ...pages,
    chooseBetween,
  })

  function click(index: number, event: MouseEvent): void {
    void press()
    const item = pages.itemAt(index)
    if (event.altKey && item !== undefined) showToTheSide(item.id)
    else if (event.shiftKey) go(index, 'range')
    else if (event.ctrlKey || event.metaKey) go(index, 'toggle')
    else {
      go(index, 'one')
      if ((event.detail > 1 || event.button === 1) && item !== undefined) keepTab(item.id)
    }
  }

  function moveTo(index: number, extend = false): void {
    if (index < 0) return
    takeFocus()
    lines.scrollToIndex(rows.rowOf(index))
    go(index, extend ? 'range' : 'one', OPEN_AFTER_MS)
  }

  const typeahead = useTypeahead(async (prefix) => {
    const from = cursorIndex + (prefix.length === 1 ? 1 : 0)
    const found = client.call('documents.seek', { ...list, prefix, from })
    void unlessPressed(found, (index) => index !== null && moveTo(index))
    const answer = await found
    return answer.ok && answer.value !== null
  })

  function onKeyDown(event: KeyboardEvent): void {
    const range = MODIFIERS.has(event.key) ? undefined : press()
    const item = parts.isKnown ? pages.itemAt(cursorIndex) : undefined
    const mod = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ITEM_HEIGHT) - 1)
    const to = rowByKey(event.key, cursorIndex, total, page)
    if (to !== undefined) moveTo(to, event.shiftKey)
    else if (event.key === ' ' && mod && parts.isKnown) go(cursorIndex, 'toggle')
    else if (event.key === 'Enter' && mod && item !== undefined) showToTheSide(item.id)
    else if ((event.key === 'Enter' || event.key === 'F2') && item !== undefined) {
      go(cursorIndex, 'one')
      writeIn(item.id, event.key === 'F2' ? 'rename-in-list' : 'text')
    } else if (event.key === 'Escape' && useWindow.getState().selected.length > 1)
      useWindow.setState({ selected: item === undefined ? [] : [item.id] })
    else if (event.key === 'Delete') remove(item, range)
    else if (mod && event.key.toLowerCase() === 'a' && !event.shiftKey) {
      stay()
      chooseBetween(0, total - 1)
    } else if (mod || event.altKey || !typeahead.takes(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    onKeyDown,
    ...useRowPress({ idAt: (index) => pages.itemAt(index)?.id, indexOf: pages.indexOf, pressed: click }),
  }
}

function writeIn(id: DocumentId, part: 'rename-in-list' | 'text'): void {
  if (part === 'rename-in-list') return useWindow.setState({ focusOn: { id, part } })
  keepTab(id)
  focusEditor(id)
}

/** Main's answer which documents a range holds, until it has come. */
type PendingRange = Promise<Result<readonly DocumentId[]>>

/** Deletes the document, or all selected documents if it is one of them, or those of a range that is being selected. */
function useRemove() {
  const { actions } = useApp()
  const refused = useRefusals()('documents:write')
  function removeAll(item: DocumentSummary | undefined, selected: readonly DocumentId[]): void {
    const ids = item === undefined || selected.includes(item.id) ? selected : [item.id]
    const title = item === undefined ? '' : shownTitle(item.title)
    unlessRefused(refused, () => void actions.deleteDocuments(ids, title))
  }
  return (item: DocumentSummary | undefined, range: PendingRange | undefined) => {
    if (range === undefined) removeAll(item, useWindow.getState().selected)
    else void range.then((ids) => ids.ok && removeAll(item, ids.value))
  }
}

/** Selects ranges, and discards the answer to a key or click if another one has come in the meantime. */
function usePresses(list: ListQuery) {
  const { client } = useApp()
  const presses = useRef(0)
  const range = useRef<PendingRange>(undefined)

  async function unlessPressed<T>(answer: Promise<Result<T>>, then: (value: T) => void): Promise<void> {
    const press = presses.current
    const found = await answer
    if (found.ok && press === presses.current) then(found.value)
  }

  return {
    unlessPressed,
    /** Notes a key or click; returns the range that was still being selected, for which it may be meant. */
    press(): PendingRange | undefined {
      const pending = range.current
      range.current = undefined
      presses.current++
      return pending
    },
    chooseBetween(from: number, to: number): void {
      const ids = client.call('documents.ids', { ...list, offset: from, limit: to - from + 1 })
      range.current = ids
      void unlessPressed(ids, (selected) => {
        range.current = undefined
        useWindow.setState({ selected })
      })
    },
  }
}
