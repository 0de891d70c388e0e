import { useState, type RefObject } from 'react'
import { useRowTypeahead } from './typeahead'

/**
 * Which of the rows of a list box takes the focus, and how it moves: to a place, or by the first letters of a name.
 *
 * @param first the row that has it until another takes it
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
