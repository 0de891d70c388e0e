import { useEffect } from 'react'
import type { FolderId } from '../../shared/terms'
import { useWindow, type NewItem } from '../state/store'

/**
 * The item being created among these, until the library contains it; its parent folders are then expanded permanently.
 */
export function useNewItem(
  kind: NewItem['kind'],
  items: readonly { readonly id: string }[],
  opened: (item: NewItem) => Iterable<FolderId> = () => [],
): NewItem | null {
  const newItem = useWindow((state) => (state.newItem?.kind === kind ? state.newItem : null))
  const isThere = newItem !== null && items.some(({ id }) => id === newItem.id)
  useEffect(() => {
    if (!isThere) return
    useWindow.setState(({ expanded }) => ({
      newItem: null,
      expanded: new Set([...expanded, ...opened(newItem)]),
    }))
  })
  return newItem
}
