import type { ComponentProps, KeyboardEvent, Ref } from 'react'
import { rowByKey } from './list-keys'

/** A row; all other props go to its element. */
type Row = ComponentProps<'div'> & { readonly key: string; readonly isChosen: boolean }

/** A list box: arrows move the focus from row to row; Enter, Space and a click choose a row. */
export function RowList(props: {
  readonly ref?: Ref<HTMLDivElement> | undefined
  readonly label: string
  readonly className?: string | undefined
  readonly rows: readonly Row[]
  /** The index of the row from which arrows move. */
  readonly cursor: number
  /** The number of rows in a page. */
  readonly page?: number
  readonly onMove: (index: number) => void
  readonly onChoose: (index: number) => void
  readonly onDelete?: (() => void) | undefined
}) {
  const { rows, cursor, onMove, onChoose, onDelete } = props
  function onKeyDown(event: KeyboardEvent): void {
    const { key, currentTarget } = event
    const to = rowByKey(key, cursor, rows.length, props.page)
    if (key === 'Enter' || key === ' ') onChoose(cursor)
    else if (key === 'Delete' && onDelete !== undefined) onDelete()
    else if (to === undefined) return
    else {
      onMove(to)
      ;(currentTarget.children[to] as HTMLElement | undefined)?.focus()
    }
    event.preventDefault()
  }
  return (
    <div
      ref={props.ref}
      role="listbox"
      aria-label={props.label}
      className={props.className}
      tabIndex={rows.length === 0 ? 0 : undefined}
      onKeyDown={onKeyDown}
    >
      {rows.map(({ key, isChosen, ...row }, index) => (
        <div
          key={key}
          role="option"
          aria-selected={isChosen}
          tabIndex={index === cursor ? 0 : -1}
          onClick={() => onChoose(index)}
          {...row}
        />
      ))}
    </div>
  )
}
