import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import type { Group } from '../../../shared/ipc/document-groups'
import type { ListRows } from './list-rows'

/** The document of a row; for a heading, the one below it. */
export function documentAt(rows: ListRows, row: number): number {
  const found = rows.at(row)
  if (found.kind === 'document') return found.index
  const below = rows.at(row + 1)
  return below.kind === 'document' ? below.index : 0
}

/** Wraps the rendered rows of each group in an element with the group's name. */
export function inGroups(
  items: readonly VirtualItem[],
  rows: ListRows,
  nameOf: (group: Group) => string,
  draw: (item: VirtualItem) => ReactNode,
): ReactNode {
  const parts: { readonly group: Group; readonly drawn: ReactNode[] }[] = []
  for (const item of items) {
    const group = rows.groupOf(documentAt(rows, item.index))
    if (group === undefined) return items.map(draw)
    const last = parts.at(-1)
    if (last?.group === group) last.drawn.push(draw(item))
    else parts.push({ group, drawn: [draw(item)] })
  }
  return parts.map(({ group, drawn }) => (
    <div key={group.key} role="group" aria-label={nameOf(group)}>
      {drawn}
    </div>
  ))
}
