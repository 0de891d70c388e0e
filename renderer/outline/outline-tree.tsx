import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Heading } from '../editor/editor'
import { useFocusKept } from '../ui/lists/focus-kept'
import { useRowTypeahead } from '../library/typeahead'
import { rowByKey } from '../ui/lists/list-keys'
import styles from './outline.module.css'
import { placeOf, useSectionDrag } from './use-section-drag'
import { shownTitle } from '../../shared/terms'

/** A heading with its index among all headings of the text. */
export interface Row extends Heading {
  readonly index: number
}

interface OutlineTreeProps {
  readonly rows: readonly Row[]
  readonly current: number
  readonly isMovable: boolean
  /** False if only some of the headings are shown. */
  readonly isDraggable: boolean
  readonly goTo: (row: Row) => void
  /** Moves a section by one position among its siblings; `moved` is called with the new index of its heading. */
  readonly step: (row: Row, step: 1 | -1, moved: (index: number) => void) => void
  /** Moves a section before the heading with the index `before`, or to the end. */
  readonly drop: (row: Row, before: number, moved: (index: number) => void) => void
  readonly undo: () => void
}

/**
 * The headings as an ARIA tree: one row is focusable, arrow keys move the focus, Enter goes to the heading, and Alt
 * with an arrow key moves the section. The row of the section at the cursor is scrolled into view without taking the
 * focus.
 */
export function OutlineTree(props: OutlineTreeProps) {
  const { rows, current } = props
  const tree = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<number>()
  const keepsFocus = useFocusKept(tree)
  const { gap, handlers } = useSectionDrag(rows, (row, before) => props.drop(row, before, setCursor))
  const focusable = Math.max(
    0,
    rows.findIndex(({ index }) => index === (cursor ?? current)),
  )
  useEffect(() => {
    if (tree.current?.contains(document.activeElement) !== true) setCursor(undefined)
    tree.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  // The focus follows a section that was moved.
  useEffect(() => {
    const row = tree.current?.children[focusable]
    const focused = document.activeElement
    if (row instanceof HTMLElement && row !== focused && tree.current?.contains(focused) === true) row.focus()
  }, [focusable])
  const onKeyDown = useTreeKeys(props, focusable, setCursor, (place) => {
    const row = rows[place]
    if (row === undefined) return
    setCursor(row.index)
    ;(tree.current?.children[place] as HTMLElement | undefined)?.focus()
  })
  return (
    <div
      ref={tree}
      role="tree"
      data-edits-text
      aria-label="Outline"
      aria-description={props.isMovable ? 'Alt with Up or Down moves a section' : undefined}
      className={styles.headings}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setCursor(rows[placeOf(target)]?.index)}
      onClick={({ target }) => {
        const row = rows[placeOf(target)]
        if (row !== undefined) props.goTo(row)
      }}
      {...handlers}
      {...keepsFocus}
    >
      {rows.map((row, place) => (
        <HeadingRow
          key={row.index}
          level={row.level}
          text={row.text}
          isCurrent={row.index === current}
          isFocusable={place === focusable}
          isDraggable={props.isDraggable}
          drop={gap === place ? 'before' : gap === place + 1 && gap === rows.length ? 'after' : undefined}
        />
      ))}
    </div>
  )
}

/** @param focusable the position in the list of the row that can take the focus */
function useTreeKeys(
  { rows, goTo, step, undo }: OutlineTreeProps,
  focusable: number,
  setCursor: (index: number) => void,
  focus: (place: number) => void,
) {
  const { takes, takesWithin } = useRowTypeahead(() => rows.map(({ text }) => text), focusable, focus)

  /** Handles a key and returns whether the key has a function in the tree. */
  function pressed({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, row: Row): boolean {
    if ((ctrlKey || metaKey) && key === 'z' && !shiftKey && !altKey) {
      undo()
      focus(focusable)
      return true
    }
    if (ctrlKey || metaKey || shiftKey) return false
    if (altKey) {
      if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
      step(row, key === 'ArrowUp' ? -1 : 1, setCursor)
      return true
    }
    const to = rowByKey(key, focusable, rows.length)
    if (to !== undefined) focus(to)
    else if (key === 'ArrowLeft')
      focus(rows.findLastIndex((one) => one.index < row.index && one.level < row.level))
    else if (key === 'ArrowRight') {
      if ((rows[focusable + 1]?.level ?? 0) > row.level) focus(focusable + 1)
    } else if (key === 'Enter' || key === ' ') goTo(row)
    else return takes(key)
    return true
  }

  return (event: KeyboardEvent): void => {
    const row = rows[focusable]
    if (row === undefined || takesWithin(event) || !pressed(event, row)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

const HeadingRow = memo(function HeadingRow(props: {
  readonly level: number
  readonly text: string
  readonly isCurrent: boolean
  readonly isFocusable: boolean
  readonly isDraggable: boolean
  readonly drop: 'before' | 'after' | undefined
}) {
  return (
    <div
      role="treeitem"
      aria-level={props.level}
      aria-current={props.isCurrent ? 'true' : undefined}
      tabIndex={props.isFocusable ? 0 : -1}
      data-pane-focus={props.isFocusable ? '' : undefined}
      data-drop={props.drop}
      draggable={props.isDraggable}
      className={styles.heading}
      style={{ paddingInlineStart: 16 + (props.level - 1) * 14 }}
    >
      <bdi>{shownTitle(props.text)}</bdi>
    </div>
  )
})
