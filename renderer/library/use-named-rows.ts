import { useState, type RefObject } from 'react'
import { useRowTypeahead } from './typeahead'

/**
 * The focusable row of a list box, and how the focus moves: to an index, or to a name by its first letters.
 *
 * @param first the focusable row until another one is
 */
export function useNamedRows(
  list: RefObject<HTMLElement | null>,
  rows: readonly { readonly id: string; readonly name: string }[],
  first?: string,
) {
  const [id, setCursor] = useState<string>()
  const placeOf = (wanted: string | undefined) =>
    Math.max(
      0,
      rows.findIndex((row) => row.id === wanted),
    )
  function moveTo(index: number): void {
    const row = rows[index]
    if (row === undefined) return
    setCursor(row.id)
    list.current?.querySelectorAll<HTMLElement>('[role=option]')[index]?.focus()
  }
  const cursor = placeOf(rows.some((row) => row.id === id) ? id : first)
  const typeahead = useRowTypeahead(() => rows.map(({ name }) => name), cursor, moveTo)
  return { cursor, setCursor, moveTo, typeahead }
}
