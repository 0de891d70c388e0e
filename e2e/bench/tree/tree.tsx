import { hotkeysCoreFeature, selectionFeature, syncDataLoaderFeature } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * The peer: Headless Tree with the same folders, drawn by the same virtualiser, with an icon, a name and a count each.
 */
export interface PeerFolder {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
  readonly documents: number
}

declare global {
  interface Window {
    showTree?: (folders: readonly PeerFolder[], isOpen: boolean) => void
  }
}

function Tree({ folders, isOpen }: { readonly folders: readonly PeerFolder[]; readonly isOpen: boolean }) {
  const kept = useRef<{ byId: Map<string, PeerFolder>; children: Map<string, string[]> }>(undefined)
  if (kept.current === undefined) {
    const children = new Map<string, string[]>()
    for (const { id, parentId } of folders) {
      const list = children.get(parentId ?? 'root')
      if (list === undefined) children.set(parentId ?? 'root', [id])
      else list.push(id)
    }
    kept.current = { byId: new Map(folders.map((folder) => [folder.id, folder])), children }
  }
  const { byId, children } = kept.current
  const scroller = useRef<HTMLDivElement>(null)
  const tree = useTree<PeerFolder>({
    rootItemId: 'root',
    initialState: { expandedItems: isOpen ? [...children.keys()] : [] },
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => children.has(item.getId()),
    dataLoader: {
      getItem: (id) => byId.get(id) ?? { id, name: id, parentId: null, documents: 0 },
      getChildren: (id) => children.get(id) ?? [],
    },
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature],
  })
  const items = tree.getItems()
  // oxlint-disable-next-line react/incompatible-library -- its functions are asked anew each time, none is remembered
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    overscan: 12,
  })
  return (
    <div ref={scroller} id="scroller">
      <div
        {...tree.getContainerProps('Library')}
        style={{ height: virtual.getTotalSize(), position: 'relative' }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            <div
              {...item.getProps()}
              key={item.getId()}
              style={{ top: start, paddingInlineStart: 8 + item.getItemMeta().level * 16 }}
            >
              <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden>
                <path d="M3 5h6l2 3h10v11H3z" fill="none" stroke="currentColor" />
              </svg>
              <bdi>{item.getItemName()}</bdi>
              <span>{item.getItemData().documents}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

const place = document.getElementById('app')
let root: ReturnType<typeof createRoot> | undefined
window.showTree = (folders, isOpen) => {
  root?.unmount()
  if (place === null) return
  root = createRoot(place)
  root.render(<Tree folders={folders} isOpen={isOpen} />)
}
