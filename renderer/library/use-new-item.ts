import { useEffect } from 'react'
import type { FolderId } from '../../shared/terms'
import { useWindow, type NewItem } from '../state/store'

/** What is being made among these, until the library has it; then the folders that it lies in are open for good. */
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
